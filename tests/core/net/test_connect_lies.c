#include "net/connect_inside.h"

#include "connect_desk.h"

/* What a daemon that cheats tells of a lock. */
#define OTHER_LOCK                                                             \
    ",\"lock\":"                                                               \
    "\"00000000000000000000000000000000"                                       \
    "00000000000000000000000000000000\""                                       \
    ",\"proquints\":\"babab-babab-babab-babab-babab\""

static const char NOT_TOLD[] = "the lock that was told is not the one in the "
                               "record";

/* Nothing of that is in what was told since the last time. */
static void not_told(struct desk *desk, const char *part)
{
    cr_assert_null(strstr(text_string(&desk->told), part), "%s is in %s", part,
                   text_string(&desk->told));
}

/* The frontend's seat and black commit, and the daemon shows the lock; `words`
 * are the members that tell it. */
static void lock(struct desk *desk, struct sealed *sealed, struct text *words)
{
    struct hash commitment;
    char digits[HASH_HEX_SIZE];
    open_sealed(desk, sealed);
    say_stage(desk, sealed, "commit");
    read_commitment(desk, digits);
    cr_assert(hex_read(commitment.bytes, HASH_SIZE, digits));
    answer(desk, "\"result\":{}");
    cr_assert_eq(
        sealing_commit(&sealed->sealing, 2, &commitment, &sealed->error),
        STATUS_OK);
    cr_assert_eq(sealing_lock(&sealed->sealing, &sealed->error), STATUS_OK);
    *words = (struct text){.bytes = NULL};
    text_add_char(words, '{');
    connect_seal_add_lock(words, &sealed->sealing.lock);
    words->bytes[0] = ',';
}

/* The seat agrees to the lock; what is told of it stays in desk->told. */
static void agree(struct desk *desk, struct sealed *sealed, const char *members)
{
    static const char before[] = "\"signature\":\"";
    struct signature signature;
    char digits[2 * SIGN_SIZE + 1];
    say_stage_with(desk, sealed, "agree", members);
    const char *at = strstr(text_string(&desk->sent), before);
    cr_assert_not_null(at, "%s", text_string(&desk->told));
    snprintf(digits, sizeof digits, "%s", at + sizeof before - 1);
    cr_assert(hex_read(signature.bytes, SIGN_SIZE, digits));
    answer(desk, "\"result\":{}");
    cr_assert_eq(sealing_agree(&sealed->sealing, 2, &signature, &sealed->error),
                 STATUS_OK);
}

Test(connect_lies, the_lock_that_is_told_is_the_one_that_was_agreed_to)
{
    struct desk desk;
    struct sealed sealed;
    struct text words;
    lock(&desk, &sealed, &words);
    agree(&desk, &sealed, ""); /* the daemon leaves it out */
    told(&desk, text_string(&words));
    say_stage_with(&desk, &sealed, "reveal", text_string(&words));
    cr_assert_eq(count_sent(&desk, "game.reveal"), 1);
    told(&desk, text_string(&words));
    text_free(&words);
    end_sealed(&desk, &sealed);
}

Test(connect_lies, another_lock_is_not_told_at_any_stage)
{
    static const char *const stages[] = {"agree", "reveal", "done"};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        struct desk desk;
        struct sealed sealed;
        struct text words;
        lock(&desk, &sealed, &words);
        if (i > 0)
            agree(&desk, &sealed, "");
        say_stage_with(&desk, &sealed, stages[i], OTHER_LOCK);
        cr_assert_eq(desk.sent.size, 0, "%s", text_string(&desk.sent));
        not_told(&desk, "babab");
        not_told(&desk, "\"lock\"");
        cr_assert_not_null(strstr(desk.told.bytes, "\"stage\""));
        if (i == 2)
            told(&desk, "before all secrets are shown");
        else
            told(&desk, NOT_TOLD);
        text_free(&words);
        end_sealed(&desk, &sealed);
    }
}

Test(connect_lies, a_lock_that_is_told_before_there_is_one_is_not_told_on)
{
    struct desk desk;
    struct sealed sealed;
    open_sealed(&desk, &sealed);
    say_stage_with(&desk, &sealed, "commit", OTHER_LOCK);
    cr_assert_eq(desk.sent.size, 0);
    not_told(&desk, "babab");
    told(&desk, "the lock is not in the record");
    end_sealed(&desk, &sealed);
}

Test(connect_lies, what_half_of_it_says_must_be_so_too)
{
    struct desk desk;
    struct sealed sealed;
    struct text words;
    lock(&desk, &sealed, &words);
    say_stage_with(&desk, &sealed, "agree",
                   ",\"proquints\":\"babab-babab-babab-babab-babab\"");
    cr_assert_eq(desk.sent.size, 0);
    told(&desk, NOT_TOLD);
    text_free(&words);
    end_sealed(&desk, &sealed);
}

