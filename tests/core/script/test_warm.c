#include "script/warm.h"

#include "script/position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct error error;

static void must(enum status status)
{
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
}

/* The Castle with one option; "" for none. */
static struct ruleset *rules_of(const char *option)
{
    struct ruleset *ruleset;
    const char *const options[] = {option};
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle",
                                      .options = options,
                                      .option_count = option[0] != '\0'};
    must(ruleset_open(&ruleset, &request, &error));
    return ruleset;
}

/* Uses the ruleset, which is thrown away right after. */
static struct warm_rules *use(struct warm *warm, const char *option)
{
    struct warm_rules *rules;
    struct ruleset *ruleset = rules_of(option);
    must(warm_use(&rules, warm, ruleset, &error));
    ruleset_free(ruleset);
    return rules;
}

static struct executor *executor_of(struct warm_rules *rules)
{
    struct executor *executor;
    must(warm_executor(&executor, rules, &error));
    return executor;
}

static struct position *position_in(struct executor *executor)
{
    struct position *position;
    must(position_new(&position, executor, NULL, NULL, &error));
    return position;
}

static struct warm *warm_of(int executor_max)
{
    struct warm *warm;
    must(warm_new(&warm, executor_max, &error));
    return warm;
}

Test(warm, equal_rulesets_are_one_and_share_an_executor)
{
    struct warm *warm = warm_of(4);
    struct warm_rules *one = use(warm, "");
    struct warm_rules *same = use(warm, "");
    struct warm_rules *other = use(warm, "first_player=white");
    cr_expect_eq(one, same);
    cr_expect_neq(one, other);
    cr_expect_eq(warm_executor_count(warm), 0, "none is made before its time");
    cr_expect_eq(executor_of(one), executor_of(same));
    cr_expect_neq(executor_of(one), executor_of(other));
    cr_expect_eq(warm_executor_count(warm), 2);
    cr_expect_gt(warm_memory(warm), 100000);
    struct warm_rules *itself;
    must(warm_use(&itself, warm, warm_ruleset(one), &error));
    cr_expect_eq(itself, one);
    warm_leave(itself);
    warm_leave(one);
    warm_leave(same);
    warm_leave(other);
    warm_leave(NULL);
    cr_expect_eq(warm_executor_count(warm), 2, "they stay warm");
    cr_expect_eq(use(warm, ""), one);
    warm_leave(one);
    warm_free(warm);
}

Test(warm, what_differs_is_another_ruleset)
{
    static const char *const variants[] = {"german", "strict-keep"};
    static const char *const turned[] = {"strict-keep", "german"};
    struct ruleset_request requests[] = {
        {.root = CASTLED_SOURCE_DIR, .game = "castle"},
        {.root = CASTLED_SOURCE_DIR,
         .game = "castle",
         .variants = variants,
         .variant_count = 1},
        {.root = CASTLED_SOURCE_DIR,
         .game = "castle",
         .variants = variants,
         .variant_count = 2},
        {.root = CASTLED_SOURCE_DIR,
         .game = "castle",
         .variants = turned,
         .variant_count = 2},
    };
    enum { COUNT = sizeof requests / sizeof requests[0] };
    struct ruleset *rulesets[COUNT];
    for (int i = 0; i < COUNT; i++)
        must(ruleset_open(&rulesets[i], &requests[i], &error));
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < COUNT; k++)
            cr_expect_eq(ruleset_is_equal(rulesets[i], rulesets[k]), i == k,
                         "%d %d", i, k);
    struct ruleset *copy;
    must(ruleset_copy(&copy, rulesets[2], &error));
    cr_expect(ruleset_is_equal(copy, rulesets[2]));
    for (int i = 0; i < COUNT; i++)
        ruleset_free(rulesets[i]);
    struct executor *executor;
    must(executor_new(&executor, copy, &error));
    executor_free(executor);
    ruleset_free(copy);
}

Test(warm, the_oldest_makes_room_and_its_positions_are_not_alive)
{
    struct warm *warm = warm_of(2);
    struct warm_rules *rules[3] = {use(warm, ""),
                                   use(warm, "first_player=white"),
                                   use(warm, "first_player=black")};
    struct position *positions[3];
    for (int i = 0; i < 2; i++)
        positions[i] = position_in(executor_of(rules[i]));
    (void)executor_of(rules[0]); /* so that the other one is older */
    positions[2] = position_in(executor_of(rules[2]));
    cr_expect_eq(warm_executor_count(warm), 2);
    cr_expect(position_is_alive(positions[0]));
    cr_expect_not(position_is_alive(positions[1]));
    cr_expect(position_is_alive(positions[2]));
    (void)executor_of(rules[1]);
    cr_expect_not(position_is_alive(positions[0]));
    for (int i = 0; i < 3; i++) {
        position_free(positions[i]);
        warm_leave(rules[i]);
    }
    cr_expect_eq(warm_executor_count(warm), 2);
    warm_free(warm);
}

