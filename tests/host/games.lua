-- Games as a whole: made, begun, played, saved, resumed.

local client = require "client"
local uv     = require "luv"

local HOUSE_RULES = { "german", "end-of-move-pickup" }

local function fails(host, method, params, code, sentence)
  local result, problem = host:call(method, params)
  assert(not result, method .. " did it")
  assert(problem.code == code and problem.message:find(sentence or "", 1, true),
    client.encode(problem))
  return problem
end

local function create(host, params)
  params.game = params.game or "castle"
  local made = host:must("game.create", params)
  host:must("game.begin", { game = made.game })
  return made.game, made
end

-- A chooser of random choices, the same for the same seed.
local function random(seed)
  local state = seed
  return function(question)
    state = (state * 1103515245 + 12345) % (1 << 31)
    return (state >> 8) % #question.choices
  end
end

local function path_of(name)
  return client.folder .. "/" .. name .. ".record"
end

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  return text
end

local function check_end(told, reason)
  local last = told.events[#told.events]
  assert(last.event == "game_over" and last.reason == reason)
  assert(told.over.reason == reason)
  assert(told.over.winner == last.winner)
  for name, score in pairs(told.over.scores) do
    assert(last.scores[name] == score)
  end
end

-- The events of two tellings are the same.
local function check_same(one, other)
  assert(#one == #other, #one .. " events and " .. #other)
  for i = 1, #one do
    assert(one[i].entry == i and other[i].entry == i)
    assert(one[i].event == other[i].event, one[i].event)
    for key, value in pairs(one[i]) do
      if key ~= "game" and type(value) ~= "table" then
        assert(other[i][key] == value, key)
      end
    end
  end
end

return {
  { "two people play whole games by random choices, with house rules", function()
    local host = client.start()
    for seed = 1, 5 do
      host.told = nil
      local game, made = create(host, {
        variants = HOUSE_RULES, players = { "human", "human" },
        seed = "random " .. seed,
      })
      assert(made.level == 0 and made.seats[2].name == "black"
             and made.seats[2].player == "human")
      local told = host:play(game, random(seed))
      check_end(told, "finished")
      assert(#told.events > 150)
      fails(host, "game.choose",
        { game = game, seq = told.question.seq + 1, index = 0 }, 3, "over")
      fails(host, "game.question", { game = game }, 3, "over")
      fails(host, "game.undo", { game = game, seat = 1 }, 3, "over")
      assert(host:must("game.view", { game = game }).board)
      host:must("game.close", { game = game })
      fails(host, "game.view", { game = game }, 1, game)
    end
    assert(host:close() == 0)
  end },

  { "a person plays against steward, and only the person is asked", function()
    local host = client.start()
    for seat = 1, 2 do
      host.told = nil
      local players = { "steward", "steward" }
      players[seat] = "human"
      local game = create(host, { players = players, seed = "steward" })
      local choose = random(seat)
      local told = host:play(game, function(question)
        assert(question.seat == seat)
        return choose(question)
      end)
      check_end(told, "finished")
    end
    assert(host:close() == 0)
  end },

  { "bots play alone, and as `castled play` does", function()
    local host = client.start()
    local game = create(host, { players = { "steward", "random" }, seed = "42" })
    local told = host:play(game, function() error("a person was asked") end)
    check_end(told, "finished")
    local path = path_of("play")
    assert(os.execute(("%s play --players steward,random --seed 42 --events %s "
      .. "</dev/null >/dev/null 2>&1"):format(client.program, path)))
    local count = 0
    for line in io.lines(path) do
      count = count + 1
      local event = client.decode(line)
      assert(event.event == told.events[count].event)
      if event.event == "game_over" then
        assert(event.scores.white == told.over.scores.white)
      end
    end
    assert(count == #told.events, count .. " and " .. #told.events)
    assert(host:close() == 0)
  end },

  { "events are told once, in order, and after the response", function()
    local host = client.start()
    local game = create(host, { players = { "human", "steward" }, seed = "order" })
    host:settle()
    assert(table.concat(host.order, " ", 1, 5) == "response response game.event "
      .. "game.event game.question", table.concat(host.order, " "))
    host.order = {}
    local question = host:take("game.question")[1]
    host:must("game.choose", { game = game, seq = question.seq, index = 0 })
    host:settle()
    assert(host.order[1] == "response" and host.order[2] == "game.event")
    assert(host:close() == 0)
  end },

  { "a game that has not begun is asked nothing", function()
    local host = client.start()
    local game = host:must("game.create", { game = "castle", seed = "x" }).game
    for method, more in pairs {
      ["game.question"] = {}, ["game.view"] = {}, ["game.hint"] = {},
      ["game.record"] = {}, ["game.undo"] = { seat = 1 },
      ["game.choose"] = { seq = 1, index = 0 }, ["game.resign"] = { seat = 1 },
      ["game.save"] = { save = path_of("early") },
      ["game.ends_turn"] = { seq = 1, index = 0 },
      ["game.offer_draw"] = { seat = 1 },
      ["game.answer_draw"] = { seat = 1, agree = true },
    } do
      more.game = game
      fails(host, method, more, 3, "not begun")
    end
    host:settle()
    assert(#host.news == 0)
    host:must("game.begin", { game = game })
    fails(host, "game.begin", { game = game }, 3, "already")
    assert(host:close() == 0)
  end },

  { "players have to fit the seats", function()
    local host = client.start()
    fails(host, "game.create",
      { game = "castle", seed = "x", players = { "human" } }, 2, "2 seats")
    fails(host, "game.create", { game = "castle", seed = "x",
      players = { "human", "human", "human" } }, 2, "2 seats")
    local many = {}
    for i = 1, 100 do many[i] = "human" end
    fails(host, "game.create",
      { game = "castle", seed = "x", players = many }, 2, "seats")
    fails(host, "game.create",
      { game = "castle", seed = string.rep("x", 129) }, 2, "seed")
    host:must("game.create", { game = "castle", seed = string.rep("x", 128) })
    assert(host:close() == 0)
  end },

  { "there are at most 100 games at once", function()
    local host = client.start()
    for _ = 1, 100 do
      host:must("game.create", { game = "castle", seed = "x" })
    end
    fails(host, "game.create", { game = "castle", seed = "x" }, 2, "100 games")
    host:must("game.close", { game = "g50" })
    assert(host:must("game.create", { game = "castle", seed = "x" }).game == "g101")
    assert(host:close() == 0)
  end },

  { "several games are kept apart", function()
    local host = client.start()
    local games = {}
    for i = 1, 3 do
      games[i] = create(host, { seed = "apart" })
    end
    host:settle()
    local questions = host:take("game.question")
    assert(#questions == 3)
    for i = 1, 3 do
      assert(questions[i].game == games[i])
      assert(client.same(questions[i].choices[1], questions[1].choices[1]))
    end
    host:must("game.choose", { game = games[2], seq = 1, index = 0 })
    assert(host:must("game.question", { game = games[1] }).seq == 1)
    assert(host:must("game.question", { game = games[2] }).seq == 2)
    assert(host:close() == 0)
  end },

  { "equal seeds and choices give equal games", function()
    local tellings = {}
    for i = 1, 2 do
      local host = client.start()
      local game = create(host, { seed = "equal", players = { "human", "random" } })
      tellings[i] = host:play(game, random(5)).events
      assert(host:close() == 0)
    end
    check_same(tellings[1], tellings[2])
  end },

  { "killed at any choice, a game goes on from what was answered", function()
    local path = path_of("killed")
    local choose = random(77)
    local params = { seed = "killed", variants = HOUSE_RULES, save = path,
                     players = { "human", "steward" } }
    local host = client.start()
    local game = create(host, params)
    local told = host:play(game, choose, 3)
    local kills = 0
    while not told.over do
      host:kill("sigkill")
      kills = kills + 1
      local before = #told.events
      local question = told.question
      host = client.start()
      local resumed = host:must("game.resume", { save = path })
      assert(resumed.name == "castle" and resumed.game == "g1")
      host.told = nil
      told = host:play(resumed.game, choose, 1 + kills % 7)
      assert(#told.events >= before)
      assert(told.over or told.question.seq > question.seq)
    end
    check_end(told, "finished")
    assert(kills > 5)
    assert(host:close() == 0)

    host = client.start()
    local resumed = host:must("game.resume", { save = path })
    assert(resumed.over)
    host:settle()
    local events = host:take("game.event")
    check_same(told.events, events)
    assert(#host:take("game.over") == 1 and #host:take("game.question") == 0)
    fails(host, "game.resign", { game = "g1", seat = 1 }, 3, "over")
    assert(host:close() == 0)
  end },

  { "the question is the same after a resume, undone events are not told", function()
    local path = path_of("undone")
    local host = client.start()
    local game = create(host, { seed = "undone", save = path })
    host:must("game.choose", { game = game, seq = 1, index = 0 })
    host:must("game.undo", { game = game, seat = 1 })
    host:must("game.choose", { game = game, seq = 3, index = 1 })
    host:must("game.undo", { game = game, seat = 1 })
    local question = host:must("game.question", { game = game })
    assert(question.seq == 5)
    host:kill("sigkill")
    host = client.start()
    host:must("game.resume", { save = path })
    host:settle()
    local events = host:take("game.event")
    assert(#events == 2 and events[2].event == "tile_drawn")
    local again = host:take("game.question")[1]
    assert(client.same(again.choices, question.choices))
    assert(again.seq == 5 and not again.may_undo)
    -- A choice of before the resume is known again.
    assert(host:must("game.choose", { game = "g1", seq = 3,
      choice = question.choices[2] }).seq == 4)
    fails(host, "game.choose", { game = "g1", seq = 3,
      choice = question.choices[1] }, 3, "another way")
    fails(host, "game.choose", { game = "g1", seq = 2,
      choice = question.choices[1] }, 3, "another way")
    assert(host:close() == 0)
  end },

  { "who plays is kept beside the record, until the game is over", function()
    local function kinds(made)
      return made.seats[1].player .. "," .. made.seats[2].player
    end
    local function is_there(path)
      local file = io.open(path .. ".players")
      return file ~= nil and file:close()
    end
    for _, seed in ipairs { "kept", false } do
      local path = path_of("lineup-" .. tostring(seed))
      local host = client.start()
      local game = create(host, { seed = seed or nil, save = path,
                                  players = { "human", "steward" } })
      host:play(game, random(3), 2)
      host:kill("sigkill")

      host = client.start()
      assert(kinds(host:must("game.resume", { save = path })) == "human,steward")
      host:kill("sigkill")
      host = client.start()
      assert(kinds(host:must("game.resume", { save = path,
        players = { "random", "human" } })) == "random,human")
      host:kill("sigkill")
      host = client.start()
      local resumed = host:must("game.resume", { save = path })
      assert(kinds(resumed) == "random,human", "the last who played are kept")

      local other = path .. ".other.record"
      host:must("game.save", { game = resumed.game, save = other })
      assert(is_there(other) and not is_there(path))
      host:must("game.resign", { game = resumed.game, seat = 2 })
      assert(not is_there(other), "who plays is kept of a game that is over")
      assert(host:close() == 0)

      -- What is no list of players for this game, or not there, is none.
      for _, text in ipairs { "", "human", "human,steward,human\n", "human,bogus\n",
                              "human,steward", "human;steward\n" } do
        path = path_of("lineup")
        os.remove(path)
        host = client.start()
        create(host, { seed = "x", save = path,
                       players = { "human", "steward" } })
        host:kill("sigkill")
        local file = assert(io.open(path .. ".players", "w"))
        file:write(text)
        file:close()
        host = client.start()
        assert(kinds(host:must("game.resume", { save = path })) == "human,human",
               text)
        host:kill("sigkill")
      end
    end
  end },

  { "who plays cannot be kept: the game goes on, and they are to be named", function()
    local path = path_of("no-lineup")
    local other = path_of("no-lineup-other")
    -- A folder in its place, with something in it, is not to be replaced.
    for _, name in ipairs { path, other } do
      assert(os.execute("mkdir -p " .. name .. ".players/x"))
    end
    for _, seed in ipairs { "kept", false } do
      local players = { "human", "steward" }
      os.remove(path)
      os.remove(other)
      local host = client.start()
      local game = create(host, { seed = seed or nil, save = path, players = players })
      host:play(game, random(3), 2)
      host:kill("sigkill")
      host = client.start()
      local resumed = host:must("game.resume", { save = path })
      assert(resumed.seats[2].player == "human")
      host:must("game.close", { game = resumed.game })
      resumed = host:must("game.resume", { save = path, players = players })
      assert(resumed.seats[2].player == "steward")
      host:must("game.save", { game = resumed.game, save = other })
      host:play(resumed.game, random(4), 2)
      assert(host:must("game.record", { game = resumed.game }).record == read(other))
      assert(#host:take("game.save_failed") == 0)
      assert(host:close() == 0)
    end
  end },

  { "the file has what was answered, before it was", function()
    local path = path_of("saved")
    local host = client.start()
    local game = create(host, { seed = "saved", save = path })
    for seq = 1, 5 do
      host:must("game.choose", { game = game, seq = seq, index = 0 })
      local _, choices = read(path):gsub('"t":"choice"', "")
      assert(choices == seq, choices .. " choices")
    end
    assert(host:must("game.record", { game = game }).record == read(path))
    assert(host:close() == 0)
  end },

  { "no game writes over another one unasked", function()
    local path = path_of("taken")
    local host = client.start()
    local game = create(host, { seed = "one", save = path })
    fails(host, "game.create", { game = "castle", seed = "two", save = path },
      2, "there is something in")
    local other = create(host, { seed = "two" })
    fails(host, "game.save", { game = other, save = path }, 2, "there is something in")
    host:must("game.save", { game = game, save = path })
    host:must("game.save", { game = other, save = path_of("other") })
    host:must("game.save", { game = other, save = path, overwrite = true })
    assert(read(path) == host:must("game.record", { game = other }).record)
    host:must("game.create",
      { game = "castle", seed = "three", save = path, overwrite = true })
    assert(host:close() == 0)
  end },

  { "a game that never begins leaves no file", function()
    local path = path_of("never")
    local host = client.start()
    host:must("game.create", { game = "castle", seed = "x", save = path })
    host:must("game.close", { game = "g1" })
    assert(not io.open(path))
    host:must("game.create", { game = "castle", seed = "x", save = path })
    assert(host:close() == 0)
    assert(not io.open(path))
  end },

  { "what cannot be written is said at once, or later", function()
    local folder = client.folder .. "/later"
    local host = client.start()
    for _, path in ipairs { "/no/such/folder/x", client.folder, "/dev/full/x" } do
      fails(host, "game.create", { game = "castle", seed = "x", save = path }, 5)
    end
    fails(host, "game.create", { game = "castle", seed = "x",
      save = string.rep("x", 2000) }, 2, "1023")
    fails(host, "game.create",
      { game = "castle", seed = "x", save = "/dev/full" }, 2, "no plain file")
    assert(os.execute("mkdir " .. folder))
    local path = folder .. "/x"
    local game = create(host, { seed = "later", save = path })
    assert(os.execute("rm -r " .. folder))
    host:must("game.choose", { game = game, seq = 1, index = 0 })
    host:must("game.choose", { game = game, seq = 2, index = 0 })
    host:settle()
    local news = host:take("game.save_failed")
    assert(#news == 1 and news[1].save == path and #news[1].reason > 10)
    assert(os.execute("mkdir " .. folder))
    host:must("game.choose", { game = game, seq = 3, index = 0 })
    host:settle()
    assert(#host:take("game.save_works") == 1 and #host:take("game.save_failed") == 0)
    assert(host:must("game.record", { game = game }).record == read(path))
    assert(host:close() == 0)
  end },

  { "only records can be resumed", function()
    local path = path_of("no")
    local function write(text)
      local file = assert(io.open(path, "w"))
      file:write(text)
      file:close()
    end
    local host = client.start()
    fails(host, "game.resume", { save = path_of("nothing") }, 1, "no such file")
    fails(host, "game.resume", { save = "/etc/passwd/x" }, 1)
    fails(host, "game.resume", { save = client.folder }, 5)
    for _, text in ipairs { "", "\n", "hello\n", "E {}\n", "\0\xff\0",
                            string.rep("[", 100000) } do
      write(text)
      fails(host, "game.resume", { save = path }, 2)
    end
    local whole = path_of("whole")
    local game = create(host, { seed = "whole", save = whole })
    host:play(game, random(3), 20)
    local record = read(whole)
    for cut = 1, #record - 2, #record // 50 do
      write(record:sub(1, cut))
      local result, problem = host:call("game.resume", { save = path })
      if result then
        assert(record:sub(cut, cut) == "\n" or record:sub(cut + 1, cut + 1) == "\n")
        host:must("game.close", { game = result.game })
      else
        assert(problem.code == 2, client.encode(problem))
      end
    end
    write((record:gsub('"t":"choice"', '"t":"chance"', 1)))
    fails(host, "game.resume", { save = path }, 2)
    host.news = {}
    fails(host, "game.resume", { save = whole, players = { "human" } }, 2, "2 seats")
    host:settle()
    assert(#host.news == 0, "a game that was not resumed told its events")
    assert(host:close() == 0)
  end },

  { "a host with a bot that plays alone can be stopped", function()
    local host = client.start()
    host:write('{"jsonrpc":"2.0","id":1,"method":"game.create","params":'
      .. '{"game":"castle","seed":"x","players":["steward","steward"]}}\n'
      .. '{"jsonrpc":"2.0","id":2,"method":"game.begin","params":{"game":"g1"}}\n')
    host:wait_for_responses(2)
    uv.sleep(5)
    assert(host:kill("sigterm") == 0)
  end },
}
