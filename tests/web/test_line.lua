-- The line to the daemon: what comes for whom, and which answer is whose.

local check   = require "check"
local json    = require "castled.json"
local line_of = require "web.line"

local heard, written, failures

local hear = {
  page = function(number, message)
    heard[#heard + 1] = number .. " page " .. message.page
  end,
  told = function(number, method, game, text)
    heard[#heard + 1] = number .. " " .. method .. " " .. game .. " "
                        .. json.decode(text).params.x
  end,
  gone = function(number) heard[#heard + 1] = number .. " gone" end,
  http = function(number, request)
    heard[#heard + 1] = "#" .. number .. " " .. request.path
  end,
}

local function new()
  heard, written, failures = {}, {}, 0
  return line_of.new(hear, function(bytes)
    written[#written + 1] = bytes
  end, function(act, ...)
    if not pcall(act, ...) then
      failures = failures + 1
    end
  end)
end

local line = new()
line:take('@7 {"page":"open"}\n@7 {"jsonrpc":"2.0","method":"game.event","params"'
          .. ':{"game":"g","x":3}}\n@12 gone\n#4 {"path":"/a"}\n@')
line:take("8 {\"page\"")
line:take(":\"do\"}\n")
check.equal("lines, whole and in parts", table.concat(heard, ", "),
            "7 page open, 7 game.event g 3, 12 gone, #4 /a, 8 page do")

line = new()
line:take("?\n")
check.equal("it is alive", table.concat(written) .. #heard, "?\n0")

line = new()
local answers = {}
local function answer(name)
  return function(failure, result)
    answers[#answers + 1] = name .. " " .. (failure and failure.code
                                            or result.n)
  end
end
line:ask(nil, "own", { a = 1 }, answer "own")
line:ask(5, "theirs", nil, answer "theirs")
check.equal("requests", table.concat(written),
            '{"jsonrpc":"2.0","id":1,"method":"own","params":{"a":1}}\n'
            .. '@5 {"jsonrpc":"2.0","id":2,"method":"theirs","params":{}}\n')
line:take('@5 {"jsonrpc":"2.0","id":2,"error":{"code":3,"message":"m"}}\n')
line:take('{"jsonrpc":"2.0","id":1,"result":{"n":9}}\n')
line:take('{"jsonrpc":"2.0","id":1,"result":{"n":9}}\n')
check.equal("answers, each once", table.concat(answers, ", "), "theirs 3, own 9")

line = new()
answers = {}
line:ask(nil, "own", nil, answer "own")
line:ask(5, "theirs", nil, answer "theirs")
line:take('@7 {"page":"do","jsonrpc":"2.0","id":1,"result":{"n":1}}\n'
          .. '@7 {"jsonrpc":"2.0","id":2,"result":{"n":2}}\n'
          .. '@5 {"jsonrpc":"2.0","id":1,"result":{"n":3}}\n')
check.equal("nobody answers for another one", #answers .. " "
            .. table.concat(heard, ", "), "0 7 page do")

line = new()
answers = {}
for _ = 1, 64 do
  line:ask(5, "m", nil, answer "asked")
end
line:ask(5, "m", nil, answer "refused")
line:ask(6, "m", nil, answer "another's")
check.equal("so many wait for one browser", table.concat(answers, ", "),
            "refused 6")
line:take("@5 gone\n")
line:take('@5 {"jsonrpc":"2.0","id":1,"result":{"n":1}}\n')
line:ask(5, "m", nil, answer "anew")
line:take('@6 {"jsonrpc":"2.0","id":65,"result":{"n":2}}\n')
check.equal("nobody waits for who has gone", table.concat(answers, ", "),
            "refused 6, another's 2")

-- Views are read once for all who are given the same.
line = new()
local views = {}
for number = 1, 4 do
  local method = number < 4 and "game.view" or "game.about"
  line:ask(number, method, nil, function(_, result) views[number] = result end)
end
local VIEW = '"result":{"board":[],"hand":[]}}\n'
line:take('@1 {"jsonrpc":"2.0","id":1,' .. VIEW .. '@1 {"jsonrpc":"2.0","id":2,' .. VIEW
          .. '@2 {"jsonrpc":"2.0","id":2,' .. VIEW
          .. '@3 {"jsonrpc":"2.0","id":3,"result":{"board":[],"hand":[1]}}\n'
          .. '@4 {"jsonrpc":"2.0","id":4,' .. VIEW)
check.that("one table for a view that two are given", views[1] and views[1] == views[2])
check.that("another for another view", views[3] and views[3].hand[1] == 1
                                       and not views[1].hand[1])
check.that("what is no view is each one's own", views[4] and views[4] ~= views[1])
check.equal("and nothing of it fails", failures, 0)

line = new()
line:take('@1 no JSON\n@2 {"page":"open"}\n')
check.equal("a line that fails is alone in that", failures .. " " .. heard[1],
            "1 2 page open")
line:tell(3, '{"title":"x"}')
line:reply(4, { status = 404 })
check.equal("what is said", table.concat(written),
            '@3 {"title":"x"}\n#4 {"status":404}\n')

-- What the daemon would not take.
line = new()
local errors = io.stderr
local complaints = {}
rawset(io, "stderr", { write = function(_, ...)
  complaints[#complaints + 1] = table.concat { ... }
end })
local long = ("x"):rep(1 << 20)
line:tell(3, '{"title":"' .. long .. '"}')
line:reply(4, { status = 200, type = "text/css", body = long })
line:tell(5, "{" .. long:sub(1, (1 << 20) - 5) .. "}")
rawset(io, "stderr", errors)
check.that("an error instead of a line that is too long",
           written[1]:find('^@3 {"error":{"text":"[^"]+"}}\n$'), written[1]:sub(1, 200))
check.that("and of an answer", written[2]:find('^#4 {[^\n]*"status":503[^\n]*}\n$'),
           written[2]:sub(1, 200))
check.equal("as long as it may be", #written[3] - 1, 1 << 20)
check.equal("the operator is told", #complaints, 2)

-- Failures have words.
line = new()
local said = {}
local failures_of = { '"error":{"code":5,"message":"the disk is full"}', '"error":{"code":5}',
                      '"error":"x"', '"result":null', '"x":1', '"error":{"message":""}' }
for id, text in ipairs(failures_of) do
  line:ask(nil, "m", nil, function(failure, result)
    said[id] = failure.code .. " " .. failure.message .. tostring(result)
  end)
  line:take('{"jsonrpc":"2.0","id":' .. id .. "," .. text .. "}\n")
end
check.equal("what the daemon says", said[1], "5 the disk is fullnil")
for id = 2, #failures_of do
  check.equal("no words: " .. failures_of[id], said[id],
              "-32603 the server gave no answernil")
end

line = new()
line:charge(7, 35)
check.equal("work", table.concat(written), "$7 35\n")
