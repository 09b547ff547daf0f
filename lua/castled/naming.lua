-- What sentences of a game call those who play: by the names that they gave, or
-- which bot it is, where that is known; else by their colour.

local json    = require "castled.json"
local wording = require "castled.wording"

local naming = {}

-- Whether a seat is a person's, or waits for one.
function naming.is_person(seat)
  return seat.player == "human" or seat.player == "held"
end

-- Whether people play against each other: a bot's hints would be a third player's.
function naming.is_contest(seats)
  local count = 0
  for _, seat in ipairs(seats) do
    count = count + (naming.is_person(seat) and 1 or 0)
  end
  return count > 1
end

-- Whether a seat waits for somebody.
function naming.is_free(seat)
  return naming.is_person(seat) and not json.value(seat.who)
end

-- What a seat's player is called: the name that they gave, or which bot it is;
-- nil when that is not known. `words` are a frontend's own.
function naming.who(seat, words)
  return json.value(seat.who)
         or seat.player and not naming.is_person(seat) and words:player(seat.player)
         or nil
end

-- What the seats are called in any language: { black = 1, negras = 1 }. Names are
-- compared in small letters.
local function seat_words(description, colours)
  local found = {}
  for _, language in ipairs(json.keys(description.texts or {})) do
    local own = wording.new(description, language)
    for _, colour in ipairs(colours) do
      found[own:word("seats", colour):lower()] = 1
    end
  end
  return found
end

-- The names by seat's name, { white = "Ann" }, of `seats` as game.about has them.
-- A name that is both players' or that a seat has, too, has its colour behind it.
function naming.names(seats, description, words)
  local colours = description.seats or {}
  local names, count = {}, seat_words(description, colours)
  for seat, colour in ipairs(colours) do
    local name = naming.who(seats[seat] or {}, words)
    if name then
      local key = name:lower()
      names[colour], count[key] = name, (count[key] or 0) + 1
    end
  end
  local own = wording.new(description, words.language)
  for colour, name in pairs(names) do
    if count[name:lower()] > 1 then
      names[colour] = name .. " (" .. own:word("seats", colour) .. ")"
    end
  end
  return names
end

-- The words `own` of a game with those names for colours.
function naming.wording(own, names)
  local seats = {}
  for colour, name in pairs(names) do
    -- Braces would be read as those of a text.
    seats[colour] = name:gsub("[{}]", { ["{"] = "(", ["}"] = ")" })
  end
  return own:with { seats = seats }
end

return naming
