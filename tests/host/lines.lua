-- Lines, ends and signals.

local client = require "client"
local uv     = require "luv"

local HELLO = '{"jsonrpc":"2.0","id":7,"method":"hello"}'
local MAX = 1 << 20 -- bytes of a message

local function create(host, more)
  local params = { game = "castle", seed = "lines" }
  for key, value in pairs(more or {}) do
    params[key] = value
  end
  local game = host:must("game.create", params).game
  host:must("game.begin", { game = game })
  return game
end

-- A request of exactly `size` bytes.
local function of_size(size)
  local head = '{"jsonrpc":"2.0","id":7,"method":"hello","params":{"client":"'
  return head .. string.rep("x", size - #head - 3) .. '"}}'
end

return {
  { "a message has up to 1 MiB", function()
    local host = client.start()
    assert(host:send(of_size(MAX) .. "\n").result)
    local response = host:send(of_size(MAX + 1) .. "\n")
    assert(response.error.code == -32600)
    assert(response.error.message:find("1048576", 1, true))
    assert(host:send(of_size(MAX) .. "\n").result)
    assert(host:close() == 0)
  end },

  { "a line that is far too long is skipped, and the next one is read", function()
    local host = client.start()
    host:write(string.rep("y", 5 * MAX))
    host:write(string.rep("z", 3 * MAX) .. "\n")
    host:write(HELLO .. "\n")
    host:wait_for_responses(2)
    assert(host.responses[1].error.code == -32600)
    assert(host.responses[2].result)
    assert(host:close() == 0 and #host.responses == 2)
  end },

  { "half a message at the end is answered with an error", function()
    local host = client.start()
    host:write(HELLO .. "\n" .. HELLO:sub(1, 20))
    host:wait_for_responses(1)
    assert(host:close() == 0)
    assert(#host.responses == 2 and host.responses[2].error.code == -32700)
  end },

  { "a whole message at the end needs no line's end", function()
    local host = client.start()
    host:write(HELLO)
    assert(host:close() == 0)
    assert(#host.responses == 1 and host.responses[1].result)
  end },

  { "a line that is too long may be the last one", function()
    local host = client.start()
    host:write(string.rep("y", MAX + 1))
    assert(host:close() == 0)
    assert(#host.responses == 1 and host.responses[1].error.code == -32600)
  end },

  { "messages may come in pieces, and many at once", function()
    local host = client.start()
    for byte in HELLO:gmatch(".") do
      host:write(byte)
      uv.run("nowait")
    end
    host:write("\n")
    host:wait_for_responses(1)
    host:write((HELLO .. "\n"):rep(1000))
    host:wait_for_responses(1001)
    assert(host:close() == 0 and #host.responses == 1001)
  end },

  { "no input is fine", function()
    local host = client.start()
    assert(host:close() == 0 and #host.lines == 0 and host.errors == "")
  end },

  { "who reads slowly gets everything", function()
    local host = client.start { lazy = true }
    host:write(('{"jsonrpc":"2.0","id":7,"method":"rulesets.describe",'
                .. '"params":{"game":"castle"}}\n'):rep(12))
    uv.sleep(500)
    host:read()
    host:wait_for_responses(12)
    for _, response in ipairs(host.responses) do
      assert(#response.result.tiles >= 60)
    end
    assert(host:close() == 0)
  end },

  { "SIGTERM ends it with 0, also while nobody reads", function()
    local host = client.start()
    host:settle()
    local status, signal = host:kill("sigterm")
    assert(status == 0 and signal == 0)
    host = client.start()
    host:settle()
    host:stop_reading()
    host:write(('{"jsonrpc":"2.0","id":7,"method":"rulesets.describe",'
                .. '"params":{"game":"castle"}}\n'):rep(20))
    uv.sleep(500)
    status, signal = host:kill("sigterm")
    assert(status == 0 and signal == 0)
  end },

  { "SIGTERM saves", function()
    local host = client.start()
    local path = client.folder .. "/sigterm.record"
    create(host, { save = path })
    os.remove(path)
    assert(host:kill("sigterm") == 0)
    assert(io.open(path)):close()
  end },

  { "without a reader it says so and ends with 2", function()
    local host = client.start { lazy = true }
    host.stdout:close()
    host:write(HELLO .. "\n")
    local status, signal = host:close()
    assert(status == 2 and signal == 0)
    assert(host.errors:find("nobody reads the answers", 1, true), host.errors)
  end },

  { "--verbose shows the messages on stderr", function()
    local host = client.start { arguments = { "--verbose" } }
    host:send(HELLO .. "\n")
    assert(host:close() == 0)
    assert(host.errors:find("< " .. HELLO, 1, true))
    assert(host.errors:find('> {"jsonrpc":"2.0","id":7', 1, true))
  end },
}
