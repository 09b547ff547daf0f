-- Sentences of a game as frontends say them: whoever has a name is called by it
-- (naming.lua), and tiles have no names, since they are seen.

local choices_of = require "castled.choices"
local json       = require "castled.json"

local telling = {}

local function copy_of(fields)
  local copy = setmetatable({}, getmetatable(fields))
  for key, value in pairs(fields) do
    copy[key] = value
  end
  return copy
end

-- The first letter as one that begins a sentence.
local function begun(text)
  return (text:gsub("^%l", string.upper))
end

-- The spaces of what was scored, of the final scoring with one in front that
-- nothing else has that was scored for the same reason.
local function spaces_of(event, events)
  local spaces, others = json.value(event.spaces), {}
  if not json.value(event.reason) or type(spaces) ~= "table" then
    return event.spaces
  end
  for _, other in ipairs(events) do
    if other ~= event and other.reason == event.reason
       and type(json.value(other.spaces)) == "table" then
      others[#others + 1] = other.spaces
    end
  end
  return choices_of.called_apart(spaces, others)
end

-- An event with what is told of it: `named` says that whom it is about is called
-- by a name. `names` by seat's name, `events` all that have been, `words` a
-- frontend's own.
function telling.fields(event, events, names, words)
  local told = copy_of(event)
  told.named = names[event.player or json.value(event.winner)
                     or event.first_player] ~= nil
  told.spaces = spaces_of(event, events)
  if type(event.tile) == "string" then
    told.tile = words:say("a_tile")
  end
  return told
end

-- What an event tells, in the game's words with names in them.
function telling.event(named, event, events, names, words)
  return begun(named:event(telling.fields(event, events, names, words)))
end

-- What a question asks.
function telling.question(named, asked, view, words)
  local fields = copy_of(view)
  fields.player = asked.player
  local drawn = type(fields.game) == "table" and fields.game.drawn
  if type(drawn) == "string" and drawn ~= "" then
    fields.game = copy_of(fields.game)
    fields.game.drawn = words:say("this_tile")
  end
  return named:question(asked.step, fields)
end

return telling
