-- Messages that are none, methods that are not there, parameters that are
-- wrong.

local client = require "client"

-- A host that has answered something is still well: it says hello.
local function ends_well(host)
  assert(host:must("hello").server == "castled")
  assert(host:close() == 0)
  assert(host.errors == "", host.errors)
end

-- Each line of `list` is answered with the code, and a sentence.
local function all_get(code, list)
  local host = client.start()
  for _, line in ipairs(list) do
    local response = host:send(line .. "\n")
    assert(response.error and response.error.code == code,
      line:sub(1, 80) .. " got " .. host.lines[#host.lines]:sub(1, 200))
    assert(#response.error.message > 10)
    assert(response.id == client.null or response.id == 7)
  end
  ends_well(host)
end

local function request(params, method)
  return '{"jsonrpc":"2.0","id":7,"method":"' .. (method or "game.choose")
         .. '","params":' .. params .. "}"
end

-- A line with some of its bytes changed, cut, doubled or swapped for words that
-- mean something; `random` gives integers.
local function damaged(line, random)
  local WORDS = { "null", "[]", "{}", "-1", "1e9", "\"g1\"", "\\u0000", "\xff", "0",
                  "9007199254740993", "true", "\"\"", "[[[[" }
  for _ = 1, random(4) do
    local at = random(#line)
    local way = random(4)
    if way == 1 then
      line = line:sub(1, at - 1) .. string.char(random(256) - 1) .. line:sub(at + 1)
    elseif way == 2 then
      line = line:sub(1, at - 1) .. line:sub(at + random(5))
    elseif way == 3 then
      line = line:sub(1, at) .. line:sub(math.max(1, at - random(9)))
    else
      local value = line:find(":[^,}]+", at)
      line = value and line:sub(1, value) .. WORDS[random(#WORDS)]
             .. line:sub(value + random(6)) or line
    end
  end
  return (line:gsub("\n", " "))
end

return {
  { "what is no JSON gets -32700", function()
    all_get(-32700, {
      "{", "}", '{"jsonrpc":"2.0","id":1', '"', "nul", "{'a':1}", "[1,]",
      "\0", "\0\1\2\3", "\xff\xfe", '{"jsonrpc":"2.0","id":"\xc3\x28"}',
      string.rep("\xde\xad\xbe\xef", 5000), "hello",
      '{"jsonrpc":"2.0","id":1,"id":2,"method":"hello"}',
      '{"a":"\\u0000"}', string.rep("[", 33) .. string.rep("]", 33),
      string.rep("[", 500000), string.rep('{"a":', 100000),
      '{"a":1e999}', '{"a":99999999999999999999}',
    })
  end },

  { "what is no request gets -32600", function()
    all_get(-32600, {
      "1", "null", "true", '"hello"', "{}", "[]", "[1]",
      '[{"jsonrpc":"2.0","id":1,"method":"hello"}]',
      '{"id":7,"method":"hello"}', '{"jsonrpc":2.0,"id":7,"method":"hello"}',
      '{"jsonrpc":"1.0","id":7,"method":"hello"}', '{"jsonrpc":"2.0","id":7}',
      '{"jsonrpc":"2.0","id":7,"method":5}',
      '{"jsonrpc":"2.0","id":1.5,"method":"hello"}',
      '{"jsonrpc":"2.0","id":{},"method":"hello"}',
      '{"jsonrpc":"2.0","id":[1],"method":"hello"}',
      '{"jsonrpc":"2.0","id":true,"method":"hello"}',
      '{"jsonrpc":"2.0","id":7,"result":{}}',
      string.rep("[", 32) .. string.rep("]", 32),
    })
  end },

  { "a batch is refused with a sentence", function()
    local host = client.start()
    local response = host:send('[{"jsonrpc":"2.0","id":1,"method":"hello"}]\n')
    assert(response.error.message:find("batches are not taken", 1, true))
    ends_well(host)
  end },

  { "a method that is not there gets -32601", function()
    all_get(-32601, {
      request("{}", ""), request("{}", "Hello"), request("{}", "hello "),
      request("{}", "game"), request("{}", "rpc.discover"),
      request("{}", string.rep("x", 100000)), request("[]", "nothing"),
    })
  end },

  { "wrong parameters get -32602, by name", function()
    local host = client.start()
    local cases = {
      { "{}", "needs the parameter 'game'" },
      { "[]", "params must be an object" },
      { '"x"', "params must be an object" },
      { '{"game":1,"seq":1,"index":0}', "'game' of game.choose must be a text" },
      { '{"game":"g1","seq":"1","index":0}', "'seq' of game.choose must be an integer" },
      { '{"game":"g1","seq":1.5,"index":0}', "'seq' of game.choose must be an integer" },
      { '{"game":"g1","seq":null,"index":0}', "must be an integer" },
      { '{"game":"g1","index":0}', "needs the parameter 'seq'" },
      { '{"game":"g1","seq":1,"index":true}', "'index' of game.choose must be an integer" },
      { '{"game":"g1","seq":1,"move":0}', "has no parameter 'move'" },
      { '{"game":"castle","variants":{}}', "must be a list", "game.create" },
      { '{"game":"castle","variants":[1]}', "must be a list of texts", "game.create" },
      { '{"game":"castle","options":[]}', "must be an object", "game.create" },
      { '{"game":"castle","options":{"a":[]}}', "the option 'a'", "game.create" },
      { '{"game":"castle","options":{"a":1.5}}', "the option 'a'", "game.create" },
      { '{"game":"castle","players":["white"]}', "human, random, steward", "game.create" },
      { '{"game":"castle","players":[1,2]}', "human, random, steward", "game.create" },
      { '{"game":"castle","overwrite":1}', "must be a boolean", "game.create" },
      { '{"game":"castle","save":""}', "must be a path", "game.create" },
      { '{"client":5}', "must be a text", "hello" },
    }
    for _, case in ipairs(cases) do
      local response = host:send(request(case[1], case[3]) .. "\n")
      assert(response.error and response.error.code == -32602
             and response.error.message:find(case[2], 1, true),
        case[1] .. " got " .. client.encode(response))
    end
    ends_well(host)
  end },

  { "optional parameters may be null", function()
    local host = client.start()
    host:must("hello", { client = client.null, protocol = client.null })
    ends_well(host)
  end },

  { "an id comes back as it was", function()
    local host = client.start()
    for _, id in ipairs { "0", "-5", "9007199254740993", '""', '"a b\\n\\u00e9"',
                          "null" } do
      host:send('{"jsonrpc":"2.0","id":' .. id .. ',"method":"hello"}\n')
      local line = host.lines[#host.lines]
      assert(line:find('"id":' .. id:gsub("\\u00e9", "é") .. ",", 1, true), line)
    end
    ends_well(host)
  end },

  { "without an id there is no answer", function()
    local host = client.start()
    host:write('{"jsonrpc":"2.0","method":"hello"}\n'
               .. '{"jsonrpc":"2.0","method":"nothing"}\n'
               .. '{"jsonrpc":"2.0","method":"game.choose","params":[]}\n'
               .. '{"jsonrpc":"2.0","method":"game.create","params":'
               .. '{"game":"castle","seed":"x"}}\n')
    host:must("game.begin", { game = "g1" }) -- it was made
    assert(#host.responses == 1)
    ends_well(host)
  end },

  { "blank lines and carriage returns are nothing", function()
    local host = client.start()
    host:write("\n  \n\r\n\t\n")
    local response = host:send('{"jsonrpc":"2.0","id":7,"method":"hello"}\r\n')
    assert(response.result and #host.responses == 1)
    ends_well(host)
  end },

  { "damaged messages are answered, and the host goes on", function()
    local state = 7
    local function random(limit)
      state = (state * 1103515245 + 12345) % (1 << 31)
      return (state >> 8) % math.max(limit, 1) + 1
    end
    local lines = {}
    for line in io.lines("tests/host/conversation.txt") do
      lines[#lines + 1] = line:match("^< (.*)$")
    end
    local host = client.start()
    local first = 1 -- of the games that are still there
    for round = 1, os.getenv("LONG") == "1" and 200 or 10 do
      local sent = {}
      for _, line in ipairs(lines) do
        if random(3) > 1 then
          sent[#sent + 1] = line
        end
        sent[#sent + 1] = damaged(line, random)
      end
      host:write(table.concat(sent, "\n") .. "\n")
      assert(host:must("hello"), "round " .. round)
      while host:call("game.close", { game = "g" .. first }) do
        first = first + 1
      end
    end
    assert(host:close() == 0)
    assert(host.errors == "", host.errors)
  end },

  { "another protocol is refused", function()
    local host = client.start()
    local _, problem = host:call("hello", { protocol = 2 })
    assert(problem.code == 2)
    ends_well(host)
  end },
}
