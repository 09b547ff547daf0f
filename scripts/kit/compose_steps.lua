-- The steps of a ruleset: the game's, with those that variants put before,
-- after or in the place of one.

local sentence = require "castled.sentence"

local refuse = sentence.refuse

-- The sections of a game, in the order in which they are played. A step goes on
-- to one by its name, so no step can be called so.
local SECTIONS = { "start", "turn", "final" }

-- What variants change: step name -> { before, after: lists; replace }.
local function gather(variants)
  local changes = {}
  local function change(name, by)
    changes[name] = changes[name] or { before = {}, after = {}, by = by }
    return changes[name]
  end
  for _, variant in ipairs(variants) do
    local given = variant.steps or {}
    for name, new in pairs(given.replace or {}) do
      local here = change(name, variant.name)
      if here.replace then
        refuse("variants '%s' and '%s' both replace the step '%s': choose one",
               here.replace.origin, variant.name, name)
      elseif new.name ~= name then
        refuse("variant '%s' replaces the step '%s' by one called '%s': a "
               .. "replacement keeps the name", variant.name, name, new.name)
      end
      here.replace = { step = new, origin = variant.name }
    end
    for _, side in ipairs({ "before", "after" }) do
      for name, new in pairs(given[side] or {}) do
        local list = change(name, variant.name)[side]
        list[#list + 1] = { step = new, origin = variant.name }
      end
    end
  end
  return changes
end

-- Raises if the game has no step for one of the changes.
local function check_targets(game, changes)
  local known = {}
  for _, section in ipairs(SECTIONS) do
    for _, here in ipairs(game[section] or {}) do
      known[#known + 1] = here.name
    end
  end
  for name, change in pairs(changes) do
    local found = false
    for _, other in ipairs(known) do
      found = found or other == name
    end
    if not found then
      refuse("variant '%s' changes the step '%s', which %s does not have%s",
             change.by, name, game.name, sentence.instead(name, known))
    end
  end
end

-- Adds a step at the end of the list; `labels` has where each name is.
local function add(game, steps, labels, new)
  local name, earlier = new.step.name, labels[new.step.name]
  local owner = new.origin == "" and "the game '" .. game.name .. "'"
                or "variant '" .. new.origin .. "'"
  for _, section in ipairs(SECTIONS) do
    if name == section then
      refuse("%s: a step cannot be called '%s', as a part of the game is", owner,
             name)
    end
  end
  if earlier then
    local other = steps[earlier].origin
    refuse("%s adds a step called '%s', but %s has one of that name: rename it",
           owner, name, other == "" and "the game" or "variant '" .. other .. "'")
  end
  steps[#steps + 1] = new
  labels[name] = #steps
end

-- All steps in one list; where each name is landed on, which is the first step
-- put before it; and where each section begins.
return function(game, variants)
  local steps, labels, landings, sections = {}, {}, {}, {}
  local changes = gather(variants)
  check_targets(game, changes)
  for _, section in ipairs(SECTIONS) do
    sections[section] = #steps + 1
    for _, here in ipairs(game[section] or {}) do
      local change = changes[here.name] or { before = {}, after = {} }
      landings[here.name] = #steps + 1
      for _, new in ipairs(change.before) do
        add(game, steps, labels, new)
      end
      add(game, steps, labels, change.replace or { step = here, origin = "" })
      for _, new in ipairs(change.after) do
        add(game, steps, labels, new)
      end
    end
  end
  for name, index in pairs(landings) do
    labels[name] = index
  end
  for section, index in pairs(sections) do
    labels[section] = index
  end
  return steps, labels, sections
end
