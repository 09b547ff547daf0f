-- The lock of a game's order, before the eyes of who has just sat down or seen it
-- being made, until they put it away: they can tell it each other.

local game_words = require "castled.game_words"

local lock = {}

-- Shows it, once. `has_seen`: whoever looks has seen it being made; else it is shown
-- to whom the game is new. `seats`: as in game.about, or nil when it is not known who
-- has given a secret. Without `proquints` nothing is sealed.
function lock.show(session, game, proquints, seats, has_seen)
  if proquints and (has_seen or session.has_joined[game]) then
    session.has_joined[game] = nil
    session:send { notice = {
      text = session.words:say("lock_notice", {
        lock = proquints, without = seats and game_words.without(seats) }),
      kind = "stays", game = game, lock = proquints,
    } }
  end
end

return lock
