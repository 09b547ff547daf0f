-- Sentences of a game as the page says them: tiles have no names there, since
-- they are seen.

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

-- What an event tells.
function telling.event(screen, event)
  if type(event.tile) ~= "string" then
    return screen.wording:event(event)
  end
  local told = copy_of(event)
  told.tile = screen.words:say("table_a_tile")
  return begun(screen.wording:event(told))
end

-- What a question asks.
function telling.question(screen, asked)
  local fields = copy_of(screen.position.view)
  fields.player = asked.player
  local drawn = type(fields.game) == "table" and fields.game.drawn
  if type(drawn) == "string" and drawn ~= "" then
    fields.game = copy_of(fields.game)
    fields.game.drawn = screen.words:say("table_this_tile")
  end
  return screen.wording:question(asked.step, fields)
end

return telling
