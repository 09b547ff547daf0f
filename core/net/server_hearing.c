#include "net/server_inside.h"

#include "base/clock.h"

enum {
    POLL_MAX = 64, /* sockets that the loop asks for at first */
    BESIDE = 64,   /* sockets that are no connections, at the most */
};

void server_hearing_start(struct server *server)
{
    server->hearing.poll_ms = clock_calendar_ms();
    hall_heard(server->hall, server->hearing.poll_ms);
}

/* The loop does not say how many sockets it was told of, only how many of our
 * watchers it calls, which are no fewer. When it was told of as many as it
 * asked for there may be more: it asks for twice as many the next time, and
 * those that it was not told of come first. */
void server_hearing_polled(struct server *server)
{
    struct server_hearing *hearing = &server->hearing;
    if (server->is_ending)
        return;
    hearing->room = 2 * hearing->room + POLL_MAX;
    hearing->is_whole =
        ev_pending_count(server->loop) < POLL_MAX ||
        hearing->room >= server->visitor_count + server->socket_count + BESIDE;
}

void server_hearing_end_turn(struct server *server)
{
    struct server_hearing *hearing = &server->hearing;
    if (server->is_ending) /* nobody is listened to any more */
        return;
    /* A turn more than it took: what libwebsockets had read already of those
     * who waited comes in that one. */
    if (hearing->look_ms != 0 && hearing->left == 0 &&
        server->turn > hearing->done_turn) {
        hall_heard(server->hall, hearing->look_ms);
        hearing->look_ms = 0;
    }
    if (hearing->look_ms == 0 && !hearing->is_whole)
        return; /* it looks at more of them */
    if (hearing->look_ms == 0) {
        hearing->look_ms = hearing->poll_ms;
        hearing->look_turn = hearing->done_turn = server->turn;
        hearing->left = server->turns.count;
    }
    hearing->poll_ms = clock_calendar_ms();
    hearing->room = 0;
    hearing->is_whole = false;
}

void server_hearing_went_on(struct server *server, int64_t waits_since)
{
    struct server_hearing *hearing = &server->hearing;
    if (hearing->left == 0 || waits_since > hearing->look_turn)
        return;
    hearing->left--;
    hearing->done_turn = server->turn;
}
