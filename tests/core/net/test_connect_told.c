#include "net/connect_told.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Tells a notification; params is JSON. */
static struct connect_told_answer tell(struct connect_told *told,
                                       const char *method, const char *params)
{
    struct json *json;
    struct error error;
    cr_assert_eq(json_parse(&json, params, strlen(params), &error), STATUS_OK);
    struct connect_told_answer answer =
        connect_told_take(told, method, json, params, strlen(params));
    json_free(json);
    return answer;
}

static struct connect_told_answer event(struct connect_told *told, int entry,
                                        const char *what)
{
    char params[100];
    snprintf(params, sizeof params, "{\"entry\":%d,\"event\":\"%s\"}", entry,
             what);
    return tell(told, "game.event", params);
}

static void begin(struct connect_told *told)
{
    *told = (struct connect_told){0};
    for (int i = 1; i <= 5; i++)
        cr_assert(event(told, i, "first").is_passed_on);
    cr_assert(tell(told, "game.question", "{\"seq\":3}").is_passed_on);
    connect_told_replay(told);
}

Test(connect_told, what_is_known_is_not_told_again)
{
    struct connect_told told;
    begin(&told);
    for (int i = 1; i <= 5; i++)
        cr_assert(!event(&told, i, "first").is_passed_on);
    struct connect_told_answer answer =
        tell(&told, "game.question", "{\"seq\":3}");
    cr_assert(!answer.is_passed_on && !answer.is_undone);
    connect_told_clear(&told);
}

Test(connect_told, what_came_meanwhile_is_told)
{
    struct connect_told told;
    begin(&told);
    for (int i = 1; i <= 5; i++)
        cr_assert(!event(&told, i, "first").is_passed_on);
    cr_assert(event(&told, 6, "new").is_passed_on);
    cr_assert(tell(&told, "game.question", "{\"seq\":4}").is_passed_on);
    connect_told_clear(&told);
}

Test(connect_told, another_past_is_undone_first)
{
    struct connect_told told;
    begin(&told);
    for (int i = 1; i <= 3; i++)
        cr_assert(!event(&told, i, "first").is_passed_on);
    struct connect_told_answer answer = event(&told, 4, "other");
    cr_assert(answer.is_passed_on && answer.is_undone);
    cr_assert_eq(answer.entry, 3);
    answer = event(&told, 5, "first");
    cr_assert(answer.is_passed_on && !answer.is_undone);
    connect_told_clear(&told);
}

Test(connect_told, a_shorter_past_is_undone_behind_its_last_event)
{
    struct connect_told told;
    begin(&told);
    for (int i = 1; i <= 2; i++)
        cr_assert(!event(&told, i, "first").is_passed_on);
    struct connect_told_answer answer =
        tell(&told, "game.waiting", "{\"seq\":5}");
    cr_assert(answer.is_passed_on && answer.is_undone);
    cr_assert_eq(answer.entry, 2);
    answer = tell(&told, "game.question", "{\"seq\":5}");
    cr_assert(answer.is_passed_on && !answer.is_undone);
    cr_assert(event(&told, 3, "first").is_passed_on);
    connect_told_clear(&told);
}

Test(connect_told, a_question_of_before_is_asked_again_in_another_past)
{
    struct connect_told told;
    begin(&told);
    cr_assert(event(&told, 6, "answer").is_passed_on);
    connect_told_replay(&told);
    for (int i = 1; i <= 5; i++)
        cr_assert(!event(&told, i, "first").is_passed_on);
    struct connect_told_answer answer =
        tell(&told, "game.question", "{\"seq\":3}");
    cr_assert(answer.is_passed_on && answer.is_undone);
    cr_assert_eq(answer.entry, 5);
    connect_told_clear(&told);
}

Test(connect_told, an_undo_makes_room_for_the_same_event)
{
    struct connect_told told = {0};
    cr_assert(event(&told, 1, "a").is_passed_on);
    cr_assert(event(&told, 2, "b").is_passed_on);
    cr_assert(tell(&told, "game.undone", "{\"entry\":1}").is_passed_on);
    struct connect_told_answer answer = event(&told, 2, "b");
    cr_assert(answer.is_passed_on && !answer.is_undone);
    connect_told_clear(&told);
}

Test(connect_told, sayings_are_told_once)
{
    struct connect_told told = {0};
    cr_assert(tell(&told, "game.said", "{\"number\":1}").is_passed_on);
    cr_assert(tell(&told, "game.said", "{\"number\":2}").is_passed_on);
    cr_assert(!tell(&told, "game.said", "{\"number\":1}").is_passed_on);
    cr_assert(!tell(&told, "game.said", "{\"number\":2}").is_passed_on);
    cr_assert(tell(&told, "game.said", "{\"number\":3}").is_passed_on);
    connect_told_clear(&told);
}

Test(connect_told, seats_are_told_when_they_changed)
{
    struct connect_told told = {0};
    cr_assert(tell(&told, "game.seats", "{\"seats\":[1]}").is_passed_on);
    cr_assert(!tell(&told, "game.seats", "{\"seats\":[1]}").is_passed_on);
    cr_assert(tell(&told, "game.seats", "{\"seats\":[2]}").is_passed_on);
    cr_assert(tell(&told, "game.seats", "{\"seats\":[1]}").is_passed_on);
    connect_told_clear(&told);
}

Test(connect_told, an_offer_that_still_stands_is_told_once)
{
    struct connect_told told = {0};
    cr_assert(tell(&told, "game.draw_offered", "{\"seat\":1}").is_passed_on);
    cr_assert(!tell(&told, "game.draw_offered", "{\"seat\":1}").is_passed_on);
    cr_assert(tell(&told, "game.draw_declined", "{\"seat\":2}").is_passed_on);
    cr_assert(tell(&told, "game.draw_offered", "{\"seat\":1}").is_passed_on);
    connect_told_clear(&told);
}

Test(connect_told, entries_that_cannot_be_are_passed_on)
{
    struct connect_told told = {0};
    cr_assert(event(&told, 0, "a").is_passed_on);
    cr_assert(event(&told, -3, "a").is_passed_on);
    cr_assert(event(&told, 7, "a").is_passed_on);
    cr_assert_eq(told.count, 0);
    cr_assert(tell(&told, "game.undone", "{\"entry\":-1}").is_passed_on);
    cr_assert(tell(&told, "game.event", "{}").is_passed_on);
    connect_told_clear(&told);
}
