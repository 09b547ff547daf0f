-- One browser's session: languages, parts, what fails, whose news reach it.

local check   = require "check"
local html    = require "web.html"
local json    = require "castled.json"
local session = require "web.session"
local shared  = require "web.shared"
local words   = require "web.words"

local function choose(...)
  return words.choose(...)
end

check.equal("what was chosen", choose("es", { "en" }), "es")
check.equal("the first wish that there is", choose(nil, { "fr-FR", "es-MX", "en" }),
            "es")
check.equal("no wish", choose(nil, nil), "en")
check.equal("nonsense", choose({}, { 1, {}, "" }), "en")
check.equal("another language", choose("fr", "de"), "en")
check.equal("of a header", table.concat(words.wishes("es-ES,en;q=0.8, fr"), " "),
            "es-ES en fr")

-- A browser, a daemon that answers nothing, and what is said to both.
local said, asked
local function new()
  said, asked = {}, {}
  local known = shared.new {
    ask = function(method) asked[#asked + 1] = method end,
    now = function() return 0 end, later = function() end,
  }
  return session.new(known, function(text)
    said[#said + 1] = assert(json.decode(text), text)
  end, function(method, params)
    asked[#asked + 1] = method .. " " .. tostring(params.game)
  end)
end

local function screen(members)
  members.open = members.open or function() end
  members.draw = members.draw or function() end
  return members
end

local one = new()
one:enter(screen {})
one:guard(function()
  one:part("a", html.p { "1" })
  one:part("b", html.p { "1" })
end)
one:guard(function()
  one:part("a", html.p { "2" })
  one:part("b", html.p { "1" })
end)
one:guard(function() one:part("b", html.p { "1" }) end)
check.equal("a dispatch is one message", #said, 2)
check.equal("all at first", #said[1].show, 2)
check.equal("then what is different", #said[2].show .. said[2].show[1].id, "1a")
one:guard(function()
  one:part("c", html.p { "x" }, "key")
  one:part("c", html.p { "y" }, "key")
end)
check.equal("compared by a key", #said[3].show, 1)
one:guard(function() one:frame(html.p {}) one:part("b", html.p { "1" }) end)
check.equal("a new frame forgets", #said[4].show, 2)
check.that("a part is markup", not pcall(one.part, one, "d", "<p>"))

one:guard(function()
  one:send { notice = { text = "1" } }
  one:send { notice = { text = "2" }, title = "t" }
end)
check.equal("members do not push each other out",
            said[5].notice.text .. said[6].notice.text .. said[6].title, "12t")

-- What fails is told, and the screen is drawn anew.
local draws = 0
io.stderr:setvbuf("no")
local stderr = io.stderr
io.stderr = { write = function() end } -- luacheck: ignore
one = new()
one:enter(screen { draw = function() draws = draws + 1 end,
                   act = function() error("broken") end })
one:hear { page = "do", what = "x" }
check.equal("drawn anew", draws, 1)
check.that("told", said[1].error.text:find("failed"))
one:enter(screen { draw = function() error("broken, too") end,
                   act = function() error("broken") end })
one:hear { page = "do", what = "x" }
check.that("a screen that cannot be drawn is given up", one.screen == nil
           and said[#said].show[1].id == "main")
one:hear { page = "do", what = "x" }
draws = 0
one:enter(screen { draw = function()
  draws = draws + 1
  one:guard(error, "an answer that breaks, and comes at once")
end })
one:hear { page = "language" }
check.that("one that breaks whenever it is drawn, too", one.screen == nil
           and draws <= 4)
one:hear { page = "language", language = "es" }
io.stderr = stderr -- luacheck: ignore
check.equal("and the session goes on", said[#said].language, "es")

-- News.
local function told(self, method, game)
  self:told(method, game, ('{"jsonrpc":"2.0","method":"%s","params":{"game":"%s",'
                           .. '"seq":1}}'):format(method, game))
end
one = new()
one:hear { page = "language" }
told(one, "game.event", "g1")
one:hear { page = "seated", game = "g1", seat = 2 }
one:hear { page = "open", path = "/games/g1", mine = { "g1" } }
check.equal("told before it was opened", #one.screen.stream, 1)
check.equal("its seat", one.seat, 2)
local taken = {}
one:enter(screen { take = function(_, method) taken[#taken + 1] = method end })
said = {}
told(one, "game.head", "g1")
told(one, "game.event", "g2")
told(one, "game.head", "g2")
check.equal("its game's news", table.concat(taken, " "), "game.head")
check.equal("the script's are passed on, of all games", #said .. said[1].pass.method
            .. said[2].pass.params.game, "2game.headg2")
told(one, "game.question", "g2")
told(one, "game.question", "g2")
check.equal("a turn elsewhere is told once", #said .. said[3].notice.path,
            "3/games/g2")
asked = {}
one:hear { page = "open", path = "/nowhere", mine = {} }
check.equal("a seat is not left", #asked, 0)
one:hear { page = "seated", game = "g9", seat = 1 }
one:hear { page = "unseated", game = "g9" }
check.equal("a seat that is lost is kept no more", #one.mine, 0)
one:hear { page = "seated", game = "g9", seat = 2 }
check.equal("and once when it is taken again", #one.mine .. one.mine[1].seat, "12")
one:hear { page = "unseated", game = "g9" }
one:hear { page = "unseated", game = "g1" }
one:hear { page = "open", path = "/games/g3", mine = {} }
one:hear { page = "open", path = "/nowhere", mine = {} }
check.equal("what is watched is left", asked[#asked], "game.leave g3")

-- A script that watches is told nothing that only players need.
one:hear { page = "open", path = "/games/g4", mine = {} }
one.only_watches = true
said = {}
told(one, "game.head", "g4")
check.equal("a watcher's script", #said, 0)
one:hear { page = "seated", game = "g4", seat = 1 }
told(one, "game.head", "g4")
check.equal("a player's", #said, 1)

for _, message in ipairs { {}, { page = 1 }, { page = "open" },
                           { page = "open", path = {}, mine = { {}, 1, { game = {} } } },
                           { page = "do" }, { page = "seated" },
                           { page = "language", languages = 1 } } do
  one:hear(message)
end
check.that("nonsense does no harm", one.screen ~= nil)

-- A browser is believed only so much of what it says it sits in.
do
  local many = {}
  for number = 1, 300 do
    many[number] = { game = "m" .. number, seat = 1 }
  end
  one = new()
  one:hear { page = "open", path = "/rules", mine = many }
  check.equal("so many games are known", #one.mine, 100)
  one:hear { page = "open", path = "/rules", mine = { ("x"):rep(64), ("x"):rep(65),
                                                      "a b", "a/b", "" } }
  check.equal("a game has an id", #one.mine .. #one.mine[1].game, "164")
  for number = 1, 300 do
    one:hear { page = "seated", game = "n" .. number, seat = 1 }
    one:hear { page = "seated", game = "n" .. number .. (" "):rep(70), seat = 1 }
    if number % 50 == 0 then
      one:hear { page = "open", path = "/rules", mine = {} }
    end
  end
  local count = 0
  for _ in pairs(one.seats) do
    count = count + 1
  end
  check.equal("and so many seats", count, 100)
  one = new()
  for number = 1, 9 do
    one:told("game.event", "g" .. number, json.encode {
      jsonrpc = "2.0", method = "game.event",
      params = { game = "g" .. number, text = ("x"):rep(1 << 20) } })
  end
  count = 0
  for _ in pairs(one.early) do
    count = count + 1
  end
  check.equal("what is told early is kept up to a size", count, 3)
end

-- Another window takes a seat: one watches at once, and has no seat to lose.
do
  local function told_left(game, reason)
    one:told("game.left", game, json.encode { jsonrpc = "2.0", method = "game.left",
      params = { game = game, seat = 1, reason = reason } })
  end
  local seats = {}
  one = new()
  one:hear { page = "seated", game = "g1", seat = 1 }
  one:hear { page = "open", path = "/games/g1", mine = { "g1" } }
  one:enter(screen { seated = function(_, seat) seats[#seats + 1] = seat or "none" end,
                     take = function() error("it is no news of the screen") end })
  asked = {}
  told_left("g1", "elsewhere")
  check.equal("the screen is told", seats, { "none" })
  check.that("the seat is another window's", one.seat == nil and one.seats.g1 == nil
             and one.is_mine.g1)
  check.equal("and one watches", asked, { "game.watch g1" })
  one:hear { page = "seated", game = "g1", seat = 1 }
  check.equal("it comes back", seats[2], 1)

  -- A browser that has come back while another window has the seat does not wait for it.
  one = new()
  one:hear { page = "open", path = "/rules", mine = { "g1" } }
  one.shared.about = function(_, _, done) done(nil, { game = "g1", state = "open" }) end
  asked = {}
  one:hear { page = "open", path = "/games/g1", mine = { "g1" }, elsewhere = true }
  check.equal("it watches", asked[1], "game.watch g1")

  -- A game that was put away is shown anew, to who plays and to who watches.
  for _, case in ipairs { { "idle" }, { "storage", "could not save" },
                          { "deleted", "was deleted" } } do
    local reason, says = case[1], case[2]
    for _, seat in ipairs { 1, false } do
      one = new()
      if seat then
        one:hear { page = "seated", game = "g1", seat = seat }
      end
      one:hear { page = "open", path = "/games/g1", mine = seat and { "g1" } or {} }
      local before, notice = one.screen, nil
      said = {}
      told_left("g1", reason)
      for _, message in ipairs(said) do
        notice = notice or message.notice
      end
      local name = reason .. (seat and ", to a player" or ", to who watches")
      check.that("shown anew: " .. name, one.screen ~= before and one.seat == nil)
      check.that("said: " .. name, says == (notice and says)
                 and (not says or notice.text:find(says, 1, true)))
      check.that("kept: " .. name, not one.is_mine.g1 == (not seat
                                                          or reason == "deleted"))
    end
  end
end

-- After a screen was given up nothing of its game is heard, and it is left.
do
  one = new()
  one:hear { page = "open", path = "/games/g1", mine = {} }
  io.stderr = { write = function() end } -- luacheck: ignore
  one:enter(screen { draw = function() error("broken") end,
                     act = function() error("broken") end })
  asked = {}
  one:hear { page = "do", what = "x" }
  io.stderr = stderr -- luacheck: ignore
  check.equal("it is left", asked, { "game.leave g1" })
  check.that("its news do no harm", pcall(told, one, "game.event", "g1"))
end

-- A table that is refused the view, since too much was asked, asks once more; only
-- then it is said.
do
  local wanted, later = {}, {}
  local known = shared.new {
    ask = function(_, _, done) wanted[#wanted + 1] = done end,
    now = function() return 0 end, later = function(_, work) later[#later + 1] = work end,
  }
  said = {}
  one = session.new(known, function(text)
    said[#said + 1] = assert(json.decode(text))
  end, function() end)
  one.game = "g1"
  one:enter(require("web.table").new(one, {
    game = "g1", seats = { { name = "white" }, { name = "black" } }, level = 0,
  }, { seats = { "white", "black" }, texts = {}, title = {} }))
  local function refuse()
    wanted[#wanted](({ code = 6, message = "too much at once" }))
  end
  one:guard(one.screen.take, one.screen, "game.waiting",
            { game = "g1", seq = 3, seat = 1 })
  refuse()
  check.equal("nothing is said yet", #said .. #wanted, "01")
  later[1]()
  check.equal("it is asked again", #wanted, 2)
  refuse()
  check.equal("then it is said", said[1].error.text, "too much at once")
  check.equal("and not asked for ever", #wanted .. #later, "21")
end

-- One game is made at a time, whatever is pressed; on another screen it is another one.
do
  local made = {}
  one = session.new(shared.new { ask = function() end, now = function() return 0 end,
                                 later = function() end },
                    function(text) said[#said + 1] = assert(json.decode(text)) end,
                    function(method, _, done)
    if method == "rulesets.list" or method == "game.create" then
      made[#made + 1] = { method, done }
    end
  end)
  local function press()
    one:hear { page = "do", what = "quick-game", value = "random" }
  end
  one:hear { page = "open", path = "/", mine = {} }
  made = {}
  press()
  press()
  check.equal("a second press is none", #made, 1)
  made[1][2](nil, { games = { { name = "castle" } } })
  press()
  check.equal("while it is made neither", #made .. made[2][1], "2game.create")
  made[2][2]({ code = 6, message = "too much" })
  press()
  check.equal("it may be tried again", #made, 3)
  made[3][2](nil, { games = { { name = "castle" } } })
  made[4][2](nil, { game = "g", level = 0 })
  press()
  check.equal("what was made is gone to", #made, 4)
  one:hear { page = "open", path = "/", mine = {} }
  made = {}
  press()
  check.equal("and on another screen", #made, 1)
end

-- The example in lua/README.md.
local example = check.contents(check.ROOT .. "/lua/README.md")
                :match("```lua\n(%-%- lua/web/hello%.lua.-)\n```")
one = new()
one:guard(function() one:enter(assert(load(example))().new(one)) end)
check.equal("the example draws", said[1].show[2].html, "0 so far")
one:hear { page = "do", what = "more" }
check.equal("and acts", said[2].show[1].html .. #said[2].show, "1 so far1")

-- What the browser asked for is charged; what is news is not.
do
  local charged, wanted = 0, nil
  local known = shared.new { ask = function() end, now = function() return 0 end,
                             later = function() end }
  local busy = session.new(known, function() end,
                           function(_, _, done) wanted = done end,
                           function(ms) charged = charged + ms end)
  local function work(ms)
    local start = os.clock()
    while os.clock() - start < ms / 1000 do end
  end
  local function charge_of(act)
    charged = 0
    act()
    return charged
  end
  busy:enter(screen {
    act = function(_, what)
      if what == "ask" then
        busy:ask("x", {}, function() work(20) end)
      else
        work(20)
      end
    end,
    take = function(_, method)
      if method == "game.event" then
        busy:owe()
      end
      work(20)
    end,
  })
  busy.game, busy.early = "g", nil
  local function take(method)
    busy:told(method, "g", '{"jsonrpc":"2.0","method":"' .. method
                           .. '","params":{"game":"g"}}')
  end
  check.that("what it does", charge_of(function()
    busy:hear { page = "do", what = "work" }
  end) >= 20)
  check.equal("an answer waits", charge_of(function()
    busy:hear { page = "do", what = "ask" }
  end), 0)
  check.that("and comes", charge_of(function() wanted(nil, {}) end) >= 20)
  check.equal("news", charge_of(function() take "game.seats" end), 0)
  check.that("news that it asked for", charge_of(function()
    take "game.event"
  end) >= 20)
  check.equal("and others again", charge_of(function() take "game.seats" end), 0)
end
