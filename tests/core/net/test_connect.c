#include "net/connect.h"

#include "connect_desk.h"

Test(connect, requests_wait_for_the_daemon)
{
    struct desk desk;
    begin(&desk);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"games.list\"}");
    cr_assert_eq(desk.sent.size, 0);
    connect_up(desk.connect);
    cr_assert_null(strstr(desk.sent.bytes, "games.list"));
    answer(&desk, "\"result\":{\"server\":\"castled\",\"protocol\":1}");
    told(&desk, "connected");
    answer(&desk, "\"result\":{\"games\":[15]}");
    told(&desk, "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{\"games\":"
                "[15]}}\n");
    cr_assert_eq(connect_open_count(desk.connect), 0);
    end(&desk);
}

Test(connect, what_is_no_daemon_of_ours_is_refused)
{
    struct desk desk;
    begin(&desk);
    connect_up(desk.connect);
    answer(&desk, "\"result\":{\"server\":\"castled\",\"protocol\":2}");
    told(&desk, "\"failed\"");
    connect_up(desk.connect);
    answer(&desk, "\"error\":{\"code\":2,\"message\":\"no\"}");
    told(&desk, "\"failed\"");
    cr_assert_eq(desk.stranger_count, 2);
    end(&desk);
}

Test(connect, what_can_be_repeated_is_sent_again)
{
    struct desk desk;
    begin(&desk);
    come_up(&desk);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.choose\","
               "\"params\":{\"game\":\"g\",\"seq\":1,\"index\":0}}");
    sent(&desk, "game.choose");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"game.create\","
               "\"params\":{\"game\":\"castle\"}}");
    sent(&desk, "game.create");
    connect_down(desk.connect, "gone");
    told(&desk, "\"id\":2,\"error\":{\"code\":7,");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"game.undo\","
               "\"params\":{\"game\":\"g\",\"seat\":1}}");
    cr_assert_eq(connect_open_count(desk.connect), 2);
    come_up(&desk);
    cr_assert_not_null(strstr(desk.sent.bytes, "game.choose"));
    cr_assert_not_null(strstr(desk.sent.bytes, "game.undo"));
    cr_assert_null(strstr(desk.sent.bytes, "game.create"));
    end(&desk);
}

Test(connect, too_many_requests_are_refused)
{
    struct desk desk;
    begin(&desk);
    for (int i = 0; i < 256; i++)
        ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games.list\"}");
    cr_assert_eq(desk.told.size, 0);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"games.list\"}");
    told(&desk, "\"id\":9,\"error\":{\"code\":6,");
    end(&desk);
}

Test(connect, what_is_no_request_is_refused_as_a_host_does)
{
    struct desk desk;
    begin(&desk);
    ask(&desk, "{");
    told(&desk, "-32700");
    ask(&desk, "[]");
    told(&desk, "-32600");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1}");
    told(&desk, "-32600");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.join\"}");
    told(&desk, "-32602");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.agree\"}");
    told(&desk, "by itself");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"connect.seats\"}");
    cr_assert_eq(desk.told.size, 0);
    end(&desk);
}

Test(connect, a_seat_is_kept_before_it_is_asked_for)
{
    struct desk desk;
    begin(&desk);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.join\","
               "\"params\":{\"game\":\"g\",\"name\":\"Ana\"}}");
    cr_assert_eq(count_seats(&desk), 1);
    come_up(&desk);
    answer(&desk, "\"error\":{\"code\":3,\"message\":\"taken\"}");
    told(&desk, "taken");
    cr_assert_eq(count_seats(&desk), 0);
    end(&desk);
}

Test(connect, it_is_in_its_games_again_first_of_all)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    connect_down(desk.connect, "gone");
    told(&desk, "reconnecting");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"game.view\","
               "\"params\":{\"game\":\"g\"}}");
    come_up(&desk);
    const char *rejoin = strstr(desk.sent.bytes, "game.rejoin");
    const char *view = strstr(desk.sent.bytes, "game.view");
    cr_assert(rejoin != NULL && view != NULL && rejoin < view);
    end(&desk);
}

