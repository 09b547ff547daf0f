#include "net/hall.h"

#include "net/methods.h"

#include <stdlib.h>
#include <string.h>

struct hall {
    struct hall_settings settings;
    struct news news;
    int match_count;
    struct match *matches[HALL_MATCHES_MAX]; /* owned; in order of numbers */
    int last_number;
    int next_bot; /* where to look for a bot that is to choose */
};

const struct rpc_method *const hall_methods[] = {
    protocol_methods, rulesets_methods, games_methods, playing_methods, NULL,
};

enum status hall_new(struct hall **out, const struct hall_settings *settings,
                     struct error *error)
{
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for games");
    (*out)->settings = *settings;
    return STATUS_OK;
}

void hall_free(struct hall *hall)
{
    if (hall == NULL)
        return;
    while (hall->match_count > 0)
        hall_close(hall, hall->matches[hall->match_count - 1]);
    news_free(&hall->news);
    free(hall);
}

void hall_serve(struct hall *hall, const char *bytes, size_t size,
                struct text *out)
{
    rpc_serve(hall_methods, hall, bytes, size, out);
}

bool hall_work(struct hall *hall, struct error *error)
{
    error->status = STATUS_OK;
    if (hall->news.count > 0) {
        error->status = news_tell(&hall->news, hall->settings.listener,
                                  hall->settings.context, error);
        return true;
    }
    for (int i = 0; i < hall->match_count; i++) {
        int at = (hall->next_bot + i) % hall->match_count;
        if (match_waits_for_bot(hall->matches[at])) {
            hall->next_bot = at + 1;
            match_let_choose(hall->matches[at]);
            return true;
        }
    }
    return false;
}

struct hall *hall_of(const struct rpc_call *call)
{
    return call->context;
}

const struct hall_settings *hall_settings(const struct hall *hall)
{
    return &hall->settings;
}

struct news *hall_news(struct hall *hall)
{
    return &hall->news;
}

struct match *hall_match(struct rpc_call *call)
{
    struct hall *hall = hall_of(call);
    const char *id = rpc_text(call, "game");
    for (int i = 0; i < hall->match_count; i++)
        if (strcmp(hall->matches[i]->id, id) == 0)
            return hall->matches[i];
    error_set(&call->error, STATUS_NOT_FOUND, "there is no game '%.64s' here",
              id);
    return NULL;
}

int hall_next_number(struct hall *hall)
{
    return hall->match_count == HALL_MATCHES_MAX ? 0 : hall->last_number + 1;
}

void hall_add(struct hall *hall, struct match *match)
{
    REQUIRE(hall->match_count < HALL_MATCHES_MAX);
    hall->matches[hall->match_count++] = match;
    hall->last_number = match->number;
}

void hall_close(struct hall *hall, struct match *match)
{
    int i = 0;
    while (i < hall->match_count && hall->matches[i] != match)
        i++;
    REQUIRE(i < hall->match_count);
    hall->match_count--;
    for (; i < hall->match_count; i++)
        hall->matches[i] = hall->matches[i + 1];
    match_save(match);
    match_free(match);
}
