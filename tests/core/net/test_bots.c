#include "net/bots.h"

#include <criterion/criterion.h>
#include <string.h>

static const char KEY[] = "a key";

static struct processes *make(void)
{
    struct processes_settings settings = {.root = CASTLED_SOURCE_DIR,
                                          .rules = CASTLED_SOURCE_DIR,
                                          .program = "/bin/false",
                                          .socket = "/nowhere/castled.sock"};
    struct processes *processes;
    struct error error;
    cr_assert_eq(processes_new(&processes, &settings, &error), STATUS_OK, "%s",
                 error.text);
    return processes;
}

static enum status add(struct processes *processes, const char *kind,
                       struct error *error)
{
    return bots_add(processes, CASTLED_SOURCE_DIR, kind, KEY, error);
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
    struct processes *processes = make();
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        struct error error;
        cr_assert_eq(add(processes, BAD[i], &error), STATUS_NOT_FOUND, "'%s'",
                     BAD[i]);
        cr_assert(strstr(error.text, "there is no bot"), "%s", error.text);
    }
    cr_assert_eq(processes_count(processes), 0);
    processes_free(processes);
}

Test(bots, a_kind_named_twice_is_there_once)
{
    static const char *const KINDS[] = {"random", "steward", "random"};
    struct processes *processes = make();
    struct error error;
    for (int i = 0; i < 3; i++)
        cr_assert_eq(add(processes, KINDS[i], &error), STATUS_OK);
    cr_assert_eq(processes_count(processes), 2);
    cr_assert(processes_has(processes, "random"));
    cr_assert(processes_has(processes, "steward"));
    cr_assert_not(processes_has(processes, "human"));
    processes_free(processes);
}