Test(connect, a_daemon_that_is_asked_and_says_nothing_is_told_of)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    text_clear(&desk.told);
    for (int i = 0; i < 10; i++)
        connect_tick(desk.connect);
    cr_assert_eq(desk.told.size, 0, "nothing was asked");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"game.view\","
               "\"params\":{\"game\":\"g\"}}");
    for (int i = 0; i < 4; i++)
        connect_tick(desk.connect);
    cr_assert_eq(desk.told.size, 0, "it may be slow");
    connect_tick(desk.connect);
    told(&desk, "\"state\":\"waiting\",\"reason\":\"no answer for 5 s\"");
    text_clear(&desk.told);
    connect_tick(desk.connect);
    cr_assert_eq(desk.told.size, 0, "once");
    answer(&desk, "\"result\":{}");
    told(&desk, "\"state\":\"connected\"");
    end(&desk);
}

Test(connect, the_frontend_is_told_what_is_new)
{
    static const char *const first =
        "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\",\"params\":{\"game\":"
        "\"g\",\"entry\":1,\"event\":\"a\"}}";
    struct desk desk;
    begin(&desk);
    join(&desk);
    say(&desk, first);
    told(&desk, first);
    connect_down(desk.connect, "gone");
    come_up(&desk);
    answer(&desk, "\"result\":{\"game\":\"g\",\"seat\":2,\"level\":1}");
    text_clear(&desk.told);
    say(&desk, first);
    cr_assert_eq(desk.told.size, 0);
    say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\",\"params\":{"
               "\"game\":\"g\",\"entry\":2,\"event\":\"b\"}}");
    told(&desk, "\"entry\":2");
    end(&desk);
}

Test(connect, what_does_not_fit_is_not_signed_and_the_player_is_told)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    text_clear(&desk.sent);
    say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.sealing\",\"params\":{"
               "\"game\":\"g\",\"stage\":\"commit\",\"record\":\"E {}\\n\"}}");
    told(&desk, "{\"game\":\"g\",\"stage\":\"commit\"}");
    answer(&desk, "\"result\":{\"record\":\"E {}\\n\"}");
    told(&desk, "connect.warning");
    cr_assert_eq(desk.sent.size, 0);
    end(&desk);
}

Test(connect, junk_of_the_daemon_does_no_harm)
{
    static const char *const lines[] = {
        "",
        "{",
        "[]",
        "7",
        "{\"id\":99}",
        "{\"id\":1,\"result\":{}}",
        "{\"method\":7}",
        "{\"method\":\"game.event\"}",
        "{\"method\":\"game.event\",\"params\":{\"game\":\"g\"}}",
        "{\"method\":\"game.event\",\"params\":{\"game\":7,\"entry\":\"x\"}}",
        "{\"method\":\"game.left\",\"params\":{\"game\":\"g\",\"seat\":-1}}",
        "{\"method\":\"game.head\",\"params\":{\"game\":\"g\",\"entry\":-1}}",
        "{\"method\":\"game.sealing\",\"params\":{\"game\":\"g\"}}",
        "{\"method\":\"game.rematch\",\"params\":{\"game\":\"g\",\"next\":1}}",
        "{\"method\":\"game.over\",\"params\":{\"game\":\"g\"}}",
    };
    struct desk desk;
    begin(&desk);
    join(&desk);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        say(&desk, lines[i]);
    text_clear(&desk.told);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"connect.seats\"}");
    told(&desk, "\"over\":true");
    end(&desk);
}

static void come_up_with(struct desk *desk, const char *limits)
{
    char result[300];
    connect_up(desk->connect);
    snprintf(result, sizeof result,
             "\"result\":{\"server\":\"castled\",\"protocol\":1,"
             "\"limits\":%s}",
             limits);
    answer(desk, result);
}

