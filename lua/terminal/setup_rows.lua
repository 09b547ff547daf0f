-- The lines of the screen before a game, as form.lua wants them.

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

local function set_variant(settings, name, is_chosen)
  local index = index_of(settings.variants, name)
  if index and not is_chosen then
    table.remove(settings.variants, index)
  elseif is_chosen and not index then
    table.insert(settings.variants, name)
  end
end

local function numbers_line(words, numbers)
  return numbers and #numbers > 0
         and words:say("needs", { numbers = numbers }) or nil
end

-- How the command line asks for a house rule.
local function option_line(words, name)
  return words:say("option_named", { option = "--variant " .. name })
end

local function begin_row(app)
  return {
    name = app.words:say("begin"),
    says = function() return { app.words:say("begin_says") } end,
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
    value = function() return words:player(settings.players[seat]) end,
    says = function() return { words:say("player_says") } end,
    change = function(step)
      settings.players[seat] = rows.following(KINDS, settings.players[seat], step)
    end,
  }
end

-- The variants of a group, one of which holds.
local function group_row(app, group, members)
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
    for _, name in ipairs(names) do
      if index_of(settings.variants, name) then
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
      return { title(chosen()),
               variant and words:title(variant.summary)
               or words:say("as_printed_says"),
               variant and numbers_line(words, variant.numbers) or "",
               variant and option_line(words, variant.name) or "",
               words:say("group") }
    end,
    change = function(step)
      local name = rows.following(names, chosen(), step)
      for _, other in ipairs(names) do
        set_variant(settings, other, other == name and other ~= group.default)
      end
    end,
  }
end

local function variant_row(app, variant)
  local settings, words = app.settings, app.words
  local function is_chosen()
    return index_of(settings.variants, variant.name) ~= nil
  end
  return {
    name = words:title(variant.title),
    value = function() return words:say(is_chosen() and "on" or "off") end,
    is_set = is_chosen,
    says = function()
      return { words:title(variant.title), words:title(variant.summary),
               numbers_line(words, variant.numbers) or "",
               option_line(words, variant.name) }
    end,
    change = function()
      set_variant(settings, variant.name, not is_chosen())
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
  return {
    name = words:title(option.title),
    value = function()
      return option_value({ value = value() }, words, game_words)
    end,
    is_set = function() return value() ~= option.default end,
    says = function() return { words:title(option.title) } end,
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

local function adds_row(app, game_words, seat, name)
  local words = app.words
  local player = game_words:word("seats", name)
  local typed = app.contributions
  return {
    name = words:say("adds", { seat = player }),
    value = function()
      return words:say(typed[seat] and "typed" or "from_system")
    end,
    is_set = function() return typed[seat] ~= nil end,
    says = function() return { words:say("adds_says"), typed[seat] } end,
    type = {
      asks = words:say("type_adds", { seat = player }),
      text = function() return typed[seat] or "" end,
      set = function(string)
        typed[seat] = string:find("%S") and string or nil
      end,
    },
  }
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
  local members = {}
  list[#list + 1] = { head = words:say("house_rules") }
  for _, variant in ipairs(description.variants) do
    local group = variant.group
    if type(group) == "string" and group ~= "" then
      members[group] = members[group] or {}
      table.insert(members[group], variant)
    end
  end
  for _, group in ipairs(description.groups) do
    if members[group.name] then
      list[#list + 1] = group_row(app, group, members[group.name])
    end
  end
  for _, variant in ipairs(description.variants) do
    local group = variant.group
    if type(group) ~= "string" or group == "" then
      list[#list + 1] = variant_row(app, variant)
    end
  end
end

-- Adds the lines of the options.
function rows.add_options(list, app, description, game_words)
  if #description.options == 0 then
    return
  end
  list[#list + 1] = { head = app.words:say("options") }
  for _, option in ipairs(description.options) do
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
