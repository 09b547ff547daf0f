-- Games at a server, piece by piece, with a server that only answers: the lobby,
-- a new game, waiting, who is asked, clocks, talk. Real ones are in tests/net.

local cells   = require "terminal.cells"
local check   = require "check"
local clocks  = require "castled.clocks"
local game_words = require "castled.game_words"
local json    = require "castled.json"
local news    = require "terminal.news"
local online  = require "terminal.online"
local reports = require "terminal.reports"
local session = require "terminal.session"
local words   = require "terminal.words"

local description = check.description()

-- A program without terminal and loop; `answers` are functions by method, and
-- what is asked is kept in `asked`.
local function program(language, answers)
  local app = { words = words.new(language or "en"), overlays = {}, asked = {},
                descriptions = { castle = description }, invitations = {},
                name = "Ana", contributions = {}, notices = {},
                made = {}, finished = {}, is_told_apart = {},
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
  function app:leave(status, farewell)
    self.has_left, self.farewell = status or 0, farewell
  end
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
      page:draw(screen, self.words)
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
    ["game.describe"] = function() return description end,
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

local lobby = require "terminal.lobby"

for _, language in ipairs { "en", "es" } do
  for _, size in ipairs { { 80, 24 }, { 160, 50 } } do
    local app = program(language, answers())
    app.lobby = lobby.new(app)
    app.screen = app.lobby
    app.lobby:refresh()
    local name = ("lobby in %s at %d by %d"):format(language, size[1], size[2])
    app:sees(name .. ": who sits", "Bob – ", size[1], size[2])
    app:press("down", "down", "down", "down", "down")
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
app:press("down", "down", "down", "down", "down", "enter")
app:sees("what a player adds is asked", "type dice or a sentence")
app:press("6", "6", "enter")
check.equal("one sits down with it",
            { app:last("game.join").name, app:last("game.join").contribution },
            { "Ana", "66" })
check.equal("by the rules that the game keeps", app:last("game.describe"),
            { game = "g1" })
app:sees("and waits", "Waiting for players")
app:sees("and sees who is there", "Bob")

-- Sentences call those who play by their names, and no tile by what it is called
-- inside; of two with one name, or with that of a colour, both are told.
for _, case in ipairs {
  { "Bob", "Ana", "Ana draws a tile.", "Bob wins: Ana 19, Bob 20." },
  { "Bob", "Bob", "Bob (Black) draws a tile.",
    "Bob (White) wins: Bob (Black) 19, Bob (White) 20." },
  { "Black", "Ana", "Ana draws a tile.", "Black (White) wins" },
} do
  local told = answers { state = "over", seats = seats(case[1], case[2]),
                         result = { reason = "finished", winner = "white",
                                    scores = { white = 20, black = 19 } } }
  app = program("en", told)
  app.lobby = lobby.new(app)
  app.screen = app.lobby
  app:join("g1", { seat = 2 })
  check.equal("a draw by " .. case[2], app.match:event_text {
    entry = 1, event = "tile_drawn", player = "black", tile = "c44" }, case[3])
  local said = game_words.result(about { state = "over", seats = seats(case[1], case[2]),
    result = { reason = "finished", winner = "white",
               scores = { white = 20, black = 19 } } }, description, app.words)
  check.that("the result in the lobby", said:find(case[4], 1, true), said)
end
app = program("en", answers())
app.lobby = lobby.new(app)
app.screen = app.lobby
app.lobby:refresh()
app:press("down", "down", "down", "down", "down", "enter")
app:press("enter")

-- Its end of the line: a link.
app:tell("game.seats", { seats = seats(json.null, "Ana") })
app:sees("the link is there to be given away", "http://h:7/games/g1")
app:press("enter")
check.equal("and copied", app.copied, "http://h:7/games/g1")

-- One that is long has a row to itself, as far as there are columns.
for _, columns in ipairs { 40, 74, 75, 80 } do
  app.settings.server = "http://" .. ("h"):rep(columns - #"http://" - #"/games/g1")
  local long = app.settings.server .. "/games/g1"
  check.equal("a link of so many characters", #long, columns)
  app:sees("is in one row", long)
end
app.settings.server = "http://h:7"

app:tell("game.seats", { seats = seats("Bob", "Ana") })
app:tell("game.sealing", { stage = "commit", attempt = 1, ["until"] = 1 })
app:sees("sealing is told", "being sealed")
app:tell("game.sealing", { stage = "agree", lock = "ab", proquints = "lusab-babad" })
app:sees("with its lock", "lusab-babad")
app:tell("game.sealing", { stage = "reveal" })
app:tell("game.sealing", { stage = "done" })
app:tell("game.event", { entry = 1, event = "game_started" })
app:sees("the lock stays", "lusab-babad")
app:tell("game.waiting", { seq = 1, seat = 1, player = "white", step = "place_tile",
                           clocks = { 60000, 59000 }, ["until"] = json.null })
app:sees("who is on turn is told over the lock", "Bob is on turn")
app:sees("with the clock", "the clock runs: 1:00")
app:tell("game.waiting", { seq = 2, seat = 2, player = "black", step = "place_tile",
                           clocks = { 60000, 59000 }, ["until"] = json.null })
app:tell("game.question", { seq = 2, step = "place_tile", seat = 2,
                            player = "black", choices = { { pass = true } } })
app:sees("one's own turn too", "It is your turn, and your clock runs: 0:59.")
check.equal("by the bell too, once", #app.notices, 1)
app:press("enter")
check.that("until a key", app.screen.ask_question)

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
app:sees("who is on turn", "Bob is on turn")
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
local function shows_offer()
  return app:drawn():find("offers a draw", 1, true) ~= nil
end
app:tell("game.draw_offered", { seat = 1 })
check.that("it may be offered again", shows_offer())
app:tell("game.undone", { entry = 1 })
check.that("what is undone ends an offer", not shows_offer())
app:tell("game.question", question)
app:tell("game.draw_offered", { seat = 1 })
app:tell("game.event", { entry = 2, event = "extra_turn", player = "white" })
app:tell("game.waiting", { seq = 3, seat = 1, player = "white", step = "place_tile",
                           clocks = { 60000, 59000 }, ["until"] = json.null })
check.that("and one's own choice does", not shows_offer())
app:tell("game.draw_offered", { seat = 1 })
app:tell("game.waiting", { seq = 4, seat = 2, player = "black", step = "place_tile",
                           clocks = { 60000, 59000 }, ["until"] = json.null })
check.that("but not that of who offers", shows_offer())
app:tell("game.draw_declined", { seat = 2 })
app:tell("game.question", { seq = 4, step = "place_tile", seat = 2,
                            player = "black", choices = { { pass = true } } })

-- The connection.
app:tell("connect.status", { state = "reconnecting", reason = "refused" })
app:sees("a lost connection is told", "No connection with the server: refused")
app.screen.pending = 0
app:sees("also while a choice is to be confirmed", "No connection with the server: refused")
app.screen.pending = nil
app:tell("connect.status", { state = "connected" })
app:sees("and that it is back", "there again")
app:tell("connect.status", { state = "waiting", reason = "no answer for 5 s" })
app:sees("and that it says nothing", "The server is silent: no answer for 5 s")
app:tell("connect.status", { state = "connected" })
app:sees("until it does", "there again")

-- The end, and another game.
app:tell("game.draw_offered", { seat = 1 })
app:tell("game.over", { reason = "resigned", scores = { white = 0, black = 0 },
                        winner = "black" })
check.equal("the title is as it was", app.title, nil)
check.that("no draw is offered any more", not shows_offer())
app.overlays = {}
ready["game.rematch"] = function() return { game = json.null } end
app:press("r")
check.that("another game is asked for", app:last("game.rematch"))
app:sees("and that is told", "play again")
app:tell("game.rematch_declined", { seat = 1 })
app:sees("it is declined", "Bob does not want another game.")
app:tell("game.rematch_offered", { seat = 1 })
app:sees("somebody else asks for one", "Bob would play again: r")
local rung = #app.notices
app:tell("game.rematch_offered", { seat = 1 })
check.equal("the bell calls once, however often one comes back", #app.notices, rung)
app:sees("and it stays told", "Bob would play again: r")
app:press("r", "escape")
check.equal("one may decline", app:last("game.rematch").agree, false)
app:tell("game.rematch_declined", { seat = 2 })
check.that("what one has declined is not told",
           not app:drawn():find("another game", 1, true))
app:tell("game.rematch_offered", { seat = 1 })
app:press("r", "enter")
check.equal("or agree", app:last("game.rematch").agree, true)
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
app:join("g1", { seat = 2 })
app:tell("game.over", { reason = "broken", scores = { white = 0, black = 0 },
                        winner = json.null, because = {
                          variant = "german", says = "step 'z': no" } })
app:sees("and which rule failed", "fountains do not count” failed: step 'z': no.")
app.overlays = {}

app = program("en", answers())
app.lobby = lobby.new(app)
app.screen = app.lobby
app.games = { { name = "castle" } }
app:press("n")
app:sees("a new game is planned", "Make the game")
do -- also by who is faster than the server
  local late = answers()
  local early, answered = program("en", late), nil
  late["rulesets.list"] = nil
  early.seconds = { start = function() end }
  function early.guarded(_, body) return body end
  function early:call(method, params, done)
    if method == "rulesets.list" then
      answered = function() done(nil, { games = { { name = "castle" } } }) end
    elseif late[method] and done then
      done(nil, late[method](params))
    end
  end
  early:open()
  early:press("n")
  answered()
  early:sees("a key before the games are known is not lost", "Make the game")
end
app:press("f1")
app:sees("its keys are told", "change what the line has")
app:press("escape")
app:press("down", "down", "down", "right") -- black: held
app:sees("nobody has to wait for ever", "3 d")
app:press("down", "down", "right") -- the clock: for the whole game
app:press("up", "right")           -- by its link
app:press("up", "up", "up", "up", "enter")
local made = app:last("game.create")
check.equal("it is made as planned",
            { made.players, made.public, made.clock, made.seed },
            { { "held", "held" }, false, { game_s = 900, increment_s = 10 } })
check.equal("one sits in the own seat", { app:last("game.join").seat,
            app:last("game.join").invitation }, { 1, "one" })
check.equal("and has the other's invitation", app.invitations.g1[2], "two")

-- Nobody changes places, or is left without one, but by the line that says so.
local server_rows = require "terminal.server_rows"

app = program("en", answers())
app.lobby = lobby.new(app)
app.screen = app.lobby
app.games = { { name = "castle" } }
app:press("n", "down", "down", "down")
for _, kind in ipairs { "by a link only", "steward (bot)", "random (bot)",
                        "open to anybody" } do
  app:press("right")
  app:sees("the other seat: " .. kind, kind)
  check.equal("one's own stays with " .. kind, app.plan.own, 1)
end
app:press("right", "up", "right") -- held; one's own seat has no other kind
check.equal("one's own is oneself", app.plan.players[1], "human")
app:press("up", "right")
check.equal("they change places", { app.plan.own, app.plan.players[1],
            app.plan.players[2] }, { 2, "held", "human" })
app:press("right")
app:sees("or one only watches", "only watch")
app:press("up")
app:sees("which is said", "watch it. It begins")
app:press("enter")
check.that("and done", app:last("game.watch") and not app:last("game.join"))
check.equal("the first person of the command line makes the game",
            server_rows.plan({ players = { "steward", "human" } }, 2).own, 2)
check.equal("who names only bots watches",
            server_rows.plan({ players = { "steward", "random" } }, 2).own, nil)

-- A game against the bot is one line away.
for _, name in ipairs { "Ana", false } do
  app = program("en", answers())
  app.name = name or nil
  app.lobby = lobby.new(app)
  app.screen = app.lobby
  app.games = { { name = "castle" } }
  app:press("down")
  app:sees("the bot is offered", "Play against the bot")
  app:press("enter")
  if not name then
    app:sees("who has no name yet is asked for it", "What shall others call you")
    app:press("B", "o", "b", "enter")
  end
  made = app:last("game.create")
  check.equal("a game against it is made", { made.players, made.game,
              made.variants, made.clock }, { { "held", "steward" }, "castle" })
  check.equal("and one sits down in it", { app:last("game.join").seat,
              app:last("game.join").invitation }, { 1, "one" })
end

-- A link of either form leads to its game, one of another server does not.
for typed, wanted in pairs { ["http://h:7/games/g5#x5d0m1"] = "x5d0m1",
                             ["http://h:7#g5.x5d0m1"] = "x5d0m1",
                             ["http://h:7/games/g5/"] = false,
                             ["http://h:7/#g5"] = false,
                             ["/games/g5"] = false, ["g5"] = false } do
  app = program("en", answers())
  app.lobby = lobby.new(app)
  app.screen = app.lobby
  app.follow = function(_, found) app.found = found end
  check.equal(typed .. " is taken", app:take_link(typed), nil)
  check.equal("to its game", { app.found.game, app.found.invitation or false },
              { "g5", wanted })
  check.that("but not elsewhere",
             app:take_link((typed:gsub("h:7", "other:7"))) == nil
             or typed:find("h:7", 1, true))
end

-- Too many players.
app = program("en", answers())
app.lobby = lobby.new(app)
app.screen = app.lobby
app.games, app.settings.players = { { name = "castle" } },
                                  { "human", "human", "human" }
app:press("n")
check.equal("more players than seats are refused", app.has_left, 2)

-- Long titles of house rules are read whole where there is room.
app = program("en", answers())
app.settings.variants = { "german" }
app.lobby = lobby.new(app)
app.screen = app.lobby
app.games = { { name = "castle" } }
app:press("n", "down", "down", "down", "down", "down", "down", "down")
app:sees("a house rule's title", "fountains do not count", 120, 40)
app:sees("at 80 columns as far as it goes", "Wall tile 4: fountains do")
app:sees("and in full beside the list", "Points for paths: Wall")
app:sees("and its name", "--variant german", 120, 40)

-- A lobby at a server with these games, each as about() makes it.
local function lobby_of(games, kept)
  local by_id, answer = {}, answers()
  for _, game in ipairs(games) do
    by_id[game.game] = game
  end
  answer["games.list"] = function(params)
    local list = {}
    for _, game in ipairs(games) do
      if game.state == params.state then
        list[#list + 1] = game
      end
    end
    return { games = list }
  end
  answer["game.about"] = function(params)
    return by_id[params.game], not by_id[params.game]
           and { code = 1, message = "no game" } or nil
  end
  answer["connect.seats"] = function() return { seats = kept or {} } end
  answer["game.view"] = function() return view end
  local made_of = program("en", answer)
  made_of.lobby = lobby.new(made_of)
  made_of.screen = made_of.lobby
  made_of.lobby:refresh()
  return made_of, answer
end

local function held(who, other)
  local list = seats(who, other)
  for _, seat in ipairs(list) do
    seat.player, seat.who = "held", seat.who or json.null
  end
  return list
end

-- Goes to the line that has a name.
local function go_to(name)
  for _ = 1, #app.lobby.form.rows do
    if app.lobby.form:row().name == name then
      return
    end
    app:press("down")
  end
  check.that("there is a line " .. name, false)
end

app = lobby_of { about { game = "g1", seats = held("Bob") },
                 about { game = "g2", seats = held() } }
app:sees("games for who was invited stand apart", "Waiting for who was invited")
check.that("not where anybody may sit down",
           not app:drawn():find("Open: sit", 1, true))
check.that("one that was left is not shown",
           not app:drawn():find("invited – invited", 1, true))
app:press("end", "home")
check.equal("Home goes to the first line", app.lobby.form.at, 1)
app:press("down", "down", "end")
check.equal("End to the last", app.lobby.form.at, #app.lobby.form.rows)
app:press("home")
app:press("f1")
app:sees("the lobby's keys are told", "ask the server again")
app:press("escape")

app.made.g2 = { seat = 1, invitation = "one" }
app.invitations.g2 = { [2] = "two" }
app.lobby:refresh()
app:sees("one that was made here is one's own", "Your games")
go_to("invited – invited")
app:press("enter")
check.equal("and leads back to one's seat",
            { app:last("game.join").seat, app:last("game.join").invitation },
            { 1, "one" })
app:sees("with the link to give away", "http://h:7/games/g2#two")

-- One leaves it: the lobby is shown, and asks, when the server has answered.
app.match:take_seats(held("Ana"))
app:tell("game.seats", { game = "g2", seats = held("Ana") })
do
  local call, answered = app.call, nil
  function app:call(method, params, done)
    if method == "game.leave" then
      answered = done
    else
      call(self, method, params, done)
    end
  end
  app:press("q")
  app:sees("a held seat stays so", "Your seat stays held for you.")
  app:press("enter")
  check.that("nothing is shown before the server knows", app.screen ~= app.lobby)
  local asked_before = #app.asked
  answered(nil, {})
  check.that("then the lobby", app.screen == app.lobby
             and app.asked[asked_before + 1].method == "connect.seats")
  go_to("invited – invited")
  app:sees("which leads back", "Enter: go in again")
  app:press("enter")
  app:tell("game.seats", { game = "g2", seats = seats("Ana") })
  app.match.own_seat = 1
  app:press("q")
  app:sees("another seat becomes free", "Your seat becomes free again.")
  app.connection = { state = "reconnecting", reason = json.null }
  app:press("enter")
  check.that("without a server nobody waits", app.screen == app.lobby)
  app:press("home", "enter")
  app.connection = nil
end

-- Why one is in a game no more is said in words.
for _, language in ipairs { "en", "es" } do
  for _, reason in ipairs { "elsewhere", "idle", "deleted", "storage" } do
    local gone = program(language, answers())
    gone.lobby = lobby.new(gone)
    gone.screen = gone.lobby
    gone:join("g1", { seat = 2 })
    gone:tell("game.left", { reason = reason })
    local said = gone.screen.trouble or ""
    check.that(reason .. " in " .. language, said ~= ""
               and not said:find(": " .. reason, 1, true), said)
  end
end

-- By a link one sees what it is before one sits down; who comes too late watches.
for level = 0, 1 do
  local by_link = answers { level = level, public = false, clock = { choice_s = 60 } }
  app = program("en", by_link)
  app.lobby = lobby.new(app)
  app.screen = app.lobby
  app:follow { game = "g1" }
  app:sees("the game", "The Castle: Bob – free")
  app:sees("its rules", "fountains do not")
  app:sees("and its clock", clocks.rule({ choice_s = 60 }, app.words))
  check.equal("nobody sits yet", app:last("game.join"), nil)
  by_link["game.join"] = function()
    return nil, { code = 3, message = "the game has begun" }
  end
  app:press("enter")
  check.that("one has asked for the seat", app:last("game.join"))
  app:sees("why not", "the game has begun")
  check.equal("one watches", { app:last("game.watch").game, app.match.own_seat },
              { "g1" })
  by_link["game.join"] = function()
    return nil, { code = 6, message = "too many" }
  end
  app:press("x")
  app:to_lobby()
  app:follow { game = "g1" }
  app:press("enter")
  check.that("another time it may go", app.screen == app.lobby
             and app.screen.trouble == "too many")
end

-- Who watches is told of the next game, and `r` watches it.
do
  local watched = answers { state = "over", seats = seats("Bob", "Ana") }
  watched["game.view"] = function() return view end
  app = program("en", watched)
  app.lobby = lobby.new(app)
  app.screen = app.lobby
  app:watch("g1")
  app:tell("game.over", { reason = "finished", scores = { white = 0, black = 0 },
                          winner = "black" })
  app.overlays = {}
  app:tell("game.rematch_offered", { seat = 1 })
  app:sees("who would play again", "Bob would play again")
  check.that("which is nothing to answer",
             not app:drawn():find("again: r", 1, true)
             and not app:drawn():find("r next game", 1, true), app:drawn())
  app:press("r")
  check.equal("no key is refused that was not offered", app.screen.note, nil)
  app:tell("game.rematch", { next = "g9", seat = json.null })
  app:sees("the next game", "Another game begins: r")
  app:sees("has its key", "r next game")
  app:press("r")
  check.equal("and is watched", { app:last("game.watch").game,
                                  app:last("game.join") }, { "g9" })
end

-- The screen before a game says that there is no connection, and makes none then.
do
  app = program("en", answers())
  app.lobby = lobby.new(app)
  app.screen = app.lobby
  app.games = { { name = "castle" } }
  app:plan_game()
  app:tell("connect.status", { state = "reconnecting", reason = json.null })
  app:sees("no connection", "No connection with the server")
  app:press("enter")
  check.equal("nothing is made", app:last("game.create"), nil)
  app:tell("connect.status", { state = "connected", reason = json.null })
  app:sees("it is there again", "The connection is there again.")
  app:press("enter")
  check.that("then it is made", app:last("game.create"))
end

-- A game that is over is looked at from one's own seat, where there is one.
local answer
app, answer = lobby_of { about { state = "over", seats = seats("Bob", "Ana") } }
answer["game.rejoin"] = function() return { seat = 2, level = 1 } end
go_to("Bob – Ana")
app:press("enter")
check.equal("one is in one's seat", app.match.own_seat, 2)
app:tell("game.over", { reason = "finished", scores = { white = 0, black = 0 },
                        winner = "black" })
check.equal("nobody is on turn any more", app.screen:player_on_turn(), nil)
answer["game.rematch"] = function() return { game = json.null } end
app:press("r")
check.that("another game is asked for over the points",
           app:last("game.rematch"))
check.equal("which are closed by it", #app.overlays, 0)
answer["game.rejoin"] = function() return nil, { code = 1, message = "none" } end
app:look("g1")
check.equal("else one watches", app.match.own_seat, nil)

-- Whose turn it is.
for seat, said in ipairs { "is played", "your turn" } do
  app, answer = lobby_of({ about { state = "playing",
                                   seats = seats("Bob", "Ana") } },
                         { { game = "g1", seat = 2, here = true } })
  answer["game.view"] = function() return { game = { seat_on_turn = seat } } end
  app.lobby = lobby.new(app)
  app.screen = app.lobby
  app.lobby:refresh()
  app:sees("seat " .. seat .. " on turn: " .. said, said)
end
local asked_count = #app.asked
app.lobby:refresh()
for at = asked_count + 1, #app.asked do
  check.that("which is asked only when the game has changed",
             app.asked[at].method ~= "game.view")
end

-- One's own games stand as in the page: what waits for oneself first, what is gone
-- not at all.
app, answer = lobby_of({ about { game = "g1", state = "playing",
                                 seats = seats("Eve", "Ana") },
                         about { game = "g2", state = "playing",
                                 seats = seats("Bob", "Ana") } },
                       { { game = "gone", seat = 1, here = true },
                         { game = "g1", seat = 1, here = true },
                         { game = "g2", seat = 2, here = true } })
answer["game.view"] = function() return { game = { seat_on_turn = 2 } } end
app.lobby = lobby.new(app)
app.screen = app.lobby
app.lobby:refresh()
do
  local drawn = app:drawn()
  check.that("that where it is one's turn is the first",
             drawn:find("Bob – Ana.*Eve – Ana"), drawn)
  check.that("of one that is gone nothing is said", not drawn:find("gone", 1, true))
end

-- The next game.
app, answer = lobby_of({ about { state = "over", seats = seats("Bob", "Ana"),
                                 next = "g9" },
                         about { game = "g9", seats = held(nil, "Bob") } })
answer["game.rejoin"] = function() return { seat = 2, level = 1 } end
app.finished.g1 = 2
app.lobby:refresh()
app:sees("it waits among one's own games", "again!")
go_to("invited – Bob")
app:press("enter")
check.equal("the way there is the old seat", app:last("game.rejoin").game, "g1")
app:tell("game.over", { reason = "finished", scores = { white = 0, black = 0 },
                        winner = "black" })
app:tell("game.rematch", { next = "g9", seat = 1 })
check.equal("and one sits down", { app:last("game.join").game,
                                   app:last("game.join").seat }, { "g9", 1 })

local function sealed_by(first, second)
  local list = seats("Bob", "Ana")
  list[1].contributes, list[2].contributes = first, second
  return list
end

for _, language in ipairs { "en", "es" } do
  answer = answers { seats = sealed_by(true, false) }
  app = program(language, answer)
  app.lobby = lobby.new(app)
  app.screen = app.lobby
  app:join("g1", { seat = 2 })
  app:tell("game.sealing", { stage = "commit" })
  app:tell("game.sealing", { stage = "agree", lock = "ab",
                             proquints = "lusab-babad" })
  app:sees("who has no part in the shuffle is told", app.words:say("gave_nothing"))
  app:sees("and nobody says that all have", language == "en"
           and "those who took part" or "de los que participan")
  app:sees("who that is", app.words:say("sealed_without", { without = "Ana" }))
end
app:tell("game.seats", { seats = {
  { seat = 1, name = "white", player = "human", who = "Eva", here = false },
  { seat = 2, name = "black", player = "human", who = "Ana", here = true } } })
app.match.knows_givers = nil
app:tell("game.sealing", { stage = "commit" })
app:sees("who is waited for", "No está aquí: Eva.")
app:press("q")
app:sees("leaving is asked", "Esc: quedarse")
app:press("escape")
app.screen:ask_out()
app:sees("leaving castled too", "sin usted: entonces no participa")
app:press("enter")
check.equal("and done", app.has_left, 0)

answer = answers { seats = sealed_by(true, false), state = "playing" }
answer["game.rejoin"] = function() return { seat = 2, level = 1 } end
app = program("en", answer)
app.lobby = lobby.new(app)
app.screen = app.lobby
app:rejoin("g1", 2)
app:sees("who comes back is told", "sealed while you were away")
local rules = reports.rules(app.match, app.words)
check.that("the rules say who gave nothing", table.concat(
  (function()
    local lines = {}
    for at, line in ipairs(rules) do
      lines[at] = type(line) == "table" and tostring(line[1]) or line
    end
    return lines
  end)(), "\n"):find("sealed by all who play, but for Ana.", 1, true))
app.overlays = {}
app:rejoin("g1", 2)
check.equal("once", #app.overlays, 0)

-- What was asked goes with its screen; what must be read does not.
app.overlays = {}
app:press("G")
app:sees("giving up is asked", "Do you give up?")
app:warn("the server has another key")
app:tell("game.left", { reason = "deleted" })
check.that("one is in the lobby", app.screen == app.lobby)
app:sees("the warning stands", "another key")
app:press("x")
check.that("the question has gone with its game",
           not app:drawn():find("Do you give up?", 1, true))
app:rejoin("g1", 2)

-- News does not hide whose turn it is, and goes by itself.
app:tell("game.waiting", { seq = 1, seat = 1, player = "white", step = "place_tile",
                           clocks = json.null, ["until"] = json.null })
app.match.waiting = { seat = 1 }
app.screen.note = "Saved: x"
app:sees("news is shown", "Saved: x")
app:sees("beside whose turn it is", "Bob is on turn")
for _ = 1, 20 do
  app.screen:second()
end
check.equal("it goes", app.screen.note, nil)
app.screen.note = "Saved: x"
app:press("x")
check.equal("at once with a key", app.screen.note, nil)

-- A server that comes back without the game; and what `castled connect` says, in
-- Spanish.
do
  local is_there = true
  local lost = program("es", {
    ["game.about"] = function()
      if is_there then
        return {}
      end
      return nil, { code = 1, message = "aquí no hay ninguna partida «g1»" }
    end,
  })
  lost.lobby = lobby.new(lost)
  local match = { id = "g1", hold_clocks = function() end }
  local board = { draw = function() end }
  lost.match, lost.screen = match, board
  for _, there in ipairs { true, false } do
    is_there = there
    lost:tell("connect.status", { state = "reconnecting",
                                  reason = "the daemon said: the daemon is ending" })
    check.equal("why there is no connection, in Spanish", lost:connection_text(),
                "Sin conexión con el servidor: el servidor dice: el servidor se "
                .. "apaga. Se intenta otra vez…")
    lost:tell("connect.status", { state = "connected" })
    check.that("a game that is there is gone on with", not there
               or lost.screen == board and lost.match == match)
  end
  check.that("from one that is lost it goes to the lobby",
             lost.screen == lost.lobby and lost.match == nil)
  lost:sees("which says why", "aquí no hay ninguna partida «g1»")
  lost:tell("connect.warning", {
    text = "the daemon's signature of entry 7 is not good" })
  lost:sees("a warning is in Spanish too", "la firma del servidor en la entrada 7")
end

local pair = clocks.new()
pair:take({ clocks = { 5000, 7000 }, seat = 2, ["until"] = json.null }, 100, 0)
check.equal("a clock that runs", pair:left(2, 1100), 6000)
check.equal("one that does not", pair:left(1, 1100), 5000)
check.equal("it ends at nothing", pair:left(2, 99999), 0)
pair:hold(true, 1100)
pair:hold(true, 1500)
check.equal("it stands still without a server", pair:left(2, 9000), 6000)
pair:hold(false, 5100)
check.equal("and goes on with it", pair:left(2, 5600), 5500)
pair:take({ clocks = { 5000, 7000 }, seat = 2, ["until"] = json.null }, 100, 0)
pair:stop()
check.equal("at the end there are none", { pair:left(1, 5000) or 0,
                                           pair:left(2, 5000) or 0 }, { 0, 0 })
pair:take({ clocks = json.null, seat = 1, ["until"] = 50000 }, 100, 20000)
check.equal("for a choice: until when", pair:left(1, 1100), 29000)
check.equal("and for nobody else", pair:left(2, 1100), nil)
for ms, text in pairs { [0] = "0:00", [1] = "0:01", [61000] = "1:01",
                        [3599001] = "1:00:00", [3600000] = "1:00:00",
                        [86399000] = "23:59:59", [86399001] = "1 d",
                        [86400000] = "1 d", [86400001] = "1 d 1 h",
                        [259200000] = "3 d", [259199000] = "3 d",
                        [255600001] = "3 d", [255600000] = "2 d 23 h" } do
  check.equal(ms .. " ms", clocks.text(ms), text)
end
check.equal("a choice of 30 s: short from", clocks.late_ms { choice_s = 30 }, 6000)
check.equal("a game of 15 min: short from", clocks.late_ms { game_s = 900,
                                                             increment_s = 5 }, 180000)
check.equal("without a clock nothing is", clocks.late_ms(json.null), nil)
check.equal("a length", clocks.length(5400000), "1 h 30 min")
local english = words.new("en")
check.equal("the rule of a clock", clocks.rule({ game_s = 300, increment_s = 5 },
                                               english, true), "5 min + 5 s")
check.equal("of none", clocks.rule(json.null, english), "No clock")

-- What keys there are fits a small screen.
for _, language in ipairs { "en", "es" } do
  for _, key in ipairs { "lobby_keys", "setup_keys" } do
    local said = words.new(language):say(key)
    check.that(key .. " in " .. language .. " fits", utf8.len(said) <= 77, said)
  end
end

local folder = check.ROOT .. "/lua/terminal/"
local list = assert(io.popen("cat " .. folder .. "*.lua"))
local source = list:read("a")
list:close()
for key in source:gmatch("[sS]ay%(\"([%a_]+)\"[,%)]") do
  check.that("there are words for " .. key, english.texts[key])
end