Test(connect, a_seat_stays_when_it_may_have_been_taken)
{
    static const int codes[] = {5, 6, -32603};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        struct desk desk;
        char error[100];
        begin(&desk);
        come_up(&desk);
        ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.join\","
                   "\"params\":{\"game\":\"g\",\"name\":\"Ana\"}}");
        connect_down(desk.connect, "gone");
        come_up(&desk);
        snprintf(error, sizeof error,
                 "\"error\":{\"code\":%d,\"message\":\"no\"}", codes[i]);
        answer(&desk, error);
        told(&desk, "\"id\":1,\"error\"");
        cr_assert_eq(count_seats(&desk), 1);
        end(&desk);
    }
}

Test(connect, what_is_too_long_for_the_daemon_is_not_sent)
{
    struct desk desk;
    char line[600];
    char name[301];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    begin(&desk);
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"variants.check\","
             "\"params\":{\"game\":\"%s\"}}",
             name);
    ask(&desk, line); /* while it is not known what is too long */
    come_up_with(&desk, "{\"message_bytes\":200}");
    told(&desk, "\"id\":1,\"error\":{\"code\":-32600,");
    ask(&desk, line);
    told(&desk, "at most 200 bytes");
    cr_assert_eq(desk.sent.size, 0);
    cr_assert_eq(connect_open_count(desk.connect), 0);
    end(&desk);
}

Test(connect, what_breaks_the_line_is_not_sent_for_ever)
{
    struct desk desk;
    begin(&desk);
    come_up(&desk);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games.list\"}");
    connect_down(desk.connect, "gone");
    cr_assert_eq(connect_open_count(desk.connect), 1);
    come_up(&desk);
    sent(&desk, "games.list");
    connect_down(desk.connect, "gone");
    told(&desk, "\"id\":1,\"error\":{\"code\":7,");
    come_up(&desk);
    cr_assert_eq(count_sent(&desk, "games.list"), 0);
    end(&desk);
}

/* Watches games with the numbers from 1 to `count`. */
static void watch(struct desk *desk, int count)
{
    for (int i = 1; i <= count; i++) {
        char line[200];
        snprintf(line, sizeof line,
                 "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"game.watch\","
                 "\"params\":{\"game\":\"g%d\"}}",
                 i, i);
        ask(desk, line);
        answer(desk, "\"result\":{}");
    }
    text_clear(&desk->told);
}

Test(connect, games_are_asked_for_no_faster_than_the_daemon_takes_it)
{
    struct desk desk;
    begin(&desk);
    come_up(&desk);
    watch(&desk, 12);
    connect_down(desk.connect, "gone");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"games.list\"}");
    come_up_with(&desk, "{\"messages_per_second\":4}");
    cr_assert_eq(count_sent(&desk, "game.watch"), 4);
    answer(&desk, "\"error\":{\"code\":6,\"message\":\"too much\"}");
    int pauses[] = {1, 2, 4, 8, 8};
    for (size_t i = 0; i < sizeof pauses / sizeof pauses[0]; i++) {
        for (int second = 1; second < pauses[i]; second++)
            connect_tick(desk.connect);
        cr_assert_eq(desk.sent.size, 0, "%zu", i);
        connect_tick(desk.connect);
        cr_assert_eq(count_sent(&desk, "\"method\""), 2);
        /* Of the first eight games two are asked for each time. */
        answer(&desk, "\"error\":{\"code\":6,\"message\":\"too much\"}");
    }
    for (int second = 0; second < 8; second++)
        connect_tick(desk.connect);
    answer(&desk, "\"result\":{}");
    connect_tick(desk.connect);
    cr_assert(count_sent(&desk, "\"method\"") == 2);
    end(&desk);
}

