#include "leak_acts.h"

#include <criterion/criterion.h>
#include <string.h>

/* What must be told after a change: all that it brought. */
static void check_change(struct mirror *mirror)
{
    mirror_expect_change(mirror);
    mirror_check_told(mirror);
}

void act_choose(struct mirror *mirror, int index)
{
    struct error error;
    struct text head = {0};
    int seat = game_question(mirror->game)->seat;
    mirror_begin_act(mirror);
    desk_call(&mirror->desk, mirror->guest_of[seat], "game.choose",
              "{'game':'%s','seq':%d,'index':%d}", mirror->id, mirror->seq,
              index);
    cr_assert(game_choose(mirror->game, index, &error) == STATUS_OK);
    mirror->seq++;
    mirror->made[seat]++;
    check_change(mirror);
    if (mirror->head.size > 0) {
        const char *entry = strstr(mirror->head.bytes, "\"entry\"");
        text_addf(&head, ",\"head\":{%.*s", (int)strcspn(entry, "}") + 1,
                  entry);
    }
    mirror_check_result(mirror, mirror->guest_of[seat], "{'seq':%d%s}",
                        mirror->seq, text_string(&head));
    text_free(&head);
}

bool act_undo(struct mirror *mirror)
{
    struct error error;
    int seat = game_question(mirror->game)->seat;
    if (!game_may_undo(mirror->game, seat))
        return false;
    mirror_begin_act(mirror);
    desk_call(&mirror->desk, mirror->guest_of[seat], "game.undo",
              "{'game':'%s'}", mirror->id);
    mirror_check_result(mirror, mirror->guest_of[seat], "{}");
    cr_assert(game_undo(mirror->game, seat, &error) == STATUS_OK);
    mirror->seq++;
    mirror->made[seat]--;
    mirror_cut_events(mirror, game_event_count(mirror->game));
    mirror_expect(mirror, MIRROR_ALL, "game.undone", "'entry':%d",
                  mirror->count);
    check_change(mirror);
    return true;
}

static void call_say(struct mirror *mirror, int guest, const char *end)
{
    desk_call(&mirror->desk, guest, "game.say",
              "{'game':'%s','text':'word %d'%s}", mirror->id,
              mirror->said_count, end);
    mirror_check_result(mirror, guest, "{}");
}

void act_say(struct mirror *mirror, int seat, bool has_nonce)
{
    char end[64] = "";
    mirror->said_count++;
    if (has_nonce)
        snprintf(end, sizeof end, ",'nonce':'n%d'", mirror->said_count);
    mirror_begin_act(mirror);
    call_say(mirror, mirror->guest_of[seat], end);
    mirror_expect(mirror, MIRROR_ALL, "game.said",
                  "'number':%d,'who':'player %d','ts':#,'text':'word %d',"
                  "'seat':%d%s",
                  mirror->said_count, seat + 1, mirror->said_count, seat + 1,
                  end);
    mirror_check_told(mirror);
    if (has_nonce)
        call_say(mirror, mirror->guest_of[seat], end);
    mirror_check_told(mirror);
}

void act_resign(struct mirror *mirror, int seat)
{
    struct error error;
    mirror_begin_act(mirror);
    desk_call(&mirror->desk, mirror->guest_of[seat], "game.resign",
              "{'game':'%s'}", mirror->id);
    mirror_check_result(mirror, mirror->guest_of[seat], "{}");
    cr_assert(game_resign(mirror->game, seat, &error) == STATUS_OK);
    check_change(mirror);
}

static void answer_draw(struct mirror *mirror, int seat, bool agrees)
{
    struct error error;
    mirror_begin_act(mirror);
    desk_call(&mirror->desk, mirror->guest_of[seat], "game.answer_draw",
              "{'game':'%s','agree':%s}", mirror->id,
              agrees ? "true" : "false");
    mirror_check_result(mirror, mirror->guest_of[seat], "{}");
    cr_assert(game_answer_draw(mirror->game, seat, agrees, &error) ==
              STATUS_OK);
    mirror_expect_events(mirror);
    mirror_expect(mirror, MIRROR_ALL,
                  agrees ? "game.draw_accepted" : "game.draw_declined",
                  "'seat':%d", seat + 1);
    mirror_expect_head(mirror);
    if (mirror_is_over(mirror))
        mirror_expect_now(mirror);
    mirror_check_told(mirror);
}

