-- Makes one ruleset of a game and the variants chosen for it. The host calls
-- this once, when an executor is made; what it returns is all that the host
-- reads.

local check_variant   = require "castled.variant_check"
local compose_options = require "castled.compose_options"
local compose_rules   = require "castled.compose_rules"
local compose_steps   = require "castled.compose_steps"
local check_texts     = require "castled.compose_texts"
local material        = require "castled.compose_material"
local sentence        = require "castled.sentence"

local refuse = sentence.refuse

local API = 1

-- Variants in the order of their names, so that the order given changes
-- nothing.
local function in_order(variants)
  local list = {}
  for _, variant in ipairs(variants) do
    check_variant(variant)
    list[#list + 1] = variant
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  for index = 2, #list do
    if list[index].name == list[index - 1].name then
      refuse("two variants are called '%s': %s and %s; rename one",
             list[index].name, list[index - 1].path, list[index].path)
    end
  end
  return list
end

local function check_needs(game, variant)
  if variant.needs.game ~= game.name then
    refuse("variant '%s' is for the game '%s', not for '%s'", variant.name,
           variant.needs.game, game.name)
  elseif variant.needs.api < 1 or variant.needs.api > API then
    refuse("variant '%s' needs interface %d of castled; this one offers %d",
           variant.name, variant.needs.api, API)
  end
end

-- Each variant by itself, and no two of one group.
local function check_groups(game, variants)
  local chosen = {}
  for _, variant in ipairs(variants) do
    check_needs(game, variant)
    local group = variant.group
    if group and not game.groups[group] then
      refuse("variant '%s' is of the group '%s', which %s does not have%s",
             variant.name, group, game.name,
             sentence.instead(group, sentence.keys(game.groups)))
    elseif group and chosen[group] then
      refuse("variants '%s' and '%s' are both of the group '%s': choose one",
             chosen[group], variant.name, group)
    elseif group then
      chosen[group] = variant.name
    end
  end
end

-- A text in both languages, of which one may have been given.
local function in_both(text)
  return { en = text.en or text.es, es = text.es or text.en }
end

-- What there is to tell of the variants, and their names.
local function describe(variants)
  local names, about = {}, {}
  for index, variant in ipairs(variants) do
    names[index] = variant.name
    about[index] = {
      name = variant.name, path = variant.path, group = variant.group or "",
      title = in_both(variant.title), summary = in_both(variant.summary),
      numbers = variant.numbers or {}, texts = variant.texts or {},
    }
  end
  return names, about
end

-- The events that are told: the game's and those that variants add.
local function all_events(game, variants)
  local events, owners = {}, {}
  for name, fields in pairs(game.events) do
    events[name], owners[name] = fields, "the game"
  end
  for _, variant in ipairs(variants) do
    for name, fields in pairs(variant.events or {}) do
      if events[name] and events[name] ~= fields then
        refuse("variant '%s' declares the event '%s', which %s has with other "
               .. "fields: rename it", variant.name, name, owners[name])
      end
      events[name], owners[name] = fields, "variant '" .. variant.name .. "'"
    end
  end
  return events
end

return function(game, given_variants, given_options, about_function)
  local variants = in_order(given_variants)
  check_groups(game, variants)
  local names, about_variants = describe(variants)
  local options, declared = compose_options(game, variants, given_options)
  local seats = material.resolve(game.seats, options)
  local rules, about_rules = compose_rules(game, variants, about_function,
                                           #seats)
  local steps, labels, sections = compose_steps(game, variants)
  local events = all_events(game, variants)
  check_texts(game, variants, events, labels)
  local tiles = material.tiles(game, variants, options)
  local plan, plan_from = material.plan(game, variants, options)
  local piles = game.piles
  if type(piles) == "function" then
    piles = piles(options, tiles)
  end
  return {
    variants = names, about_variants = about_variants,
    options = options, declared_options = declared,
    rules = rules, about_rules = about_rules,
    steps = steps, labels = labels, sections = sections,
    events = events,
    seats = seats,
    figures = material.resolve(game.figures, options),
    tiles = tiles,
    plan = plan, plan_from = plan_from,
    piles = piles,
    starts_match = not game.starts_match or game.starts_match(options),
  }
end