Test(connect, requests_that_waited_keep_their_order)
{
    struct desk desk;
    begin(&desk);
    for (int i = 0; i < 3; i++)
        ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.say\"}");
    come_up_with(&desk, "{\"messages_per_second\":2}");
    cr_assert_eq(count_sent(&desk, "game.say"), 2);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"game.view\"}");
    cr_assert_eq(count_sent(&desk, "game.view"), 0);
    text_clear(&desk.sent);
    connect_tick(desk.connect);
    cr_assert_eq(count_sent(&desk, "game.say"), 1);
    connect_tick(desk.connect);
    cr_assert_eq(count_sent(&desk, "game.view"), 1);
    end(&desk);
}

Test(connect, what_the_daemon_says_is_fit_for_a_terminal)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    connect_down(desk.connect, "gone");
    come_up(&desk);
    answer(&desk, "\"error\":{\"code\":2,\"message\":"
                  "\"\\u001b]0;x\\u0007\\u009b2J\"}");
    cr_assert_null(strstr(desk.told.bytes, "\\u00"));
    cr_assert_null(strstr(desk.told.bytes, "\xc2\x9b"));
    told(&desk, "\\\\x1b]0;x\\\\x07\\\\xc2\\\\x9b2J");
    connect_up(desk.connect);
    answer(&desk, "\"error\":{\"code\":2,\"message\":\"\\u001b[2J\"}");
    told(&desk, "\\\\x1b[2J");
    end(&desk);
}

Test(connect, a_game_that_was_to_be_sealed_is_looked_at_when_it_begins)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    text_clear(&desk.sent);
    for (int i = 0; i < 2; i++)
        say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\",\"params\":"
                   "{\"game\":\"g\",\"entry\":1,\"event\":\"a\"}}");
    cr_assert_eq(count_sent(&desk, "game.record"), 1);
    text_clear(&desk.told);
    answer(&desk, "\"result\":{\"record\":\"\"}");
    told(&desk, "connect.warning");
    end(&desk);
}

Test(connect, a_seat_does_not_become_another_one)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"game.rejoin\","
               "\"params\":{\"game\":\"g\"}}");
    answer(&desk, "\"result\":{\"game\":\"g\",\"seat\":2,\"level\":0}");
    told(&desk, "was to be sealed");
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"game.rejoin\","
               "\"params\":{\"game\":\"g\"}}");
    answer(&desk, "\"result\":{\"game\":\"g\",\"seat\":1,\"level\":1}");
    told(&desk, "is seat 1");
    end(&desk);
}

Test(connect, a_record_without_end_is_not_kept)
{
    enum { LINES_SIZE = 900000, COUNT = 20 };
    struct desk desk;
    begin(&desk);
    join(&desk);
    char *line = malloc(LINES_SIZE + 200);
    size_t size = (size_t)snprintf(
        line, 200,
        "{\"jsonrpc\":\"2.0\",\"method\":\"game.sealing\",\"params\":{"
        "\"game\":\"g\",\"stage\":\"commit\",\"lines\":\"");
    memset(line + size, 'y', LINES_SIZE);
    memcpy(line + size + LINES_SIZE, "\"}}", sizeof "\"}}");
    text_clear(&desk.sent);
    for (int i = 0; i < COUNT; i++)
        say(&desk, line);
    cr_assert_eq(count_sent(&desk, "game.record"), 1);
    told(&desk, "without an end");
    free(line);
    end(&desk);
}

Test(connect, games_that_are_over_make_room)
{
    struct desk desk;
    char line[200];
    begin(&desk);
    come_up(&desk);
    for (int i = 1; i <= CONNECT_GAMES_MAX + 3; i++) {
        snprintf(line, sizeof line,
                 "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"game.watch\","
                 "\"params\":{\"game\":\"g%d\"}}",
                 i, i);
        ask(&desk, line);
        answer(&desk, "\"result\":{}");
        snprintf(line, sizeof line,
                 "{\"jsonrpc\":\"2.0\",\"method\":\"game.over\",\"params\":{"
                 "\"game\":\"g%d\"}}",
                 i);
        text_clear(&desk.told);
        say(&desk, line);
        say(&desk, line);
        cr_assert_eq(desk.told.size, strlen(line) + 1, "it is known: g%d", i);
    }
    end(&desk);
}