void act_offer_draw(struct mirror *mirror, int seat, enum act_answer answer)
{
    struct error error;
    mirror_begin_act(mirror);
    desk_call(&mirror->desk, mirror->guest_of[seat], "game.offer_draw",
              "{'game':'%s'}", mirror->id);
    mirror_check_result(mirror, mirror->guest_of[seat], "{}");
    cr_assert(game_offer_draw(mirror->game, seat, &error) == STATUS_OK);
    mirror_expect(mirror, MIRROR_ALL, "game.draw_offered", "'seat':%d",
                  seat + 1);
    mirror_expect_head(mirror);
    mirror_check_told(mirror);
    for (int i = 0; i < mirror->seat_count && answer != ACT_SAY_NOTHING; i++)
        if (i != seat && game_draw_offer(mirror->game) >= 0)
            answer_draw(mirror, i, answer == ACT_ACCEPT);
}

void act_run_out(struct mirror *mirror)
{
    struct error error;
    mirror_begin_act(mirror);
    int64_t late_ms = timer_end(game_timer(mirror->game)) + 2000;
    desk_tick(&mirror->desk, late_ms - mirror->before_ms);
    cr_assert(game_time_out(mirror->game, late_ms, &error) == STATUS_OK);
    check_change(mirror);
}

void act_leave(struct mirror *mirror, int seat, bool disconnects)
{
    int guest = mirror->guest_of[seat];
    mirror_begin_act(mirror);
    if (disconnects) {
        desk_disconnect(&mirror->desk, guest);
        desk_connect(&mirror->desk, guest);
    } else {
        desk_call(&mirror->desk, guest, "game.leave", "{'game':'%s'}",
                  mirror->id);
        mirror_check_result(mirror, guest, "{}");
    }
    mirror->guest_of[seat] = -1;
    mirror_expect_seats(mirror, MIRROR_ALL);
    mirror_check_told(mirror);
}

/* Shows the seat's token. */
static void show_token(struct mirror *mirror, int guest, int seat)
{
    mirror_begin_act(mirror);
    desk_call(&mirror->desk, guest, "game.rejoin", "{'game':'%s','token':'%s'}",
              mirror->id, mirror->token[seat]);
    mirror_check_result(mirror, guest, "{'game':'%s','seat':%d,'level':%d}",
                        mirror->id, seat + 1, mirror->setup.seed == NULL);
}

/* A guest who has no seat now. */
static int free_guest(const struct mirror *mirror)
{
    for (int guest = 0; guest < mirror->seat_count; guest++) {
        bool is_free = guest != mirror->spare;
        for (int i = 0; i < mirror->seat_count; i++)
            is_free = is_free && mirror->guest_of[i] != guest;
        if (is_free)
            return guest;
    }
    return MIRROR_SPARE;
}

void act_rejoin(struct mirror *mirror, int seat)
{
    int guest = free_guest(mirror);
    show_token(mirror, guest, seat);
    mirror->guest_of[seat] = guest;
    mirror_expect_seats(mirror, MIRROR_ALL);
    mirror_expect_catch_up(mirror, guest, seat);
    mirror_check_told(mirror);
}

void act_take_over(struct mirror *mirror, int seat)
{
    int guest = mirror->spare;
    int before = mirror->guest_of[seat];
    show_token(mirror, guest, seat);
    mirror->spare = before;
    mirror->guest_of[seat] = guest;
    mirror_expect(mirror, before, "game.left", "'seat':%d,'reason':'elsewhere'",
                  seat + 1);
    mirror_expect_seats(mirror, guest);
    mirror_expect_catch_up(mirror, guest, seat);
    mirror_check_told(mirror);
}

void act_watch(struct mirror *mirror, int guest)
{
    mirror_begin_act(mirror);
    desk_call(&mirror->desk, guest, "game.watch", "{'game':'%s'}", mirror->id);
    mirror_check_result(mirror, guest, "{'game':'%s','level':%d}", mirror->id,
                        mirror->setup.seed == NULL);
    mirror->is_watching[guest] = true;
    mirror_expect_seats(mirror, guest);
    mirror_expect_catch_up(mirror, guest, PEER_WATCHES);
    mirror_check_told(mirror);
}

void act_watch_late(struct mirror *mirror)
{
    act_watch(mirror, MIRROR_LATE);
    desk_call(&mirror->desk, MIRROR_LATE, "game.leave", "{'game':'%s'}",
              mirror->id);
    mirror_check_result(mirror, MIRROR_LATE, "{}");
    mirror->is_watching[MIRROR_LATE] = false;
    mirror_check_told(mirror);
}

void act_restart(struct mirror *mirror)
{
    desk_settle(&mirror->desk);
    desk_restart(&mirror->desk);
    desk_clear(&mirror->desk);
    mirror->is_watching[MIRROR_WATCHER] = false;
    for (int i = 0; i < mirror->seat_count; i++)
        mirror->guest_of[i] = -1;
    act_watch(mirror, MIRROR_WATCHER);
    for (int i = 0; i < mirror->seat_count; i++)
        act_rejoin(mirror, i);
}
