-- What can be played.

local client = require "client"

-- Calls the method and expects the error.
local function fails(host, method, params, code, sentence)
  local result, problem = host:call(method, params)
  assert(not result, method .. " did it")
  assert(problem.code == code and problem.message:find(sentence, 1, true),
    client.encode(problem))
  return problem
end

local function by_name(list)
  local map = {}
  for _, entry in ipairs(list) do
    map[entry.name] = entry
  end
  return map
end

return {
  { "hello and protocol.describe name the same methods", function()
    local host = client.start()
    local names = host:must("hello").methods
    local methods = host:must("protocol.describe").methods
    assert(#names == #methods and #names >= 20)
    for i, name in ipairs(names) do
      assert(methods[i].name == name)
    end
    assert(host:close() == 0)
  end },

  { "rulesets.list has the castle, in both languages", function()
    local host = client.start()
    local castle = by_name(host:must("rulesets.list").games).castle
    assert(castle.title.en and castle.title.es and castle.summary.en)
    assert(host:close() == 0)
  end },

  { "rulesets.describe tells all that a frontend needs", function()
    local host = client.start()
    local about = host:must("rulesets.describe", {
      game = "castle", variants = { "german" },
      options = { open_start_spaces_count = false, first_player = "white" },
    })
    assert(about.name == "castle" and about.seats[1] == "white")
    assert(by_name(about.groups)["path-scoring"].default == "rgg")
    local variants = by_name(about.variants)
    assert(variants.german.chosen and not variants.rgg.chosen)
    assert(variants["strict-keep"].title.es)
    local options = by_name(about.options)
    assert(options.open_start_spaces_count.value == false
           and options.open_start_spaces_count.default == true)
    assert(options.first_player.value == "white")
    assert(#about.rules > 5 and #about.steps > 5)
    assert(about.texts.en.The_kind.path and about.texts.es)
    assert(about.events.tile_placed)
    assert(#about.tiles == 60)
    for _, tile in ipairs(about.tiles) do
      assert(#tile.name > 0 and #tile.picture == 25)
    end
    assert(#about.plan.rows == 12 and about.plan.rows[1] == "...oooooo")
    assert(#about.plan.starts == 7)
    local start = about.plan.starts[1]
    assert(start.number == 6 and start.x == 1 and start.y == 9
           and start.side == "west" and start.letters == "..P..")
    local letters = {}
    for _, letter in ipairs(about.alphabet.letters) do
      letters[letter.letter] = letter
    end
    assert(letters.F.kind == "path" and letters.F.mark == "fountain")
    assert(letters.S.separator and not letters.P.separator)
    assert(by_name(about.alphabet.kinds).path.must_match)
    assert(host:close() == 0)
  end },

  { "a game on an endless table has no rows", function()
    local host = client.start()
    local about = host:must("rulesets.describe", { game = "tests/games/cards" })
    assert(about.plan == "unbounded")
    assert(host:close() == 0)
  end },

  { "variants that fit together are {}", function()
    local host = client.start()
    assert(next(host:must("variants.check", {
      game = "castle", variants = { "german", "end-of-move-pickup" },
    })) == nil)
    assert(host:close() == 0)
  end },

  { "what does not fit is refused in a sentence that names both", function()
    local host = client.start()
    for _, method in ipairs { "variants.check", "rulesets.describe",
                              "game.create" } do
      fails(host, method, { game = "castle", variants = { "rgg", "german" } },
        2, "variants 'german' and 'rgg' are both of the group")
      fails(host, method, { game = "castle", variants = { "german", "german" } },
        2, "german")
      fails(host, method, { game = "castle", options = { first_player = "red" } },
        2, "first_player")
      fails(host, method, { game = "castle", options = { nothing = 1 } },
        2, "there is no option 'nothing'")
      local many = {}
      for i = 1, 17 do many[i] = "v" .. i end
      fails(host, method, { game = "castle", variants = many }, 2, "at most 16")
      fails(host, method, { game = string.rep("x", 1000) }, 2, "xxx")
      fails(host, method, { game = "castle", variants = { string.rep("x", 1000) } },
        2, "xxx")
    end
    assert(host:close() == 0)
  end },

  { "what is not there is not found", function()
    local host = client.start()
    for _, method in ipairs { "variants.check", "rulesets.describe",
                              "game.create" } do
      fails(host, method, { game = "castel" }, 1, "castel")
      fails(host, method, { game = "" }, 1, "")
      fails(host, method, { game = "castle", variants = { "germain" } }, 1, "germain")
      fails(host, method, { game = "castle", variants = { "/no/such.lua" } }, 1, "/no/such.lua")
    end
    assert(host:close() == 0)
  end },

  { "a file is tried before anybody plays by it", function()
    local host = client.start()
    local path = "tests/variants/points-lost.lua"
    host:must("rulesets.describe", { game = "castle", variants = { path } })
    fails(host, "variants.check", { game = "castle", variants = { path } }, 4,
          "a game by random choices fails: ")
    assert(host:close() == 0)
  end },

  { "a script that is wrong is the rules' failure, with its place", function()
    local host = client.start()
    local path = "tests/variants/fails.lua"
    local problem = fails(host, "variants.check",
      { game = "castle", variants = { path } }, 4, "not today")
    assert(problem.data.at == path .. ":5", client.encode(problem))
    -- Also where a folder has blanks in its name.
    local folder = os.tmpname()
    os.remove(folder)
    folder = folder .. " and so on"
    assert(os.execute(("mkdir '%s' && cp %s '%s'"):format(folder, path, folder)))
    problem = fails(host, "variants.check",
      { game = "castle", variants = { folder .. "/fails.lua" } }, 4, "not today")
    os.execute(("rm -r '%s'"):format(folder))
    assert(problem.data.at == folder .. "/fails.lua:5", client.encode(problem))
    problem = fails(host, "game.create",
      { game = "castle", variants = { "tests/variants/missing-field.lua" } },
      4, "summary")
    assert(problem.data.at == "tests/variants/missing-field.lua")
    assert(host:close() == 0)
  end },
}
