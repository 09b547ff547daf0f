-- The lobby: whose games come first, which can be joined, what is asked and sent.

local check   = require "check"
local json    = require "castled.json"
local lists   = require "web.lists"
local session = require "web.session"
local shared  = require "web.shared"
local shown   = require "shown"

local DESCRIPTION = check.description()

local function about(game, state, members)
  local made = {
    game = game, name = "castle", title = DESCRIPTION.title, variants = {},
    options = {}, level = 1, clock = json.null, public = true, state = state,
    changed = 1000, result = json.null,
    seats = { { seat = 1, name = "white", player = "human", who = "Ann" },
              { seat = 2, name = "black", player = "human", who = json.null } },
  }
  for name, value in pairs(members or {}) do
    made[name] = value
  end
  return made
end

-- A daemon with games: those of a state, each by its id, whose turn it is.
local daemon = { games = { open = {}, playing = {}, over = {} }, abouts = {},
                 turns = {}, asked = {} }

local ANSWERS = {
  ["rulesets.describe"] = function() return DESCRIPTION end,
  ["game.describe"] = function() return DESCRIPTION end,
  ["rulesets.list"] = function() return { games = { { name = "castle" } } } end,
  ["games.list"] = function(params)
    if params.before then
      return { games = daemon.older or {} }
    end
    return { games = daemon.games[params.state] }
  end,
  ["game.about"] = function(params) return daemon.abouts[params.game] end,
  ["game.view"] = function(params)
    return { game = { seat_on_turn = daemon.turns[params.game] } }
  end,
  ["game.create"] = function()
    return { game = "new", level = 1,
             invitations = { { seat = 1, invitation = "i" } } }
  end,
}

