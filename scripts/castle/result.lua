-- How the game stands, or ended: the scores by seat, and who has won (CS-77),
-- which is asked for once the scores have been read.

return function(game)
  local scores = {}
  for seat, player in ipairs(game.players) do
    scores[seat] = player.score
  end
  return {
    scores = scores,
    winner = function()
      local winner = game.rules.winner(game, game.players[1], game.players[2])
      return winner  -- no tail call: a traceback shows this line
    end,
  }
end
