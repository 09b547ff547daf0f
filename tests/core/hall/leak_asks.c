#include "leak_acts.h"

#include "fair/hex.h"

#include <criterion/criterion.h>
#include <string.h>

/* The seat's hand is in the view as it is; without a seat there is none. The
 * game of the tests shows it a second time. */
static void check_hand(const struct mirror *mirror, const struct json *view,
                       int seat)
{
    static const char *const paths[] = {"hand", "game.hand"};
    const struct position *position = game_position(mirror->game);
    const struct hand *hand =
        seat < 0 ? NULL : &position_material(position)->hands[seat];
    size_t count = hand == NULL ? 0 : hand->count;
    for (size_t of = 0; of < sizeof paths / sizeof paths[0]; of++) {
        const struct json *shown = desk_at(view, paths[of]);
        if (of == 1 && shown == NULL)
            return;
        cr_assert(json_size(shown) == count);
        for (size_t i = 0; of == 1 && i < count; i++)
            cr_assert_str_eq(json_string_of(json_at(shown, i)),
                             executor_item_name(position_executor(position),
                                                hand->piles[i],
                                                hand->items[i]));
    }
}

/* The seat that the guest is in; -1. */
static int seat_of(const struct mirror *mirror, int guest)
{
    for (int i = 0; i < mirror->seat_count; i++)
        if (mirror->guest_of[i] == guest)
            return i;
    return -1;
}

void act_ask_views(struct mirror *mirror)
{
    struct text view = {0};
    struct text seen = {0};
    struct error error;
    for (int guest = 0; guest < MIRROR_GUESTS; guest++) {
        int seat = seat_of(mirror, guest);
        const struct json *result = desk_call(&mirror->desk, guest, "game.view",
                                              "{'game':'%s'}", mirror->id);
        text_clear(&view);
        text_clear(&seen);
        json_add_value(&seen, result);
        cr_assert(position_view(game_position(mirror->game), seat, &view,
                                &error) == STATUS_OK);
        cr_assert(strcmp(seen.bytes, view.bytes) == 0, "%s\n%s", seen.bytes,
                  view.bytes);
        check_hand(mirror, result, seat);
        mirror_check_answer(mirror, guest);
        for (int of = 0; of < mirror->seat_count; of++) {
            if (of == seat)
                continue;
            desk_call(&mirror->desk, guest, "game.view",
                      "{'game':'%s','seat':%d}", mirror->id, of + 1);
            mirror_check_code(mirror, guest, 2);
        }
    }
    text_free(&view);
    text_free(&seen);
    mirror_check_told(mirror);
}

/* Nobody learns anything of a question that is another's. */
static void check_refused(struct mirror *mirror, int guest, int asked)
{
    static const char *const calls[] = {
        "game.question {'game':'%s'}",
        "game.ends_turn {'game':'%s','seq':%d,'index':0}",
        "game.choose {'game':'%s','seq':%d,'index':0}",
        "game.choose {'game':'%s','seq':%d,'index':0,'seat':%d}",
        "game.question {'game':'%s','seq':%d,'seat':%d}",
    };
    for (size_t of = 0; of < sizeof calls / sizeof calls[0]; of++) {
        char method[32];
        char params[128];
        const char *space = strchr(calls[of], ' ');
        snprintf(method, sizeof method, "%.*s", (int)(space - calls[of]),
                 calls[of]);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(params, sizeof params, space + 1, mirror->id, mirror->seq,
                 asked + 1);
#pragma GCC diagnostic pop
        cr_assert(desk_call(&mirror->desk, guest, method, "%s", params) ==
                  NULL);
        mirror_check_code(mirror, guest, desk_code(&mirror->desk, guest));
    }
}

void act_ask_question(struct mirror *mirror)
{
    struct text question = {0};
    int asked = game_question(mirror->game)->seat;
    int guest = mirror->guest_of[asked];
    desk_call(&mirror->desk, guest, "game.question", "{'game':'%s'}",
              mirror->id);
    mirror_add_question(mirror, &question);
    mirror_check_result(mirror, guest, "{'game':'%s'%s}", mirror->id,
                        text_string(&question));
    text_free(&question);
    for (int i = 0; i < MIRROR_GUESTS; i++)
        if (i != guest)
            check_refused(mirror, i, asked);
    mirror_check_told(mirror);
}

/* The position, which has all hands, goes to seats and only while there are
 * none. */
static void ask_position(struct mirror *mirror, int guest)
{
    struct error error;
    struct text bytes = {0};
    struct text hex = {0};
    const struct material *material =
        position_material(game_position(mirror->game));
    bool has_hands = false;
    for (int i = 0; i < mirror->seat_count; i++)
        has_hands = has_hands || material->hands[i].count > 0;
    const struct json *given = desk_call(&mirror->desk, guest, "game.position",
                                         "{'game':'%s'}", mirror->id);
    if (has_hands || seat_of(mirror, guest) < 0) {
        mirror_check_code(mirror, guest, 2);
        return;
    }
    cr_assert(position_store(game_position(mirror->game), &bytes, &error) ==
              STATUS_OK);
    hex_add(&hex, bytes.bytes, bytes.size);
    cr_assert_str_eq(desk_string(given, "position"), text_string(&hex));
    mirror_check_answer(mirror, guest);
    text_free(&bytes);
    text_free(&hex);
}

void act_ask_about(struct mirror *mirror)
{
    for (int guest = 0; guest < MIRROR_GUESTS; guest++) {
        cr_assert(desk_call(&mirror->desk, guest, "game.about", "{'game':'%s'}",
                            mirror->id) != NULL);
        mirror_check_answer(mirror, guest);
        if (mirror->game != NULL && !mirror_is_over(mirror))
            ask_position(mirror, guest);
    }
    cr_assert(desk_call(&mirror->desk, MIRROR_LATE, "games.list",
                        "{'count':5}") != NULL);
    mirror_check_answer(mirror, MIRROR_LATE);
    mirror_check_record(mirror, MIRROR_LATE);
    mirror_check_told(mirror);
}
