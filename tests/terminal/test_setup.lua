-- The screen before a game: what its lines say where there is little room. And all
-- that is said in rows of keys.

local app_of = require "terminal.app"
local cells  = require "terminal.cells"
local check  = require "check"
local form   = require "terminal.form"
local rows   = require "terminal.setup_rows"
local text   = require "terminal.text"
local words  = require "terminal.words"

local description = check.description()

-- The program before a game in a language.
local function program(language, variants)
  return app_of.new {
    language = language, variants = variants or {}, options = {},
    players = { "human", "human" }, save = "/tmp/castle-20261130-182522.record",
  }
end

-- What a list of lines draws where it has some columns of a screen and the `at`th
-- line is chosen: that line, and what stands beside the list.
local function drawn(app, list, width, columns, at)
  local screen = cells.new(width, 40, "none")
  local shown = form.new(app, list)
  shown.at = at
  shown:draw(screen, 0, 40, columns)
  local beside, own = {}, nil
  for index, line in ipairs(screen:lines()) do
    local stop = utf8.offset(line, columns + 4) or #line + 1
    beside[index] = line:sub(stop)
    own = index == at and line:sub(1, stop - 1):gsub("%s+$", "") or own
  end
  return own, table.concat(beside, " "):gsub("%s+", " ")
end

