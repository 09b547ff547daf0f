-- In a game: choices, undo, draws, resigning, hints, views; rules that fail.

local client = require "client"

local function fails(host, method, params, code, sentence)
  local result, problem = host:call(method, params)
  assert(not result, method .. " did it")
  assert(problem.code == code and problem.message:find(sentence or "", 1, true),
    client.encode(problem))
  return problem
end

local function create(host, params)
  params = params or {}
  params.game = params.game or "castle"
  params.seed = params.seed or "playing"
  if params.game == "castle" then
    params.options = { first_player = "white" }
  end
  local game = host:must("game.create", params).game
  host:must("game.begin", { game = game })
  host:settle()
  return game, host:take("game.question")[1]
end

local function first()
  return 0
end

-- A variant by which no tile can be placed.
local WRONG = [[
return variant {
  name = "wrong", title = { en = "Wrong" }, summary = { en = "It fails." },
  needs = { api = 1, game = "castle" },
  rules = { may_place_follower = function() return 0 end },
}
]]

-- A variant that asks, after each tile, in which way it is to fail.
local TRAP = [[
local step    = require "castled.step"
local variant = require "castled.variant"
local WAYS    = { "error", "loop", "memory", "fraction", "well" }

return variant {
  name = "trap", title = { en = "Trap" }, summary = { en = "It fails." },
  needs = { api = 1, game = "castle" },
  steps = { before = { place_follower = step.ask {
    name = "trap",
    player = function(game)
      return game.placed and game.players[game.seat_on_turn]
    end,
    choices = function()
      local list = {}
      for index, way in ipairs(WAYS) do list[index] = { way = way } end
      return list
    end,
    apply = function(game, _, choice)
      if choice.way == "error" then error("sprung") end
      if choice.way == "loop" then while true do end end
      if choice.way == "memory" then
        local list = {}
        while true do
          list[#list + 1] = string.rep("x", 9999) .. #list
        end
      end
      if choice.way == "fraction" then game.half = 1 / 2 end
    end,
  } } },
}
]]

-- The trap as a file; `ways` are those that it has.
local function trap(ways)
  local path = client.folder .. "/trap.lua"
  local file = assert(io.open(path, "w"))
  file:write((TRAP:gsub('{ "error"[^}]*}', ways or "%0")))
  file:close()
  return path
end

return {
  { "a choice is made by index or as it was offered", function()
    local host = client.start()
    local game, question = create(host)
    assert(question.seq == 1 and question.step == "place_tile"
           and question.seat == 1 and question.player == "white")
    local again = host:must("game.question", { game = game })
    assert(client.same(again.choices, question.choices))
    assert(host:must("game.choose", { game = game, seq = 1,
      choice = question.choices[2] }).seq == 2)
    host:settle()
    question = host:take("game.question")[1]
    assert(question.seq == 2 and question.step == "place_follower")
    assert(host:must("game.choose", { game = game, seq = 2,
      index = #question.choices - 1 }).seq == 3)
    assert(host:close() == 0)
  end },

  { "the same choice again is the same answer, and nothing more", function()
    local host = client.start()
    local game, question = create(host)
    for _ = 1, 3 do
      assert(host:must("game.choose", { game = game, seq = 1, index = 1 }).seq == 2)
      assert(host:must("game.choose", { game = game, seq = 1,
        choice = question.choices[2] }).seq == 2)
    end
    host:settle()
    local events = host:take("game.event")
    assert(#events == 3 and #host:take("game.question") == 1)
    fails(host, "game.choose", { game = game, seq = 1, index = 0 }, 3, "another way")
    fails(host, "game.choose",
      { game = game, seq = 1, choice = question.choices[1] }, 3, "another way")
    host.told = { events = events,
                  question = host:must("game.question", { game = game }) }
    host:play(game, first, 30)
    assert(host:must("game.choose", { game = game, seq = 1, index = 1 }).seq == 2)
    assert(host:must("game.choose", { game = game, seq = 1,
      choice = question.choices[2] }).seq == 2)
    assert(host:close() == 0)
  end },

  { "a choice of another question is not taken", function()
    local host = client.start()
    local game = create(host)
    for _, seq in ipairs { 2, 3, 100, 1 << 40 } do
      fails(host, "game.choose", { game = game, seq = seq, index = 0 }, 3,
        "question 1 is asked")
    end
    for _, seq in ipairs { 0, -1, -(1 << 40) } do
      fails(host, "game.choose", { game = game, seq = seq, index = 0 }, 3)
    end
    fails(host, "game.ends_turn", { game = game, seq = 2, index = 0 }, 3)
    assert(host:close() == 0)
  end },

  { "what was not offered is refused", function()
    local host = client.start()
    local game, question = create(host)
    for _, index in ipairs { -1, #question.choices, 4096, 1 << 40, -(1 << 40) } do
      fails(host, "game.choose", { game = game, seq = 1, index = index }, 2)
    end
    for _, choice in ipairs { "pass", 0, 1.5, true, { x = 1 }, { X = 1 },
                              { x = 1.5 }, { { { } } },
                              { x = 99, y = 99, turns = 0 } } do
      fails(host, "game.choose", { game = game, seq = 1, choice = choice }, 2)
    end
    fails(host, "game.ends_turn", { game = game, seq = 1, index = 4096 }, 2)
    fails(host, "game.choose", { game = game, seq = 1 }, -32602, "either")
    fails(host, "game.choose",
      { game = game, seq = 1, index = 0, choice = question.choices[1] }, -32602)
    assert(host:must("game.question", { game = game }).seq == 1)
    assert(host:close() == 0)
  end },

  { "undo takes back what can be taken back", function()
    local host = client.start()
    local game, question = create(host)
    fails(host, "game.undo", { game = game, seat = 1 }, 3, "nothing to take back")
    host:must("game.choose", { game = game, seq = 1, index = 0 })
    fails(host, "game.undo", { game = game, seat = 2 }, 3)
    fails(host, "game.undo", { game = game, seat = 3 }, 1, "seats 1 to 2")
    fails(host, "game.undo", { game = game, seat = 0 }, 1)
    host:settle()
    assert(host:take("game.question")[1].may_undo)
    host:take("game.event")
    host:must("game.undo", { game = game, seat = 1 })
    host:settle()
    assert(host:take("game.undone")[1].entry == 2)
    local again = host:take("game.question")[1]
    assert(again.seq == 3 and not again.may_undo)
    assert(client.same(again.choices, question.choices))
    host:must("game.choose", { game = game, seq = 3, index = 1 })
    host:settle()
    assert(host:take("game.event")[1].entry == 3)
    host:must("game.choose", { game = game, seq = 4, index = 0 })
    fails(host, "game.undo", { game = game, seat = 1 }, 3)
    assert(host:close() == 0)
  end },

  { "it is known before a choice whether it ends the turn", function()
    local host = client.start()
    local game = create(host)
    local checked = { [true] = 0, [false] = 0 }
    host:must("game.question", { game = game })
    host.told = { events = {}, question = host:must("game.question", { game = game }) }
    host:play(game, function(question)
      local index = question.seq % #question.choices
      local ends = host:must("game.ends_turn",
        { game = game, seq = question.seq, index = index }).ends_turn
      checked[ends] = checked[ends] + 1
      host.expected = { ends = ends, seq = question.seq + 1 }
      return index
    end, 60)
    assert(checked[true] > 10 and checked[false] > 10)
    -- What ended the turn cannot be undone, what did not can be.
    for _ = 1, 6 do
      host:play(game, function(question)
        host.ends = host:must("game.ends_turn",
          { game = game, seq = question.seq, index = 0 }).ends_turn
        host.seat = question.seat
        return 0
      end, 1)
      host:settle()
      local result = host:call("game.undo", { game = game, seat = host.seat })
      assert((result == nil) == host.ends)
      if result then
        host:play(game, first, 1)
      end
    end
    assert(host:close() == 0)
  end },

  { "resigning ends the game, and the other wins", function()
    local host = client.start()
    local game = create(host)
    host:must("game.resign", { game = game, seat = 1 })
    host:settle()
    local over = host:take("game.over")[1]
    assert(over.reason == "resigned" and over.winner == "black")
    assert(host:take("game.event")[3].event == "game_over")
    fails(host, "game.resign", { game = game, seat = 2 }, 3, "over")
    game = create(host, { players = { "human", "steward" } })
    fails(host, "game.resign", { game = game, seat = 2 }, 2, "a bot")
    host:must("game.resign", { game = game, seat = 1 })
    assert(host:close() == 0)
  end },

  { "a draw that both agree to ends the game", function()
    local path = client.folder .. "/agreed.record"
    local host = client.start()
    local game = create(host, { save = path })
    fails(host, "game.answer_draw", { game = game, seat = 2, agree = true }, 3)
    host:must("game.offer_draw", { game = game, seat = 1 })
    fails(host, "game.offer_draw", { game = game, seat = 1 }, 3)
    fails(host, "game.offer_draw", { game = game, seat = 2 }, 3)
    fails(host, "game.answer_draw", { game = game, seat = 1, agree = true }, 3)
    host:must("game.answer_draw", { game = game, seat = 2, agree = false })
    host:must("game.offer_draw", { game = game, seat = 1 })
    host:must("game.choose", { game = game, seq = 1, index = 0 })
    host:must("game.answer_draw", { game = game, seat = 2, agree = false })
    host:must("game.offer_draw", { game = game, seat = 2 })
    host:must("game.choose", { game = game, seq = 2, index = 0 })
    fails(host, "game.answer_draw", { game = game, seat = 1, agree = true }, 3)
    host:must("game.offer_draw", { game = game, seat = 2 })
    host:must("game.answer_draw", { game = game, seat = 1, agree = true })
    host:settle()
    local over = host:take("game.over")[1]
    assert(over.reason == "agreed" and over.winner == client.null)
    assert(#host:take("game.draw_offered") == 4)
    assert(#host:take("game.draw_declined") == 2)
    assert(host:take("game.draw_accepted")[1].seat == 1)
    local events = host:take("game.event")
    assert(events[#events].reason == "agreed")
    assert(host:close() == 0)

    host = client.start()
    assert(host:must("game.resume", { save = path }).over)
    host:settle()
    assert(host:take("game.over")[1].reason == "agreed")
    assert(#host:take("game.event") == #events)
    assert(host:close() == 0)
  end },

  { "an offer that stands is there after a resume", function()
    local path = client.folder .. "/offered.record"
    local host = client.start()
    local game = create(host, { save = path })
    host:must("game.offer_draw", { game = game, seat = 2 })
    host:kill("sigkill")
    host = client.start()
    host:must("game.resume", { save = path })
    host:settle()
    assert(host:take("game.question")[1].seq == 1)
    assert(host:take("game.draw_offered")[1].seat == 2)
    host:must("game.answer_draw", { game = "g1", seat = 1, agree = true })
    assert(host:close() == 0)
  end },

  { "a bot declines a draw", function()
    local host = client.start()
    local game = create(host, { players = { "human", "steward" } })
    host:must("game.offer_draw", { game = game, seat = 1 })
    host:settle()
    assert(host:take("game.draw_declined")[1].seat == 2)
    host:must("game.offer_draw", { game = game, seat = 1 })
    assert(host:must("game.question", { game = game }).seq == 1)
    assert(host:close() == 0)
  end },

  { "a hint is a choice, and changes nothing", function()
    local host = client.start()
    local game, question = create(host)
    for _ = 1, 2 do
      local hint = host:must("game.hint", { game = game })
      assert(hint.seq == 1)
      assert(client.same(hint.choice, question.choices[hint.index + 1]))
    end
    host:settle()
    assert(#host:take("game.question") == 0)
    host.told = { events = host:take("game.event"), question = question }
    host:play(game, function(asked)
      return host:must("game.hint", { game = game }).index
             % #asked.choices
    end, 40)
    assert(host:close() == 0)
  end },

  { "a position that was given away must be of the rules that are here", function()
    local host = client.start()
    local rules = host:must("game.record", { game = create(host) }).record
                  :match('"rules":"(%x+)"')
    local function is_refused(params, code, sentence)
      local result, problem = host:call("position.hint", params)
      assert(not result and problem.code == code, client.encode(problem))
      assert(problem.message:find(sentence, 1, true), problem.message)
    end
    is_refused({ game = "castle", rules = "00", position = "00" }, 2, "not those on this")
    is_refused({ game = "tower", rules = "00", position = "00" }, 1, "tower")
    local options = { first_player = "white" }
    for position, sentence in pairs { ["0"] = "no position", zz = "no position",
                                      ["00"] = "damaged", [""] = "damaged" } do
      is_refused({ game = "castle", options = options, rules = rules,
              position = position }, 2, sentence)
    end
    assert(host:close() == 0)
  end },

  { "a seat sees its view, others see what all may see", function()
    local host = client.start()
    local game = create(host, { game = "tests/games/cards" })
    local own = host:must("game.view", { game = game, seat = 1 })
    local others = host:must("game.view", { game = game, seat = 2 })
    local watcher = host:must("game.view", { game = game })
    assert(#own.hand > 0 and #own.hand == own.hand_counts[1])
    assert(not client.same(own.hand, others.hand))
    assert(not watcher.hand or #watcher.hand == 0)
    fails(host, "game.view", { game = game, seat = 9 }, 1)
    fails(host, "game.view", { game = game, seat = -1 }, 1)
    assert(host:close() == 0)
  end },

  { "rules that fail on a choice change nothing, and say where", function()
    local path = trap()
    for _, arguments in ipairs { {}, { "--verbose" } } do
      local host = client.start { arguments = arguments }
      local game = create(host, { variants = { path }, overwrite = true,
                                  save = client.folder .. "/trap.record" })
      host:must("game.choose", { game = game, seq = 1, index = 0 })
      local question = host:must("game.question", { game = game })
      assert(question.step == "trap")
      host:settle()
      host.news = {}
      for index = 0, 3 do
        local problem = fails(host, "game.choose",
          { game = game, seq = 2, index = index }, 4)
        if index < 3 then
          assert(problem.data.at:find(path .. ":", 1, true), problem.message)
        end
        local traceback = problem.data and problem.data.traceback
        assert(#arguments > 0 and index < 2 and traceback
               or #arguments == 0 and not traceback or index >= 2,
          client.encode(problem))
        assert(host:must("game.question", { game = game }).seq == 2)
      end
      host:settle()
      assert(#host.news == 0)
      host:must("game.choose", { game = game, seq = 2, index = 4 })
      assert(host:must("game.question", { game = game }).step == "place_follower")
      assert(host:close() == 0)
    end
    os.remove(client.folder .. "/trap.record")
  end },

  { "a bot on whose choice the rules fail takes another one", function()
    local host = client.start()
    local game = create(host, {
      variants = { trap("{ 'error', 'fraction', 'well' }") },
      players = { "random", "steward" },
    })
    host:settle()
    assert(host:take("game.over")[1].reason == "finished")
    host:must("game.close", { game = game })
    assert(host:close() == 0)
  end },

  { "a game that no choice can go on is broken, the host is not", function()
    local path = client.folder .. "/broken.record"
    local host = client.start()
    local game = create(host, { variants = { trap("{ 'error', 'error' }") },
      players = { "human", "steward" }, save = path })
    host:must("game.choose", { game = game, seq = 1, index = 0 })
    fails(host, "game.choose", { game = game, seq = 2, index = 0 }, 4, "sprung")
    fails(host, "game.choose", { game = game, seq = 2, index = 1 }, 4, "sprung")
    host:must("game.resign", { game = game, seat = 1 })
    game = create(host, { variants = { trap("{ 'error', 'error' }") },
      players = { "steward", "steward" } })
    host:settle()
    local news = host:take("game.over")
    local over = news[#news]
    assert(over.reason == "broken" and over.winner == client.null)
    assert(over.because.variant == "trap"
           and over.because.says:find("^step 'trap': .*/trap%.lua:%d+: sprung$"),
           client.encode(over))
    fails(host, "game.undo", { game = game, seat = 1 }, 3, "over")
    assert(host:must("game.record", { game = game }).record)
    assert(host:close() == 0)
  end },

  { "nor does it wait for a person who can do nothing but fail", function()
    local path = client.folder .. "/wrong.lua"
    local file = assert(io.open(path, "w"))
    file:write('local variant = require "castled.variant"\n', WRONG)
    file:close()
    local host = client.start()
    local game, question = create(host, { variants = { path } })
    for index = 0, #question.choices - 1 do
      assert(#host:take("game.over") == 0)
      fails(host, "game.choose", { game = game, seq = 1, index = index }, 4,
            "may_place_follower")
      fails(host, "game.choose", { game = game, seq = 1, index = 0 },
            index < #question.choices - 1 and 4 or 3)
      host:settle()
    end
    local over = host:take("game.over")[1]
    assert(over.reason == "broken" and over.because.variant == "wrong",
           client.encode(over))
    assert(host:close() == 0)
  end },
}