local function ask(method, params, done)
  daemon.asked[#daemon.asked + 1] = { method, params }
  local result = ANSWERS[method] and ANSWERS[method](params)
  done(not result and { code = 1, message = "no" } or nil, result)
end

local said, now, known, own
local function new(mine)
  said, now, daemon.asked, own = {}, 0, {}, {}
  known = shared.new { ask = function(method, ...)
                         own[method] = true
                         ask(method, ...)
                       end, now = function() return now end,
                       later = function() end }
  local one = session.new(known, function(text)
    said[#said + 1] = assert(json.decode(text), text)
  end, ask)
  one:hear { page = "open", path = "/", mine = mine }
  return one
end

-- What the page shows of a section now.
local function section(id)
  return shown(said, id)
end

local function games_in(id)
  local list = {}
  for game in section(id):gmatch('<h3><a class="players%-line" '
                                 .. 'href="/games/(%w+)"') do
    list[#list + 1] = game
  end
  return table.concat(list, " ")
end

-- Nothing.
new {}
check.that("no own games", section("lobby-own") == "")
check.that("words where nothing is", section("lobby-open"):find("Nobody waits")
           and section("lobby-over"):find("played to its end"))

-- Games of others.
local held = { { name = "white", player = "held", who = json.null },
               { name = "black", player = "human", who = json.null } }
daemon.games.open = {
  about("a", "open"), about("b", "open", { seats = held }),
  about("c", "open", { variants = { "german" },
                       seats = { { name = "white", player = "human",
                                   who = "<b>Eve" },
                                 { name = "black", player = "human",
                                   who = json.null } } }),
}
daemon.games.over = { about("d", "over", { result = {
  reason = "finished", winner = "white", scores = { white = 3, black = 2 } } }) }
new {}
check.equal("open, and somebody is there", games_in("lobby-open"), "a c")
check.that("a name stays text", section("lobby-open"):find("&lt;b&gt;Eve", 1, true)
           and not section("lobby-open"):find("<b>", 1, true))
check.that("a house rule and what it says", section("lobby-open"):find(
  'title="Wall tile 4 brings 1 point a tile[^"]*">Wall tile 4: fountains do not'))
check.that("a result", section("lobby-over"):find("Ann wins: Black 2, Ann 3.", 1,
                                                  true), section("lobby-over"))

-- One's own: the turn first, then those that go on, then those that are over.
daemon.abouts = { d = daemon.games.over[1], e = about("e", "playing"),
                  f = about("f", "playing"), a = daemon.games.open[1] }
daemon.turns = { e = 2, f = 1 }
local mine = { { game = "d", seat = 1 }, { game = "e", seat = 1 }, "gone",
               { game = "f", seat = 1 }, "a" }
local one = new(mine)
check.equal("one's own", games_in("lobby-own"), "f e a d")
local ids = {}
for id in section("lobby-own"):gmatch('<a [^>]*id="([%w-]+)"') do
  ids[#ids + 1] = id
end
check.equal("each link has a name that the focus comes back to", table.concat(ids, " "),
            "own-f own-f-go own-e own-e-go own-a own-a-go own-d own-d-go")
check.equal("are not among the others", games_in("lobby-open"), "c")
check.equal("they are asked for as the browser, at its charge", own,
            { ["games.list"] = true, ["rulesets.describe"] = true })
check.that("whose turn it is", section("lobby-own"):find("your turn", 1, true))
daemon.turns.e = 1
one:told("game.question", "e", '{"jsonrpc":"2.0","method":"game.question",'
                               .. '"params":{"game":"e","seq":4}}')
check.equal("it becomes one's turn", games_in("lobby-own"), "e f a d")

-- What is told is on the card at once: whose turn it is, how long, how the points stand.
-- The title says that one is waited for.
do
  local function told(method, game, params)
    params.game = game
    one:told(method, game, json.encode { jsonrpc = "2.0", method = method,
                                         params = params })
  end
  local function title()
    local last
    for _, message in ipairs(said) do
      last = message.title or last
    end
    return last
  end
  check.equal("the title calls", title(), "Your turn – castled")
  told("game.waiting", "f", { seq = 9, seat = 2, ["until"] = 5000 })
  told("game.waiting", "e", { seq = 9, seat = 2, ["until"] = json.null })
  check.that("who is on turn", section("lobby-own"):find("Bob is on turn", 1, true)
             == nil and section("lobby-own"):find("free seat is on turn", 1, true))
  check.that("and how long", section("lobby-own"):find('data-clock-until="5000"', 1,
                                                       true))
  check.equal("nobody calls any more", title(), "castled")
  ANSWERS["game.view"] = function()
    return { game = { seat_on_turn = 1, players = { { score = 12 }, { score = 7 } } } }
  end
  daemon.abouts.f = about("f", "playing", { changed = 2000 })
  told("game.waiting", "f", { seq = 10, seat = 1, ["until"] = json.null })
  check.that("the points", section("lobby-own"):find('Ann <b class="score-now">12', 1,
                                                     true), section("lobby-own"))
  check.equal("the newest of those that wait first", games_in("lobby-own"), "f e a d")
  told("game.waiting", "e", { seq = 11, seat = 1, ["until"] = json.null })
  told("game.waiting", "f", { seq = 11, seat = 2, ["until"] = json.null })

  -- Somebody would play again.
  daemon.abouts.d.seats[2].who = "Bob"
  told("game.rematch_offered", "d", { seat = 1 })
  check.equal("one's own wish is no news", games_in("lobby-own"), "e f a d")
  told("game.rematch_offered", "d", { seat = 2 })
  check.equal("that of somebody else is", games_in("lobby-own"), "d e f a")
  check.that("and said", section("lobby-own"):find("Bob would play again.", 1, true))
  told("game.rematch_declined", "d", { seat = 1 })
  check.equal("until it is declined", games_in("lobby-own"), "e f a d")
  one.told_of.d = nil

  -- A game that was sat down in meanwhile has its card.
  daemon.abouts.n = about("n", "playing")
  one:hear { page = "seated", game = "n", seat = 1 }
  check.that("a new game", games_in("lobby-own"):find("n", 1, true))
  one:drop_mine("n")
  known:second()
  check.that("no others are there", section("lobby-playing"):find("No others.", 1, true),
             section("lobby-playing"))
end

-- Time passes: what is the same is not sent, what has changed alone is.
said = {}
for _ = 1, 5 do
  now = now + 1
  known:second()
end
check.equal("nothing new, nothing sent", #said, 0)
daemon.games.open = {}
for _ = 1, 5 do
  now = now + 1
  known:second()
end
check.equal("one section", #said .. said[1].show[1].id .. #said[1].show,
            "1lobby-open1")
daemon.abouts.e = about("e", "over")
for _ = 1, 12 do
  now = now + 1
  known:second()
end
check.equal("one's own are asked for now and then", games_in("lobby-own"), "f a d e")
one:hear { page = "open", path = "/rules", mine = {} }
daemon.asked = {}
for _ = 1, 20 do
  known:second()
end
check.equal("nobody looks, nobody asks", #daemon.asked, 0)

-- Pages.
daemon.games.over = {}
for number = 1, lists.PAGE do
  daemon.games.over[number] = about("o" .. number, "over", { changed = 900 - number })
end
daemon.older = { about("older", "over") }
one = new {}
check.that("there is more", section("lobby-over"):find('data-do="more"', 1, true))
one:hear { page = "do", what = "more", value = "over" }
check.equal("before the last", daemon.asked[#daemon.asked][2].before, 880)
check.equal("and which that was", daemon.asked[#daemon.asked][2].before_game,
            daemon.games.over[20].game)
check.that("the next page", games_in("lobby-over"):find("o20 older$"))
check.that("and no more", not section("lobby-over"):find('data-do="more"', 1, true))

-- Pressed twice, it is asked for once.
do
  local answers = {}
  one = new {}
  ANSWERS["games.list"] = nil
  one.asks = function(_, _, done) answers[#answers + 1] = done end
  one:hear { page = "do", what = "more", value = "over" }
  one:hear { page = "do", what = "more", value = "over" }
  check.equal("one question", #answers, 1)
  answers[1](nil, { games = daemon.older })
  one:hear { page = "do", what = "more", value = "over" }
  check.equal("and no more of them", #answers, 1)
end

-- A turn that is told while a view is asked for; a description that cannot be had.
do
  local waiting, failed = {}, {}
  one:gone()
  one = new {}
  one:gone()
  known.describe = function(_, name, _, _, done)
    failed[#failed + 1] = name
    done { code = 1, message = "no" }
  end
  daemon.games.over = { about("z", "over", { name = "gone" }) }
  daemon.abouts = { e = about("e", "playing") }
  one = session.new(known, function(text)
    said[#said + 1] = assert(json.decode(text), text)
  end, function(method, params, done)
    if method == "game.view" then
      waiting[#waiting + 1] = done
    else
      ask(method, params, done)
    end
  end)
  ANSWERS["games.list"] = function(params) return { games = daemon.games[params.state] } end
  said, failed = {}, {}
  one:hear { page = "open", path = "/", mine = { { game = "e", seat = 1 } } }
  one:told("game.question", "e", '{"jsonrpc":"2.0","method":"game.question",'
                                 .. '"params":{"game":"e","seq":4}}')
  for _, done in ipairs(waiting) do
    done(nil, { game = { seat_on_turn = 1 } })
  end
  local trouble
  for _, message in ipairs(said) do
    trouble = trouble or message.error
  end
  check.that("the page does not break", not trouble
             and section("lobby-own"):find("your turn", 1, true))
  known:second()
  for _ = 1, 3 do
    known.lists:refresh("over")
    one.screen:draw_games()
  end
  local count = 0
  for _, name in ipairs(failed) do
    count = count + (name == "gone" and 1 or 0)
  end
  check.equal("it is asked for once", count, 1)
  one.screen:take_list(nil)
  count = 0
  for _, name in ipairs(failed) do
    count = count + (name == "gone" and 1 or 0)
  end
  check.equal("and now and then again", count, 2)
  known.describe = nil
end

-- One click.
one:hear { page = "do", what = "quick-game", value = "human" }
one:hear { page = "do", what = "quick-game", value = "steward" }
check.equal("a game against a bot", daemon.asked[#daemon.asked][2],
            { game = "castle", players = { "held", "steward" } })
check.equal("the browser is told", json.encode(said[#said].created),
            '{"game":"new","invitations":[{"invitation":"i","seat":1}],"level":1,'
            .. '"seat":1}')
