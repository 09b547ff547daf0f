-- What the script in the browser says by itself. The keys reach it without `js_`;
-- of the text forms it knows {name} only.

return {
  js_loading = "Opening the gate …",
  js_skip = "To the game",
  js_new_game = "New game",
  js_rules = "Rules",
  js_language = "Language",
  js_theme = "Light or dark",
  js_theme_auto = "Auto",
  js_theme_light = "Light",
  js_theme_dark = "Dark",
  js_sound = "Sound",
  js_reconnecting = "Reconnecting …",
  js_reconnected = "Connected again.",
  js_not_known = "The line broke: whether this was done is not known.",
  js_no_answer = "That did not work: {reason}",
  js_question_changed = "Something else is asked now. Choose again.",
  js_seat_lost = "The server does not know your seat now. This browser keeps what proves it, and "
    .. "asks again with the next connection: {reason}",
  js_seat_not_yet = "The server does not let you back to your seat yet, and is asked again: "
    .. "{reason}",
  js_failed = "Something went wrong.",
  js_invitation_refused = "The link's invitation opens no seat any more: {reason}",
  js_elsewhere = "You play this game in another window now.",
  js_play_here = "Play here",
  js_not_done = "There is no connection to the server: this was not done.",
  js_next_game = "Your next game is ready.",
  js_go_there = "Go there",
  js_open = "Open",
  js_not_kept = "This browser keeps nothing: your seat in this game lasts only as long as "
    .. "this page is not closed and not loaded again.",
  js_no_sealing = "The part of the page that makes keys could not be loaded. Try again: "
    .. "without it this browser cannot play games with a sealed order.",
  js_no_verifying = "The part of the page that verifies could not be loaded.",
  js_player = "Player",
  js_yes = "Yes",
  js_cancel = "Cancel",
  js_close = "Close",
  js_copied = "Copied.",
  js_board = "Board",
  js_place_at = "Column {column}, row {row}, turned {turned} of 4. Turns that fit: "
    .. "{fits}. Place {number} of {count}.",
  js_dropped_at = "Put down at column {column}, row {row}. Enter confirms, Escape takes it up.",
  js_taken_up = "Taken up again.",
  js_fits_one_way = "It fits here in one way only.",
  js_picked = "Picked: {choice}. Enter confirms.",
  js_keys = "Keys",
  js_keys_list = "Arrow keys: the next space, or the next choice\n"
    .. "R, space or the wheel: turn the tile (with Shift back)\n"
    .. "1 to 9: the choice with that number\n"
    .. "Enter: the first space; put the tile down; confirm\n"
    .. "Escape: take the tile up again\n"
    .. "In a replay: arrow keys for a step, space to play, Home and End\n"
    .. "?: this list",
}
