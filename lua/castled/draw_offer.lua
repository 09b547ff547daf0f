-- An offer of a draw, as long as it stands, by what is told of its game: as
-- core/game keeps it. That it lapses nobody is told: it does when another seat than
-- the one that made it chooses, and when something is undone.

local draw_offer = {}

-- A question is asked: whoever was asked before has chosen, and what was not heard of
-- meanwhile was. Behind that an offer that still stands is told again.
local function take_asked(match, params)
  local before = match.draw_asked
  if before and before.seq == params.seq then
    return
  end
  local is_own = before and params.seq == before.seq + 1
                 and before.seat == match.draw_offer
  match.draw_asked = { seq = params.seq, seat = params.seat }
  if not is_own then
    match.draw_offer = nil
  end
end

local function drop(match)
  match.draw_offer = nil
end

local TAKES = {
  ["game.draw_offered"] = function(match, params)
    match.draw_offer, match.draw_accepted = params.seat, {}
  end,
  ["game.draw_accepted"] = function(match, params) -- others may have to, too
    match.draw_accepted = match.draw_accepted or {}
    match.draw_accepted[params.seat] = true
  end,
  ["game.event"] = function(match, params)
    if params.entry == 1 then -- all is told again
      match.draw_offer, match.draw_asked = nil, nil
    end
  end,
  ["game.draw_declined"] = drop, ["game.undone"] = drop, ["game.over"] = drop,
  ["game.waiting"] = take_asked, ["game.question"] = take_asked,
}

-- Takes a notification of a match: `match.draw_offer` is the seat that offers a
-- draw then, or nil.
function draw_offer.take(match, method, params)
  if TAKES[method] then
    TAKES[method](match, params)
  end
end

-- Whether a seat (nil: who watches) has an offer to answer.
function draw_offer.asks(match, seat)
  local offer = match.draw_offer
  return offer ~= nil and seat ~= nil and seat ~= offer
         and not (match.draw_accepted and match.draw_accepted[seat])
end

return draw_offer