Test(connect, games_that_go_on_are_not_too_many)
{
    struct desk desk;
    char line[200];
    begin(&desk);
    come_up(&desk);
    /* What the daemon says of no seat makes no game. */
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.join\","
               "\"params\":{\"game\":\"g\",\"name\":\"Ana\"}}");
    answer(&desk, "\"result\":{\"game\":\"g\"}");
    told(&desk, "\"code\":-32603,\"message\":\"the daemon does not say which "
                "seat it is\"");
    for (int i = 1; i <= CONNECT_GAMES_MAX + 1; i++) {
        snprintf(line, sizeof line,
                 "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"game.watch\","
                 "\"params\":{\"game\":\"g%d\"}}",
                 i, i);
        ask(&desk, line);
        answer(&desk, "\"result\":{}");
        told(&desk, i <= CONNECT_GAMES_MAX
                        ? "\"result\":{}"
                        : "\"code\":-32603,\"message\":\"too many games at "
                          "once\"");
    }
    end(&desk);
}

Test(connect, a_game_that_was_left_is_not_asked_for_again)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    watch(&desk, 1);
    say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.left\",\"params\":{"
               "\"game\":\"g\",\"seat\":2,\"reason\":\"idle\"}}");
    say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.left\",\"params\":{"
               "\"game\":\"g1\",\"seat\":null,\"reason\":\"idle\"}}");
    connect_down(desk.connect, "gone");
    come_up(&desk);
    cr_assert_eq(count_sent(&desk, "game."), 0);
    end(&desk);
}

static void refuse(struct desk *desk, int code)
{
    char error[100];
    snprintf(error, sizeof error, "\"error\":{\"code\":%d,\"message\":\"no\"}",
             code);
    answer(desk, error);
}

Test(connect, what_a_seat_gives_is_said_again_until_the_daemon_can_take_it)
{
    static const int codes[] = {6, -32603, 5, 6, 6};
    static const int pauses[] = {1, 2, 4, 8, 8};
    struct desk desk;
    struct sealed sealed;
    char first[HASH_HEX_SIZE];
    char again[HASH_HEX_SIZE];
    open_sealed(&desk, &sealed);
    say_stage(&desk, &sealed, "commit");
    read_commitment(&desk, first);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        refuse(&desk, codes[i]);
        for (int second = 1; second < pauses[i]; second++)
            connect_tick(desk.connect);
        cr_assert_eq(desk.sent.size, 0, "too soon: %zu", i);
        connect_tick(desk.connect);
        cr_assert_eq(count_sent(&desk, "game.commit"), 1, "%zu", i);
        read_commitment(&desk, again);
        cr_assert_str_eq(again, first);
        if (i == 3) /* for long */
            told(&desk, "seat 2 could not commit: no");
        cr_assert_eq(desk.told.size, 0, "%s", text_string(&desk.told));
    }
    answer(&desk, "\"result\":{}");
    for (int second = 0; second < 20; second++)
        connect_tick(desk.connect);
    cr_assert_eq(desk.sent.size, 0, "it is there");
    end_sealed(&desk, &sealed);
}

Test(connect, what_the_daemon_will_never_take_is_said_once)
{
    static const int codes[] = {1, 2, 3, 4, 7, -32600, -32601, -32602, -32700};
    struct desk desk;
    struct sealed sealed;
    open_sealed(&desk, &sealed);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        say_stage(&desk, &sealed, "commit");
        cr_assert_eq(count_sent(&desk, "game.commit"), 1);
        refuse(&desk, codes[i]);
        told(&desk, "seat 2 could not commit: no");
        for (int second = 0; second < 20; second++)
            connect_tick(desk.connect);
        cr_assert_eq(desk.sent.size, 0, "%d", codes[i]);
    }
    end_sealed(&desk, &sealed);
}

