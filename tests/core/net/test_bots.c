#include "net/bots.h"

#include <criterion/criterion.h>
#include <ev.h>
#include <stdlib.h>
#include <string.h>

static struct bots_settings settings_of(const char *const *kinds, int count)
{
    return (struct bots_settings){
        .root = CASTLED_SOURCE_DIR,
        .program = "/bin/false",
        .socket = "/nowhere/castled.sock",
        .kinds = kinds,
        .kind_count = count,
    };
}

static struct bots *make(const char *const *kinds, int count)
{
    struct bots_settings settings = settings_of(kinds, count);
    struct bots *bots;
    struct error error;
    cr_assert_eq(bots_new(&bots, &settings, &error), STATUS_OK, "%s",
                 error.text);
    return bots;
}

Test(bots, every_start_of_the_daemon_has_a_key_of_its_own)
{
    struct bots *one = make(NULL, 0);
    struct bots *other = make(NULL, 0);
    cr_assert_eq(strlen(bots_key(one)), 64);
    cr_assert_str_neq(bots_key(one), bots_key(other));
    bots_free(one);
    bots_free(other);
}

Test(bots, a_kind_is_a_file_in_lua_bots)
{
    static const char *const BAD[] = {
        "nobody",
        "",
        "main",
        "../bots/random",
        "Random",
        "a b",
        "random.lua",
        "random\n",
        "/",
        "rand",
        "a23456789012345678901234567890123",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        struct bots_settings settings = settings_of(&BAD[i], 1);
        struct bots *bots;
        struct error error;
        cr_assert_eq(bots_new(&bots, &settings, &error), STATUS_NOT_FOUND,
                     "'%s'", BAD[i]);
        cr_assert(strstr(error.text, "there is no bot"), "%s", error.text);
    }
}

Test(bots, a_kind_named_twice_is_there_once)
{
    static const char *const KINDS[] = {"random", "steward", "random"};
    struct bots *bots = make(KINDS, 3);
    cr_assert_eq(bots_figures(bots).wanted, 2);
    cr_assert(bots_has(bots, "random"));
    cr_assert(bots_has(bots, "steward"));
    cr_assert_not(bots_has(bots, "human"));
    cr_assert_eq(bots_figures(bots).running, 0);
    bots_free(bots);
}

static void on_time(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    (void)timer;
    (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* Runs the loop for a while. */
static void run_for(struct ev_loop *loop, double seconds)
{
    struct ev_timer timer;
    ev_timer_init(&timer, on_time, seconds, 0.);
    ev_timer_start(loop, &timer);
    ev_run(loop, 0);
}

Test(bots, without_lua_a_kind_is_not_there)
{
    static const char *const KINDS[] = {"random"};
    struct ev_loop *loop = ev_default_loop(EVFLAG_AUTO);
    setenv("PATH", "/nowhere", 1);
    struct bots *bots = make(KINDS, 1);
    bots_start(bots, loop);
    run_for(loop, 0.05);
    cr_assert_not(bots_has(bots, "random"));
    cr_assert_eq(bots_figures(bots).running, 0);
    cr_assert_eq(bots_figures(bots).restarts, 0);
    bots_stop(bots);
    bots_free(bots);
}

/* castled is /bin/false here: it ends at once, and the bot with it. */
Test(bots, one_that_always_dies_is_started_again_more_and_more_seldom)
{
    static const char *const KINDS[] = {"random"};
    struct ev_loop *loop = ev_default_loop(EVFLAG_AUTO);
    struct bots *bots = make(KINDS, 1);
    bots_start(bots, loop);
    run_for(loop, 2.);
    struct bots_figures figures = bots_figures(bots);
    cr_assert(bots_has(bots, "random"));
    cr_assert(figures.restarts >= 2 && figures.restarts <= 5, "%d",
              (int)figures.restarts);
    bots_stop(bots);
    cr_assert_eq(bots_figures(bots).running, 0);
    bots_free(bots);
}
