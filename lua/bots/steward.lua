-- steward: takes what `castled connect` hints at, which looks at what each
-- choice would bring (core/game/player.h). Where no hint is to be had, as in a
-- game with hands that are hidden, the first choice.

return function(question, ask, decide)
  local params = { game = question.game, seat = question.seat }
  ask("game.hint", params, function(failure, hint)
    if failure or hint.seq ~= question.seq then
      decide(0)
    else
      decide(hint.index)
    end
  end)
end