Test(connect, a_stage_that_is_over_is_not_tried_again)
{
    struct desk desk;
    struct sealed sealed;
    open_sealed(&desk, &sealed);
    say_stage(&desk, &sealed, "commit");
    refuse(&desk, 6);
    cr_assert_eq(sealing_lock(&sealed.sealing, &sealed.error), STATUS_OK);
    say_stage(&desk, &sealed, "agree");
    for (int second = 0; second < 20; second++)
        connect_tick(desk.connect);
    cr_assert_eq(desk.sent.size, 0);
    cr_assert_eq(desk.told.size, 0);
    /* Nor is what was on its way when it ended. */
    end_sealed(&desk, &sealed);
    open_sealed(&desk, &sealed);
    say_stage(&desk, &sealed, "commit");
    struct text commit = desk.sent;
    desk.sent = (struct text){.bytes = NULL};
    cr_assert_eq(sealing_lock(&sealed.sealing, &sealed.error), STATUS_OK);
    say_stage(&desk, &sealed, "agree");
    text_free(&desk.sent);
    desk.sent = commit;
    refuse(&desk, 6);
    for (int second = 0; second < 20; second++)
        connect_tick(desk.connect);
    cr_assert_eq(count_sent(&desk, "game.commit"), 0);
    end_sealed(&desk, &sealed);
}

Test(connect, the_record_is_asked_for_again_when_it_could_not_be_had)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.sealing\",\"params\":{"
               "\"game\":\"g\",\"stage\":\"commit\",\"lines\":\"E {}\\n\"}}");
    cr_assert_eq(count_sent(&desk, "game.record"), 1);
    text_clear(&desk.told);
    refuse(&desk, 6);
    cr_assert_eq(desk.told.size, 0);
    connect_tick(desk.connect);
    cr_assert_eq(count_sent(&desk, "game.record"), 1);
    refuse(&desk, 2);
    told(&desk, "the record cannot be had: no");
    connect_tick(desk.connect);
    cr_assert_eq(desk.sent.size, 0);
    end(&desk);
}

Test(connect, the_end_is_signed_though_the_daemon_could_not_take_it_at_once)
{
    struct desk desk;
    struct sealed sealed;
    open_sealed(&desk, &sealed);
    say_stage(&desk, &sealed, "commit");
    answer(&desk, "\"result\":{}");
    say_end(&desk, &sealed);
    cr_assert_eq(count_sent(&desk, "game.sign"), 1, "%s",
                 text_string(&desk.told));
    refuse(&desk, 6);
    connect_tick(desk.connect);
    cr_assert_eq(count_sent(&desk, "game.sign"), 1);
    answer(&desk, "\"result\":{}");
    connect_tick(desk.connect);
    cr_assert_eq(desk.sent.size, 0);
    end_sealed(&desk, &sealed);
}

/* What the daemon took, or did not take, of what the seat signed. */
static enum connect_taken agree_and_read(const char *said)
{
    struct desk desk;
    struct sealed sealed;
    struct connect_seat *list;
    int count;
    open_sealed(&desk, &sealed);
    say_stage(&desk, &sealed, "commit");
    struct hash commitment;
    char digits[HASH_HEX_SIZE];
    read_commitment(&desk, digits);
    cr_assert(hex_read(commitment.bytes, HASH_SIZE, digits));
    answer(&desk, "\"result\":{}");
    cr_assert_eq(sealing_commit(&sealed.sealing, 2, &commitment, &sealed.error),
                 STATUS_OK);
    cr_assert_eq(sealing_lock(&sealed.sealing, &sealed.error), STATUS_OK);
    say_stage(&desk, &sealed, "agree");
    cr_assert_eq(count_sent(&desk, "game.agree"), 1);
    answer(&desk, said);
    cr_assert_eq(connect_seats_list(&desk.seats, &list, &count, &sealed.error),
                 STATUS_OK);
    cr_assert_eq(count, 1);
    enum connect_taken taken = list[0].taken;
    connect_seats_forget(list, count);
    end_sealed(&desk, &sealed);
    return taken;
}

