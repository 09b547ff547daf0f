-- Games at a server, piece by piece, with a server that only answers: the lobby,
-- a new game, waiting, who is asked, clocks, talk. Real ones are in tests/net.

local cells   = require "terminal.cells"
local check   = require "check"
local clocks  = require "terminal.clocks"
local json    = require "castled.json"
local news    = require "terminal.news"
local online  = require "terminal.online"
local session = require "terminal.session"
local words   = require "terminal.words"

local description = check.description()

-- A program without terminal and loop; `answers` are functions by method, and
-- what is asked is kept in `asked`.
local function program(language, answers)
  local app = { words = words.new(language or "en"), overlays = {}, asked = {},
                descriptions = { castle = description }, invitations = {},
                name = "Ana", contributions = {}, notices = {},
                settings = { server = "http://h:7", variants = {}, options = {},
                             players = {}, language = language or "en" } }
  for _, methods in ipairs { session, online } do
    for name, method in pairs(methods) do
      app[name] = method
    end
  end
  app.tty = {
    bell = function() table.insert(app.notices, "bell") end,
    notify = function(_, string) table.insert(app.notices, string) end,
    title = function(_, title) app.title = title end,
    copy = function(_, string) app.copied = string end,
  }
  app.cells = cells.new(80, 24, "none")
  function app.set_clock() end
  function app:lay_over(page) table.insert(self.overlays, page) end
  function app:take_away() table.remove(self.overlays) end
  function app:call(method, params, done)
    table.insert(self.asked, { method = method, params = params or {} })
    local answer = answers[method]
    if done and answer then
      local result, failure = answer(params)
      done(failure, result)
    end
  end
  function app:drawn(width, height)
    local screen = cells.new(width or 80, height or 24, "none")
    self.screen:draw(screen)
    for _, page in ipairs(self.overlays) do
      page:draw(screen)
    end
    return table.concat(screen:lines(), "\n")
  end
  function app:sees(name, wanted, width, height)
    local text = self:drawn(width, height)
    check.that(name, text:find(wanted, 1, true),
               ("no '%s' in\n%s"):format(wanted, text))
  end
  function app:tell(method, params)
    params.game = params.game or "g1"
    news.take(self, method, params)
  end
  -- What was asked last of a method.
  function app:last(method)
    for index = #self.asked, 1, -1 do
      if self.asked[index].method == method then
        return self.asked[index].params
      end
    end
    return nil
  end
  function app:press(...)
    for _, key in ipairs { ... } do
      local page = self.overlays[#self.overlays]
      local event = { key = key, text = #key == 1 and key or nil }
      if page and page:key(event) then
        for index, other in ipairs(self.overlays) do
          if other == page then
            table.remove(self.overlays, index)
          end
        end
      elseif not page then
        self.screen:key(event)
      end
    end
  end
  return app
end

local function seats(first, second)
  return {
    { seat = 1, name = "white", player = "human", who = first, here = true },
    { seat = 2, name = "black", player = "human", who = second or json.null,
      here = second ~= nil },
  }
end

local function about(fields)
  local result = {
    game = "g1", name = "castle", title = { en = "The Castle", es = "Castillo" },
    variants = { "german" }, options = {}, level = 1, clock = json.null,
    state = "open", public = true, created = 1, changed = 1,
    seats = seats("Bob"), result = json.null,
  }
  for key, value in pairs(fields or {}) do
    result[key] = value
  end
  return result
end

local function answers(fields)
  return {
    ["rulesets.list"] = function() return { games = { { name = "castle" } } } end,
    ["rulesets.describe"] = function() return description end,
    ["connect.seats"] = function() return { seats = {} } end,
    ["games.list"] = function(params)
      return { games = params.state == "open" and { about(fields) } or {} }
    end,
    ["game.about"] = function(params)
      local result = about(fields)
      result.game = params.game
      return result
    end,
    ["game.join"] = function(params)
      return { game = params.game, seat = params.seat or 2, level = 1 }
    end,
    ["game.watch"] = function(params) return { game = params.game } end,
    ["game.create"] = function()
      return { game = "g1", level = 1, seats = seats(),
               invitations = { { seat = 1, invitation = "one" },
                               { seat = 2, invitation = "two" } } }
    end,
  }
end

-- The lobby ------------------------------------------------------------------------

local lobby = require "terminal.lobby"

for _, language in ipairs { "en", "es" } do
  for _, size in ipairs { { 80, 24 }, { 160, 50 } } do
    local app = program(language, answers())
    app.lobby = lobby.new(app)
    app.screen = app.lobby
    app.lobby:refresh()
    local name = ("lobby in %s at %d by %d"):format(language, size[1], size[2])
    app:sees(name .. ": who sits", "Bob – ", size[1], size[2])
    app:press("down", "down", "down", "down")
    app:sees(name .. ": what it is", language == "en" and "The Castle"
                                     or "Castillo", size[1], size[2])
    app:sees(name .. ": its rules", app.words:title(
      (function()
        for _, variant in ipairs(description.variants) do
          if variant.name == "german" then
            return variant.title
          end
        end
      end)()):sub(1, 12), size[1], size[2])
  end
end

local app = program("en", answers())
app.lobby = lobby.new(app)
app.screen = app.lobby
app.lobby:refresh()
app:press("down", "down", "down", "down", "enter")
app:sees("what a player adds is asked", "type dice or a sentence")
app:press("6", "6", "enter")
check.equal("one sits down with it",
            { app:last("game.join").name, app:last("game.join").contribution },
            { "Ana", "66" })
app:sees("and waits", "Waiting for players")
app:sees("and sees who is there", "Bob")

-- Its end of the line: a link.
app:sees("the link is there to be given away", "http://h:7#g1")
app:press("enter")
check.equal("and copied", app.copied, "http://h:7#g1")

-- Sealing ------------------------------------------------------------------------------

app:tell("game.seats", { seats = seats("Bob", "Ana") })
app:tell("game.sealing", { stage = "commit", attempt = 1, ["until"] = 1 })
app:sees("sealing is told", "being sealed")
app:tell("game.sealing", { stage = "agree", lock = "ab", proquints = "lusab-babad" })
app:sees("with its lock", "lusab-babad")
app:tell("game.sealing", { stage = "reveal" })
app:tell("game.sealing", { stage = "done" })
app:tell("game.event", { entry = 1, event = "game_started" })
app:sees("the lock stays", "lusab-babad")
app:press("enter")
check.that("until a key", app.screen.ask_question)

-- Whose turn it is ------------------------------------------------------------------------

app:tell("game.waiting", { seq = 1, seat = 1, player = "white", step = "place_tile",
                           clocks = { 60000, 59000 }, ["until"] = json.null })
check.equal("the view is asked for", app:last("game.view").game, "g1")

local view = { board = {}, followers = {}, left = { castle_tiles = 40,
               wall_tiles = 18 }, hand_counts = {}, game = {
               players = { { score = 0 }, { score = 0 } }, towers = {} } }
local ready = answers()
ready["game.view"] = function() return view end
app = program("en", ready)
app.lobby = lobby.new(app)
app.screen = app.lobby
app:join("g1", { seat = 2 })
check.equal("one has the seat", app.match.own_seat, 2)
app:tell("game.seats", { seats = seats("Bob", "Ana") })
app:tell("game.event", { entry = 1, event = "game_started" })
app:tell("game.waiting", { seq = 1, seat = 1, player = "white", step = "place_tile",
                           clocks = { 60000, 59000 }, ["until"] = json.null })
app:sees("who is on turn", "White (Bob) is on turn")
app:sees("clocks", "1:00")
app:sees("clocks of both", "0:59")
check.equal("no notice of another's turn", #app.notices, 0)
app:tell("game.said", { number = 1, seat = 1, who = "Bob", text = "good luck" })
app:sees("what is said", "Bob: good luck")
app:press("c", "t", "o", "o", "enter")
check.equal("one answers", app:last("game.say").text, "too")
check.that("with a nonce", #app:last("game.say").nonce > 0)
app:press("escape")
check.equal("what was typed stays", app.match.draft, "too")

local question = { seq = 2, step = "place_tile", seat = 2, player = "black",
                   choices = { { pass = true } } }
app:tell("game.waiting", { seq = 2, seat = 2, player = "black", step = "place_tile",
                           clocks = { 60000, 59000 }, ["until"] = json.null })
app:tell("game.question", question)
check.equal("one's turn is told", #app.notices, 1)
check.equal("in the title too", app.title, "castled: your turn")
check.that("and asked", app.screen.ask)
app:tell("game.question", { seq = 3, step = "place_tile", seat = 2,
                            player = "black", choices = { { pass = true } } })
check.equal("once a turn", #app.notices, 1)

-- A choice that is refused is put again as it was.
local ask = app.screen.ask
ready["game.choose"] = function() return nil, { code = 5, message = "disk full" } end
app.screen:send(0)
check.that("what was chosen stays", app.screen.ask == ask)
app:sees("and why is said", "disk full")

-- Draws.
app:tell("game.draw_offered", { seat = 1 })
app.screen.trouble = nil
app:sees("an offer is told", "offers a draw: D")
app:press("D", "enter")
check.equal("and answered", app:last("game.answer_draw").agree, true)

-- The connection.
app:tell("connect.status", { state = "reconnecting", reason = "refused" })
app:sees("a lost connection is told", "No connection with the server: refused")
app:tell("connect.status", { state = "connected" })
app:sees("and that it is back", "there again")

-- The end, and another game.
app:tell("game.over", { reason = "resigned", scores = { white = 0, black = 0 },
                        winner = "black" })
check.equal("the title is as it was", app.title, nil)
app.overlays = {}
ready["game.rematch"] = function() return { game = json.null } end
app:press("r")
check.that("another game is asked for", app:last("game.rematch"))
app:sees("and that is told", "play again")
app:tell("game.rematch", { next = "g2", seat = 1, invitation = "inv" })
check.equal("and joined", { app:last("game.join").game,
                            app:last("game.join").invitation }, { "g2", "inv" })

-- Somebody who comes late is shown no old events one by one.
ready["game.about"] = function() return about { state = "playing" } end
app:watch("g1")
for entry = 1, 3 do
  app:tell("game.event", { entry = entry, event = "tile_set_aside", tile = "c01" })
end
check.that("old events wait", app.match:is_telling())
app:tell("game.waiting", { seq = 9, seat = 1, player = "white", step = "x",
                           clocks = json.null, ["until"] = json.null })
check.that("and are told at once", not app.match:is_telling())
app:sees("a watcher is told so", "You watch")
app:press("c")
app:sees("and cannot talk", "Only those who play")

-- Sealing that is broken off.
ready["game.about"] = function() return about() end
app:join("g1", { seat = 2 })
app:tell("game.sealing", { stage = "agree", lock = "ab", proquints = "lusab-babad" })
app:tell("game.over", { reason = "forfeited", scores = { white = 0, black = 0 },
                        winner = json.null })
check.that("what is broken off is over", app.match.over_is_told)
app.overlays = {}
app:sees("and why is said", "broken off")

-- A new game ----------------------------------------------------------------------------

app = program("en", answers())
app.lobby = lobby.new(app)
app.screen = app.lobby
app.games = { { name = "castle" } }
app:press("n")
app:sees("a new game is planned", "Make the game")
app:press("down", "down", "right") -- black: held
app:press("down", "down", "right") -- the clock: for each choice
app:press("up", "right")           -- by its link
app:press("up", "up", "up", "enter")
local made = app:last("game.create")
check.equal("it is made as planned",
            { made.players, made.public, made.clock, made.seed },
            { { "held", "held" }, false, { choice_s = 60 } })
check.equal("one sits in the own seat", { app:last("game.join").seat,
            app:last("game.join").invitation }, { 1, "one" })
check.equal("and has the other's invitation", app.invitations.g1[2], "two")

-- Clocks ------------------------------------------------------------------------------------

local pair = clocks.new()
pair:take({ clocks = { 5000, 7000 }, seat = 2, ["until"] = json.null }, 100, 0)
check.equal("a clock that runs", pair:left(2, 1100), 6000)
check.equal("one that does not", pair:left(1, 1100), 5000)
check.equal("it ends at nothing", pair:left(2, 99999), 0)
pair:stop(1100)
check.equal("it stops", pair:left(2, 5000), 6000)
pair:take({ clocks = json.null, seat = 1, ["until"] = 50000 }, 100, 20000)
check.equal("for a choice: until when", pair:left(1, 1100), 29000)
check.equal("and for nobody else", pair:left(2, 1100), nil)
for ms, text in pairs { [0] = "0:00", [1] = "0:01", [61000] = "1:01",
                        [3600000] = "1:00:00" } do
  check.equal(ms .. " ms", clocks.text(ms), text)
end
check.equal("a length", clocks.length(5400000), "1 h 30 min")
local english = words.new("en")
check.equal("the rule of a clock", clocks.rule({ game_s = 300, increment_s = 5 },
                                               english, true), "5 min + 5 s")
check.equal("of none", clocks.rule(json.null, english), "No clock")

-- Everything that is said has words ------------------------------------------------------------

local folder = check.ROOT .. "/lua/terminal/"
local list = assert(io.popen("cat " .. folder .. "*.lua"))
local source = list:read("a")
list:close()
for key in source:gmatch("[sS]ay%(\"([%a_]+)\"[,%)]") do
  check.that("there are words for " .. key, english.texts[key])
end