Test(connect_lies, a_lock_that_is_agreed_to_late_is_told_then)
{
    struct desk desk;
    struct sealed sealed;
    struct text words;
    lock(&desk, &sealed, &words);
    move_folder(&desk, true);
    say_stage_with(&desk, &sealed, "agree", text_string(&words));
    cr_assert_eq(desk.sent.size, 0);
    not_told(&desk, "\"lock\"");
    told(&desk, "\"stage\":\"agree\"");
    move_folder(&desk, false);
    connect_tick(desk.connect);
    cr_assert_eq(count_sent(&desk, "game.agree"), 1);
    told(&desk, text_string(&words));
    text_free(&words);
    end_sealed(&desk, &sealed);
}

Test(connect_lies, who_has_no_seat_is_told_no_lock)
{
    struct desk desk;
    begin(&desk);
    come_up(&desk);
    for (int i = 0; i < 2; i++) {
        say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.sealing\","
                   "\"params\":{\"game\":\"g\",\"stage\":\"agree\"" OTHER_LOCK
                   ",\"lines\":\"E {}\\n\"}}");
        told(&desk, "\"params\":{\"game\":\"g\",\"stage\":\"agree\"}}");
        ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.watch\","
                   "\"params\":{\"game\":\"g\"}}");
        answer(&desk, "\"result\":{}");
        text_clear(&desk.told);
    }
    end(&desk);
}

/* Asks for what is said about the game, and answers with that lock. */
static void ask_about(struct desk *desk, const char *members)
{
    struct text result = {0};
    text_clear(&desk->told);
    ask(desk, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"game.about\","
              "\"params\":{\"game\":\"g\"}}");
    text_addf(&result, "\"result\":{\"game\":\"g\",\"level\":1%s,\"seats\":[]}",
              members);
    answer(desk, text_string(&result));
    text_free(&result);
}

Test(connect_lies, what_is_said_about_a_game_has_no_other_lock)
{
    static const char other[] = "the lock that the daemon says is not the one "
                                "that our seat has agreed to";
    struct desk desk;
    struct sealed sealed;
    struct text words;
    lock(&desk, &sealed, &words);
    ask_about(&desk, text_string(&words));
    told(&desk, "\"result\":{\"game\":\"g\",\"level\":1,\"seats\":[]}}");
    agree(&desk, &sealed, "");
    ask_about(&desk, text_string(&words));
    not_told(&desk, "connect.warning");
    told(&desk, text_string(&words));
    ask_about(&desk, OTHER_LOCK);
    not_told(&desk, "babab");
    told(&desk, other);
    ask_about(&desk, OTHER_LOCK);
    not_told(&desk, other); /* once */
    told(&desk, "\"result\":{\"game\":\"g\",\"level\":1,\"seats\":[]}}");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"games.list\"}");
    answer(&desk, "\"result\":{\"games\":[{\"game\":\"g\"" OTHER_LOCK
                  "},{\"game\":\"h\"" OTHER_LOCK "}]}");
    told(&desk, "\"result\":{\"games\":[{\"game\":\"g\"},{\"game\":\"h\"}]}}");
    text_free(&words);
    end_sealed(&desk, &sealed);
}

/* The frontend's seat came too late to the sealing: the game begins, and
 * connect asks for the record. */
static void come_late(struct desk *desk, struct sealed *sealed)
{
    open_sealed(desk, sealed);
    cr_assert_eq(sealing_lock(&sealed->sealing, &sealed->error), STATUS_OK);
    text_clear(&desk->sent);
    say(desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\",\"params\":"
              "{\"game\":\"g\",\"entry\":1,\"event\":\"a\"}}");
    cr_assert_eq(count_sent(desk, "game.record"), 1);
    text_clear(&desk->told);
}

static void answer_record(struct desk *desk, const struct sealed *sealed)
{
    size_t size;
    struct text result = {0};
    const char *record = record_bytes(sealed->sealing.record, &size);
    text_add(&result, "\"result\":{");
    json_add_key(&result, "record");
    json_add_string(&result, record, size);
    text_add_char(&result, '}');
    answer(desk, text_string(&result));
    text_free(&result);
}

/* The newest head that is kept of the only seat; -1: none is. */
static int64_t kept_head(struct desk *desk)
{
    struct connect_seat *list;
    struct error error;
    int count;
    cr_assert_eq(connect_seats_list(&desk->seats, &list, &count, &error),
                 STATUS_OK);
    cr_assert_eq(count, 1);
    const struct connect_head *newest = connect_heads_newest(&list[0].heads);
    int64_t entry = newest == NULL ? -1 : newest->entry;
    connect_seats_forget(list, count);
    return entry;
}

