#include "pair.h"

#include "hall/failing.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Texts of errors, and the place that each names; "" for none. */
static const char *const texts[][2] = {
    {"variants/castle/x.lua:12: not today", "variants/castle/x.lua:12"},
    {"step 'z': ./x.lua:3: not today", "./x.lua:3"},
    {"/home/a b/x.lua:3: not today", "/home/a b/x.lua:3"},
    {"step 'z': /home/a b c/x.lua:3: no: y.lua:4", "/home/a b c/x.lua:3"},
    {"/home/a b/x.lua: step 'z': no", "/home/a b/x.lua"},
    {"a: x.lua:", "x.lua"},
    {" x.lua:1", " x.lua:1"},
    {"step 'z': not today", ""},
    {"", ""},
};

Test(failing, a_place_is_found_whole)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *text = texts[i][0];
        size_t start = 0;
        size_t size = 0;
        char found[64];
        bool is_found = failing_find_place(text, &start, &size);
        cr_assert(is_found == (texts[i][1][0] != '\0'), "%s", text);
        snprintf(found, sizeof found, "%.*s", (int)size, text + start);
        cr_assert_str_eq(found, texts[i][1], "%s", text);
    }
}

/* Such texts without the places; one that is within a sentence stays. */
static const char *const hidden[][2] = {
    {"variants/castle/x.lua:12: not today", "not today"},
    {"step 'z': ./x.lua:3: not today", "step 'z': not today"},
    {"step 'z': x.lua:3: y.lua:4: not today", "step 'z': not today"},
    {"x.lua:3: not what y.lua:4 says", "not what y.lua:4 says"},
    {"a: x.lua:", "a: x.lua:"},
    {"not today", "not today"},
};

Test(failing, all_places_are_hidden)
{
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        char text[ERROR_TEXT_SIZE];
        snprintf(text, sizeof text, "%s", hidden[i][0]);
        failing_hide_place(text);
        cr_expect_str_eq(text, hidden[i][1]);
    }
}

/* What is said while a file is where errors go; it is `size` bytes at most. */
static void log_of(void (*act)(void), char *out, size_t size)
{
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    cr_assert(file != NULL && before >= 0);
    cr_assert(dup2(fileno(file), STDERR_FILENO) >= 0);
    act();
    cr_assert(dup2(before, STDERR_FILENO) >= 0);
    close(before);
    rewind(file);
    size_t read = fread(out, 1, size - 1, file);
    out[read] = '\0';
    fclose(file);
}

/* A game of the daemon by the rules that are in tests/variants. */
static void begin_with(const char *variant)
{
    char more[256];
    snprintf(more, sizeof more,
             ",'seed':'x','variants':['%s/tests/variants/%s']",
             CASTLED_SOURCE_DIR, variant);
    pair_begin(more);
}

/* The guest was refused because the rules failed, and not told where; the log
 * has it. */
static void check_hidden(int guest, void (*act)(void), const char *place)
{
    enum { RULES_FAILED = 4 };
    char log[4096];
    log_of(act, log, sizeof log);
    const char *answer = desk_answer(&table.desk, guest);
    cr_expect_eq(desk_code(&table.desk, guest), RULES_FAILED, "%s", answer);
    cr_expect(strstr(answer, ".lua") == NULL, "%s", answer);
    cr_expect(strstr(answer, "\"data\"") == NULL, "%s", answer);
    const char *line = strstr(log, "event=rules_failed");
    cr_assert(line != NULL, "%s", log);
    cr_expect(strstr(line, place) != NULL, "%s", log);
    cr_expect(strstr(line + 1, "event=rules_failed") == NULL, "once: %s", log);
}

static void choose(void)
{
    pair_choose(ANN, 1);
}

static void look_ahead(void)
{
    desk_call(&table.desk, ANN, "game.ends_turn",
              "{'game':'%s','seq':1,'index':0}", table.game);
}

static void resign(void)
{
    pair_call(BOB, "game.resign");
}

static void agree(void)
{
    desk_call(&table.desk, BOB, "game.answer_draw",
              "{'game':'%s','agree':true}", table.game);
}

Test(failing, who_chooses_is_not_told_where_the_rules_failed, .fini = pair_end,
     .timeout = 300)
{
    static const char GIVES_NOTHING[] = "tests/variants/gives-nothing.lua:13:";
    begin_with("gives-nothing.lua");
    check_hidden(ANN, look_ahead, GIVES_NOTHING);
    check_hidden(ANN, choose, GIVES_NOTHING);
}

/* A way to end a game whose rules cannot tell who has won it. */
static void end_without_winner(void (*act)(void))
{
    begin_with("no-such-winner.lua");
    cr_assert(pair_call(ANN, "game.offer_draw") != NULL);
    check_hidden(BOB, act, "tests/variants/no-such-winner.lua:13:");
}

Test(failing, who_resigns_is_not_told_where_the_rules_failed, .fini = pair_end,
     .timeout = 300)
{
    end_without_winner(resign);
}

Test(failing, who_agrees_to_a_draw_is_not_told_where_the_rules_failed,
     .fini = pair_end, .timeout = 300)
{
    end_without_winner(agree);
}

/* Who asks about rules, and not about a game, is told where they fail. */
Test(failing, whoever_chooses_rules_is_told_where_they_fail, .fini = pair_end,
     .timeout = 300)
{
    static const char *const methods[] = {"variants.check", "game.create",
                                          "rulesets.describe"};
    desk_open(&table.desk, GUESTS);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        desk_call(
            &table.desk, ANN, methods[i],
            "{'game':'castle','variants':['%s/tests/variants/fails.lua']}",
            CASTLED_SOURCE_DIR);
        const char *answer = desk_answer(&table.desk, ANN);
        cr_expect(strstr(answer, "\"data\":{\"at\":") != NULL, "%s", answer);
        cr_expect(strstr(answer, "fails.lua:5: not today") != NULL, "%s",
                  answer);
    }
}
