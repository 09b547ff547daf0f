-- A game at a server in words: what it is, who sits where, how it stands. `about`
-- is what games.list and game.about say of a game, `words` a frontend's own
-- (say(key, fields), title(texts), player(kind)).

local clocks   = require "castled.clocks"
local json     = require "castled.json"
local naming   = require "castled.naming"
local refusals = require "castled.refusals"
local telling  = require "castled.telling"
local wording  = require "castled.wording"

local game_words = {}

-- An option's value in words; `own`, the game's words, may be nil.
function game_words.option_value(option, words, own)
  if option.value == true or option.value == false then
    return words:say(option.value and "on" or "off")
  elseif own and type(option.value) == "string" then
    return own:word("values", option.value)
  end
  return tostring(option.value)
end

-- Who sits in a seat, in short.
function game_words.who(seat, words)
  return naming.who(seat, words)
         or words:say(seat.player == "held" and "seat_is_held" or "seat_is_free")
end

-- All who sit, in a line.
function game_words.players(about, words)
  local parts = {}
  for index, seat in ipairs(about.seats) do
    parts[index] = game_words.who(seat, words)
  end
  return table.concat(parts, " – ")
end

-- How many seats anybody may take.
function game_words.free_count(about)
  local count = 0
  for _, seat in ipairs(about.seats) do
    if seat.player == "human" and not json.value(seat.who) then
      count = count + 1
    end
  end
  return count
end

-- Whether a seat waits for who has its link.
function game_words.has_held(about)
  for _, seat in ipairs(about.seats) do
    if seat.player == "held" and not json.value(seat.who) then
      return true
    end
  end
  return false
end

-- What a house rule is called; one that cannot be loaded has only its name.
local function title_of(variant, words)
  return variant.title and words:title(variant.title) or variant.name
end

-- Why a game is over that its rules let nobody go on in, as a sentence; nil when
-- that is not so, or not known. `over` is a game.over or a result.
function game_words.because(over, description, words)
  local because = json.value(over and over.because)
  if not because then
    return nil
  end
  local name = json.value(because.variant)
  for _, variant in ipairs(name and description and description.variants or {}) do
    name = variant.name == name and title_of(variant, words) or name
  end
  return words:say("because", {
    rule = name, says = refusals.text(because.says, words.language) })
end

-- Of a list with values by name, with the game's titles: those chosen.
local function rule_lines(about, description, words)
  local is_chosen, lines = {}, {}
  for _, name in ipairs(about.variants or {}) do
    is_chosen[name] = true
  end
  for _, variant in ipairs(description and description.variants or {}) do
    if is_chosen[variant.name] then
      is_chosen[variant.name] = nil
      lines[#lines + 1] = title_of(variant, words)
    end
  end
  for _, name in ipairs(about.variants or {}) do
    if is_chosen[name] then -- one that the description does not know
      lines[#lines + 1] = name
    end
  end
  return lines
end

local function option_lines(about, description, words)
  local lines, told = {}, {}
  local own = description and wording.new(description, words.language)
  local options = json.value(about.options) or {}
  for _, option in ipairs(description and description.options or {}) do
    local value = options[option.name]
    told[option.name] = true
    if value ~= nil and value ~= option.default then
      lines[#lines + 1] = words:title(option.title) .. ": "
                          .. game_words.option_value({ value = value }, words, own)
    end
  end
  for _, name in ipairs(json.keys(options)) do
    if not told[name] then
      lines[#lines + 1] = name .. ": " .. tostring(options[name])
    end
  end
  return lines
end

-- The house rules and options that are not as they are by default, a line each.
function game_words.rules(about, description, words)
  local lines = rule_lines(about, description, words)
  table.move(option_lines(about, description, words), 1, 100, #lines + 1, lines)
  return #lines > 0 and lines or { words:say("no_house_rules") }
end

-- The result of a game that is over, in a line.
function game_words.result(about, description, words)
  local result = json.value(about.result)
  if not result then
    return words:say("state_over")
  end
  if not description then
    return tostring(result.reason)
  end
  local names = naming.names(about.seats, description, words)
  local own = naming.wording(wording.new(description, words.language), names)
  return telling.event(own, { event = "game_over", scores = result.scores,
                              winner = result.winner, reason = result.reason },
                       {}, names, words)
end

-- The house rules that were chosen, each with its title and what it says; then the
-- options that are not as they are by default.
function game_words.rule_details(about, description, words)
  local list, by_name = {}, {}
  for _, variant in ipairs(description and description.variants or {}) do
    by_name[variant.name] = variant
  end
  for index, name in ipairs(about.variants or {}) do
    local variant = by_name[name]
    list[index] = { title = variant and title_of(variant, words) or name,
                    says = variant and words:title(variant.summary) or "" }
  end
  for _, line in ipairs(option_lines(about, description, words)) do
    list[#list + 1] = { title = line, says = "" }
  end
  return #list > 0 and list or { { title = words:say("no_house_rules"), says = "" } }
end

-- Who sits where, a line for each seat.
function game_words.seat_lines(about, description, words)
  local own = description and wording.new(description, words.language)
  local lines = {}
  for index, seat in ipairs(about.seats) do
    local name = own and own:word("seats", seat.name) or seat.name
    local is_away = json.value(seat.who) and seat.here == false
                    and about.state ~= "over"
    lines[index] = name .. ": " .. game_words.who(seat, words)
                   .. (is_away and " (" .. words:say("away") .. ")" or "")
  end
  return lines
end

-- The people who have given no secret to the order, by name, in a line; nil when
-- all have. It is known once all secrets are fixed.
function game_words.without(seats)
  local names = {}
  for _, seat in ipairs(seats) do
    if naming.is_person(seat) and json.value(seat.who)
       and not seat.contributes then
      names[#names + 1] = seat.who
    end
  end
  return #names > 0 and table.concat(names, ", ") or nil
end

-- How the order came about. `is_fixed`: it is known who has given a secret.
function game_words.order(about, seats, is_fixed, words)
  return words:say(about.level == 1 and "level_1" or "level_0", {
    without = is_fixed and game_words.without(seats) })
end

-- All of it, as paragraphs.
function game_words.all(about, description, words)
  local state = about.state == "over"
                and game_words.result(about, description, words) or nil
  return {
    words:title(about.title),
    table.concat(game_words.seat_lines(about, description, words), "\n"),
    state or clocks.rule(about.clock, words),
    table.concat(game_words.rules(about, description, words), "\n"),
    game_words.order(about, about.seats,
                     about.state == "playing" or about.state == "over", words),
    words:say("game_is", { game = about.game, public = about.public }),
  }
end

-- Whether somebody waits in a game. One whose seats are held and empty, all of
-- them, is one that was left again.
function game_words.has_somebody(about)
  for _, seat in ipairs(about.seats) do
    if json.value(seat.who) then
      return true
    end
  end
  return false
end

-- What it has beside the players: its house rules counted, its clock.
function game_words.short(about, words)
  local parts = {}
  local count = #(about.variants or {})
  if count > 0 then
    parts[1] = words:say("rule_count", { count = count })
  end
  if json.value(about.clock) then
    parts[#parts + 1] = clocks.rule(about.clock, words, true)
  end
  return #parts > 0 and table.concat(parts, " · ") or words:say("as_printed")
end

return game_words
