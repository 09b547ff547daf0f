-- Where to lay the tile: it follows a cursor over the places that fit.

local places = require "castled.places"

local ask_place = {}
ask_place.__index = ask_place

local DIRECTIONS = {
  up = { 0, -1 }, down = { 0, 1 }, left = { -1, 0 }, right = { 1, 0 },
  k = { 0, -1 }, j = { 0, 1 }, h = { -1, 0 }, l = { 1, 0 },
}

ask_place.keys = "place_keys"

-- Asks a question whose choices are placements of the tile that was drawn;
-- the cursor begins near the tile laid last.
function ask_place.new(question, board, tile)
  local self = setmetatable({ question = question, tile = tile,
                              places = places.new(question.choices) },
                            ask_place)
  local last = board:last()
  self.place = last and self.places:nearest(last.x, last.y)
               or self.places.list[1]
  self.turns = self.place.turns[1]
  return self
end

-- Where the close-up looks.
function ask_place:focus()
  return self.place.x, self.place.y
end

function ask_place:go(place)
  if place and place ~= self.place then
    self.place = place
    if not place.index[self.turns] then
      self.turns = places.next_turns(place, self.turns, 1)
    end
  end
end

function ask_place:turn(step)
  self.turns = places.next_turns(self.place, self.turns, step)
end

-- The index of the choice that is shown.
function ask_place:index()
  return self.place.index[self.turns]
end

-- Shows a choice.
function ask_place:show(index)
  local choice = self.question.choices[index + 1]
  self.place = self.places:at(choice.x, choice.y)
  self.turns = choice.turns
end

-- Takes a key. The index of the choice when one is made; else nil, and whether
-- the key meant something.
function ask_place:key(event)
  local direction = DIRECTIONS[event.key]
  if direction and not event.shift then
    self:go(places.next(self.places.list, self.place, direction[1],
                        direction[2]))
  elseif event.key == "r" or event.key == "space" then
    self:turn(1)
  elseif event.key == "tab" and event.shift then
    self:turn(-1)
  elseif event.key == "tab" then
    self:next()
  elseif event.mouse == "wheel" then
    self:turn(event.by)
  elseif event.key == "enter" then
    return self:index()
  else
    return nil, false
  end
  return nil, true
end

-- To the next place in reading order.
function ask_place:next()
  for index, place in ipairs(self.places.list) do
    if place == self.place then
      self:go(self.places.list[index % #self.places.list + 1])
      return
    end
  end
end

-- The mouse is over a space: the tile goes there if it fits.
function ask_place:point(x, y)
  self:go(self.places:at(x, y))
end

-- A click on a space: there, and if it was there already, that is the choice.
function ask_place:click(x, y)
  local place = self.places:at(x, y)
  if place and place == self.place then
    return self:index()
  end
  self:go(place)
  return nil
end

-- What it adds to what is drawn (scene.draw).
function ask_place:show_in(state)
  state.places = self.places
  state.ghost = { x = self.place.x, y = self.place.y, tile = self.tile,
                  turns = self.turns }
end

-- Its line of text, in the words of the terminal.
function ask_place:details(words)
  local at = 1
  for index, place in ipairs(self.places.list) do
    at = place == self.place and index or at
  end
  return words:say("places", { at = at, count = #self.places.list,
                               turns = #self.place.turns })
end

return ask_place
