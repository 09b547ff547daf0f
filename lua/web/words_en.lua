-- The page's words in English, in the form of a game's texts
-- (scripts/castle/texts.lua), screen by screen; the table's are in
-- table_words_en.lua, those of the browser's script in js_words_en.lua.

return {
  page_title    = "castled",
  page_failed   = "This page has failed. It was drawn anew; the game itself is "
                  .. "not touched.",
  turn_elsewhere = "It is your turn in another game.",
  to_lobby      = "To the lobby",
  entering      = "Opening the gate …",
  no_such_game  = "There is no such game. It may have been deleted.",
  nowhere_title = "Nothing here",
  nowhere_says  = "This address leads nowhere.",

  -- Games in words, on several screens.
  on            = "yes",
  off           = "no",
  against       = "against",
  away          = "away",
  as_printed    = "as printed",
  seat_is_free  = "free seat",
  seat_is_held  = "invited",
  player_human  = "somebody",
  player_steward = "Steward",
  player_random = "Random",
  no_house_rules = "No house rules.",
  rule_count    = "{count} house {count|rule|rules}",
  game_is       = "Game {game}{public?, shown to all|, only by its link}",
  level_1       = "The order of the tiles is sealed by all who play.",
  level_0       = "The order follows from a seed; nothing is sealed.",
  clock_none    = "No clock",
  clock_choice  = "{time} for each choice",
  clock_game    = "{time} each for the game{seconds?, and {seconds} s more for "
                  .. "each choice|}",
  clock_choice_short = "{time} a choice",
  clock_game_short = "{time}{seconds? + {seconds} s|}",
  group_path_scoring = "Points of paths",
  group_wall_pickup = "Wall tiles",

  -- The lobby.
  lobby_title   = "Build a castle together",
  lobby_lead    = "Carcassonne: The Castle for two, against a friend, a stranger or "
                  .. "a bot. No account; every shuffle can be proved fair.",
  play_against_steward = "Play against Steward",
  play_against_random = "Play against Random",
  new_game      = "New game",
  lobby_own     = "Your games",
  lobby_open    = "Open games",
  lobby_playing = "Being played",
  lobby_over    = "Finished games",
  lobby_open_none = "Nobody waits for a player just now. Make a game, and whoever "
                  .. "comes next finds it here.",
  lobby_playing_none = "No game is being played.",
  lobby_over_none = "No game has been played to its end yet.",
  asking        = "One moment …",
  more          = "Show more",
  enter_open    = "Sit down",
  enter_watch   = "Watch",
  enter_look    = "Replay",
  enter_go_on   = "Go on",
  state_turn    = "your turn",
  state_open    = "waits",
  state_playing = "is played",
  state_over    = "over",
  badge_open_order = "open order",
  badge_by_link = "by link",
  by_link_says  = "Only who has its link finds this game.",
}
