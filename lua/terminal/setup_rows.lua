-- The lines of the screen before a game, as form.lua wants them.

local new_game     = require "castled.new_game"
local option_value = require("castled.game_words").option_value
local wording      = require "castled.wording"
local words_of     = require "terminal.words"

local rows = {}

local KINDS = { "human", "steward", "random" }

local function index_of(list, value)
  for index, item in ipairs(list) do
    if item == value then
      return index
    end
  end
  return nil
end

-- The value after another in a list, around its end.
function rows.following(list, value, step)
  local index = index_of(list, value) or 1
  return list[(index - 1 + step) % #list + 1]
end

-- What a house rule is called that is given by its name or by its file's path.
local function name_of(given)
  return given:match("([^/]+)%.lua$") or given
end

-- Whether a house rule is given by its file's path.
function rows.is_path(given)
  return given:find("/", 1, true) ~= nil or given:find("%.lua$") ~= nil
end

-- The names of the house rules that are chosen.
local function chosen_names(settings)
  local names = {}
  for index, given in ipairs(settings.variants) do
    names[index] = name_of(given)
  end
  return names
end

-- Chooses a house rule of the description, or takes it back with what was set of
-- its options.
local function set_variant(app, description, variant, is_chosen)
  local settings = app.settings
  for index = #settings.variants, 1, -1 do
    if name_of(settings.variants[index]) == variant.name then
      table.remove(settings.variants, index)
    end
  end
  if is_chosen then
    table.insert(settings.variants, variant.file or variant.name)
    return
  end
  for _, option in ipairs(description.options) do
    if option.variant == variant.name then
      settings.options[option.name] = nil
    end
  end
end

local function numbers_line(words, numbers)
  return numbers and #numbers > 0
         and words:say("needs", { numbers = numbers }) or nil
end

-- How the command line asks for what a line has.
local function option_line(words, asked)
  return words:say("option_named", { option = asked })
end

local function begin_row(app)
  return {
    name = app.words:say("begin"),
    says = function()
      return { app.words:say("begin_says", { seed = app.settings.seed }) }
    end,
    enter = function()
      if not app.screen.trouble then
        app:create()
      end
    end,
  }
end

local function player_row(app, game_words, seat, name)
  local settings, words = app.settings, app.words
  return {
    name = game_words:word("seats", name),
    value = function() return words:kind_of_player(settings.players[seat]) end,
    says = function() return { words:say("player_says") } end,
    change = function(step)
      settings.players[seat] = rows.following(KINDS, settings.players[seat], step)
    end,
  }
end

-- How the command line asks for a house rule, and where it comes from when that
-- is a file of one's own.
local function add_origin(said, words, variant)
  said[#said + 1] = option_line(words, "--variant "
                                       .. (variant.file or variant.name))
  if variant.file then
    said[#said + 1] = words:say("from_file", { path = variant.file,
                                               hides = variant.hides == true })
  end
end

