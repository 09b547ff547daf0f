-- The form of a new game as HTML, from its plan (new_game_plan.lua).

local clocks     = require "castled.clocks"
local form       = require "web.form"
local game_words = require "castled.game_words"
local html       = require "web.html"
local new_game   = require "castled.new_game"
local plans      = require "web.new_game_plan"
local seating    = require "web.waiting_parts"

local new_game_form = {}

local MS = 1000

-- Fields that belong together.
local function together(label, fields)
  return html.fieldset { class = "group", aria_label = label, fields }
end

-- A group of house rules, of which one holds: the default first.
local function group_choice(words, plan, group, members)
  local choices = { { value = group.default, title = words:say("as_printed"),
                      text = words:say("as_printed_says"),
                      badge = words:say("badge_default") } }
  for _, variant in ipairs(members) do
    local is_default = variant.name == group.default
    local at = is_default and 1 or #choices + 1
    choices[at] = { value = variant.name, title = words:title(variant.title),
                    text = words:title(variant.summary),
                    badge = is_default and words:say("badge_default") }
  end
  return form.radios { legend = words:group(group.name),
                       name = "group:" .. group.name,
                       chosen = plan.groups[group.name], choices = choices }
end

-- All house rules that there are for the game.
function new_game_form.rules(words, plan, description)
  local alone, members, broken = new_game.sorted(description)
  local groups, boxes = {}, {}
  for _, group in ipairs(description.groups) do
    if members[group.name] then
      groups[#groups + 1] = group_choice(words, plan, group, members[group.name])
    end
  end
  for index, variant in ipairs(alone) do
    boxes[index] = form.option {
      type = "checkbox", name = "variant:" .. variant.name, value = "on",
      title = words:title(variant.title), text = words:title(variant.summary),
      checked = plan.variants[variant.name],
    }
  end
  for _, variant in ipairs(broken) do
    boxes[#boxes + 1] = form.option {
      type = "checkbox", name = "broken:" .. variant.name, disabled = true,
      title = variant.name .. ".lua",
      text = words:say("rule_is_broken", { reason = variant.error }),
    }
  end
  return html.join { groups,
    #boxes > 0 and html.fieldset { class = "group",
      html.legend { words:say("more_rules") },
      html.div { class = "options", boxes } } }
end

local function choice_option(words, own_words, option, value)
  local choices = {}
  for index, name in ipairs(option.values) do
    choices[index] = { value = name, title = own_words:word("values", name),
                       badge = name == option.default
                               and words:say("badge_default") }
  end
  return form.radios { legend = words:title(option.title),
                       name = "option:" .. option.name, chosen = value,
                       choices = choices, across = true }
end

local function integer_option(words, option, value)
  local id = "option:" .. option.name
  return form.field(id, words:title(option.title),
    html.input { type = "number", id = id, name = id, value = value,
                 min = option.min, max = option.max, step = 1, required = true },
    words:say("from_to", { min = option.min, max = option.max,
                           default = option.default }))
end

local function boolean_option(words, option, value)
  return form.option {
    type = "checkbox", name = "option:" .. option.name, value = "on",
    title = words:title(option.title), checked = value,
    text = words:say(option.default and "usually_on" or "usually_off"),
  }
end

local function fixed_option(words, own_words, option, variant)
  return html.p { class = "help",
    words:title(option.title), ": ",
    game_words.option_value({ value = variant.sets[option.name] }, words,
                            own_words),
    " (", words:say("set_by", { rule = words:title(variant.title) }), ")" }
end

