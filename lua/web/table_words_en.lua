-- What the table says, in English: a game that is played or was; words_en.lua has
-- the rest of the page.

return {
  table_title_turn = "Your turn – {game}",
  table_you     = "you",
  table_away    = "away",
  table_points  = "{count|point|points}",
  table_followers = "{count|follower|followers}",
  table_keep    = "Keep, of size {size}",
  table_turn_number = "Turn {turn}",
  table_left    = "{count} {count|tile|tiles} left",

  -- What is asked.
  table_how_place = "Point at the board, or move with the arrow keys; R or the wheel "
                  .. "turns the tile. A click or Enter puts it down, once more "
                  .. "confirms. ? lists the keys.",
  table_how_touch = "Tap a space; tap the tile again to turn it.",
  table_confirm = "Confirm",
  table_confirm_place = "Place it here",
  table_choice_at = "{choice}, {where}",
  table_part_middle = "in the middle",
  table_part_north = "in the north",
  table_part_north_east = "in the north-east",
  table_part_east = "in the east",
  table_part_south_east = "in the south-east",
  table_part_south = "in the south",
  table_part_south_west = "in the south-west",
  table_part_west = "in the west",
  table_part_north_west = "in the north-west",
  table_turn    = "Turn right",
  table_turn_back = "Turn left",
  table_undo    = "Take back",
  table_hint    = "Hint",
  table_hint_is = "Steward would choose: {choice}",
  table_chooses = "{player} is choosing …",
  table_thinks  = "{player} is thinking …",
  table_undone  = "Taken back.",

  -- What else can be done.
  table_watching = "You are watching.",
  table_draw_offer = "Offer a draw",
  table_draw_ask = "Offer a draw?",
  table_draw_offered = "{player} offers a draw.",
  table_draw_is_offered = "You offer a draw.",
  table_draw_agree = "Agree",
  table_draw_agree_ask = "Do you agree to a draw?",
  table_draw_decline = "Play on",
  table_draw_declined = "The draw was declined.",
  table_resign  = "Give up",
  table_resign_ask = "Do you give up?",
  table_won = "You won",
  table_lost = "You lost",
  table_is_draw = "A draw",
  table_no_winner = "Nobody won",
  table_has_won = "{player} won",
  table_rematch = "Rematch",
  table_rematch_asked = "You would play again; the others are asked.",
  table_rematch_offered = "{player} would play again.",
  table_rematch_declined = "{player} does not want another game.",
  table_rematch_left = "{player} has left.",
  table_rematch_accept = "Accept",
  table_rematch_decline = "No, thanks",
  table_next_game = "To the next game",
  table_record  = "Download the record",
  table_verify  = "Verify",
  table_verify_says = "Your browser checks by itself that the order of the tiles was "
                  .. "fixed before the game, that it is made of what all players "
                  .. "gave, that the tiles came in it, and that nothing of the "
                  .. "record was changed.",
  table_verify_open = "The order of the tiles came from an open seed; your browser "
                  .. "checks that nothing of the record was changed.",
  table_say     = "Say something",
  table_say_button = "Say",
  table_only_players_talk = "Only those who play may talk.",

  -- Panels.
  table_tab_log = "Log",
  table_tab_talk = "Talk",
  table_tab_left = "Tiles left",
  table_tab_points = "Points",
  table_tab_rules = "Rules",
  table_left_says = "They may come in any order.",
  table_wall_left = "Wall tiles not seen yet (5 of them are out of the game)",
  table_no_house_rules = "No house rules.",
  table_how_to  = "How to play",
  table_how_to_says = "As the game is printed; where a house rule above says something "
                  .. "else, that holds.",
  table_lock    = "The lock of the tiles' order:",
  table_together = "Together",
  table_final   = "Final scoring",
  table_zoom_out = "The board smaller",
  table_zoom_in = "The board larger",
}