Test(warm, those_that_nobody_uses_make_room_first)
{
    struct warm *warm = warm_of(2);
    struct warm_rules *used = use(warm, "");
    struct warm_rules *idle = use(warm, "first_player=white");
    struct position *position = position_in(executor_of(used));
    (void)executor_of(idle);
    warm_leave(idle);
    struct warm_rules *more = use(warm, "first_player=black");
    (void)executor_of(more);
    cr_expect(position_is_alive(position));
    cr_expect_eq(warm_executor_count(warm), 2);
    position_free(position);
    warm_leave(used);
    warm_leave(more);
    warm_free(warm);
}

Test(warm, a_fresh_executor_takes_the_place_of_the_old_one)
{
    struct warm *warm = warm_of(1);
    struct warm_rules *rules = use(warm, "");
    struct position *positions[3];
    struct text bytes = {0};
    for (int i = 0; i < 3; i++)
        positions[i] = position_in(executor_of(rules));
    must(position_store(positions[1], &bytes, &error));
    position_free(positions[1]); /* from the middle of the list */
    struct executor *fresh;
    must(warm_renew(&fresh, rules, &error));
    cr_expect_eq(warm_executor_count(warm), 1);
    cr_expect_not(position_is_alive(positions[0]));
    cr_expect_not(position_is_alive(positions[2]));
    cr_expect_eq(executor_of(rules), fresh);
    struct result result;
    struct text view = {0};
    cr_expect_eq(position_result(positions[0], &result, &error), STATUS_LIMIT);
    cr_expect_eq(position_view(positions[0], 0, &view, &error), STATUS_LIMIT);
    text_free(&view);
    struct position *again;
    must(position_load(&again, fresh, bytes.bytes, bytes.size, NULL, NULL,
                       &error));
    cr_expect(position_is_alive(again));
    position_free(positions[0]);
    position_free(positions[2]);
    position_free(again);
    text_free(&bytes);
    warm_leave(rules);
    warm_free(warm);
}

/* Positions that nobody lets rest do not fill a state up to its limit. */
Test(warm, a_state_that_holds_too_much_is_renewed)
{
    enum { MANY = 20000 };
    struct warm *warm = warm_of(1);
    struct warm_rules *rules = use(warm, "");
    struct executor *first = executor_of(rules);
    struct position **positions = calloc(MANY, sizeof *positions);
    struct position *one = position_in(first);
    bool is_renewed = false;
    int count = 0;
    while (count < MANY && !is_renewed) {
        must(position_copy(&positions[count++], one, &error));
        struct executor *now = executor_of(rules);
        is_renewed = !position_is_alive(one);
        cr_assert_lt(executor_memory(now), 10u << 20);
    }
    cr_expect(is_renewed, "after %d", count);
    for (int i = 0; i < count; i++)
        position_free(positions[i]);
    free(positions);
    position_free(one);
    warm_leave(rules);
    warm_free(warm);
}

Test(warm, a_ruleset_that_is_wrong_has_no_executor)
{
    struct warm *warm = warm_of(2);
    struct ruleset *ruleset;
    struct warm_rules *rules;
    struct executor *executor;
    must(ruleset_empty(&ruleset, "wrong", &error));
    must(ruleset_add_source(ruleset, "wrong.game", "wrong/game.lua",
                            "error 'no'", 10, &error));
    must(ruleset_seal(ruleset, &error));
    must(warm_use(&rules, warm, ruleset, &error));
    ruleset_free(ruleset);
    cr_expect_eq(warm_executor(&executor, rules, &error), STATUS_SCRIPT);
    cr_expect_eq(warm_executor_count(warm), 0);
    warm_leave(rules);
    warm_free(warm);
}

static struct warm_rules *open_in(struct warm *warm, const char *root)
{
    struct warm_rules *rules;
    struct ruleset_request request = {.root = root, .game = "little"};
    must(warm_open(&rules, warm, &request, &error));
    return rules;
}

static void write_script(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

Test(warm, what_was_opened_is_read_again_only_when_a_file_has_changed)
{
    char root[] = "/tmp/castled-warm-XXXXXX";
    char path[64];
    cr_assert_not_null(mkdtemp(root));
    snprintf(path, sizeof path, "%s/scripts", root);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/scripts/little", root);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/scripts/little/game.lua", root);
    write_script(path, "return 1");

    struct warm *warm = warm_of(2);
    struct warm_rules *first = open_in(warm, root);
    struct warm_rules *second = open_in(warm, root);
    cr_assert_eq(first, second);
    write_script(path, "return 12");
    struct timespec longer = {.tv_sec = 1, .tv_nsec = 100000000};
    nanosleep(&longer, NULL);
    struct warm_rules *third = open_in(warm, root);
    cr_assert_neq(first, third);
    cr_assert_str_eq(text_string(&warm_ruleset(third)->sources[0].text),
                     "return 12");
    warm_leave(first);
    warm_leave(second);
    warm_leave(third);
    warm_free(warm);

    unlink(path);
    snprintf(path, sizeof path, "%s/scripts/little", root);
    rmdir(path);
    snprintf(path, sizeof path, "%s/scripts", root);
    rmdir(path);
    rmdir(root);
}