-- The variants of a group, one of which holds.
local function group_row(app, description, group, members)
  local settings, words = app.settings, app.words
  local names = { group.default }
  local by_name = {}
  for _, variant in ipairs(members) do
    by_name[variant.name] = variant
    if variant.name ~= group.default then
      names[#names + 1] = variant.name
    end
  end
  local function chosen()
    local is_chosen = chosen_names(settings)
    for _, name in ipairs(names) do
      if index_of(is_chosen, name) then
        return name
      end
    end
    return group.default
  end
  local function title(name)
    return by_name[name] and words:title(by_name[name].title)
           or words:say("as_printed")
  end
  return {
    name = words:group(group.name),
    value = function() return title(chosen()) end,
    is_set = function() return chosen() ~= group.default end,
    says = function()
      local variant = by_name[chosen()]
      local said = { title(chosen()),
                     variant and words:title(variant.summary)
                     or words:say("as_printed_says"),
                     variant and numbers_line(words, variant.numbers) or "" }
      if variant then
        add_origin(said, words, variant)
      end
      said[#said + 1] = words:say("group")
      return said
    end,
    change = function(step)
      local name = rows.following(names, chosen(), step)
      for _, other in ipairs(names) do
        set_variant(app, description, by_name[other] or { name = other },
                    other == name and other ~= group.default)
      end
    end,
  }
end

local function variant_row(app, description, variant)
  local settings, words = app.settings, app.words
  local function is_chosen()
    return index_of(chosen_names(settings), variant.name) ~= nil
  end
  return {
    name = words:title(variant.title),
    value = function() return words:say(is_chosen() and "on" or "off") end,
    is_set = is_chosen,
    says = function()
      local said = { words:title(variant.title), words:title(variant.summary),
                     numbers_line(words, variant.numbers) or "" }
      add_origin(said, words, variant)
      return said
    end,
    change = function()
      set_variant(app, description, variant, not is_chosen())
    end,
  }
end

-- One whose file cannot be loaded: it is shown with the reason, and not chosen.
local function broken_row(app, variant)
  local words = app.words
  return {
    name = variant.name .. ".lua",
    value = function() return "–" end,
    says = function()
      return { words:say("rule_is_broken", { reason = variant.error }) }
    end,
  }
end

-- One that was asked for and is not to be chosen: it can be taken away.
local function wrong_row(app, description, given)
  local words = app.words
  return {
    name = given,
    value = function() return words:say("on") end,
    is_set = function() return true end,
    says = function() return { words:say("rule_not_here", { given = given }) } end,
    change = function()
      set_variant(app, description, { name = name_of(given) }, false)
    end,
  }
end

local function option_row(app, game_words, option)
  local settings, words = app.settings, app.words
  local function value()
    local set = settings.options[option.name]
    if set == nil then
      return option.default
    end
    return set
  end
  local function said(what)
    return option_value({ value = what }, words, game_words)
  end
  return {
    name = words:title(option.title),
    value = function() return said(value()) end,
    is_set = function() return value() ~= option.default end,
    says = function()
      return { words:title(option.summary or option.title),
               words:say("option_default", { value = said(option.default),
                                             min = option.min,
                                             max = option.max }),
               option_line(words, ("--option %s=%s"):format(option.name,
                                                            value())) }
    end,
    change = function(step)
      local now = value()
      if option.type == "boolean" then
        now = not now
      elseif option.values then
        now = rows.following(option.values, now, step)
      else
        now = math.max(option.min, math.min(option.max, now + step))
      end
      settings.options[option.name] = now
    end,
  }
end

local CONTRIBUTION_MAX = 120 -- characters

-- The line of what somebody adds to the shuffle, kept in `typed[key]`; what it is
-- called, and what asks for it.
function rows.adds(app, typed, key, name, asks)
  local words = app.words
  return {
    name = name, id = "adds " .. key,
    value = function()
      return words:say(typed[key] and "typed" or "from_system")
    end,
    is_set = function() return typed[key] ~= nil end,
    says = function() return { words:say("adds_says"), typed[key] } end,
    type = {
      asks = asks, max = CONTRIBUTION_MAX,
      text = function() return typed[key] or "" end,
      set = function(string)
        typed[key] = string:find("%S") and string or nil
      end,
    },
  }
end

local function adds_row(app, game_words, seat, name)
  local words, player = app.words, game_words:word("seats", name)
  return rows.adds(app, app.contributions, seat,
                   words:say("adds", { seat = player }),
                   words:say("type_adds", { seat = player }))
end

local function seed_row(app)
  local words, settings = app.words, app.settings
  return {
    name = words:say("seed"),
    value = function() return words:say("seeded", { seed = settings.seed }) end,
    says = function() return { words:say("seed_says") } end,
  }
end

-- The line of the language.
function rows.language(app)
  local words = app.words
  return {
    name = words:say("language"),
    value = function() return words_of.LANGUAGE_NAMES[words.language] end,
    says = function() return { words:say("language_says") } end,
    change = function(step)
      app:speak(rows.following(words_of.LANGUAGES, words.language, step))
    end,
  }
end

local function save_row(app)
  local words, settings = app.words, app.settings
  return {
    name = words:say("save_to"),
    value = function() return (settings.save:match("[^/]*$")) end,
    says = function() return { words:say("save_says"), settings.save } end,
  }
end

-- Adds the lines of the house rules.
function rows.add_rules(list, app, description)
  local words = app.words
  local alone, members, broken = new_game.sorted(description)
  list[#list + 1] = { head = words:say("house_rules") }
  for _, group in ipairs(description.groups) do
    if members[group.name] then
      list[#list + 1] = group_row(app, description, group, members[group.name])
    end
  end
  for _, variant in ipairs(alone) do
    list[#list + 1] = variant_row(app, description, variant)
  end
  for _, variant in ipairs(broken) do
    list[#list + 1] = broken_row(app, variant)
  end
  local is_offered = {}
  for _, variant in ipairs(description.variants) do
    is_offered[variant.name] = not variant.error
  end
  for _, given in ipairs(app.settings.variants) do
    if not is_offered[name_of(given)] then
      list[#list + 1] = wrong_row(app, description, given)
    end
  end
end

-- Adds the lines of the options that the game has by the chosen house rules.
function rows.add_options(list, app, description, game_words)
  local options = new_game.options(description, chosen_names(app.settings))
  if #options == 0 then
    return
  end
  list[#list + 1] = { head = app.words:say("options") }
  for _, option in ipairs(options) do
    list[#list + 1] = option_row(app, game_words, option)
  end
end

local function add_chance(list, app, description, game_words)
  list[#list + 1] = { head = app.words:say("chance") }
  if app.settings.seed then
    list[#list + 1] = seed_row(app)
    return
  end
  for seat, name in ipairs(description.seats) do
    if app.settings.players[seat] == "human" then
      list[#list + 1] = adds_row(app, game_words, seat, name)
    end
  end
end

-- All lines, for the game's description without variants.
function rows.all(app, description)
  local words = app.words
  local game_words = wording.new(description, words.language)
  local list = { begin_row(app), { head = words:say("players") } }
  for seat, name in ipairs(description.seats) do
    list[#list + 1] = player_row(app, game_words, seat, name)
  end
  rows.add_rules(list, app, description)
  rows.add_options(list, app, description, game_words)
  add_chance(list, app, description, game_words)
  list[#list + 1] = { head = "" }
  list[#list + 1] = rows.language(app)
  if app.settings.save then
    list[#list + 1] = save_row(app)
  end
  return list
end

-- The parameters that choose the ruleset.
function rows.ruleset(settings, description)
  return {
    game = description.name,
    variants = #settings.variants > 0 and settings.variants or nil,
    options = next(settings.options) and settings.options or nil,
  }
end

return rows