for _, language in ipairs(words.LANGUAGES) do
  for _, width in ipairs { 80, 160 } do
    local app = program(language)
    local list = rows.all(app, description)
    local columns = math.min(76, width * 5 // 8)
    for at, row in ipairs(list) do
      if not row.head then
        local line, beside = drawn(app, list, width, columns, at)
        local value = row.value and row.value() or ""
        local name = ("%s at %d: %s"):format(language, width, row.name)
        check.equal(name .. ": values end in one column",
                    value == "" or text.columns(line), value == ""
                                                       or columns + 1)
        local is_cut = line:find("…")
        check.that(name .. ": name and value stand there",
                   is_cut or line:find(row.name, 1, true)
                             and line:find(value, 1, true), line)
        check.that(name .. ": what is cut is said beside it",
                   not is_cut or width == 80
                   and beside:find(row.name .. ": " .. value, 1, true), beside)
        local said = table.concat(row.says(), " ")
        check.that(name .. ": it is explained",
                   text.columns(said) > text.columns(row.name) + 10, said)
      end
    end
  end
end

for _, option in ipairs(description.options) do
  check.that("the option " .. option.name .. " says what it means",
             option.summary and option.summary.en and option.summary.es)
end

local json     = require "castled.json"
local new_game = require "castled.new_game"
local setup    = require "terminal.setup"

-- A description with rules that a rule writer has put there: `ties`, which declares
-- an option and has words, as one of a file or installed, and one that is wrong.
local function shelf(chosen)
  local described = assert(json.decode(json.encode(description)))
  table.insert(described.variants, {
    name = "ties", group = "", chosen = chosen, title = { en = "Ties" },
    summary = { en = "Somebody scores." }, numbers = {}, options = { "tie" },
    texts = chosen and { en = { values = { mover = "who is on turn" } } } or nil })
  table.insert(described.variants, { name = "wrong", chosen = false,
                                     error = "variants/castle/wrong.lua:3: oh" })
  table.insert(described.options, {
    name = "tie", variant = "ties", type = "choice", values = { "mover", "nobody" },
    default = "mover", value = chosen and "mover" or json.null,
    title = { en = "Who scores a tie" } })
  return described
end

-- A program whose screen before a game has that shelf; its lines by name.
local function with_shelf(described, variants)
  local app = program("en", variants)
  function app.call(_, _, params, done)
    local is_chosen = false
    for _, given in ipairs(params.variants or {}) do
      is_chosen = is_chosen or given:find("ties", 1, true) ~= nil
    end
    app.asked = params
    done(nil, shelf(is_chosen))
  end
  local screen = setup.new(app, described)
  app.screen = screen
  return app, function(name)
    for _, row in ipairs(screen.form.rows) do
      if row.name == name then
        return row
      end
    end
  end, screen
end

do
  local app, row, screen = with_shelf(shelf(false))
  check.equal("no line is blank", row(""), nil)
  local wrong = row "wrong.lua"
  check.equal("a file that cannot be loaded says why", wrong.says()[1],
              "This house rule cannot be chosen: variants/castle/wrong.lua:3: oh")
  check.equal("and cannot be chosen", wrong.change, nil)
  check.equal("an option is not there without its rule", row "Who scores a tie", nil)
  row("Ties").change(1)
  screen:fill()
  check.equal("and with it in its words", row("Who scores a tie").value(),
              "who is on turn")
  row("Who scores a tie").change(1)
  screen:fill()
  check.equal("it is asked for", app.asked.options.tie, "nobody")
  row("Ties").change(1)
  screen:fill()
  check.equal("taken back, it is gone", row "Who scores a tie", nil)
  check.equal("and not asked for", app.asked.options, nil)
end

for _, hides in ipairs { true, false } do
  local described = hides and shelf(false) or assert(json.decode(
                      json.encode(description)))
  new_game.add_file(described, "./ties.lua", shelf(true))
  local app, row, screen = with_shelf(described, { "./ties.lua" })
  check.equal("a file's rule is there, and holds", row("Ties").value(), "yes")
  local said = table.concat(row("Ties").says(), "\n")
  check.that("it is said where it comes from", said:find(
    "From the command line: ./ties.lua.", 1, true)
    and (said:find("It takes the place", 1, true) ~= nil) == hides, said)
  check.that("and how it is asked for", said:find("--variant ./ties.lua", 1, true))
  local count = 0
  for _, each in ipairs(screen.form.rows) do
    count = count + (each.name == "Ties" and 1 or 0)
  end
  check.equal("once", count, 1)
  row("Ties").change(1)
  screen:fill()
  check.equal("it can be taken back", #app.settings.variants, 0)
  row("Ties").change(1)
  check.equal("and chosen again", table.concat(app.settings.variants, " "),
              "./ties.lua")
end

-- What was asked for and is not there, or is wrong.
for _, given in ipairs { "germn", "./germn.lua", "wrong" } do
  local app, row, screen = with_shelf(shelf(false), { "ties", given })
  check.that(given .. " has a line that says so",
             row(given) and row(given).says()[1]:find("cannot be chosen here", 1, true))
  screen.trouble = "It cannot be played so:" .. (" " .. ("x"):rep(60)):rep(3)
  local shown = cells.new(80, 24, "none")
  screen:draw(shown)
  local rows_told = #text.wrap(screen.trouble, 76)
  local foot = table.concat(shown:lines(), " ", 24 - rows_told, 23)
  check.that(given .. ": the reason stands alone at the foot",
             foot:gsub(" +", " ") == " " .. screen.trouble, foot)
  row(given).change(1)
  screen:fill()
  check.equal(given .. " can be taken away, and its line with it",
              { table.concat(app.settings.variants, " "), row(given) }, { "ties" })
end

-- From a long path, in Spanish and English at 80 x 24: what to type is there whole.
for _, language in ipairs(words.LANGUAGES) do
  local described = shelf(false)
  local path = "/home/somebody/games/castle/house-rules/of-our-club/2026/ties.lua"
  new_game.add_file(described, path, shelf(true))
  local app = program(language, { path })
  for at, row in ipairs(rows.all(app, described)) do
    if row.name == "Ties" then
      local screen = cells.new(80, 24, "none")
      local shown = form.new(app, rows.all(app, described))
      shown.at = at
      shown:draw(screen, 3, 24 - 6, math.min(76, 80 * 5 // 8))
      local beside = {}
      for index, line in ipairs(screen:lines()) do
        beside[index] = line:sub(utf8.offset(line, 54) or #line + 1)
                            :gsub("%s", "")
      end
      local said = table.concat(beside, "")
      check.that(language .. ": the path to type is whole",
                 said:find("--variant" .. path, 1, true), said)
    end
  end
end

local ROW = 77 -- columns of a row of keys at 80

for _, language in ipairs(words.LANGUAGES) do
  local own = words.new(language)
  local talk = "  " .. own:say("talk_key")
  for key, string in pairs(own.texts) do
    if key:find("_keys$") or key:find("_keys_") then
      local is_asked = key == "place_keys" or key == "segment_keys"
                       or key == "list_keys"
      local row = is_asked and own:say(key, { hint = true }) or string
      check.that(language .. ": " .. key .. " fits at 80 columns",
                 text.columns(row .. (is_asked and talk or "")) <= ROW, string)
    end
  end
end

-- One word for each thing in Spanish, and usted.
for key, string in pairs(words.new("es").texts) do
  local all = type(string) == "table" and table.concat(string, " ") or string
  for _, wrong in ipairs { "Enter", "%f[%a]rob[aeó]", "%f[%a]tu%f[^%w]",
                           "%f[%a]tus%f[^%w]", "%f[%a]puedes%f[^%w]",
                           "%f[%a]tienes%f[^%w]", "%f[%a]eres%f[^%w]" } do
    check.that("es: " .. key .. " has no " .. wrong, not all:find(wrong), all)
  end
end

-- What begins says what is done: with a seed nothing is sealed.
for seed, said in pairs { [false] = "Shuffle, seal and begin.", x = "Shuffle and begin." } do
  local app = program("en")
  app.settings.seed = seed or nil
  check.that("it begins: " .. said,
             rows.all(app, description)[1].says()[1]:find(said, 1, true))
end
