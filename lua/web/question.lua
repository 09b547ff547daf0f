-- A question as the browser's script wants it: short, and with what on the page
-- stands for which choice.
--
--   kind "place"   the tile that was drawn is laid: `places` has { x, y, turns },
--                  with the index of the choice for each quarter turn, or null
--   kind "list"    each choice is a button; `on` has, by id, what else on the page
--                  stands for one: tiles, wall tiles. Followers that may be placed
--                  are in the board's layer of choices, with data-index.

local choices_of = require "castled.choices"
local json       = require "castled.json"
local places     = require "castled.places"

local question = {}

local TURNS = 4

-- The places of questions that are still asked.
local places_of = setmetatable({}, { __mode = "k" })

-- The places that a question of kind "place" asks for, as castled.places lists them.
function question.places(asked)
  places_of[asked] = places_of[asked] or places.new(asked.choices).list
  return places_of[asked]
end

-- A choice for each quarter turn, or null where the tile does not fit.
local function turns_of(place)
  local list = {}
  for turns = 0, TURNS - 1 do
    list[turns + 1] = place.index[turns] or json.null
  end
  return list
end

local function of_places(asked)
  local list = {}
  for index, place in ipairs(question.places(asked)) do
    list[index] = { place.x, place.y, turns_of(place) }
  end
  return list
end

-- The id of the `number`th wall tile of a kind that a player holds, or nil.
local function own_wall_tile(view, seat, kind, number)
  local player = view.game and view.game.players and view.game.players[seat]
  for index, held in ipairs(player and player.wall_tiles or {}) do
    if held == kind then
      number = number - 1
      if number == 0 then
        return question.wall_tile_id(seat, index)
      end
    end
  end
  return nil
end

-- What a wall tile that a player holds is called on the page.
function question.wall_tile_id(seat, index)
  return ("own-%d-%d"):format(seat, index)
end

-- Adds what a choice is about: own wall tiles, the tiles of a feature.
local function add_elements(on, choice, index, asked, view, board)
  local feature = not choice.column and choices_of.feature(board(), choice)
  for _, space in ipairs(feature and feature.spaces or {}) do
    local id = ("tile-%d-%d"):format(space[1], space[2])
    on[id] = on[id] or index
  end
  local own = choice.play and own_wall_tile(view, asked.seat, 1, 1)
              or math.type(choice.kind) == "integer" and (choice.tiles or 1) > 0
                 and own_wall_tile(view, asked.seat, choice.kind,
                                   choice.tiles or 1)
  if own then
    on[own] = index
  end
end

-- The kind of a question: "place" where its choices are where a drawn tile may
-- be laid, else "list".
function question.kind(asked, view)
  local drawn = view.game and view.game.drawn
  return places.are(asked.choices) and type(drawn) == "string" and drawn ~= ""
         and "place" or "list"
end

-- The message for the page of who is asked. `board()` gives the board as
-- castled.board reads it.
function question.message(asked, view, board)
  local message = { game = asked.game, seq = asked.seq,
                    kind = question.kind(asked, view) }
  if message.kind == "place" then
    message.places = of_places(asked)
    return message
  end
  local on = {}
  for index, choice in ipairs(asked.choices) do
    add_elements(on, choice, index - 1, asked, view, board)
  end
  message.on = next(on) and on or nil
  return message
end

return question
