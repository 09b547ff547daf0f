-- What a new game at a server is asked for with, from what a form has of it.

local new_game = {}

-- Adds to the parameters of game.create what a plan says of players, clock and who
-- sees the game, and returns them. A plan has `players` by seat, `own` (the seat of
-- who makes the game, or nil: it is held until they sit in it), `is_public`, and
-- `clock`: "choice" with choice_s, "game" with game_s and increment_s, or none.
function new_game.planned(params, plan)
  params.players, params.public = {}, plan.is_public
  for seat, kind in ipairs(plan.players) do
    params.players[seat] = plan.own == seat and "held" or kind
  end
  if plan.clock == "choice" then
    params.clock = { choice_s = plan.choice_s }
  elseif plan.clock == "game" then
    params.clock = { game_s = plan.game_s, increment_s = plan.increment_s }
  end
  return params
end

return new_game
