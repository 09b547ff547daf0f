-- What the terminal says about games at a server, in English; words_en.lua has
-- the rest.

return {
  connecting    = "Connecting with {server} …",
  connect_ended = "The program that keeps the connection has ended{status? with "
                  .. "status {status}|}{signal? by signal {signal}|}.",
  connection_reconnecting = "No connection with the server{reason?: {reason}|}. "
                            .. "Trying again …",
  connection_waiting = "The server is silent{reason?: {reason}|}. Waiting …",
  connection_failed = "No connection with the server{reason?: {reason}|}.",
  connection_back   = "The connection is there again.",
  warning       = "Warning",
  seat_stays    = "Your seat stays yours{clock?, and its clock runs when it is "
                  .. "its turn|}. Come back with:\n"
                  .. "{line}",

  -- The lobby.
  lobby_title   = "castled",
  lobby_keys    = "↑↓ choose   Enter: what the line says   n new   r again   F1 help   "
                  .. "q leave",
  lobby_help    = {
    "↑ ↓, j k          to the next line; click chooses one",
    "Enter             what the line says; so does a second click",
    "← →               change what the line has",
    "n                 a new game",
    "r                 ask the server again; it is asked every few seconds anyway",
    "q, Ctrl-C         leave castled; your seats stay yours",
    "",
    "Your games: those that you sit in, or made. Open: anybody may sit down. "
      .. "Being played, over: to be watched.",
  },
  new_game_says = "House rules, clock and who may sit down are chosen first; then "
                  .. "you get a link to give away.",
  quick_game    = "Play against the bot",
  quick_game_says = "At once, against steward, a bot that looks for the best move: the "
                  .. "rules as printed, no clock. The first move is yours or the bot's, by lot.",
  by_link       = "Join by a link",
  by_link_says  = "Somebody gave you a link to a game: paste it here.",
  type_link     = "Paste the link (or what stands behind its #):",
  no_link       = "This is no link to a game.",
  other_server  = "That game is at another server. Leave, then: {line}",
  your_name_says = "What others see when you sit down.",
  type_name     = "What shall others call you?",
  no_name       = "none yet",
  lobby_open    = "Open: sit down",
  lobby_held    = "Waiting for who was invited: watch",
  lobby_playing = "Being played: watch",
  lobby_over    = "Over",
  enter_join    = "Enter: sit down",
  enter_rematch = "The next game after one of yours. Enter: to your seat",
  enter_made    = "You made this game. Enter: go in again",
  rematch_waits = "again!",
  enter_watch   = "Enter: watch",
  enter_rejoin  = "Enter: go on",
  enter_look    = "Enter: look at it",
  seat_is_free  = "free",
  sit_down      = "You sit down.\n{game}\n\nIf you like, type dice or a sentence of your "
                  .. "own for the shuffle; left empty, the system's randomness is taken.",
  sit_down_seeded = "You sit down.\n{game}\n\nEnter: sit down   Esc: do not",
  cannot_sit    = "You cannot sit down there: {reason}. But you can watch.",

  -- A new game.
  create_says   = "The game is made and you sit down. It begins when all seats are "
                  .. "taken. Until then all can be changed here: ↓ and ↑ to see, ← "
                  .. "and → to change.",
  seat_you      = "you",
  seat_human    = "open to anybody",
  seat_held     = "by a link only",
  seat_steward  = "steward (bot)",
  seat_random   = "random (bot)",
  seat_you_says = "You sit here. The line above changes it.",
  seat_held_says = "Only who has the link for this seat sits down here. You get it "
                   .. "when the game is made.",
  seat_steward_says = "A bot that looks for the best move. Bots add nothing to the "
                      .. "shuffle.",
  seat_random_says = "A bot that does not look.",
  you_sit       = "You",
  you_sit_says  = "Which seat is yours. Changing it changes places with who sits "
                  .. "there.",
  you_watch_only = "only watch",
  you_watch_says = "You sit in no seat: you make the game and watch it.",
  create_watch_says = "The game is made and you watch it. It begins when all seats "
                  .. "are taken. Until then all can be changed here.",
  public_says   = "A game that is shown to all stands in the lobby, and anybody may "
                  .. "watch. The other kind is found only by its link.",
  public_yes    = "shown to all",
  public_no     = "only by its link",
  clock         = "Clock",
  clock_says    = "Whose time is up has lost. The clock stands still while the "
                  .. "server does.",
  clock_none_kind   = "none",
  clock_choice_kind = "for each choice",
  clock_game_kind   = "for the game",
  clock_time_says = "For each choice, or for all of one's choices together.",
  clock_increment = "More for a choice",
  sealed        = "sealed by all",
  sealed_says   = "All who play give a secret; the order follows from all of them, "
                  .. "so nobody can know or choose it. At the end it is proved.",
  server_seed_says = "The order follows from this seed: equal seeds give equal "
                     .. "games. So nothing is sealed, and whoever knows the seed "
                     .. "may know the order.",
  seed_enter    = "Enter: type a seed; empty: sealed.",
  type_seed     = "A seed, for a game that can be played again; empty: sealed",
  you_add       = "You add to the shuffle",
  type_contribution = "Type dice or a sentence; empty: the system's randomness",

  -- Before the first tile.
  give_link     = "Give this link to whom you want to play with:",
  wait_for_others = "The game begins when all seats are taken.",
  waiting_keys  = "Enter: copy the link   c talk   q leave the seat",
  waiting_keys_no_link = "c talk   q leave the seat",
  watch_waiting_keys = "q lobby",
  sealing_keys  = "c talk   q leave",
  sealed_keys   = "Enter: to the board   c talk",
  link_copied   = "Copied, if your terminal allows it.",
  leave_waiting = "Leave? Your seat {held?stays held for you|becomes free again}. "
                  .. "Enter: leave   Esc: stay",
  leave_sealing = "Leave? Your seat stays yours; come back in time{clock?: your "
                  .. "clock runs without you|}. Enter: leave   Esc: stay",
  out_of_waiting = "Leave castled? Your seat stays yours. The game may begin "
                  .. "without you: then you have no part in the shuffle{clock?, "
                  .. "and your clock runs|}. Enter: leave   Esc: stay",
  sealed_without_you = "The order of this game was sealed while you were away: no "
                  .. "secret of yours is in it. The game's record says who took "
                  .. "part.",
  lock_turn     = "It is your turn{clock?, and your clock runs: {clock}|}.",
  lock_turn_of  = "{player} is on turn{clock?, and the clock runs: {clock}|}.",
  lock_was      = "The lock of the tiles' order: {lock}",

  -- In the game.
  turn_of       = "{player} is on turn …",
  watch_turn_of = "You watch. {player} is on turn …",
  your_turn     = "castled: it is your turn ({players})",
  title_turn    = "castled: your turn",
  you_watch     = "You only watch this game.",
  only_players_talk = "Only those who play may talk.",
  talk          = "Talk",
  talk_key      = "c talk",
  talk_keys     = "Enter: say it   Esc: back",
  sending       = "on its way …",
  draw_offered_key = "{player} offers a draw: D to answer",
  draw_is_offered = "You offer a draw.",
  draw_ask_own  = "Offer a draw? Enter: offer it   Esc: play on",
  resign_ask_own = "Do you give up? Enter: give up   Esc: play on",
  rematch_asked = "You would play again; the others are asked.",
  rematch_offered = "{player} would play again{own?: r|.}",
  rematch_answer = "{player} would play again. Enter: play again   Esc: no, thanks",
  rematch_declined = "{player} does not want another game.",
  rematch_begins = "Another game begins: r",
  record_ask    = "The record of the game goes into which file?",
  file_is_there = "There is a file of that name.",
  leave_playing = "To the lobby? Your seat stays yours{clock?, and your clock goes "
                  .. "on|}. Enter: to the lobby   Esc: stay",
  left_elsewhere = "You have come back to that game somewhere else.",
  left_idle     = "Nobody has done anything in that game for long. Go in again to see it.",
  left_deleted  = "This game was deleted.",
  left_storage  = "The server could not save the game. It goes on from where it was saved: "
                  .. "go in again.",
  left_other    = "You have left the game{reason?: {reason}|}.",
  server_wait_keys = "c talk  L log  i rules  t tiles  D draw  G give up  F1 help  "
                     .. "q lobby",
  watch_wait_keys = "L log  i rules  t tiles  z zoom  F1 help  q lobby",
  server_over_keys = "Enter points  r play again  v verify  c talk  s save  q lobby",
  watch_over_keys = "Enter points{next?  r next game|}  v verify  L log  s save  q lobby",
  help_server_lines = {
    "c                 say something to those who play",
    "D                 offer a draw, or answer one that is offered",
    "G                 give up",
    "r                 after the end: another game, seats changed",
    "s                 the record of the game into a file",
    "q, Ctrl-C         to the lobby, or out of castled; your seat stays yours",
  },
}