Test(connect, that_the_daemon_took_an_agreement_is_kept)
{
    cr_assert_eq(agree_and_read("\"result\":{}"), CONNECT_TAKEN_AGREEMENT);
    cr_assert_eq(agree_and_read("\"error\":{\"code\":2,\"message\":\"late\"}"),
                 CONNECT_TAKEN_NOTHING);
}

Test(connect, what_cannot_be_written_for_now_is_tried_again)
{
    struct desk desk;
    struct sealed sealed;
    open_sealed(&desk, &sealed);
    move_folder(&desk, true);
    say_stage(&desk, &sealed, "commit");
    cr_assert_eq(desk.sent.size, 0);
    connect_tick(desk.connect);
    cr_assert_eq(desk.sent.size, 0);
    cr_assert_eq(desk.told.size, 0, "it is told once: %s",
                 text_string(&desk.told));
    move_folder(&desk, false);
    for (int second = 0; second < 2; second++)
        connect_tick(desk.connect);
    cr_assert_eq(count_sent(&desk, "game.commit"), 1);
    end_sealed(&desk, &sealed);
}

Test(connect, which_seat_it_is_is_written_when_it_can_be)
{
    struct desk desk;
    struct connect_seat *list;
    struct error error;
    int count;
    begin(&desk);
    come_up(&desk);
    ask(&desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.join\","
               "\"params\":{\"game\":\"g\",\"name\":\"Ana\"}}");
    move_folder(&desk, true);
    answer(&desk, "\"result\":{\"game\":\"g\",\"seat\":2,\"level\":1}");
    told(&desk, "cannot keep the seat");
    move_folder(&desk, false);
    say(&desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.over\",\"params\":{"
               "\"game\":\"g\"}}");
    cr_assert_eq(connect_seats_list(&desk.seats, &list, &count, &error),
                 STATUS_OK);
    cr_assert_eq(count, 1);
    cr_assert_eq(list[0].seat, 2);
    cr_assert_eq(list[0].level, 1);
    connect_seats_forget(list, count);
    end(&desk);
}

Test(connect, the_daemons_key_is_taken_when_it_can_be_written)
{
    struct desk desk;
    struct sealed sealed;
    struct connect_seat *list;
    int count;
    open_sealed(&desk, &sealed);
    cr_assert_eq(sealing_lock(&sealed.sealing, &sealed.error), STATUS_OK);
    move_folder(&desk, true);
    say_stage(&desk, &sealed, "done");
    connect_tick(desk.connect);
    move_folder(&desk, false);
    for (int second = 0; second < 2; second++)
        connect_tick(desk.connect);
    cr_assert_eq(connect_seats_list(&desk.seats, &list, &count, &sealed.error),
                 STATUS_OK);
    cr_assert_eq(count, 1);
    cr_assert(list[0].heads.has_key);
    connect_seats_forget(list, count);
    end_sealed(&desk, &sealed);
}

Test(connect, what_is_done_is_signed_though_nothing_can_be_written)
{
    struct desk desk;
    struct sealed sealed;
    open_sealed(&desk, &sealed);
    cr_assert_eq(sealing_lock(&sealed.sealing, &sealed.error), STATUS_OK);
    move_folder(&desk, true);
    say_stage(&desk, &sealed, "done");
    say_end(&desk, &sealed);
    cr_assert_eq(count_sent(&desk, "game.sign"), 1, "%s",
                 text_string(&desk.told));
    move_folder(&desk, false);
    end_sealed(&desk, &sealed);
}

Test(connect, a_game_is_not_left_when_the_daemon_has_no_memory_for_now)
{
    struct desk desk;
    begin(&desk);
    join(&desk);
    connect_down(desk.connect, "gone");
    come_up(&desk);
    text_clear(&desk.told);
    refuse(&desk, -32603);
    cr_assert_eq(desk.told.size, 0, "%s", text_string(&desk.told));
    connect_tick(desk.connect);
    cr_assert_eq(count_sent(&desk, "game.rejoin"), 1);
    end(&desk);
}
