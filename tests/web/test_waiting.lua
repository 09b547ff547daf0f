-- Before a game's first tile: who may sit down, which links there are, how far
-- sealing is, and what the table is told when it comes.

local calendar = require "castled.calendar"
local check    = require "check"
local json     = require "castled.json"
local session  = require "web.session"
local shared   = require "web.shared"
local shown    = require "shown"

local DESCRIPTION = check.description()

local GAME = { game = "g", name = "castle", title = DESCRIPTION.title,
               variants = { "german" }, options = {}, level = 1, clock = json.null,
               public = false, state = "open", result = json.null }

local asked, said, later

-- A page at a game with these seats; `open` is more of what the browser says.
local function new(seats, open)
  asked, said, GAME.seats = {}, {}, seats
  local function ask(method, params, done)
    asked[#asked + 1] = method
    done(nil, (method == "rulesets.describe" or method == "game.describe")
              and DESCRIPTION
              or method == "game.about" and GAME
              or method == "rulesets.list" and { games = { DESCRIPTION } }
              or { games = {} })
  end
  local one = session.new(shared.new {
    ask = ask, now = function() return 0 end,
    later = function(_, work) later = work end,
  }, function(text) said[#said + 1] = assert(json.decode(text), text) end, ask)
  local message = { page = "open", path = "/games/g", mine = {} }
  for name, value in pairs(open or {}) do
    message[name] = value
  end
  if message.seat then
    one:hear { page = "seated", game = "g", seat = message.seat }
  end
  one:hear(message)
  return one
end

local function part(id)
  return shown(said, id)
end

local function seat(player, who, members)
  local made = { player = player, who = who or json.null, here = true,
                 contributes = false }
  for name, value in pairs(members or {}) do
    made[name] = value
  end
  return made
end

local function seats(white, black)
  white.name, black.name = "white", "black"
  return { white, black }
end

-- Sitting down.
local function has_form()
  return part("waiting-join"):find('data-js="join"', 1, true) ~= nil
end
new(seats(seat("human", "Ann"), seat("human")))
check.that("a free seat is for who comes", has_form())
check.that("who comes has nothing to give away", not part("waiting-links")
           :find("link-box", 1, true))
check.equal("and watches", asked[2], "game.watch")
new(seats(seat("human", "Ann"), seat("held")))
check.that("a held one is not", not has_form())
new(seats(seat("human", "Ann"), seat("held")), { invited = true })
check.that("but for who was invited", has_form())
new(seats(seat("human"), seat("human")))
check.that("two free ones are a choice", part("waiting-join"):find(
  'name="seat"', 1, true))
new(seats(seat("human", "Ann"), seat("human", "Bob")))
check.that("none is none", not has_form())

-- Who sits has links.
new(seats(seat("held", "Ann"), seat("held")), { mine = { "g" }, seat = 1 })
check.that("the invitation is the script's", part("waiting-links"):find(
  'data-invitation="g" data-seat="2"', 1, true))
check.that("no form", not has_form())
check.that("one may leave", part("waiting-tools"):find('data-do="leave"', 1, true))
check.that("a held seat stays so", part("waiting-tools"):find("stays held for you", 1, true))
new(seats(seat("human", "Ann"), seat("held")), { seat = 1 })
check.that("another one does not", part("waiting-tools"):find("becomes free again", 1, true))
new(seats(seat("held", "Ann"), seat("held")), { mine = { "g" }, seat = 1 })
check.that("you", part("waiting-seats"):find("you</span>", 1, true))
new(seats(seat("held", "Ann"), seat("human")), { mine = { "g" }, seat = 1 })
check.that("a link for anybody has no seat", part("waiting-links"):find(
  'data-invitation="g" id="link-2"', 1, true))
new(seats(seat("held"), seat("held")), { invited = true, made = true })
check.that("who made it and sits nowhere has links, and may sit down",
           part("waiting-links"):find('data-seat="2"', 1, true) and has_form())

-- Leaving.
local one = new(seats(seat("held", "Ann"), seat("human")),
                { mine = { "g" }, seat = 1 })
one:hear { page = "do", what = "leave" }
local forgotten, path
for _, message in ipairs(said) do
  forgotten, path = forgotten or message.forget, path or message.path
end
check.equal("leaving", forgotten .. path, "g/")

-- Talk.
local function told(method, members)
  members.game = "g"
  one:told(method, "g", json.encode { jsonrpc = "2.0", method = method,
                                      params = members })
end
local function saying(number, text, ts)
  return { number = number, who = "Bob", ts = ts or 0, text = text, seat = 2 }
end
local function has_line()
  return part("waiting-say"):find("<form", 1, true) ~= nil
end
one = new(seats(seat("human", "Ann"), seat("steward")), { seat = 1 })
check.equal("nobody talks to a bot", part("waiting-say"), "")
one = new(seats(seat("human", "Ann"), seat("human")), { seat = 1 })
check.that("whoever sits may say something", has_line())
check.that("and the browser says it", part("waiting-say"):find(
  'data-js="say" data-game="g"', 1, true))
one = new(seats(seat("human", "Ann"), seat("human", "Bob")))
check.equal("whoever watches is not asked to talk", part("waiting-say"), "")
told("game.said", saying(1, "<b>"))
check.that("and reads what was said", part("waiting-said"):find("&lt;b&gt;", 1, true))
check.that("but has no line", not has_line())
check.equal("what is old is no news", said[#said].notice, nil)
told("game.said", saying(2, "now", calendar.ms()))
check.equal("what is new is", said[#said].notice.text, "Bob: now")
told("game.said", saying(2, "now", calendar.ms()))
local _, line_count = part("waiting-said"):gsub("<li", "")
check.equal("told again, it is not said again", line_count, 2)

-- An end before the first tile, whether one sits there or comes late.
for _, state in ipairs { "open", "over" } do
  GAME.state = state
  one = new(seats(seat("human", "Ann"), seat("human", "Bob")), { seat = 1 })
  if state == "open" then
    told("game.sealing", { stage = "done", attempt = 1, ["until"] = json.null })
  end
  told("game.over", { reason = "broken", scores = { white = 0, black = 0 },
                      winner = json.null,
                      because = { variant = "german", says = "step 'z': <no>" } })
  check.equal("it is said, " .. state, part("waiting-title"), "The game is over")
  check.that("with the reason", part("waiting-end"):find("since the rules failed", 1,
                                                         true)
    and part("waiting-end"):find("<p>The house rule “Wall tile 4: fountains do not "
      .. "count” failed: step &#39;z&#39;: &lt;no&gt;.</p>", 1, true),
    part("waiting-end"))
  check.equal("nothing is sealed", part("waiting-sealing"), "")
  check.equal("and nobody waited for", part("waiting-links"), "")
end
GAME.state = "open"

-- Sealing.
one = new(seats(seat("human", "Ann"), seat("human", "Bob")))
check.equal("nothing is said before", part("waiting-sealing"), "")
told("game.sealing", { stage = "commit", attempt = 1, ["until"] = 5000 })
check.that("the first stage", part("waiting-sealing"):find(
  '<li class="now">Everybody&#39;s device', 1, true))
check.that("its end", part("waiting-sealing"):find('data-clock-until="5000"', 1, true))
told("game.seats", { seats = seats(seat("human", "Ann", { here = true }),
                                   seat("human", "Bob", { here = false })) })
check.that("who is waited for", part("waiting-sealing"):find("Not here: Bob.", 1, true))
GAME.seats = seats(seat("human", "Ann", { contributes = true }),
                   seat("human", "Bob"))
told("game.sealing", { stage = "agree", attempt = 1, proquints = "a-b-c-d-e" })
check.that("who has given nothing", part("waiting-seats"):find(
  "no part in the shuffle", 1, true))
check.that("by name", part("waiting-sealing"):find("No secret of Bob is in the order", 1,
                                                   true))
check.that("and that not all have sealed it", part("waiting-rules"):find(
  "sealed by all who play, but for Bob.", 1, true), part("waiting-rules"))
check.that("the lock", part("waiting-sealing"):find("a-b-c-d-e", 1, true))
check.equal("its title", part("waiting-title"), "The order of the tiles is being "
                                                .. "sealed")

-- The table comes.
local taken = {}
package.loaded["web.table"] = {
  new = function(_, about)
    taken[1] = about.game
    return { open = function() taken[2] = "opened" end, draw = function() end,
             take = function(_, method) taken[#taken + 1] = method end }
  end,
}
told("game.said", saying(3, "hello"))
told("game.event", { entry = 1, event = "game_started" })
told("game.event", { entry = 2, event = "tile_drawn" })
check.equal("and is told all", table.concat(taken, " "), "g opened game.sealing "
            .. "game.sealing game.said game.event game.event")
local noticed, of_game
for _, message in ipairs(said) do
  noticed = noticed or message.notice and message.notice.text
  of_game = of_game or message.notice and message.notice.game
end
check.that("the lock stays before one's eyes", noticed
           and noticed:find("a-b-c-d-e", 1, true))
check.equal("while its game is shown", of_game, "g")
taken = {}
one:hear { page = "open", path = "/", mine = {} }
GAME.state = "playing"
one:hear { page = "open", path = "/games/g", mine = {} }
check.equal("at once when the game goes on", table.concat(taken, " "), "g opened")

-- Whoever sits down in a game that begins before it is shown has the lock before
-- their eyes as well, once; who comes back to a seat has seen it.
do
  GAME.proquints = "a-b-c-d-e"
  local function locks(message)
    one = new(seats(seat("human", "Ann", { contributes = true }), seat("human", "Bob")),
              { path = "/", mine = {} })
    one:hear(message)
    one:hear { page = "open", path = "/games/g", mine = { "g" } }
    one:hear { page = "open", path = "/", mine = { "g" } }
    one:hear { page = "open", path = "/games/g", mine = { "g" } }
    local texts = {}
    for _, sent in ipairs(said) do
      texts[#texts + 1] = sent.notice and sent.notice.text
    end
    return texts
  end
  local texts = locks { page = "seated", game = "g", seat = 1, joined = true }
  check.equal("it is shown once", #texts, 1)
  check.that("as it is, and whose secret is missing", texts[1]
             and texts[1]:find("without a secret of Bob%. .*a%-b%-c%-d%-e"), texts[1])
  check.equal("not to who comes back",
              #locks { page = "seated", game = "g", seat = 1 }, 0)
  GAME.proquints = nil
  check.equal("nor without one",
              #locks { page = "seated", game = "g", seat = 1, joined = true }, 0)
end

-- Who sits, and comes back from another page while the game goes on, is told all
-- anew: what is told until then is not all of it.
do
  local answers = {}
  taken, asked, said = {}, {}, {}
  one = session.new(shared.new {
    ask = function(_, _, done) done(nil, DESCRIPTION) end,
    now = function() return 0 end, later = function() end,
  }, function() end, function(method, _, done) answers[method] = done end)
  one:hear { page = "open", path = "/", mine = {} }
  one:hear { page = "seated", game = "g", seat = 1 }
  one.shared.about = function(_, _, done) answers.about = done end
  one:hear { page = "open", path = "/games/g", mine = {} }
  told("game.said", saying(1, "hello"))
  told("game.event", { entry = 50, event = "tile_placed" })
  answers.about(nil, GAME)
  check.that("it watches", answers["game.watch"])
  check.equal("and no table is there", #taken, 0)
  answers["game.watch"](nil, {})
  told("game.event", { entry = 1, event = "game_started" })
  check.equal("it is told from the first event on", table.concat(taken, " "),
              "g opened game.event")
end
package.loaded["web.table"] = nil

-- A browser that keeps a seat comes back to it by itself; if it does not, it
-- watches.
GAME.state = "open"
local function watches()
  local count = 0
  for _, method in ipairs(asked) do
    count = count + (method == "game.watch" and 1 or 0)
  end
  return count
end
later = nil
one = new(seats(seat("human", "Ann"), seat("human")), { mine = { "g" } })
check.equal("it is waited for", watches(), 0)
later()
check.equal("not for ever", watches(), 1)
one = new(seats(seat("human", "Ann"), seat("human")), { mine = { "g" } })
one:hear { page = "unseated", game = "g" }
later()
check.equal("nor when it cannot come back", watches(), 1)
one = new(seats(seat("human", "Ann"), seat("human")), { mine = { "g" } })
one:hear { page = "seated", game = "g", seat = 1 }
later()
check.equal("who has come back is told by that", watches(), 0)
one = new(seats(seat("human", "Ann"), seat("human")), { mine = { "g" } })
one:hear { page = "open", path = "/rules", mine = { "g" } }
later()
check.equal("nobody is there any more", watches(), 0)