Test(connect_lies, a_head_that_came_before_the_key_is_checked_with_it)
{
    for (int i = 0; i < 2; i++) {
        bool is_signed = i == 1;
        struct desk desk;
        struct sealed sealed;
        come_late(&desk, &sealed);
        struct text asked = desk.sent;
        desk.sent = (struct text){.bytes = NULL};
        say_head(&desk, &sealed, 42, is_signed);
        cr_assert_eq(kept_head(&desk), -1, "it is not checked");
        say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.over\","
                   "\"params\":{\"game\":\"g\"}}");
        cr_assert_eq(desk.sent.size, 0, "nor signed");
        text_free(&desk.sent);
        text_clear(&desk.told);
        desk.sent = asked;
        answer_record(&desk, &sealed);
        cr_assert_eq(kept_head(&desk), is_signed ? 42 : -1);
        cr_assert_eq(count_sent(&desk, "game.sign"), is_signed ? 1 : 0);
        if (is_signed)
            not_told(&desk, "connect.warning");
        else
            told(&desk, "the daemon's signature of entry 42 is not good");
        end_sealed(&desk, &sealed);
    }
}

Test(connect_lies, the_newest_that_came_before_the_key_counts)
{
    struct desk desk;
    struct sealed sealed;
    come_late(&desk, &sealed);
    struct text asked = desk.sent;
    desk.sent = (struct text){.bytes = NULL};
    say_head(&desk, &sealed, 42, false);
    say_head(&desk, &sealed, 44, true);
    text_free(&desk.sent);
    desk.sent = asked;
    answer_record(&desk, &sealed);
    cr_assert_eq(kept_head(&desk), 44);
    say_head(&desk, &sealed, 46, false);
    told(&desk, "entry 46 is not good");
    cr_assert_eq(kept_head(&desk), 44);
    end_sealed(&desk, &sealed);
}

Test(connect_lies, two_heads_with_one_number_are_told)
{
    struct desk desk;
    struct sealed sealed;
    open_sealed(&desk, &sealed);
    say_stage(&desk, &sealed, "commit");
    say_head(&desk, &sealed, 7, true);
    cr_assert_eq(desk.told.size, 0);
    say_head(&desk, &sealed, 7, true);
    cr_assert_not_null(strstr(text_string(&desk.told), ".gone'"));
    told(&desk, "entries 7 to 7 of this game's record were signed");
    end_sealed(&desk, &sealed);
}

/* The level that is kept of the only seat. */
static int kept_level(struct desk *desk)
{
    struct connect_seat *list;
    struct error error;
    int count;
    cr_assert_eq(connect_seats_list(&desk->seats, &list, &count, &error),
                 STATUS_OK);
    cr_assert_eq(count, 1);
    int level = list[0].level;
    connect_seats_forget(list, count);
    return level;
}

/* The frontend sits down in a game, of which the daemon says that level. */
static void sit_down(struct desk *desk, const char *game, int level)
{
    char line[200];
    text_clear(&desk->told);
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.join\","
             "\"params\":{\"game\":\"%s\",\"name\":\"Ana\"}}",
             game);
    ask(desk, line);
    snprintf(line, sizeof line,
             "\"result\":{\"game\":\"%s\",\"seat\":1,\"level\":%d}", game,
             level);
    answer(desk, line);
}

Test(connect_lies, a_game_that_was_announced_as_sealed_is_no_open_one)
{
    static const char why[] =
        "the order of this game was to be sealed, and the "
        "daemon says that it is not";
    for (int i = 0; i < 2; i++) {
        struct desk desk;
        begin(&desk);
        come_up(&desk);
        if (i == 0) {
            ask_about(&desk, "");
        } else {
            ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":"
                       "\"game.create\",\"params\":{\"game\":\"castle\"}}");
            answer(&desk, "\"result\":{\"game\":\"g\",\"level\":1}");
        }
        sit_down(&desk, "g", 0);
        cr_assert_not_null(strstr(text_string(&desk.told), why));
        told(&desk, "\"id\":1,\"result\":");
        cr_assert_eq(kept_level(&desk), 1);
        text_clear(&desk.sent);
        say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\","
                   "\"params\":{\"game\":\"g\",\"entry\":1,\"event\":\"a\"}}");
        cr_assert_eq(count_sent(&desk, "game.record"), 1, "it is looked at");
        end(&desk);
    }
}

Test(connect_lies, what_was_announced_is_of_that_game_alone)
{
    struct desk desk;
    begin(&desk);
    come_up(&desk);
    ask_about(&desk, "");
    sit_down(&desk, "h", 0);
    not_told(&desk, "connect.warning");
    cr_assert_eq(kept_level(&desk), 0);
    end(&desk);
}

Test(connect_lies, so_many_games_announced_are_remembered)
{
    struct desk desk;
    char game[20];
    begin(&desk);
    for (int i = 0; i <= CONNECT_LEVELS_MAX; i++) {
        snprintf(game, sizeof game, "g%d", i);
        connect_note_level(desk.connect, game, 1);
        connect_note_level(desk.connect, game, 0);
    }
    cr_assert_eq(connect_find_level(desk.connect, "g0"), 0);
    cr_assert_eq(connect_find_level(desk.connect, "g1"), 1);
    cr_assert_eq(connect_find_level(desk.connect, game), 1);
    cr_assert_eq(connect_find_level(desk.connect, ""), 0);
    end(&desk);
}
