-- Boards by HTTP and hints, of games at a daemon.

local check    = require "check"
local json     = require "castled.json"
local uv       = require "luv"

uv.os_setenv("CASTLED", check.CASTLED)

local daemon   = require "daemon"
local hints    = require "web.hints"
local pictures = require "web.pictures"
local wait     = require "wait"
local wire     = require "wire"

daemon.program = check.CASTLED
local served = daemon.start()
local line = wire.socket(served.socket) -- who plays
local own = wire.socket(served.socket) -- who draws

-- Asks the daemon, as the page process does.
local function ask(method, params, done)
  local result, failure = own:call(method, params)
  -- wire reads with lua-cjson, which knows no order and no json.null
  local encoded = result and require("cjson").encode(result)
  done(failure, encoded and json.decode(encoded))
end

local function get(path, query, languages)
  local answer
  pictures.answer({ path = path, query = query, languages = languages }, ask,
                  function(given) answer = given end)
  wait.until_done(function() return answer end, "answer to " .. path)
  return answer
end

local function is_refused(name, answer, status, sentence)
  check.that(name, answer.status == status and answer.type:find("^text/plain")
             and answer.body:find(sentence, 1, true),
             answer.status .. " " .. answer.body)
end

local function tiles_of(svg)
  return select(2, svg:gsub('<g id="tile%-', ""))
end

local made = line:must("game.create", {
  game = "castle", seed = "pictures", players = { "human", "held" },
  options = { first_player = "white" } })
local board = "/games/" .. made.game .. "/board.svg"
is_refused("a game that has not begun", get(board), 404, "has not begun")
line:must("game.join", { game = made.game, seat = 1, name = "Ann <b>" })
line:must("game.join", { game = made.game, seat = 2, name = "Bo",
                         invitation = made.invitations[1].invitation })

-- Plays on; the question that is asked then.
local function choose(count)
  local question
  for _ = 0, count do
    question = line:call("game.question", { game = made.game, seat = 1 })
               or line:must("game.question", { game = made.game, seat = 2 })
    if count > 0 then
      line:must("game.choose", { game = made.game, seq = question.seq, index = 0,
                                 seat = question.seat })
      count = count - 1
    end
  end
  return question
end

choose(4)
local answer = get(board, nil, "es-ES,es;q=0.9")
check.that("a board that is played on", answer.status == 200, answer.body)
check.equal("is a picture", answer.type, "image/svg+xml")
check.that("with its tiles", tiles_of(answer.body) >= 2, tiles_of(answer.body))
check.that("names are text", answer.body:find("Ann &lt;b&gt;", 1, true))
is_refused("the past of a game that goes on", get(board, "at=40"), 400, "over")

-- Hints.
local function think(position)
  local failure, hint, is_there
  hints.think(position, function(...)
    failure, hint = ...
    is_there = true
  end)
  wait.until_done(function() return is_there end, "hint")
  return hint, failure
end

local question = choose(0)
local position = line:must("game.position", { game = made.game,
                                              seat = question.seat })
uv.os_setenv("CASTLED", "false")
local dead = select(2, think(position))
check.that("who thinks may die", dead and dead.code == 6)
uv.os_setenv("CASTLED", check.CASTLED)
local hint = think(position)
check.that("a hint is one of the choices",
           hint and hint.index >= 0 and hint.index < #question.choices)
check.equal("and always the same", think(position), hint)
local other = {}
for key, value in pairs(position) do
  other[key] = value
end
other.rules = ("0"):rep(64)
local nothing, failure = think(other)
check.that("not by other rules", not nothing and failure.code == 2)
other.rules, other.position = position.rules, "00"
nothing, failure = think(other)
check.that("not for what is no position", not nothing and failure.code == 2)
local asked, together = 0, 0
for _ = 1, 40 do
  asked = asked + 1
  hints.think(position, function(refused)
    asked = asked - 1
    together = together + (refused and refused.code == 6 and 0 or 1)
  end)
end
wait.until_done(function() return asked == 0 end, "40 answers")
check.equal("not too many at once", together, 32)

-- The end.
line:must("game.resign", { game = made.game, seat = 2 })
local last = get(board)
check.equal("a board that was played to the end", last.status, 200)
check.that("with the tiles that lie there", tiles_of(last.body)
           == tiles_of(answer.body))
local entry
local number = 0
local record = line:must("game.record", { game = made.game }).record
for kind in record:gmatch('"t":"(%a+)"') do
  entry = entry or kind == "choice" and number
  number = number + 1
end
check.equal("before the first choice", tiles_of(get(board, "at=" .. entry - 1).body), 0)
check.equal("after it", tiles_of(get(board, "at=" .. entry).body), 1)
is_refused("after an entry that there is not", get(board, "at=9999"), 404,
           "no entry 9999")
check.that("dark, and in Spanish", get(board, "theme=dark&language=es").body
           ~= last.body)
check.equal("by the browser's wish", get(board, "theme=dark", "es").body,
            get(board, "theme=dark&language=es").body)

for query, sentence in pairs {
  ["at=x"] = "number", ["at=-1"] = "number", ["at=1234567890"] = "number",
  ["at="] = "number", ["theme=red"] = "light or dark", ["language=xx"] = "en, es",
} do
  is_refused("the query " .. query, get(board, query), 400, sentence)
end
is_refused("no game", get("/games/0000000000000000/board.svg"), 404, "no game")
is_refused("nothing", get("/games/../board.svg"), 404, "nothing here")
local css = get("/static/board.css")
check.that("the stylesheet", css.status == 200 and css.type == "text/css"
           and css.body:find("light-dark(", 1, true))

line:close()
own:close()
served:stop()
daemon.finish()
