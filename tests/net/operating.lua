-- What an operator does: start, configure, look after, end.

local cases  = require "cases"
local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"

local check_says = cases.check_says

-- Sooner than the daemon ends who does not go on (stall-seconds, 30).
local AT_ONCE_NS = 20e9

local function write_file(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

local function exists(path)
  return uv.fs_stat(path) ~= nil
end

-- A daemon that must not start: status 2, and its sentence.
local function refusal(settings)
  local one = daemon.spawn(settings)
  assert(one:wait() == 2, one.log)
  assert(one.output == "", one.output)
  return one.log
end

-- Calls `start` with a program that has castled's descriptors as a shell says.
local function redirected(words, start)
  local program, path = daemon.program, daemon.new_folder() .. "/castled"
  write_file(path, "#!/bin/sh\nexec '" .. uv.fs_realpath(program) .. "' \"$@\" "
    .. words .. "\n")
  assert(uv.fs_chmod(path, 448)) -- 0700
  daemon.program = path
  local holds, one, two = pcall(start)
  daemon.program = program
  assert(holds, one)
  return one, two
end

-- A daemon with some of its descriptors closed, that listens; its port is in
-- what --ready-fd says.
local function start_closed(words)
  local pipe, said = uv.new_pipe(), ""
  local one = redirected(words, function()
    return daemon.spawn { arguments = { "--ready-fd", "3" }, ready = pipe }
  end)
  uv.read_start(pipe, function(_, bytes) said = said .. (bytes or "") end)
  wait.until_done(function() return said:find("\n", 1, true) or one.status end,
    "daemon")
  one.port = assert(tonumber(said:match("://127%.0%.0%.1:(%d+)/")), one.log)
  return one
end

-- The environment, with more in it.
local function environment(more)
  local list = {}
  for name, value in pairs(uv.os_environ()) do
    if not more[name] then
      list[#list + 1] = name .. "=" .. value
    end
  end
  for name, value in pairs(more) do
    list[#list + 1] = name .. "=" .. value
  end
  return list
end

local function config(text)
  local path = daemon.new_folder() .. "/config"
  write_file(path, text)
  return path
end

-- What a config that is wrong is refused with.
local function config_refusal(text)
  local path = config(text)
  local status, _, problem = daemon.run { "serve", "--config", path }
  assert(status == 2)
  return problem, path
end

local function option_refusal(...)
  local status, _, problem = daemon.run { "serve", ... }
  assert(status == 2, problem)
  return problem
end

-- A game of two, by two connections; its id, and who sits where.
local function start_game(...)
  local seats = {}
  local game
  for seat, connection in ipairs { ... } do
    game = game
      or connection:must("game.create", { game = "castle", seed = "s" }).game
    local token = connection:must("game.join", {
      game = game, seat = seat, name = "Ada",
    }).token
    seats[seat] = { connection = connection, token = token }
  end
  return game, seats
end

-- The same seats by new connections.
local function rejoin(one, game, seats)
  local list = {}
  for seat, old in ipairs(seats) do
    local connection = wire.web(one.port)
    connection:must("game.rejoin", { game = game, token = old.token })
    list[seat] = { connection = connection, token = old.token }
  end
  return list
end

-- Answers a question with its first choice.
local function choose(seats, game, question)
  return seats[question.seat].connection:call("game.choose", {
    game = game, seq = question.seq, index = 0,
  })
end

-- The question that is asked now.
local function question(seats, game)
  return seats[1].connection:call("game.question", { game = game })
    or seats[2].connection:must("game.question", { game = game })
end

-- Makes one choice; the question that comes next.
local function make_choice(seats, game)
  assert(choose(seats, game, question(seats, game)))
  return question(seats, game)
end

-- Games that nobody joined are not to go by themselves.
local KEEPING = { "--games-per-address", "0", "--open-hours", "10000" }

-- Starts the daemon again, some days after all its games were played.
local function start_later(one, days)
  assert(one:stop() == 0)
  assert(os.execute(([[python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE game SET changed_ms = changed_ms - ? * 86400000",
              sys.argv[2:])
store.commit()' '%s/castled.db' %d]]):format(one.folder, days)))
  return daemon.start { folder = one.folder, arguments = KEEPING }
end

-- A Unix socket before a daemon's: what comes in one message is passed on as
-- `change` gives it, and what is answered to `id` comes back.
local function stand_between(socket, id, change)
  local path = daemon.new_folder() .. "/between"
  local server = uv.new_pipe()
  assert(server:bind(path))
  assert(server:listen(16, function()
    local from, to, answer = uv.new_pipe(), uv.new_pipe(), ""
    server:accept(from)
    to:connect(socket, function(problem)
      assert(not problem, problem)
      from:read_start(function(_, bytes)
        if bytes then
          to:write(change(bytes))
        else
          from:close()
          to:close()
        end
      end)
      to:read_start(function(_, bytes)
        answer = answer .. (bytes or "")
        for line in answer:gmatch("[^\n]+\n") do
          if line:find('"id":' .. id .. ",", 1, true) then
            from:write(line)
            answer = ""
          end
        end
      end)
    end)
  end))
  return path, server
end

local CHOICE_MS = 3000 -- of the clock of the game below

-- A daemon whose disk says no, a game with a clock that has begun there, and its
-- record by then.
local function stop_disk()
  local one = daemon.start()
  local socket = wire.web(one.port)
  local game = socket:must("game.create", {
    game = "castle", seed = "s", clock = { choice_s = CHOICE_MS // 1000 },
  }).game
  for _ = 1, 2 do
    socket:must("game.join", { game = game, name = "Ada" })
  end
  one:limit_files "1"
  local result, problem = socket:call("game.create", { game = "castle" })
  assert(not result and problem.code == 5, problem and problem.message)
  one:wait_for_log("level=error", "event=store_failed")
  return one, game, wire.web(one.port):must("game.record", { game = game }).record
end

-- By the record of a game in which nobody chose: when the first question was
-- asked, how long no clock ran since, and when it ended.
local function times_of(record)
  local asked, paused, ended = nil, 0, nil
  for entry in record:gmatch("E (%b{})\n") do
    local kind, at = entry:match('"t":"([%w_]+)","ts":(%d+)}$')
    if kind == "pause" then
      paused = paused + tonumber(entry:match('"ms":(%d+)'))
    elseif kind == "end" then
      ended = tonumber(at)
    elseif not ended and kind ~= "time_out" then
      asked = tonumber(at)
    end
  end
  return asked, paused, ended
end

-- What is called so in an output has a day from `began`, a time, to today.
local function check_today(began, output, ...)
  for _, name in ipairs { ... } do
    local day = output:match("\n" .. name .. " +(%d+%-%d%d%-%d%d)") or output
    assert(day >= os.date("%Y-%m-%d", began) and day <= os.date("%Y-%m-%d"),
      day)
  end
end

local BAD_OPTIONS = {
  { { "--listne", "x" }, "--listne: there is no such setting",
    "did you mean 'listen'" },
  { { "--listen" }, "--listen: it has no value" },
  { { "--listen", "7070" }, "'7070' is no address" },
  { { "--listen", "127.0.0.1:x" }, "'127.0.0.1:x' is no address" },
  { { "--listen", "::1:7070" }, "is no address" },
  { { "--listen", "127.0.0.1:99999" }, "is no address" },
  { { "--connections", "many" }, "--connections: 'many' is no whole number" },
  { { "--connections=0" }, "'0' is no whole number from 1 to" },
  { { "--socket-mode", "888" }, "'888' is no mode" },
  { { "--watch=perhaps" }, "--watch: 'perhaps' is neither on nor off" },
  { { "--watch", "on" }, "what is 'on'?" },
  { { "--proxy", "example.org" }, "--proxy: 'example.org' is no address or" },
  { { "--proxy", "10.0.0.0/33" }, "--proxy: '10.0.0.0/33' is no address or" },
  { { "--pages", "maybe" }, "--pages: 'maybe' is neither on nor off" },
  { { "--log-level", "loud" }, "'loud' is none of error, warn, info, debug" },
  { { "--certificate", "x" }, "are given together" },
  { { "--listen", "127.0.0.1:0", "--certificate", "/x", "--key", "/y" },
    "cannot read /x: No such file" },
  { { "--config", "/nowhere/at/all" }, "/nowhere/at/all" },
  { { "--listen", "none", "--socket", "none" }, "nobody could reach" },
  { { "--name", "bad name/x" }, "--name: 'bad name/x' is no name" },
  { { "--name", "http://play.example.org" }, "is no name of a machine" },
  { { "--name", "play.example.org:" }, "is no name of a machine" },
  { { "--name", "[::1" }, "is no name of a machine" },
  { { "word" }, "what is 'word'?" },
  { { "--ready-fd", "77" }, "--ready-fd: 77 is no descriptor that can be" },
  { { "--ready-fd", "0" }, "--ready-fd: 0 is no descriptor that can be" },
  { { "--bots", "nosuch" }, "there is no bot 'nosuch'" },
  { { "--bots", "steward,nosuch", "--socket", "none" },
    "there is no bot 'nosuch'" },
  { { "--bots", "steward,random,steward" }, "the bot 'steward' is named twice" },
  { { "--bots", "random,random", "--socket", "none" },
    "the bot 'random' is named twice" },
  { { "--name", "play.example.org:65536" }, "is no name of a machine" },
  { { "--name", "[::1]:0" }, "is no name of a machine" },
  { { "--socket-mode", "0" }, "'0' is no mode as in 660 that lets its owner in" },
  { { "--socket-mode", "060" }, "that lets its owner in" },
  { { "--=3" }, "what is '--=3'?" },
}

local BAD_CONFIGS = {
  { "# fine\n\nlisten 127.0.0.1:0\n", ":3: a line is NAME = VALUE" },
  { "lisen = 127.0.0.1:0\n", ":1: lisen: there is no such setting",
    "did you mean 'listen'" },
  { "connections = 10\nmessage-bytes = 7\n",
    ":2: message-bytes: '7' is no whole number from 1024 to" },
  { "socket =\n", ":1: socket: it has no value" },
  { "idle-minutes = 5\n# fine\nidle-minutes = 5\n",
    ":3: idle-minutes: line 1 has set it already" },
  { "data = /x\ndata = /y\n", ":2: data: line 1 has set it already" },
  { "watch = on\nwatch = off\n", ":2: watch: line 1 has set it already" },
  { "config = /etc/passwd\n", ":1: config: there is no such setting" },
  { "# fine\nname = \"play.example.org\"\n",
    ":2: name: '\"play.example.org\"' is no name of a machine" },
  { "log-level = loud\n", ":1: log-level: 'loud' is none of error, warn" },
  { "proxy = here\n", ":1: proxy: " },
  { "data = ~/games\n", ":1: data: '~' is known to shells only" },
  { "# fine\n = 3\n", ":2: there is no name before '='" },
  { "name = play.example.org:99999\n",
    ":1: name: 'play.example.org:99999' is no name" },
  { "socket-mode = 0\n", ":1: socket-mode: '0' is no mode" },
  { "watch = on\n\xef\xbb\xbfdata = /x\n", ":2: \xef\xbb\xbfdata: there is no" },
}

return {
  { "it says where it listens, and says it in time", function()
    local pipe, said, is_ended = uv.new_pipe(), "", false
    local one = daemon.spawn {
      arguments = { "--listen", "[::1]:0", "--ready-fd", "3" }, ready = pipe,
    }
    uv.read_start(pipe, function(_, bytes)
      said = said .. (bytes or "")
      is_ended = not bytes
    end)
    wait.until_done(function() return is_ended end, "line")
    local web = said:match(
      "^castled is listening on http://127%.0%.0%.1:(%d+)/, http://%[::1%]:%d+/ "
      .. "and " .. one.socket .. "\n$")
    assert(web, said)
    assert(wire.web(tonumber(web)):must("hello"))
    assert(wire.socket(one.socket):must("hello"))
  end },

  { "SIGTERM ends it: answers are sent, everybody is told, status 0", function()
    local one = daemon.start()
    local web, socket = wire.web(one.port), wire.socket(one.socket)
    assert(web:must("hello") and socket:must("hello"))
    local start = uv.hrtime()
    one:kill("sigterm")
    assert(web:wait_for_end() == 1001)
    socket:wait_for_end()
    assert(one:wait() == 0)
    assert(uv.hrtime() - start < AT_ONCE_NS)
    assert(not exists(one.socket))
    check_says(one.log, "event=ending", "event=ended")
  end },

  { "so does SIGINT; whoever hangs on does not keep it", function()
    local one = daemon.start()
    for _ = 1, 5 do
      wire.socket(one.socket):stop_reading()
      wire.web(one.port):stop_reading()
      wire.tcp(one.port):write("GET / HT")
    end
    local start = uv.hrtime()
    one:kill("sigint")
    assert(one:wait() == 0)
    assert(uv.hrtime() - start < AT_ONCE_NS)
  end },

  { "nor does whoever reads nothing, and others are told", function()
    local one = daemon.start { arguments = {
      "--stall-seconds", "300", "--messages-burst", "1000000",
      "--messages-per-second", "1000000",
    } }
    local other = wire.web(one.port)
    for _, deaf in ipairs { wire.web(one.port), wire.socket(one.socket) } do
      deaf:stop_reading()
      for id = 1, 3000 do
        deaf:send(('{"jsonrpc":"2.0","id":%d,"method":"protocol.describe"}')
          :format(id))
      end
    end
    local sent -- until the system takes no more of it
    wait.until_done(wait.looking(function()
      local before = sent
      wait.pause(300)
      sent = select(2, wire.get(one, "/metrics"))
        :match("\ncastled_bytes_sent_total (%S+)")
      return sent == before and tonumber(sent) > 200000
    end), "end of what is sent")
    local start = uv.hrtime()
    one:kill("sigterm")
    assert(other:wait_for_end() == 1001)
    assert(one:wait() == 0, one.log)
    assert(uv.hrtime() - start < AT_ONCE_NS)
  end },

  { "while the disk is full SIGTERM ends it with status 2", function()
    local one = daemon.start()
    local socket = wire.socket(one.socket)
    socket:must("game.create", { game = "castle", seed = "s" })
    one:limit_files "1"
    assert(not socket:call("game.create", { game = "castle", seed = "s" }))
    one:kill("sigterm")
    assert(one:wait() == 2, one.log)
  end },

  { "what needs no address is looked at before one is taken", function()
    local one = daemon.start()
    local folder = daemon.new_folder()
    for _, case in ipairs {
      { { "--certificate", "/x", "--key", "/y" }, "cannot read /x" },
      { { "--bots", "nosuch" }, "there is no bot 'nosuch'" },
      { {}, "cannot listen on 127.0.0.1:" .. one.port },
    } do
      local said = refusal {
        folder = folder, listen = "127.0.0.1:" .. one.port,
        arguments = case[1],
      }
      check_says(said, case[2])
      assert(case[2]:find("listen", 1, true)
        or not said:find("listen", 1, true), said)
    end
  end },

  { "after SIGKILL it starts again, on the socket that was left", function()
    local one = daemon.start()
    one:kill("sigkill")
    one:wait()
    assert(exists(one.socket))
    local two = daemon.start { folder = one.folder }
    assert(wire.socket(two.socket):must("hello"))
    assert(two:stop() == 0)
  end },

  { "a second daemon is refused, and the first goes on", function()
    local one = daemon.start()
    check_says(refusal { folder = one.folder, socket = one.folder .. "/other" },
      "another", one.folder)
    check_says(refusal { socket = one.socket }, "another daemon does",
      one.socket)
    check_says(refusal { listen = "127.0.0.1:" .. one.port },
      "cannot listen on 127.0.0.1:" .. one.port, "in use")
    assert(wire.socket(one.socket):must("hello"))
    assert(wire.web(one.port):must("hello"))
    assert(one:stop() == 0)
  end },

  { "what is no socket is not replaced", function()
    local path = daemon.new_folder() .. "/file"
    write_file(path, "precious")
    check_says(refusal { socket = path }, "no socket", path)
    assert(io.open(path):read("a") == "precious")
  end },

  { "the socket is for its owner, the folder is made", function()
    local folder = daemon.new_folder() .. "/where"
    local one = daemon.start { folder = folder }
    assert(uv.fs_stat(one.socket).mode & 511 == 384, "not 0600")
    assert(uv.fs_stat(folder).mode & 511 == 448, "not 0700")
    local two = daemon.start { arguments = { "--socket-mode", "660" } }
    assert(uv.fs_stat(two.socket).mode & 511 == 432, "not 0660")
  end },

  { "a folder that cannot be made is told of", function()
    local path = daemon.new_folder() .. "/file"
    write_file(path, "")
    local status, _, problem = daemon.run { "serve", "--data", path }
    assert(status == 2)
    check_says(problem, path)
  end },

  { "only the usual folder is made with those above it", function()
    local folder = daemon.new_folder()
    local status, _, problem = daemon.run { "serve", "--data",
                                            folder .. "/disk/castled" }
    assert(status == 2)
    check_says(problem, folder .. "/disk/castled", "there is no folder")
    assert(not exists(folder .. "/disk"))
    local usual = uv.getuid() == 0 and folder .. "/disk"
      or folder .. "/state/castled"
    local one = daemon.start { folder = usual, socket = folder .. "/socket",
      environment = environment { XDG_STATE_HOME = folder .. "/state" } }
    assert(exists(usual .. "/castled.db"))
    assert(one:stop() == 0)
  end },

  { "who listens for others without a name is warned", function()
    local one = daemon.start { arguments = { "--listen", "0.0.0.0:0" } }
    one:wait_for_log("level=warn", "event=no_name", "--name")
    local port = one.output:match("://0%.0%.0%.0:(%d+)/")
    local request = "GET /healthz HTTP/1.1\r\nHost: %s\r\n"
      .. "Connection: close\r\n\r\n"
    check_says(wire.http(tonumber(port), request:format("192.0.2.7:" .. port)),
      " 200 ")
    check_says(wire.http(tonumber(port), request:format("evil.example.org")),
      " 403 ")
    assert(one:stop() == 0)
    assert(not one.log:find("origin=", 1, true), one.log)
    for _, arguments in ipairs {
      { "--listen", "0.0.0.0:0", "--name", "play.example.org" },
      { "--listen", "[::1]:0" },
    } do
      local quiet = daemon.start { arguments = arguments }
      assert(quiet:stop() == 0)
      assert(not quiet.log:find("no_name", 1, true), quiet.log)
    end
  end },

  { "an option that is wrong is refused with a sentence", function()
    for _, case in ipairs(BAD_OPTIONS) do
      local folder = daemon.new_folder()
      check_says(option_refusal("--data", folder, "--socket", folder .. "/s",
        table.unpack(case[1])), table.unpack(case, 2))
    end
  end },

  { "a file that is wrong is refused with its line", function()
    for _, case in ipairs(BAD_CONFIGS) do
      local problem, path = config_refusal(case[1])
      check_says(problem, path .. case[2], table.unpack(case, 3))
    end
  end },

  { "options go before the file, and what is printed can be read", function()
    local path = config("# a comment\nname = a.example.org # another\n"
      .. "name=b.example.org\n  connections =  7\nlisten = 127.0.0.1:1\n"
      .. "log-level = debug")
    local status, printed = daemon.run { "serve", "--config", path,
      "--log-level=warn", "--listen", "127.0.0.1:2", "--print-config" }
    assert(status == 0)
    check_says(printed, "name = a.example.org\nname = b.example.org\n",
      "connections = 7\n", "log-level = warn\n", "listen = 127.0.0.1:2\n",
      "messages-burst = 200\n")
    assert(not printed:find("127.0.0.1:1\n", 1, true), printed)
    local again = select(2, daemon.run { "serve", "--config", config(printed),
                                         "--print-config" })
    assert(again == printed, again)
    check_says(printed, "\n# how long a message may be\nmessage-bytes = ")
    assert(not printed:find("ready%-fd"), printed)
    for line in printed:gmatch("[^\n]+") do
      assert(utf8.len(line) <= 80, line)
    end
  end },

  { "--help says all that can be set", function()
    local status, help = daemon.run { "serve", "--help" }
    assert(status == 0)
    local _, printed = daemon.run { "serve", "--print-config" }
    check_says(printed, "\n#name = ", "\n#certificate = ", "\n#key = ")
    for name in printed:gmatch("([%w-]+) = ") do
      check_says(help, "--" .. name .. " ")
    end
    for line in help:gmatch("[^\n]+") do
      assert(utf8.len(line) <= 80, line)
    end
  end },

  { "it is installed under the prefix that is given, and runs there", function()
    local build = uv.fs_realpath(daemon.program):match("^(.*)/")
    local prefix = daemon.new_folder() .. "/prefix"
    local function install()
      assert(os.execute(("cmake --install '%s' --prefix '%s' >'%s.log' 2>&1")
        :format(build, prefix, prefix)))
    end
    local function read(path)
      local file <close> = assert(io.open(prefix .. path))
      return file:read("a")
    end
    install()
    check_says(read "/lib/systemd/system/castled.service",
      "ExecStart=" .. prefix .. "/bin/castled serve",
      "--config " .. prefix .. "/etc/castled.conf")
    check_says(read "/etc/castled.conf", "#listen = ")
    write_file(prefix .. "/etc/castled.conf", "listen = none\n")
    install()
    assert(read "/etc/castled.conf" == "listen = none\n")
    local program = daemon.program
    daemon.program = prefix .. "/bin/castled"
    local holds, one = pcall(daemon.start)
    daemon.program = program
    assert(holds, one)
    assert(wire.socket(one.socket):must("game.create", { game = "castle" }))
    assert(one:stop() == 0)
  end },

  { "systemd is told when it is ready", function()
    local folder = daemon.new_folder()
    local receiver = [[
      use IO::Socket::UNIX; $| = 1;
      alarm 300; my $s = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0])
        or die; print "up\n"; $s->recv(my $b, 100); print "$b\n"; ]]
    local output, text = uv.new_pipe(), ""
    local perl = uv.spawn("perl", {
      args = { "-e", receiver, folder .. "/notify" }, stdio = { nil, output },
    }, function() end)
    uv.read_start(output, function(_, bytes) text = text .. (bytes or "") end)
    wait.until_done(function() return text:find("up\n") end, "receiver")
    local one = daemon.start {
      environment = environment { NOTIFY_SOCKET = folder .. "/notify" },
    }
    wait.until_done(function() return text:find("READY=1\n") end, "READY=1")
    perl:close()
    assert(one:stop() == 0)
  end },

  { "the log is as loud as it is told to be", function()
    local loud = daemon.start { arguments = { "--log-level", "debug" } }
    local quiet = daemon.start { arguments = { "--log-level", "error" } }
    for _, one in ipairs { loud, quiet } do
      wire.web(one.port):must("hello")
      check_says(wire.http(one.port, "GET / HTTP/1.0\r\nHost: evil.org\r\n\r\n"),
        " 403 ")
      assert(one:stop() == 0)
    end
    check_says(loud.log, "level=debug event=connected", "event=refused_origin",
      "event=listening")
    for line in loud.log:gmatch("[^\n]+") do
      assert(line:find("^time=%d+%-%d%d%-%d%dT%d%d:%d%d:%d%d%.%d%d%dZ "
        .. "level=%l+ event=[%l_]+"), line)
    end
    assert(quiet.log == "", quiet.log)
  end },

  { "admin wants a daemon, and to know what to do", function()
    local nowhere = daemon.new_folder() .. "/none"
    local status, _, problem = daemon.run { "admin", "--socket", nowhere,
                                            "status" }
    assert(status == 2)
    check_says(problem, "no daemon answers at " .. nowhere)
    for _, case in ipairs {
      { {}, "what is to be done?" },
      { { "dance" }, "'dance' is none of" },
      { { "show" }, "show which game?" },
      { { "backup" }, "backup which file?" },
      { { "list", "x" }, "what is 'x'?" },
      { { "list", "--count", "0" }, "'0' is no number from 1 to 1000000" },
      { { "delete", "--idle-days", "0", "--force" },
        "'0' is no number from 1 to" },
      { { "delete", "--idle-days", "1", "x" }, "what is 'x'?" },
      { { "delete" }, "delete which game?" },
      { { "list", "--idle-days", "1" }, "--idle-days does nothing with list" },
      { { "show", "x", "--idle-days", "5" }, "--idle-days does nothing with show" },
      { { "show", "x", "--count", "5" }, "--count does nothing with show" },
      { { "delete", "x", "--state", "over" }, "--state does nothing with delete" },
      { { "list", "--force" }, "--force does nothing with list" },
      { { "status", "--data", "/x" }, "--data does nothing with status" },
      { { "backup", "/x/y", "--json" }, "--json does nothing with backup" },
      { { "backup", "/x/y", "--data", "/x", "--socket", "/x/s" },
        "--data does nothing with --socket and backup" },
    } do
      status, _, problem = daemon.run { "admin", table.unpack(case[1]) }
      assert(status == 2)
      check_says(problem, case[2])
    end
    assert(daemon.run { "admin", "--help" } == 0)
  end },

  { "admin lists, shows, exports and deletes games", function()
    local began = os.time()
    local one = daemon.start()
    local function admin(...)
      return daemon.run { "admin", "--socket", one.socket, ... }
    end
    local problem
    local status, output = admin("list")
    assert(status == 0 and output == "no games\n", output)
    local socket = wire.socket(one.socket)
    local game = socket:must("game.create", { game = "castle", seed = "s" }).game
    for seat = 1, 2 do
      socket:must("game.join", { game = game, seat = seat, name = "Ada" })
    end
    status, output = admin("list")
    assert(status == 0)
    check_says(output, game, "playing", "castle: white Ada, black Ada")
    assert(select(2, admin("list", "--state", "over")) == "no games\n")
    status, output = admin("show", game)
    assert(status == 0)
    check_says(output, game, "state            playing\n", "rules            castle\n",
      "white            Ada, here\n", "order            from a seed")
    check_today(began, output, "created", "changed")
    assert(not output:find("[{}]"), output)
    status, output = admin("show", "--json", game)
    assert(status == 0)
    check_says(output, '{"about":{"game":"' .. game .. '"', '"created":1')
    status, output = admin("export", game)
    assert(status == 0)
    assert(output:find("^E {.+}\n"), output:sub(1, 100))
    status, output = admin("status")
    assert(status == 0)
    check_says(output, "playing          1\n")
    check_today(began, output, "up_since")
    status, output = admin("status", "--json")
    assert(status == 0)
    check_says(output, '"playing":1', '"version"')
    status, output, problem = admin("delete", "nothing")
    assert(status == 1 and output == "")
    check_says(problem, "there is no game 'nothing'")
    status, output, problem = admin("delete", game)
    assert(status == 1 and output == "")
    check_says(problem, game .. " is castle, playing: white Ada, black Ada; "
      .. "--force")
    assert(socket:must("game.about", { game = game }).state == "playing")
    socket:must("game.resign", { game = game, seat = 1 })
    check_says(select(2, admin("show", game)), "state            over\n",
      "result           resigned, white 0, black 0, black wins\n")
    status, output = admin("delete", game)
    assert(status == 0)
    assert(output == "deleted " .. game
      .. ": castle, over: white Ada, black Ada\n", output)
    game = socket:must("game.create", { game = "castle", seed = "s" }).game
    for seat = 1, 2 do
      socket:must("game.join", { game = game, seat = seat, name = "Ada" })
    end
    assert(admin("delete", "--force", game) == 0)
    wait.until_done(function()
      return select(2, admin("list")) == "no games\n"
    end, "end of the game")
    one:wait_for_log("level=info", "event=game_deleted", "game=" .. game,
      "state=playing")
  end },

  { "games that nobody goes on with are deleted together", function()
    local one = daemon.start { arguments = KEEPING }
    local socket = wire.socket(one.socket)
    local function delete(...)
      return daemon.run { "admin", "--socket", one.socket, "delete",
                          "--idle-days", ... }
    end
    local function create(joins)
      local game = socket:must("game.create", {
        game = "castle", seed = "s",
      }).game
      for seat = 1, joins do
        socket:must("game.join", { game = game, seat = seat, name = "Ada" })
      end
      return game
    end
    local problem
    -- More than a page of a list has.
    for _ = 1, 215 do
      create(0)
    end
    for i = 1, 5 do
      local game = create(2)
      if i <= 2 then
        socket:must("game.resign", { game = game, seat = 1 })
      end
    end
    local status, output = delete("1", "--force")
    assert(status == 0 and output == "deleted 0 games\n", output)
    one = start_later(one, 3)
    socket = wire.socket(one.socket)
    local young = create(0)
    for _, days in ipairs { "4", "36500" } do -- also from before 1970
      status, output = delete(days, "--force")
      assert(status == 0 and output == "deleted 0 games\n", output)
    end
    status, output, problem = delete("2")
    assert(status == 1 and output == "")
    check_says(problem, "220 games have not changed for 2 days (open 215, "
      .. "playing 3, over 2); --force deletes them")
    status, output, problem = delete("1", "--state", "over")
    assert(status == 1 and output == "")
    check_says(problem, "2 games have not changed for 1 day (open 0, playing 0")
    status, output = delete("1", "--state", "over", "--force")
    assert(status == 0 and output == "deleted 2 games\n", output)
    status, output = delete("1", "--force", "--json")
    assert(status == 0 and output == '{"deleted":218}\n', output)
    local left = socket:must("admin.list").games
    assert(#left == 1 and left[1].game == young)
    -- The daemon says no, or there is none.
    status, output, problem = delete("1", "--state", "lost", "--force")
    assert(status == 1 and output == "")
    check_says(problem, "must be open, playing or over")
    assert(one:stop() == 0)
    status, output, problem = delete("1", "--force")
    assert(status == 2 and output == "")
    check_says(problem, "no daemon answers")
  end },

  { "a game that comes to life while others are deleted stays", function()
    local one = daemon.start { arguments = KEEPING }
    local games = {}
    for i = 1, 2 do
      games[i] = wire.socket(one.socket):must("game.create",
        { game = "castle", seed = "s" }).game
    end
    one = start_later(one, 3)
    -- Somebody joins the one of both that is to be deleted first.
    local joined
    local path, server = stand_between(one.socket, 1, function(line)
      if joined or not line:find("admin.delete", 1, true) then
        return line
      end
      joined = line:match('"game":"(%w+)"')
      return '{"jsonrpc":"2.0","id":2,"method":"game.join","params":{"game":"'
        .. joined .. '","name":"Ada"}}\n' .. line
    end)
    local status, output, problem = daemon.run { "admin", "--socket", path,
      "delete", "--idle-days", "1", "--force" }
    server:close()
    assert(status == 0 and output == "deleted 1 game\n", output .. problem)
    local left = wire.socket(one.socket):must("admin.list").games
    assert(#left == 1 and left[1].game == joined
           and left[1].seats[1].who == "Ada")
    assert(joined == games[1] or joined == games[2])
  end },

  { "who is at a terminal is asked before games are deleted", function()
    local one = daemon.start { arguments = KEEPING }
    local socket = wire.socket(one.socket)
    for i = 1, 4 do
      local game = socket:must("game.create", { game = "castle", seed = "s" }).game
      for seat = 1, i == 1 and 2 or 0 do
        socket:must("game.join", { game = game, seat = seat, name = "Ada" })
      end
    end
    one = start_later(one, 1)
    socket = wire.socket(one.socket)
    local function answer(word, state)
      local pipe <close> = assert(io.popen("printf '" .. word
        .. "\\n' | timeout 120 script -qec '" .. daemon.program .. " admin --socket "
        .. one.socket .. " delete --idle-days 1 --state " .. state
        .. "' /dev/null"))
      return pipe:read("a")
    end
    check_says(answer("n", "open"), "3 games have not changed for 1 day: open "
      .. "3, playing 0, over 0.", "Delete them?", "nothing was deleted")
    check_says(answer("", "open"), "nothing was deleted")
    assert(#socket:must("admin.list").games == 4)
    check_says(answer("y", "open"), "Delete them?", "deleted 3 games")
    check_says(answer("y", "playing"), "1 game has not changed for 1 day: open "
      .. "0, playing 1, over 0.", "Delete it?", "deleted 1 game\r\n")
    assert(#socket:must("admin.list").games == 0)
  end },

  { "who shows a wrong key or token is told of in the log", function()
    local one = daemon.start { arguments = { "--messages-burst", "1000" } }
    local web, socket = wire.web(one.port), wire.socket(one.socket)
    local game = web:must("game.create", { game = "castle", seed = "s" }).game
    local wrong = ("5"):rep(64)
    for method, params in pairs {
      ["pages.attach"] = { key = wrong },
      ["bots.attach"] = { kind = "random", key = wrong },
      ["game.rejoin"] = { game = game, token = wrong },
      ["game.join"] = { game = game, name = "X", invitation = wrong },
      ["admin.list"] = {},
    } do
      local result, problem = web:call(method, params)
      assert(not result and problem.code == 2, method)
      one:wait_for_log("level=warn", "event=turned_away", "method=" .. method,
        "way=web", "address=127.0.0.1", "reason=")
    end
    assert(not socket:call("pages.attach", { key = wrong }))
    one:wait_for_log("event=turned_away", "method=pages.attach", "way=socket")
    local held = web:must("game.create", {
      game = "castle", seed = "s", players = { "held", "human" },
    }).game
    for _, invitation in ipairs { false, wrong } do
      local seen = one:count_limited("turned_away")
      local result, problem = web:call("game.join", {
        game = held, name = "X", seat = 1, invitation = invitation or nil,
      })
      assert(not result and problem.code == 2)
      if invitation then
        one:wait_for_log("event=turned_away", "method=game.join", "reason=\"seat 1 is held")
      else
        assert(one:count_limited("turned_away") == seen)
      end
    end
    for _ = 1, 150 do
      web:call("game.rejoin", { game = game, token = wrong })
    end
    assert(one:count_limited("turned_away") > 0)
    assert(not one.log:find(wrong, 1, true), "a token is in the log")
  end },

  { "admin lists more games than a page has", function()
    local one = daemon.start { arguments = { "--games-per-address", "0" } }
    local socket = wire.socket(one.socket)
    for _ = 1, 130 do
      socket:must("game.create", { game = "castle", seed = "s" })
    end
    for asked, count in pairs { [""] = 50, [" --count 120"] = 120, [" --count 9999"] = 130 } do
      for _, form in ipairs { "", " --json" } do
        local arguments = { "admin", "--socket", one.socket, "list" }
        for word in (asked .. form):gmatch("%S+") do
          arguments[#arguments + 1] = word
        end
        local status, output = daemon.run(arguments)
        local seen, listed = {}, 0
        for game in output:gmatch(form == "" and "%f[^\n\0]([%w]+)  open" or '"game":"(%w+)"') do
          assert(not seen[game], game)
          seen[game], listed = true, listed + 1
        end
        assert(status == 0 and listed == count, listed .. asked .. form)
      end
    end
  end },

  { "a game in which somebody sits is not deleted without more ado", function()
    local one = daemon.start()
    local socket = wire.socket(one.socket)
    local game = socket:must("game.create", { game = "castle", seed = "s" }).game
    socket:must("game.join", { game = game, seat = 1, name = "Ada" })
    local status, output, problem = daemon.run { "admin", "--socket", one.socket,
                                                 "delete", game }
    assert(status == 1 and output == "")
    check_says(problem, game .. " is castle, open: white Ada, black free; --force")
  end },

  { "a game that nobody plays is deleted without more ado", function()
    local one = daemon.start()
    local game = wire.socket(one.socket):must("game.create",
      { game = "castle" }).game
    local status, output = daemon.run { "admin", "--socket", one.socket,
                                        "delete", game }
    assert(status == 0)
    assert(output == "deleted " .. game
      .. ": castle, open: white free, black free\n", output)
  end },

  { "a backup is taken while games go on, and brings them back", function()
    local one = daemon.start()
    local web = { wire.web(one.port), wire.web(one.port) }
    local game, seats = start_game(table.unpack(web))
    local now = make_choice(seats, game)
    local file = one.folder .. "/copy"
    local status, output = daemon.run { "admin", "backup", file, "--data",
                                        one.folder }
    assert(status == 0 and output == "all games are in " .. file .. "\n", output)
    assert(uv.fs_stat(file).mode & 511 == 384, "not 0600")
    make_choice(seats, game) -- is not in the copy
    local status_again, _, problem = daemon.run { "admin", "backup", file,
                                                  "--data", one.folder }
    assert(status_again == 2)
    check_says(problem, "cannot make '" .. file .. "': File exists")
    assert(one:stop() == 0)

    local folder = daemon.new_folder()
    assert(os.execute("cp " .. file .. " " .. folder .. "/castled.db"))
    local two = daemon.start { folder = folder }
    assert(question(rejoin(two, game, seats), game).seq == now.seq)
    assert(two:stop() == 0)
  end },

  { "a backup is of the daemon whose socket is given", function()
    local one, two = daemon.start(), daemon.start()
    local game = wire.socket(two.socket):must("game.create",
      { game = "castle", seed = "s" }).game
    local folder = daemon.new_folder()
    local status, output, problem = daemon.run { "admin", "--socket", two.socket,
      "backup", folder .. "/castled.db" }
    assert(status == 0, problem)
    check_says(output, "all games are in " .. folder)
    check_says(select(2, daemon.run { "admin", "--socket", two.socket, "status" }),
      "data             " .. two.folder .. "\n")
    assert(one:stop() == 0 and two:stop() == 0)
    local again = daemon.start { folder = folder }
    assert(wire.socket(again.socket):must("game.about", { game = game }))
    status, output, problem = daemon.run { "admin", "--socket", one.socket,
                                           "backup", folder .. "/copy" }
    assert(status == 2 and output == "")
    check_says(problem, "no daemon answers at " .. one.socket)
  end },

  { "a backup of nothing is none", function()
    local folder = daemon.new_folder()
    local status, _, problem = daemon.run { "admin", "backup",
      folder .. "/copy", "--data", folder .. "/nothing" }
    assert(status == 2)
    check_says(problem, folder .. "/nothing/castled.db")
    assert(not exists(folder .. "/copy"))
  end },

  { "admin is not for those who come by the web", function()
    local one = daemon.start()
    local web = wire.web(one.port)
    for _, what in ipairs { "status", "list" } do
      local result, problem = web:call("admin." .. what)
      assert(not result and problem.code == 2, what)
    end
  end },

  { "a daemon that says nothing is not waited for without end", function()
    local one = daemon.start()
    one:hold()
    local status, output, problem = daemon.run { "admin", "--socket", one.socket,
                                                 "status" }
    one:kill("sigcont")
    assert(status == 2 and output == "", output)
    check_says(problem, "the daemon at " .. one.socket .. " has been silent for 10 s")
    assert(one:stop() == 0)
  end },

  { "a public game's record can be fetched by HTTP", function()
    local one = daemon.start()
    local web = wire.web(one.port)
    local game = web:must("game.create", { game = "castle", seed = "s" }).game
    local early, why = wire.get(one, "/games/" .. game .. "/record")
    assert(wire.status_of(early) == 409 and why == "the game has not begun\n", early)
    for seat = 1, 2 do
      web:must("game.join", { game = game, seat = seat, name = "Ada" })
    end
    local record = web:must("game.record", { game = game }).record
    local head, body = wire.http(one.port, "GET /games/" .. game .. "/record "
      .. "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert(head:find("^HTTP/1.1 200 "), head)
    assert(#body > 1000 and body == record)
  end },

  { "while the disk says no nobody loses on time", function()
    local one, game, record
    wait.until_done(function()
      one, game, record = stop_disk()
      -- On a machine that stands still the time may be over before.
      return not record:find('"t":"end"', 1, true)
    end, "game that goes on")
    wait.pause(CHOICE_MS + 200)
    local watcher = wire.web(one.port)
    watcher:must("game.watch", { game = game })
    assert(watcher:must("game.about", { game = game }).state == "playing")
    assert(watcher:must("game.record", { game = game }).record == record)
    one:limit_files "unlimited"
    one:wait_for_log("event=store_works_again")
    -- And then it goes on, with the time that was left.
    local about
    wait.until_done(wait.looking(function()
      about = watcher:must("game.about", { game = game })
      return about.state == "over"
    end), "end of the game")
    assert(about.result.reason == "time")
    local over = watcher:must("game.record", { game = game }).record
    assert(over:sub(1, #record) == record)
    local asked, paused, ended = times_of(over)
    assert(paused >= CHOICE_MS, paused)
    assert(ended - asked >= CHOICE_MS + paused, ended - asked)
    assert(one:stop() == 0)
  end },

  { "when the disk says no nothing is lost that was answered", function()
    local one = daemon.start()
    local first, second = wire.web(one.port), wire.web(one.port)
    local game, seats = start_game(first, second)
    local asked = make_choice(seats, game)
    local before = first:must("game.record", { game = game }).record
    one:limit_files "1"
    local result, problem = choose(seats, game, asked)
    assert(not result and problem.code == 5, problem and problem.message)
    check_says(problem.message, "nothing has changed")
    -- Who was told nothing of what never was connects again.
    for _, connection in ipairs { first, second } do
      assert(connection.code == 1012 or connection:wait_for_end() == 1012)
    end
    one:wait_for_log("level=error", "event=store_failed")
    local _, told = daemon.run { "admin", "--socket", one.socket, "status" }
    check_says(told, "store            the disk failed ")
    check_says(wire.http(one.port,
      "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n"), " 503 ")
    seats = rejoin(one, game, seats)
    local again = seats[1].connection
    assert(again:must("game.record", { game = game }).record == before)
    assert(again:must("games.list").games[1].game == game)
    result, problem = choose(seats, game, asked)
    assert(not result and problem.code == 5, problem and problem.message)
    assert(again:must("hello"))
    one:limit_files "unlimited"
    one:wait_for_log("event=store_works_again")
    assert(choose(seats, game, asked))
    assert(#again:must("game.record", { game = game }).record > #before)
    assert(one:stop() == 0)
  end },

  { "a log that nobody reads keeps nobody waiting", function()
    local O_RDWR, O_NONBLOCK = 2, 2048
    local fifo = daemon.new_folder() .. "/log"
    assert(os.execute("mkfifo '" .. fifo .. "'"))
    local log = assert(uv.fs_open(fifo, O_RDWR | O_NONBLOCK, 0))
    local function fill()
      while uv.fs_write(log, ("x"):rep(4095) .. "\n") do end
    end
    local function read_all()
      local parts = {}
      while true do
        local bytes = uv.fs_read(log, 65536)
        if not bytes then
          return table.concat(parts)
        end
        parts[#parts + 1] = bytes
      end
    end
    fill()
    local one = redirected("2>'" .. fifo .. "'", daemon.start)
    local web = wire.web(one.port)
    assert(not web:call("admin.status"))
    local _, metrics = wire.get(one, "/metrics")
    local lost = tonumber(metrics:match("\ncastled_log_lines_lost_total (%d+)"))
    assert(lost >= 2, lost) -- listening, turned_away
    assert(not read_all():find("event=", 1, true))
    assert(not web:call("admin.status"))
    local said = read_all()
    check_says(said, "level=warn event=log_lost lines=" .. lost .. "\n",
      "event=turned_away")
    fill()
    assert(one:stop() == 0)
  end },

  { "what is closed when a command starts is not taken for another", function()
    local closed = { ["0"] = "<&-", ["1"] = ">&-", ["2"] = "2>&-" }
    for _, list in ipairs { { "1" }, { "2" }, { "0", "1" }, { "0", "1", "2" } } do
      local words = {}
      for i, fd in ipairs(list) do
        words[i] = closed[fd]
      end
      local one = start_closed(table.concat(words, " "))
      for _, fd in ipairs(list) do
        local path = ("/proc/%d/fd/%s"):format(one.pid, fd)
        assert(uv.fs_readlink(path) == "/dev/null", path)
      end
      local web = wire.web(one.port)
      assert(not web:call("admin.status"))
      assert(one:stop() == 0, one.log)
      -- As when what is said on stdout went to the process that has workers.
      assert(not one.log:find("must hold", 1, true), one.log)
    end
    local status = redirected("<&- >&-", function()
      return daemon.run { "--version" }
    end)
    assert(status == 0)
  end },

  { "--ready-fd may be stdout or stderr, and they stay open", function()
    for _, fd in ipairs { "1", "2" } do
      local one = daemon.start { arguments = { "--ready-fd", fd } }
      assert(not wire.web(one.port):call("admin.status"))
      one:wait_for_log("event=turned_away")
      assert(uv.fs_readlink("/proc/" .. one.pid .. "/fd/" .. fd)
        :find("^socket:"))
      assert(one:stop() == 0)
    end
  end },

  { "a file of settings may begin with a byte order mark", function()
    local status, printed = daemon.run { "serve", "--config",
      config "\xef\xbb\xbfconnections = 7\r\n", "--name", "[::1]:65535",
      "--print-config" }
    assert(status == 0)
    check_says(printed, "connections = 7\n", "name = [::1]:65535\n")
  end },
}
