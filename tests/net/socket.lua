-- What becomes of a daemon whose Unix socket's file somebody removes, as logind
-- does with $XDG_RUNTIME_DIR when its user logs out.

local cases  = require "cases"
local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"

local check_says = cases.check_says

local function exists(path)
  return uv.fs_stat(path) ~= nil
end

local function count(one, event)
  local _, times = one.log:gsub("event=" .. event, "")
  return times
end

-- The daemon has seen that its file is gone `times` times, and listens again.
local function wait_until_made(one, times)
  wait.until_done(function()
    return count(one, "socket_made_again") == times
  end, "socket")
  assert(count(one, "socket_gone") == times, one.log)
  assert(wire.socket(one.socket):must("hello"))
end

return {
  { "a socket's file that is removed is made again; who is there stays",
  function()
    local one = daemon.start { arguments = { "--socket-mode", "660" } }
    local socket, web = wire.socket(one.socket), wire.web(one.port)
    assert(socket:must("hello") and web:must("hello"))
    for times = 1, 3 do
      assert(os.remove(one.socket))
      wait_until_made(one, times)
      assert(uv.fs_stat(one.socket).mode & 511 == 432, "not 0660")
    end
    one:wait_for_log("level=error event=socket_gone file=" .. one.socket)
    assert(daemon.run { "admin", "--socket", one.socket, "status" } == 0)
    assert(socket:must("hello") and web:must("hello"))
    assert(one:stop() == 0)
    assert(not exists(one.socket))
  end },

  { "so it is in a folder that was removed, when that is there again",
  function()
    local folder = daemon.new_folder() .. "/run"
    assert(uv.fs_mkdir(folder, 448))
    local one = daemon.start { socket = folder .. "/socket" }
    local socket = wire.socket(one.socket)
    assert(os.execute("rm -r " .. folder))
    one:wait_for_log("level=error", "event=cannot_listen", one.socket,
      "No such file")
    assert(socket:must("hello"))
    assert(uv.fs_mkdir(folder, 448))
    wait_until_made(one, 1)
    assert(count(one, "cannot_listen") == 1, one.log)
    assert(socket:must("hello"))
    assert(one:stop() == 0)
  end },

  { "what lies there instead is left alone, a socket or not", function()
    local one = daemon.start()
    one:hold()
    assert(os.remove(one.socket))
    local two = daemon.start { socket = one.socket }
    one:kill "sigcont"
    one:wait_for_log("level=error", "event=cannot_listen",
      "another daemon does")
    assert(two:stop() == 0)
    wait_until_made(one, 1)
    one:hold()
    assert(os.remove(one.socket))
    local file <close> = assert(io.open(one.socket, "w"))
    file:write "precious"
    file:close()
    one:kill "sigcont"
    one:wait_for_log("event=cannot_listen", "no socket")
    assert(one:stop() == 0)
    assert(io.open(one.socket):read "a" == "precious")
  end },

  { "who ends does not remove the socket of another", function()
    local one = daemon.start()
    one:hold()
    assert(os.remove(one.socket))
    local two = daemon.start { socket = one.socket }
    one:kill "sigcont"
    assert(one:stop() == 0)
    check_says(one.log, "event=ended")
    assert(wire.socket(two.socket):must("hello"))
    assert(two:stop() == 0)
    assert(not exists(one.socket))
  end },

  { "bots come again, whose socket was gone", function()
    local folder = daemon.new_folder() .. "/run"
    assert(uv.fs_mkdir(folder, 448))
    local one = daemon.start { socket = folder .. "/socket",
                               arguments = { "--bots", "random" } }
    local function bot()
      local pid
      for found in one.log:gmatch "event=process_started name=random pid=(%d+)" do
        pid = tonumber(found)
      end
      return pid
    end
    wait.until_done(bot, "bot")
    assert(os.execute("rm -r " .. folder))
    one:wait_for_log "event=cannot_listen"
    uv.kill(bot(), "sigkill")
    one:wait_for_log "event=process_ended"
    assert(uv.fs_mkdir(folder, 448))
    wait_until_made(one, 1)
    local socket = wire.socket(one.socket)
    local game = socket:must("game.create", {
      game = "castle", seed = "s", players = { "random", "random" },
    }).game
    wait.until_done(wait.looking(function()
      return socket:must("game.about", { game = game }).state == "over"
    end), "end of a game of bots")
    assert(one:stop() == 0)
  end },
}
