-- Games whose order is sealed before the first draw (level 1).

local client = require "client"

local FIVE_WORDS = "^%l%l%l%l%l%-%l%l%l%l%l%-%l%l%l%l%l%-%l%l%l%l%l%-%l%l%l%l%l$"

local function fails(host, method, params, code, sentence)
  local result, problem = host:call(method, params)
  assert(not result, method .. " did it")
  assert(problem.code == code and problem.message:find(sentence or "", 1, true),
    client.encode(problem))
end

local function path_of(name)
  return client.folder .. "/" .. name .. ".record"
end

local function read(path)
  local file = io.open(path)
  local text = file and file:read("a")
  if file then
    file:close()
  end
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

local function last(question)
  return #question.choices - 1
end

-- Whether all checks of a game that is over are good, and which there are; with
-- `lack`, all but what that says.
local function verify(host, game, lack)
  local report = host:must("game.verify", { game = game })
  assert(report.good == not lack, client.encode(report))
  assert(not lack or report.verdict == "open"
         and report.says:find(": " .. lack .. ".", 1, true), report.says)
  local names = {}
  for _, check in ipairs(report.checks) do
    names[check.name] = check
    assert(check.ok == true or check.ok == client.null)
  end
  return names
end

return {
  { "the seal is told before the first draw, and kept", function()
    local host = client.start()
    local made = host:must("game.create", {
      game = "castle", variants = { "german" }, players = { "human", "human" },
      contributions = { "3 5 1 6 2 4", client.null },
    })
    assert(made.level == 1 and #made.context == 64 and #made.lock == 64)
    assert(made.proquints:find(FIVE_WORDS) and made.attempt == 1)
    assert(made.seats[1].contributes and made.seats[2].contributes)
    local record = host:must("game.record", { game = made.game }).record
    assert(record:find(made.lock, 1, true) and not record:find('"t":"draw"', 1, true))
    assert(record:find("3 5 1 6 2 4", 1, true))
    host:settle()
    assert(#host.news == 0)
    host:must("game.begin", { game = made.game })
    fails(host, "game.verify", { game = made.game }, 3, "not over")
    host:play(made.game, last)
    local checks = verify(host, made.game)
    assert(checks.seal.ok == true and checks.shuffle.ok == true
           and checks.score.ok == true)
    assert(checks.seal.says:find(made.proquints, 1, true))
    assert(host:close() == 0)
  end },

  { "no two games have the same seal, bots do not contribute", function()
    local host = client.start()
    local locks = {}
    for _ = 1, 5 do
      local made = host:must("game.create", {
        game = "castle", players = { "human", "steward" },
        contributions = { "the same" },
      })
      assert(not locks[made.lock])
      locks[made.lock] = true
      assert(made.seats[1].contributes and not made.seats[2].contributes)
    end
    assert(host:close() == 0)
  end },

  { "contributions have to fit", function()
    local host = client.start()
    local function refused(params, code, sentence)
      params.game = "castle"
      params.players = params.players or { "human", "steward" }
      fails(host, "game.create", params, code, sentence)
    end
    refused({ contributions = { client.null, "x" } }, 2, "a bot sits in seat 2")
    refused({ contributions = { "x", client.null, "y" } }, 2, "3 contributions")
    refused({ contributions = { "x" }, seed = "y" }, 2, "open seed")
    refused({ contributions = { 5 } }, -32602, "texts and nulls")
    refused({ contributions = { string.rep("x", 257) } }, 2, "256")
    host:must("game.create", { game = "castle", players = { "human", "steward" },
                               contributions = { string.rep("x", 256) } })
    host:must("game.create", { game = "castle", players = { "human", "steward" },
                               contributions = { "" } })
    assert(host:close() == 0)
  end },

  { "killed before the first draw, the game keeps its seal", function()
    local path = path_of("before")
    local host = client.start()
    local made = host:must("game.create", { game = "castle", save = path })
    host:kill("sigkill")
    host = client.start()
    local resumed = host:must("game.resume", { save = path })
    assert(resumed.lock == made.lock and resumed.level == 1
           and resumed.proquints == made.proquints and not resumed.over)
    assert(resumed.seats[1].contributes)
    host:play(resumed.game, last)
    verify(host, resumed.game)
    assert(host:close() == 0)
  end },

  { "killed again and again, the order stays, and verifies", function()
    local path = path_of("again")
    local host = client.start()
    local made = host:must("game.create",
      { game = "castle", save = path, players = { "human", "steward" } })
    host:must("game.begin", { game = made.game })
    local told = host:play(made.game, last, 3)
    local game = made.game
    while not told.over do
      local before = told.events
      host:kill("sigkill")
      assert(read(path .. ".secret"))
      host = client.start()
      game = host:must("game.resume",
        { save = path, players = { "human", "steward" } }).game
      told = host:play(game, last, 6)
      for entry, event in ipairs(before) do
        assert(told.events[entry].event == event.event
               and told.events[entry].tile == event.tile)
      end
    end
    assert(not read(path .. ".secret"))
    verify(host, game)
    assert(host:close() == 0)
    assert(os.execute(client.program .. " verify " .. path .. " >/dev/null"))
  end },

  { "the secret lies beside the record, for its owner only, and then in it", function()
    local path = path_of("secret")
    local other = path_of("elsewhere")
    local host = client.start()
    local game = host:must("game.create", { game = "castle", save = path }).game
    local secret = read(path .. ".secret"):match('"secret":"(%x+)"')
    assert(#secret == 64)
    local pipe = io.popen("stat -c %a " .. path .. ".secret")
    assert(pipe:read("l") == "600")
    pipe:close()
    host:must("game.begin", { game = game })
    host:must("game.choose", { game = game, seq = 1, index = 0 })
    assert(not host:must("game.record", { game = game }).record:find(secret, 1, true))
    host:must("game.save", { game = game, save = other })
    assert(not read(path .. ".secret") and read(other .. ".secret"))
    host:must("game.resign", { game = game, seat = 1 })
    assert(host:must("game.record", { game = game }).record:find(secret, 1, true))
    assert(not read(other .. ".secret"))
    verify(host, game)
    fails(host, "game.resume", { save = path }, 2, path .. ".secret")
    assert(host:must("game.resume", { save = other }).over)
    assert(host:close() == 0)
  end },

  { "another game's secret is refused", function()
    local paths = { path_of("one"), path_of("two") }
    local host = client.start()
    for _, path in ipairs(paths) do
      host:must("game.create", { game = "castle", save = path })
    end
    host:kill("sigkill")
    host = client.start()
    local own = read(paths[1] .. ".secret")
    for _, text in ipairs { read(paths[2] .. ".secret"), "", "{}", "\0", "[]",
                            own:sub(1, -10), own:gsub("%x\"", "g\""),
                            string.rep("x", 5000) } do
      write(paths[1] .. ".secret", text)
      fails(host, "game.resume", { save = paths[1] }, 2)
    end
    write(paths[1] .. ".secret", own)
    host:must("game.resume", { save = paths[1] })
    assert(host:close() == 0)
  end },

  { "bots alone play a sealed game, and one with an open seed verifies too", function()
    local host = client.start()
    for _, seed in ipairs { false, "open" } do
      local made = host:must("game.create", { game = "castle",
        seed = seed or nil, players = { "random", "steward" } })
      host:must("game.begin", { game = made.game })
      host:settle()
      verify(host, made.game)
    end
    assert(host:close() == 0)
  end },

  { "undo, draws and resigning are in the record, and verify", function()
    local host = client.start()
    for _, ending in ipairs { "resign", "agree" } do
      local game = host:must("game.create",
        { game = "castle", options = { first_player = "white" } }).game
      host:must("game.begin", { game = game })
      host:must("game.choose", { game = game, seq = 1, index = 0 })
      host:must("game.undo", { game = game, seat = 1 })
      host:must("game.choose", { game = game, seq = 3, index = 1 })
      host:must("game.offer_draw", { game = game, seat = 1 })
      host:must("game.answer_draw", { game = game, seat = 2, agree = false })
      host:must("game.choose", { game = game, seq = 4, index = 0 })
      host:must("game.offer_draw", { game = game, seat = 2 })
      if ending == "resign" then
        host:must("game.resign", { game = game, seat = 2 })
      else
        host:must("game.answer_draw", { game = game, seat = 1, agree = true })
      end
      verify(host, game)
    end
    assert(host:close() == 0)
  end },

  { "scripts that have changed are run only when that is asked for", function()
    local path = path_of("changed")
    local variant = client.folder .. "/changed.lua"
    local source = read("variants/castle/german.lua")
      :gsub('name    = "german"', 'name    = "changed"')
    write(variant, source)
    local host = client.start()
    local made = host:must("game.create", { game = "castle", save = path,
      variants = { variant }, options = { first_player = "white" } })
    host:must("game.begin", { game = made.game })
    host:must("game.choose", { game = made.game, seq = 1, index = 0 })
    host:kill("sigkill")
    write(variant, source .. "\n-- changed\n")
    host = client.start()
    fails(host, "game.resume", { save = path }, 2, "other scripts")
    local resumed = host:must("game.resume", { save = path, saved_rules = true })
    assert(resumed.lock == made.lock)
    host:play(resumed.game, last)
    local checks = verify(host, resumed.game,
                          "its scripts are not those of this castled")
    assert(checks.scripts.says:find("shows them): " .. variant, 1, true))
    assert(host:close() == 0)
  end },
}