-- The options of the game and of the chosen house rules, each by its type.
function new_game_form.options(words, own_words, plan, description, options)
  local parts, fields, boxes = {}, {}, {}
  for _, option in ipairs(options) do
    local value = plan.options[option.name]
    if value == nil then
      value = option.default
    end
    local setter = plans.setter(plan, description, option)
    if setter then
      boxes[#boxes + 1] = fixed_option(words, own_words, option, setter)
    elseif option.type == "boolean" then
      boxes[#boxes + 1] = boolean_option(words, option, value)
    elseif option.type == "integer" then
      fields[#fields + 1] = integer_option(words, option, value)
    else
      parts[#parts + 1] = choice_option(words, own_words, option, value)
    end
  end
  return html.join { parts,
    #fields + #boxes > 0 and html.fieldset { class = "group",
      html.legend { words:say("options") }, fields,
      #boxes > 0 and html.div { class = "options", boxes } } }
end

-- Which seat is one's own, or none.
function new_game_form.own(words, own_words, plan, description)
  local choices = {}
  for seat, name in ipairs(description.seats) do
    choices[seat] = { value = tostring(seat),
                      title = own_words:word("seats", name) }
  end
  choices[#choices + 1] = { value = "0", title = words:say("you_watch_only") }
  return form.radios { legend = words:say("you_sit"), name = "own",
                       chosen = tostring(plan.own), choices = choices,
                       across = true }
end

-- Who sits in the other seats.
function new_game_form.players(words, own_words, plan, description)
  local parts = {}
  for seat, name in ipairs(description.seats) do
    if seat ~= plan.own then
      local choices = {}
      for index, kind in ipairs(new_game.KINDS) do
        choices[index] = { value = kind, title = words:say("seat_" .. kind),
                           text = words:say("seat_" .. kind .. "_says") }
      end
      parts[#parts + 1] = form.radios {
        legend = own_words:word("seats", name), name = "player:" .. seat,
        chosen = plan.players[seat], choices = choices }
    end
  end
  return html.join { parts,
    plan.own > 0 and together(words:say("you"), { seating.name(words) }) }
end

-- Radios whose texts begin with `key`; the heading above them says what they are.
local function keyed_radios(words, key, name, values, chosen)
  local choices = {}
  for index, value in ipairs(values) do
    choices[index] = { value = value, title = words:say(key .. "_" .. value),
                       text = words:say(key .. "_" .. value .. "_says") }
  end
  return form.radios { legend = words:say(key), is_headed = true, name = name,
                       chosen = chosen, choices = choices }
end

-- What kind of clock. It goes back beside what is pressed, since by then another
-- one may be shown.
function new_game_form.clock_kind(words, plan)
  local kind = new_game.clock(plan)
  return html.join {
    keyed_radios(words, "clock_kind", "clock", new_game.CLOCKS, kind),
    html.input { type = "hidden", name = "clock_was", value = kind },
  }
end

local function lengths(list)
  local choices = {}
  for index, seconds in ipairs(list) do
    choices[index] = { seconds, clocks.length(seconds * MS) }
  end
  return choices
end

-- How long its times are.
function new_game_form.clock_times(words, plan)
  local kind = new_game.clock(plan)
  if kind == "choice" then
    return together(words:say("clock_kind"), { form.field("choice_s",
      words:say("clock_time"),
      form.select("choice_s", lengths(new_game.CHOICE_SECONDS), plan.choice_s)) })
  elseif kind == "game" then
    return together(words:say("clock_kind"), {
      form.field("game_s", words:say("clock_time"),
        form.select("game_s", lengths(new_game.GAME_SECONDS), plan.game_s)),
      form.field("increment_s", words:say("clock_increment"),
        form.select("increment_s", lengths(new_game.INCREMENTS), plan.increment_s),
        words:say("clock_increment_says")),
    })
  end
  return html.join {}
end

-- How the order of the tiles comes about.
function new_game_form.order(words, plan)
  return keyed_radios(words, "order", "order", plans.ORDERS, plan.order)
end

-- What the maker adds to the shuffle, or the seed.
function new_game_form.order_text(words, plan)
  if plan.order == "open" then
    return together(words:say("seed"), { form.field("seed", words:say("seed"),
      html.input { id = "seed", name = "seed", type = "text", value = plan.seed,
                   maxlength = plans.SEED_MAX, autocomplete = "off" },
      words:say("seed_says")) })
  elseif plan.own > 0 then
    return seating.contribution(words)
  end
  return html.join {}
end

-- Who finds the game.
function new_game_form.public(words, plan)
  return keyed_radios(words, "public", "public", { "yes", "no" },
                      plan.is_public and "yes" or "no")
end

-- The button, and why it cannot be pressed; `is_checked` when the daemon has said
-- that all goes together.
function new_game_form.finish(words, plan, trouble)
  return html.join {
    trouble and form.trouble(trouble)
    or html.p { class = "quiet", words:say(plan.own > 0 and "create_says"
                                           or "create_watch_says") },
    html.button { type = "submit", class = "button primary big",
                  disabled = trouble ~= nil, words:say("create") },
  }
end

return new_game_form
