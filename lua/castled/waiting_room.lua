-- A game at a server before its first tile, in words: what is said of who sits
-- where, which seats have a link to give away, how far sealing has got. `room` has
-- `seats` as game.seats tells them, `stage` of game.sealing or nil, `seat`, one's
-- own, and `knows_givers`: it is known who has given a secret.

local game_words = require "castled.game_words"
local json       = require "castled.json"
local naming     = require "castled.naming"

local waiting_room = {}

-- The stages of sealing, in their order.
local STAGES = { "commit", "agree", "reveal" }
local NUMBERS = { commit = 1, agree = 2, reveal = 3, done = 4 }

-- Which stage it is, from 1 on; 4: all are done.
function waiting_room.stage_number(stage)
  return NUMBERS[stage or ""] or 1
end

-- What is said of who sits in a seat, as keys of words: that_is_you, away,
-- gave_nothing.
function waiting_room.notes(room, index)
  local seat, keys = room.seats[index], {}
  local is_taken = json.value(seat.who) ~= nil
  if index == room.seat then
    keys[1] = "that_is_you"
  elseif is_taken and seat.here == false then
    keys[1] = "away"
  end
  if room.knows_givers and is_taken and naming.is_person(seat)
     and not seat.contributes then
    keys[#keys + 1] = "gave_nothing"
  end
  return keys
end

-- The seats that there is a link for: each that waits for who was invited, and the
-- first that anybody may take.
function waiting_room.linked(room)
  local list, has_open = {}, false
  for index, seat in ipairs(room.seats) do
    if naming.is_free(seat) and index ~= room.seat
       and (seat.player == "held" or not has_open) then
      has_open = has_open or seat.player ~= "held"
      list[#list + 1] = index
    end
  end
  return list
end

-- The steps of sealing: what each says, and whether it is "done", "now" or "later".
function waiting_room.steps(room, words)
  local at = waiting_room.stage_number(room.stage)
  local without = room.knows_givers and game_words.without(room.seats)
  local steps = {}
  for number, stage in ipairs(STAGES) do
    steps[number] = {
      says = words:say("stage_" .. stage, { without = without }),
      is = number < at and "done" or number == at and "now" or "later",
    }
  end
  return steps
end

-- The people who sit and are not here, by name, in a line; nil when all are.
local function away(seats)
  local names = {}
  for _, seat in ipairs(seats) do
    if json.value(seat.who) and seat.here == false then
      names[#names + 1] = seat.who
    end
  end
  return #names > 0 and table.concat(names, ", ") or nil
end

-- Whose secret is waited for, or has not come; nil when nobody's.
function waiting_room.missing(room, words)
  local without = room.knows_givers and game_words.without(room.seats)
  local names = waiting_room.stage_number(room.stage) == 1 and away(room.seats)
  return without and words:say("sealed_without", { without = without })
         or names and words:say("sealing_waits", { names = names }) or nil
end

return waiting_room
