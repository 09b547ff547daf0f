-- The terminal's own words in English, in the form of a game's texts
-- (scripts/castle/texts.lua).

return {
  too_small  = "This window is {width} by {height}. castled needs 80 by 24: "
               .. "please make it larger, or leave with q.{plain? With less room: "
               .. "{plain}|}",
  starting   = "The referee is coming …",
  host_ended = "The program that hosts the game has ended{status? with status "
               .. "{status}|}{signal? by signal {signal}|}.",
  host_unreadable = "The program that {server?keeps the connection|hosts the game} sent "
                    .. "{is_long?a line that is too long|what is no JSON}.",
  saved_at   = "Your game is saved: {save}",
  saved_not  = "The game was not saved.",
  resume_by  = "Go on with: {line}",
  failed     = "castled's terminal has failed. The game itself is the host's"
               .. "{save?, and saved: {save}|}.",
  no_host    = "cannot start '{host}': {reason}",
  usage      = "castled terminal: '{argument}' is not understood; see {line}",

  wrong_players = "castled terminal: '{argument}': who plays is human, steward or "
               .. "random, and at a server also held",
  wrong_language = "castled terminal: there is no language '{argument}'; there are "
               .. "en and es",
  wrong_name = "castled terminal: --name '{argument}' is no name",
  long_name  = "castled terminal: --name '{argument}' is too long: a name has up to "
               .. "40 letters",
  at_server  = "castled terminal: {argument} is for games on this machine, not at a "
               .. "server",
  path_at_server = "castled terminal: {argument} is a file, and a server has only the "
                   .. "house rules on its shelf: give the name of one, or put the "
                   .. "file into the server's variants/",
  not_at_server = "castled terminal: {argument} is for games at a server (--server)",
  wrong_count = "--players names {given} players, and the game has {seats} seats",

  -- Before the game.
  setup_title   = "A new game",
  setup_keys    = "↑↓ choose   ←→ change   Enter: what the line says   F1 help   "
                  .. "q: leave",
  setup_help    = {
    "↑ ↓, j k          to the next line; click chooses one",
    "← →, h l, space   change what the line has",
    "Enter             what the line says: type something, begin",
    "q, Esc            leave",
    "",
    "Beside the lines stands what the chosen one means. What the line has in "
      .. "another colour is not as it is by default.",
  },
  option_named  = "On the command line: {option}",
  begin         = "Begin the game",
  begin_says    = "{seed?Shuffle and begin|Shuffle, seal and begin}. Until then all can "
                  .. "be changed. With ↓ and ↑ you see what can be set, ← and → change it.",
  chance        = "Chance",
  option_default = "As the game has it: {value}.{max? From {min} to {max}.|}",
  group         = "Of these rules one holds. ← and → change it.",
  player_says   = "Who plays this seat: somebody here at the keyboard, steward "
                  .. "(a bot that looks for the best move), or random (a bot "
                  .. "that does not).",
  human         = "human",
  steward       = "steward (bot)",
  random        = "random (bot)",
  adds          = "{seat} adds",
  from_system   = "the system's randomness",
  typed         = "what was typed",
  adds_says     = "Each player adds something to the shuffle, so that nobody can "
                  .. "know the order of the tiles before, this computer "
                  .. "included. Enter: type something of your own, dice thrown "
                  .. "on the table or a sentence. Left empty, the system's "
                  .. "randomness is taken.",
  type_adds     = "{seat}, type dice or a sentence; empty: the system's randomness",
  seeded        = "seed {seed}",
  seed          = "Order of tiles",
  seed_says     = "The order follows from this seed (--seed): the same seed gives "
                  .. "the same game. So nothing is sealed, and nobody adds to it.",
  language      = "Language",
  language_says = "← and → change the language.",
  save_to       = "Saved in",
  save_says     = "The game is saved here after every choice.",
  rules_tried   = "Something is wrong with these rules: {reason}. The game may go well "
                  .. "all the same.",
  from_file     = "From the command line: {path}.{hides? It takes the place of the one "
                  .. "of that name that is installed.|}",
  needs         = "Rules: {numbers}",
  rule_not_here = "From the command line: {given}. It cannot be chosen here; ← or → "
                  .. "takes it away.",

  lock_title = "The order of the tiles is sealed",
  lock_says  = "Before anybody has seen a tile, the whole order is fixed. These "
               .. "five words are its lock: another order has other words.",
  lock_write = "Write them down if you like. When the game is over, castled "
               .. "opens the lock and shows that the order was this one, and "
               .. "nobody, not even castled, could have changed it on the way.",
  lock_keys  = "Enter: draw the first tile   Esc: back",
  lock_adds  = "{seat}: {player}{typed?, what was typed|, the system's randomness}",
  lock_full  = "The lock in full:",

  -- In the game.
  places      = "{at} of {count} places; {turns} {turns|turn fits|turns fit}",
  place_keys  = "arrows place  r turn  Enter lay  z zoom{hint?  ? hint|}  u undo  F1 help",
  segment_keys = "arrows choose  Enter take  p none{hint?  ? hint|}  u undo  F1 help",
  list_keys   = "↑↓ choose  Enter take{hint?  ? hint|}  u undo  F1 help",
  wait_keys   = "any key: go on at once   F1 help   q leave",
  over_keys   = "Enter points   v verify   L log   s save   q leave",
  ends        = "Enter again: {choice}. After that it cannot be taken back.",
  ends_keys   = "Enter do it   u take back   Esc choose again",
  turn        = "Turn {turn}",
  left        = "{count} {count|tile|tiles} left",
  drawn       = "drawn",
  supply      = "{count} {count|follower|followers}",
  keep        = "keep {size}",
  wall_tiles  = "wall tiles {kinds}",
  no_undo     = "There is nothing that could be taken back.",
  undone      = "Taken back.",
  hint_is     = "steward would choose: {choice}",
  no_hint     = "hints are for games against bots",
  saved       = "Saved: {save}",
  save_failed = "The game cannot be saved: {reason}",
  save_works  = "The game is saved again.",
  draw_accepted = "Agreed: a draw.",
  draw_declined = "The draw was declined.",
  draw_asked  = "{player} offers a draw. Enter: agree   Esc: play on",
  resign_ask  = "{player}, do you give up? Enter: give up   Esc: play on",
  draw_ask    = "{player}, offer a draw? Enter: offer it   Esc: play on",
  quit_ask    = "Leave? The game {save?stays saved in {save}|is not saved}. "
                .. "Enter: leave   Esc: stay",
  save_ask    = "Save in which file?",
  not_now     = "Not now: it is nobody's turn here.",

  -- Pages.
  ask_keys    = "Enter   Esc",
  type_keys   = "Enter: done   Esc: back",
  page_keys   = "↑↓ PgUp PgDn scroll   Esc: back",
  log         = "What has happened",
  log_empty   = "Nothing yet.",
  tiles_title = "Tiles that are left: {count}",
  tiles_says  = "They may come in any order.",
  wall_left   = "Wall tiles not seen yet (5 of them are out of the game):",
  rules_title = "Rules in force",
  how_to_play = "How to play",
  how_to_says = "As the game is printed; where a house rule above says something else, "
                .. "that holds.",
  points      = "Points",
  together    = "together",
  final       = "Final scoring",
  verify      = "Verify",
  verify_not  = "The game cannot be verified: {reason}",
  check_true  = "✓",
  check_false = "✗",
  check_null  = "–",
  help        = "Help",
  help_lines  = {
    "arrows, h j k l   to the next place, segment or line",
    "r, space, wheel   turn the tile (R backwards: Shift-Tab)",
    "Enter, click      choose; once more where it cannot be taken back",
    "mouse             the tile follows it; click on a segment for a follower",
    "1 to 9            the follower's segment, or a line, by its number",
    "p                 place no follower",
    "u                 take the last choice back",
    "?                 what steward would choose (at a server against bots only)",
    "z                 the castle small or large",
    "Shift-arrows      look around",
    "t                 which tiles are left",
    "i                 rules in force, and how to play",
    "L                 what has happened",
  },
  help_own_lines = { -- in a game of one's own
    "s                 save in a file",
    "D                 offer a draw",
    "G                 give up",
    "q, Ctrl-C         leave; the game stays saved",
  },
  help_board_lines = {
    "On tiles: roofs are houses, grey walls are towers, green is court, stalls "
      .. "are markets, sand is path; a square ends paths, a fountain does not.",
    "A follower is two letters: whose it is, and what: {roles}. ?? on the wall is "
      .. "a wall tile, face down.",
  },
  groups = { ["path-scoring"] = "Points for paths",
             ["wall-pickup"] = "Wall tiles" },
}
