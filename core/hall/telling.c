#include "hall/telling.h"

#include "base/json.h"
#include "hall/about.h"
#include "hall/match_seal.h"
#include "hall/match_store.h"
#include "hall/place.h"
#include "hall/rematch.h"

#include <string.h>

static void end_for(struct match *match, struct peer *peer)
{
    news_end_for(match->home->news, match->number, peer);
}

static void add_seats(struct match *match)
{
    struct text *out = match_begin_news(match, "game.seats");
    json_add_key(out, "seats");
    about_add_seats(out, match);
}

void telling_seats(struct match *match)
{
    add_seats(match);
    match_end_news(match);
}

void telling_seats_to(struct match *match, struct peer *peer)
{
    add_seats(match);
    end_for(match, peer);
}

void telling_left(struct match *match, struct peer *peer, int seat,
                  const char *reason)
{
    struct text *out = match_begin_news(match, "game.left");
    json_add_key(out, "seat");
    if (seat == PEER_WATCHES)
        text_add(out, "null");
    else
        text_add_integer(out, seat + 1);
    json_add_member_string(out, "reason", reason);
    end_for(match, peer);
}

void telling_all_left(struct match *match, const char *reason)
{
    for (int i = 0; i < match->seat_count; i++)
        if (match->seats[i].peer != NULL)
            telling_left(match, match->seats[i].peer, i, reason);
    for (int i = 0; i < match->watcher_count; i++)
        telling_left(match, match->watchers[i], PEER_WATCHES, reason);
    place_clear(match);
}

/* Tells the sayings that are kept, each a JSON object in a line. */
static void tell_said(struct match *match, struct peer *peer)
{
    const char *at = text_string(&match->said);
    const char *end = at + match->said.size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct text *out = match_begin_news(match, "game.said");
        text_add_char(out, ',');
        text_add_bytes(out, at + 1, (size_t)(stop - at) - 2);
        end_for(match, peer);
        at = stop + 1;
    }
}

static void tell_over(struct match *match, struct peer *peer)
{
    match_add_result(match, match_begin_news(match, "game.over"));
    end_for(match, peer);
}

static void tell_draw_offer(struct match *match, struct peer *peer)
{
    int seat = game_draw_offer(match->game);
    if (seat < 0)
        return;
    struct text *out = match_begin_news(match, "game.draw_offered");
    json_add_member_integer(out, "seat", seat + 1);
    end_for(match, peer);
}

/* Tells who wants to play again, until there is a next game. */
static void tell_rematch_offers(struct match *match, struct peer *peer)
{
    for (int i = 0; i < match->seat_count && match->next[0] == '\0'; i++) {
        if (!match->seats[i].wants_rematch)
            continue;
        struct text *out = match_begin_news(match, "game.rematch_offered");
        json_add_member_integer(out, "seat", i + 1);
        end_for(match, peer);
    }
}

enum status telling_catch_up(struct match *match, struct peer *peer, int seat,
                             struct error *error)
{
    enum status status = match_store_story(match, error);
    if (status != STATUS_OK)
        return status;
    tell_said(match, peer);
    story_tell(&match->story, match->home->news, match->number, peer);
    match_tell_head_to(match, peer);
    switch (match_state(match)) {
    case STORE_OPEN:
        status = match_seal_tell(match, peer, error);
        break;
    case STORE_PLAYING:
        match_tell_asked(match, peer, seat);
        tell_draw_offer(match, peer);
        break;
    case STORE_OVER:
        tell_over(match, peer);
        tell_rematch_offers(match, peer);
        rematch_tell(match, peer, seat);
        break;
    }
    return status;
}
