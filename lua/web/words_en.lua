-- The page's words in English, in the form of a game's texts
-- (scripts/castle/texts.lua), screen by screen; the table's are in
-- table_words_en.lua, those of the browser's script in js_words_en.lua.

return {
  page_title    = "castled",
  page_failed   = "This page has failed. It was drawn anew; the game itself is "
                  .. "not touched.",
  page_gave_up  = "This page fails again and again. The game itself is not touched.",
  page_again    = "Try again",
  turn_elsewhere = "It is your turn in another game.",
  go_there      = "Go there",
  to_lobby      = "To the lobby",
  entering      = "Opening the gate …",
  no_such_game  = "There is no such game. It may have been deleted.",
  left_deleted  = "This game was deleted.",
  left_storage  = "The server could not save the game. It goes on from where it was "
                  .. "saved.",
  nowhere_title = "Nothing here",
  nowhere_says  = "This address leads nowhere.",

  -- Games in words, on several screens.
  against       = "against",
  seat_is_free  = "free seat",
  player_human  = "somebody",
  group_path_scoring = "Points for paths",
  group_wall_pickup = "Wall tiles",

  -- The lobby.
  lobby_title   = "Build a castle together",
  lobby_lead    = "Carcassonne: The Castle for two, against a friend, a stranger or "
                  .. "a bot. No account; every shuffle can be proved fair.",
  play_against_steward = "Play against Steward",
  play_against_random = "Play against Random",
  lobby_open    = "Open games",
  lobby_playing = "Being played",
  lobby_over    = "Finished games",
  lobby_open_none = "Nobody waits for a player just now. Make a game, and whoever "
                  .. "comes next finds it here.",
  lobby_playing_none = "No game is being played.",
  lobby_over_none = "No game has been played to its end yet.",
  lobby_no_others = "No others.",
  asking        = "One moment …",
  more          = "Show more",
  enter_open    = "Sit down",
  enter_watch   = "Watch",
  enter_look    = "Replay",
  enter_go_on   = "Go on",
  enter_answer  = "Answer",
  state_turn_of = "{player} is on turn",
  time_left     = "Time left:",
  badge_open_order = "open order",
  badge_by_link = "by link",
  by_link_says  = "Only who has its link finds this game.",

  -- Before the first tile.
  ended_title   = "The game is over",
  badge_bot     = "bot",
  seat_waits    = "waits for somebody",
  seat_waits_held = "invited",
  which_seat    = "Which seat?",
  sit_down_title = "Sit down",
  sit_down      = "Sit down",
  your_name_says = "What the others see.",
  you_add       = "Add something to the shuffle yourself",
  type_contribution = "Dice or a sentence",
  adds_says     = "Each player adds something to the shuffle, so that nobody can "
                  .. "choose the order of the tiles, this server neither. Type "
                  .. "dice thrown on the table, or a sentence. It stays in your "
                  .. "browser until all have agreed. Left empty, your browser takes "
                  .. "random numbers.",
  give_link     = "Give this link to whom you want to play with",
  link_for      = "Link for {seat}",
  copy_link     = "Copy",
  wait_for_all  = "The game begins when all seats are taken.",
  sealing_says  = "Before anybody has seen a tile, the whole order is fixed by "
                  .. "secrets of all who play, so that nobody can choose it, and no "
                  .. "player knows it.",
  stage_time    = "Time for this step:",
  lock_says     = "These five words are the lock of the order: another order has "
                  .. "other words. Write them down if you like; at the end the page "
                  .. "shows that the order was this one.",
  lock_notice   = "Sealed{without?, without a secret of {without}|}. The lock: {lock}. It "
                  .. "is in “Rules”, too.",
  this_game     = "This game",
  leave         = "Leave the seat",
  leave_ask     = "Leave? Your seat {held?stays held for you|becomes free again}.",

  -- A new game.
  chance        = "Order of the tiles",
  clock_title   = "Time",
  public_title  = "Who finds it",
  you           = "You",
  you_sit       = "Your seat",
  you_watch_only = "only watch",
  seat_human    = "Open to anybody",
  seat_held     = "By a link only",
  seat_held_says = "Only who has the link for this seat sits down. You get it when "
                   .. "the game is made.",
  seat_steward  = "Steward, a bot",
  seat_steward_says = "Looks for the best move each time: a good opponent.",
  seat_random   = "Random, a bot",
  seat_random_says = "Plays anything that is allowed: to try things out.",
  badge_default = "usual",
  more_rules    = "And any of these",
  usually_on    = "Usually on.",
  usually_off   = "Usually off.",
  from_to       = "From {min} to {max}; usually {default}.",
  set_by        = "by “{rule}”",
  clock_kind    = "Clock",
  clock_kind_none = "None",
  clock_kind_none_says = "Everybody takes the time they want.",
  clock_kind_choice = "For each choice",
  clock_kind_choice_says = "Whose time for a choice is up has lost.",
  clock_kind_game = "For the game",
  clock_kind_game_says = "Each has so much for all their choices; whose time is up has "
                  .. "lost.",
  clock_increment = "More for each choice",
  order         = "How it comes about",
  order_sealed  = "Sealed by all",
  order_sealed_says = "All who play give a secret; the order follows from all of "
                  .. "them, so nobody can choose it, and no player knows it. At the "
                  .. "end it is proved, in your browser.",
  order_open    = "From a seed",
  order_open_says = "Equal seeds give equal games. Nothing is sealed, and whoever "
                  .. "knows the seed may know the order.",
  seed          = "Seed",
  seed_says     = "Any text. With the same seed the same tiles come.",
  public_yes    = "Shown to all",
  public_yes_says = "It stands in the lobby, and anybody may watch.",
  public_no     = "Only by its link",
  public_no_says = "Whoever has the link may watch.",
  create_says   = "You sit down, and the game begins when all seats are taken.",
  create_watch_says = "You watch. The game begins when all seats are taken.",
  only_bots     = "Somebody has to play: sit down yourself, or leave a seat open.",
  no_seed       = "Type a seed, or let the order be sealed.",
  out_of_range  = "{option}: a whole number from {min} to {max} is wanted.",
  choose_one    = "“{one}” and “{other}” do not go together: choose one of them.",

  -- The rules.
  rules_title   = "Rules",
  how_to_play   = "How it is played",
  house_rules_says = "Whoever makes a game chooses which of these hold in it.",
  group_says    = "Of these one holds.",
  fair_title    = "How you can see that the shuffle was fair",
  fair_lead     = "You need not trust this server. What it does is laid out so that "
                  .. "your browser, or anybody, can check it afterwards.",
  fair_secrets  = "Everybody gives a secret",
  fair_secrets_says = "Before the first tile your browser makes a secret, so does "
                  .. "that of everybody who plays, and so does the server. At first "
                  .. "each shows a fingerprint of it only: the secret cannot be "
                  .. "changed any more, and nobody can read it. You may add dice or "
                  .. "a sentence of your own.",
  fair_lock     = "The lock",
  fair_lock_says = "All fingerprints together make the lock, which is shown to all "
                  .. "in five words. Your browser looks whether yours is in it, and "
                  .. "signs. From then on the order of the tiles is fixed.",
  fair_deal     = "Dealing",
  fair_deal_says = "The players show their secrets; the server keeps its own to the "
                  .. "end, so that no player knows the order. It follows from all "
                  .. "of them: as long as one secret was good, nobody could choose "
                  .. "it.",
  fair_record   = "The record",
  fair_record_says = "Each choice and each draw is a line in the game's record, and "
                  .. "each line names the fingerprint of the one before. The server "
                  .. "signs each, and your browser keeps the newest signature: a "
                  .. "line that was changed later would not fit.",
  fair_verify   = "At the end",
  fair_verify_says = "The server shows its secret. Your browser computes lock, order "
                  .. "and draws again, checks chain and signatures, and shows what "
                  .. "it has compared. That each choice was allowed and the points "
                  .. "are right, “castled verify” checks on your own "
                  .. "machine, since it runs the rules.",
  fair_limits   = "What nobody can prove",
  fair_limits_says = "That the server did not look at the order while it dealt; who "
                  .. "really sat there, and with whose help; and the times in the "
                  .. "record.",
}
