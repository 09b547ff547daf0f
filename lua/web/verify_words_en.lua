-- What the browser's script says of sealing and of verifying. The keys reach it
-- without `js_`; of the text forms it knows {name} only.

return {
  -- The names of the checks, as `castled verify` has them; the answers.
  js_check_chain = "chain",
  js_check_signatures = "signatures",
  js_check_rules = "rules",
  js_check_scripts = "scripts",
  js_check_seal = "seal",
  js_check_shuffle = "shuffle",
  js_check_choices = "choices",
  js_check_score = "score",
  js_check_seen = "seen",
  js_check_not_checked = "not checked",
  js_check_is_ok = "good",
  js_check_is_bad = "WRONG",
  js_check_is_unknown = "not checked here",

  -- Around the list.
  js_verify_working = "Verifying in this browser …",
  js_verify_no_record = "The server does not give the record of this game.",
  js_verify_nothing_wrong = "Nothing is wrong with this record, as far as this page can check it.",
  js_verify_but_open = "Nothing is wrong with this record, as far as this page can check it, but "
    .. "its order was not sealed: whoever chose the seed could know it, and nobody signed.",
  js_verify_but_bots = "Nothing is wrong with this record, as far as this page can check it, but "
    .. "only bots of the server's played, and it alone had a part in the shuffle.",
  js_verify_but_unsigned = "Nothing is wrong with this record, as far as this page can check it, "
    .. "but no player signed a choice, as at one table: they are the server's word.",
  js_verify_not_whole = "Nothing is wrong with this record so far, but not all that proves such "
    .. "a game is in it: see what could not be checked below.",
  js_verify_something_wrong = "This record does not prove what it says.",
  js_verify_compare_words = "The lock in five words. They must be those that were shown, "
    .. "to you and to the others, before the first move:",
  js_verify_compared = "What was compared",
  js_verify_rest = "This page comes from the server that dealt. To check everything, with "
    .. "choices and score, by a program of your own:",
  js_verify_save = "save the record",

  -- The record's lines.
  js_verify_chain = "{count} entries, each with the hash of the one before it.",
  js_verify_chain_head = "Hash of the last entry",
  js_verify_chain_cut = "{count} entries, each with the hash of the one before it. The last line "
    .. "is cut off.",
  js_verify_bad_type = "Entry {entry}: there is no entry “{type}” in such a game.",
  js_verify_bad_after_end = "Entry {entry} ({type}) comes after the game's end.",
  js_verify_bad_place = "Entry {entry} ({type}) does not stand where scripts do, right after the "
    .. "opening.",
  js_verify_bad_time = "The time of entry {entry} ({type}) is before that of the entry before it.",
  js_verify_bad_writer = "Entry {entry} ({type}) is by seat {seat}, who may not write it.",
  js_verify_bad_members = "Entry {entry} ({type}) has other members than such an entry, or one of "
    .. "another kind.",
  js_verify_bad_size = "The record is larger than records can be.",
  js_verify_bad_cut = "Line {line} is cut off.",
  js_verify_bad_crlf = "Line {line} ends with CR LF, as lines do on Windows; those of a record end "
    .. "with LF alone.",
  js_verify_bad_line = "Line {line} is no line of a record.",
  js_verify_bad_empty = "The record is empty.",
  js_verify_bad_number = "Line {line}: entry {entry} stands where entry {next} should be.",
  js_verify_bad_chain = "Line {line}: entry {entry} does not follow from the one before it. It "
    .. "names the hash {is}, but that of the entry before is {wanted}.",
  js_verify_bad_start = "Line {line}: a record starts with one opening, by the server.",
  js_verify_bad_level = "The opening does not say how the order came about.",

  -- Signatures.
  js_verify_signed = "{count} signatures are good; the server signed the last entry, {last}, and "
    .. "with it all before.",
  js_verify_unsigned = "Nobody signed this record: whoever has it could have written it anew.",
  js_verify_unsigned_server = "{count} signatures are good, but the server signed nothing: "
    .. "whoever has this record could have written it anew.",
  js_verify_unsigned_end = "{count} signatures are good. The server's newest is of entry "
    .. "{newest}; the entries after it, up to {last}, are not signed.",
  js_verify_signed_server = "The server: {count} good signatures, the newest of entry {newest}, "
    .. "by the key",
  js_verify_signed_seat = "Seat {seat}: {count} good signatures, the newest of entry {newest}, "
    .. "by the key",
  js_verify_signed_by_none = "{count} signatures are good; the server signed the last entry, "
    .. "{last}, and with it all before. No player signed a choice.",
  js_verify_signed_partly = "{count} signatures are good; the server signed the last entry, "
    .. "{last}, and with it all before. But not all players signed all that they chose, and the "
    .. "rest is the server's word. By seat, the newest entry that it signed, and how many choices "
    .. "of its come after that: {list}.",
  js_verify_bad_signature = "Line {line}: there is no entry {entry}, or no key of seat {seat}, "
    .. "that could be signed.",
  js_verify_bad_signed = "Line {line}: entry {entry}, or its signature by seat {seat}, was "
    .. "changed.",

  -- Rules.
  js_verify_rules = "The {count} scripts in the record are those whose hash the opening names.",
  js_verify_scripts = "Whether they are the scripts of the game that you know, and not changed to "
    .. "favour somebody, is not checked here: this page comes from the server that dealt, and so "
    .. "would what it compares with. castled verify compares them with those of your castled.",
  js_verify_rules_cut = "The record ends among its scripts: they are not all those whose hash the "
    .. "opening names.",
  js_verify_rules_hash = "Hash of the scripts, computed here and named in the opening",
  js_verify_rules_files = "Scripts",
  js_verify_no_rules = "There are no scripts in this record, so nobody can tell from it what was "
    .. "allowed.",
  js_seal_bad_rules = "The scripts in the record are not those that its opening names.",

  -- The seal.
  js_verify_sealed = "The server committed first, then seat {seats}. They signed the lock {lock} "
    .. "before any secret was shown, and every secret is the one committed to.",
  js_verify_sealed_partly = "The server committed first, then seat {seats}. They signed the lock "
    .. "{lock} before any secret was shown, and every secret is the one committed to. Seat "
    .. "{others} put nothing into the shuffle.",
  js_verify_server_only = "Server only: no player put anything into the shuffle, so the server "
    .. "could have chosen the order. The lock is {lock}.",
  js_verify_not_begun = "The game was not begun: not all have locked and shown what they put in.",
  js_verify_forfeited = "Seat {seat} was silent after the lock {lock}, as only the server says, "
    .. "so it forfeited the game before it began, and no tile was drawn.",
  js_verify_forfeited_by_all = "Each of seats {seats} was silent after the lock {lock}, as only "
    .. "the server says, so the game was forfeited before it began, in the name of seat {seat}, "
    .. "and no tile was drawn.",
  js_verify_open_seed = "Nothing was sealed: the order comes from the seed “{seed}”, and whoever "
    .. "chose it could know the order.",
  js_verify_bad_seed = "The opening has no seed, or too long a one.",
  js_verify_other_level = "This game is of level {level}, whose seal cannot be checked here.",
  js_verify_context = "The game, rules, tiles and keys, as one hash, computed here and named in "
    .. "the opening",
  js_verify_lock = "The lock, computed here and named in the record",
  js_verify_server_committed = "The server committed to",
  js_verify_server_revealed = "The server showed at the end",
  js_verify_seat_committed = "Seat {seat} committed to",
  js_verify_seat_typed = "Seat {seat} typed",
  js_verify_seat_revealed = "Seat {seat} showed",

  -- Draws and rolls.
  js_verify_shuffle = "Each of the draws ({draws}) and rolls ({rolls}) is what the secrets "
    .. "together give there.",
  js_verify_shuffle_seed = "Each of the draws ({draws}) and rolls ({rolls}) is what the seed "
    .. "gives there.",
  js_verify_shuffle_partly = "Draws ({draws}) and rolls ({rolls}) are what the secrets or the "
    .. "seed give there. What {unknown} more draws could bring only the rules know, since items "
    .. "went back.",
  js_verify_shuffle_cut = "Draws ({draws}) and rolls ({rolls}) are what the secrets or the seed "
    .. "give there. The record ends before it shows what hands drew ({hidden}).",
  js_verify_seal_closed = "The server has not opened its seal, so the order is not verified.",
  js_verify_order_unknown = "Without the seal nothing is known of the order.",
  js_verify_no_draws = "No tile was drawn.",
  js_verify_master = "The seed that the secrets, or the open text, give",
  js_verify_pile = "{pile}: the order of {count} computed here, of which {drawn} were drawn",
  js_verify_rolls = "{label}: rolls computed here",
  js_verify_bad_piles = "The opening does not list what can be drawn, pile by pile.",
  js_verify_bad_outcome = "Entry {entry} cannot be read.",
  js_verify_bad_draw = "Entry {entry}: {item} was drawn, but in the sealed order {wanted} comes "
    .. "next.",
  js_verify_bad_roll = "Entry {entry}: {value} was rolled, but the seed gives {wanted}.",
  js_verify_bad_hands = "A hand shows more in the end than it drew.",

  -- What follows from the rules.
  js_verify_choices = "Whether each of the {count} choices was allowed is not checked here: that "
    .. "needs the rules run, which castled verify does.",
  js_verify_no_choices = "Nobody made a choice: the game had not begun.",
  js_verify_score = "The record says {scores}. Whether the rules give that is not checked here: "
    .. "castled verify does.",
  js_verify_reason = "How it ended, as the record has it",
  js_verify_no_end = "The game has no end: there is no final score.",
  js_verify_no_scores = "The record does not tell the scores as ours do.",
  js_verify_forfeited_score = "Nobody has points (forfeited).",
  js_verify_bad_forfeit = "The end is not that of a game that was forfeited before it began.",

  -- Whether it is our game.
  js_verify_seen = "Entry {entry}, the newest that the server signed while you played in this "
    .. "browser, is in this record, and so is your key.",
  js_verify_seen_before_end = "Entry {entry}, the newest that the server signed while you played "
    .. "in this browser, is in this record; but its end was never signed here.",
  js_verify_seen_back = "Entry {entry}, which the server signed while you played in this browser, "
    .. "is not in this record: the server was restored from a backup, or it cheats.",
  js_verify_seen_unsigned = "Not all that our seat did in this game is signed by us in this "
    .. "record: {count} of its choices are the server's word.",
  js_verify_seen_gone = "This browser has signed entry {entry}, and that signature is not in this "
    .. "record: what our seat did last in it is the server's word.",
  js_verify_seen_agreement_denied = "Our seat signed the lock, and this record says that it did "
    .. "not: the server lies, or it never came there.",
  js_verify_seen_secret_denied = "Our seat showed its secret, and this record says that it did "
    .. "not: the server lies, or it never came there.",
  js_verify_seen_open = "The order was open, so nothing shows that this record is of the game "
    .. "that was played here.",
  js_verify_no_head = "The server has signed nothing of this game for this browser.",
  js_verify_no_seat = "No seat in this game is kept in this browser, so nothing shows that this "
    .. "record is of the game that you saw.",
  js_verify_seen_key = "Our key, at seat {seat}",
  js_verify_seen_secret = "The secret that we put into the shuffle",
  js_verify_seen_lock = "The lock that we signed",
  js_verify_seen_head = "Hash of entry {entry}, the newest that was signed for us",
  js_verify_seen_back_head = "Hash of entry {entry}, which was signed for us before",
  js_seen_unsealed = "The order of our game was to be sealed, and that of this record was not.",
  js_seen_unreadable = "How the order was sealed cannot be read in this record.",
  js_seen_other_game = "This record is of another game than the one that was played here.",
  js_seen_other_key = "Another key than ours stands at our seat.",
  js_seen_other_opening = "This is not the opening that our seat has committed to.",
  js_seen_other_commitment = "What our seat committed to is not in this record.",
  js_seen_other_lock = "This is not the lock that our seat has signed.",
  js_seen_never_agreed = "Our seat has not signed the lock, and this record says that it did.",
  js_seen_agreement_gone = "That our seat signed the lock is not in this record.",
  js_seen_agreement_taken = "The server took our seat's signature under the lock, and its record "
    .. "says that there was none in time.",
  js_seen_secret_taken = "The server took our seat's secret, and its record says that it was not "
    .. "shown in time.",
  js_seen_sealed = "The order of our game was sealed to the end, and the record says that a seat "
    .. "was silent before.",
  js_seen_no_head = "The server signed nothing for this browser, although our seat played.",
  js_seen_head_gone = "Entry {entry}, which the server signed while we played, is not in this "
    .. "record.",
  js_verify_limits = "Nobody can check whether the server looked at the order while the game ran, "
    .. "who really played, and the times of the entries.",
  js_verify_limits_seed = "Nobody can check who chose the seed and when, who really played, and "
    .. "the times of the entries.",

  -- What is wrong with a sealing: in a record, or while it is made.
  js_seal_bad_open = "The opening is not that of a sealed game.",
  js_seal_bad_key = "The opening gives seat {seat} a key that is none.",
  js_seal_equal_keys = "The opening gives seat {seat} the key of seat {other}.",
  js_seal_bad_more = "Entry {entry}: it says more than such an entry may say.",
  js_seal_bad_entry = "Entry {entry}: it has no place there in a sealing.",
  js_seal_bad_context = "What the server binds the game to is not what its opening says.",
  js_seal_commit_late = "Entry {entry}: seat {seat} commits after the lock.",
  js_seal_commit_twice = "Entry {entry}: seat {seat} commits for the second time.",
  js_seal_commit_early = "Entry {entry}: seat {seat} commits before the server did.",
  js_seal_bad_lock = "Entry {entry}: the lock is not that of the commitments.",
  js_seal_agree_early = "Entry {entry}: seat {seat} signs before there is a lock.",
  js_seal_bad_agree = "Entry {entry}: the signature of seat {seat} under the lock is not good.",
  js_seal_reveal_early = "Entry {entry}: seat {seat} shows its secret before all have signed.",
  js_seal_bad_secret = "Entry {entry}: the secret of seat {seat} is not the one committed to.",
  js_seal_bad_text = "Entry {entry}: the secret of seat {seat} is not made of what was typed.",
  js_seal_bad_forfeit = "Entry {entry}: that seat owed nothing, and so forfeits nothing.",
  js_seal_after_forfeit = "Entry {entry} comes after a forfeit, which ends the game.",
  js_seal_draw_early = "Entry {entry}: it is drawn before all secrets are shown.",
  js_seal_draw_late = "Entry {entry}: it is drawn after the server has opened its seal.",

  -- Warnings to whoever plays.
  js_seal_failed = "The order could not be sealed as it should: {reason}",
  js_seal_other_seat = "The server gives you another seat, or another seal, than it did. The game "
    .. "does not go on here.",
  js_seal_too_long = "The server sends a record without an end, so nothing is sealed.",
  js_seal_not_signed = "The server does not say that the players sign what they do, so their "
    .. "signatures would not be missed. Your browser signs nothing.",
  js_seal_other_key = "The server has put another key than yours at your seat. Your browser signs "
    .. "nothing.",
  js_seal_server_late = "The server has not committed before the players. Your browser signs "
    .. "nothing.",
  js_seal_same_attempt = "The server opens the game again without saying so. Your browser signs "
    .. "nothing.",
  js_seal_too_late = "Your browser came too late to put anything into the shuffle.",
  js_seal_other_opening = "This is not the opening that your browser has committed to.",
  js_seal_no_lock = "The server wants a signature, and there is no lock.",
  js_seal_not_in_lock = "What your browser put in is not in the lock. It signs nothing.",
  js_seal_lock_told = "The lock that the server tells is not the one that your browser has "
    .. "computed: its words prove nothing.",
  js_seal_two_locks = "The server wants a second lock signed. Your browser does not do that.",
  js_seal_other_lock = "Your browser has not signed the lock in the record.",
  js_seal_secret_early = "The server wants secrets before seat {seat} has signed the lock. Your "
    .. "browser keeps its own.",
  js_seal_not_done = "The game begins before all secrets are shown.",
  js_head_unsigned = "The server's signature of entry {entry} is not good.",
  js_head_gone = "Entries {first} to {last} of this game's record were signed by the server, and "
    .. "are not in its record now: it was restored from a backup, or it cheats. What it signed is "
    .. "kept in this browser. The game goes on with the record as it is now.",
}
