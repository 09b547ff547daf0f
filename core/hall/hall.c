#include "hall/hall.h"

#include "base/clock.h"
#include "base/log.h"
#include "hall/about.h"
#include "hall/housekeeping.h"
#include "hall/match_store.h"
#include "hall/methods.h"
#include "hall/place.h"
#include "hall/room.h"
#include "hall/telling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGE_SIZE = 16 << 10, /* of a tail that is freed as soon as it can be */
    LARGE_MAX = 64,        /* such tails that are known */
    FAILED_MS = 1000,      /* between two looks whether the disk works again */
    STILL_MS = 3000, /* after which a hall that looks once a second was not just
                        busy: it has stood still */
};

struct hall {
    struct hall_settings settings;
    struct rpc_service service;
    struct match_home home;
    struct news news;
    struct matches matches;
    int last_number;
    int next_bot;      /* where to look for a bot that is to choose */
    int peer_count;    /* those who are connected; of `castled host`: */
    struct peer *sole; /* borrowed; NULL: nobody */
    int bot_count;
    struct peer *bots[HALL_BOTS_MAX]; /* those of the peers that are bots */
    struct peer *peer; /* borrowed: whose message is being served, or NULL */
    struct housekeeping housekeeping;
    int64_t looked_ms; /* when the hall last looked what time it is */
    int64_t failed_ms; /* since when the writer takes nothing; 0: it does */
    int64_t left_out;  /* the ticket with which time that does not count was
                          written down */
    struct shelf shelf;
    struct hint_rules hint_rules;
    int large_count;
    int large[LARGE_MAX]; /* numbers of matches with large tails */
};

const struct rpc_method *const hall_methods[] = {
    protocol_methods,  rulesets_methods,     games_methods, lobby_methods,
    playing_methods,   contributing_methods, talk_methods,  rematch_methods,
    lookahead_methods, admin_methods,        NULL,
};

/* While the disk says no, nothing that would have to be written is begun. */
static enum rpc_code may_call(struct rpc_call *call)
{
    struct hall *hall = hall_of(call);
    if (hall->settings.writer == NULL ||
        (call->method->flags & RPC_CHANGES) == 0)
        return RPC_OK;
    if (!writer_has_failed(hall->settings.writer, &call->error))
        return RPC_OK;
    hall_forget_unwritten(hall);
    return RPC_STORAGE;
}

static const char SIGNING_KEY[] = "signing_key"; /* in the store: its seed */

/* Takes the daemon's own key out of the store, or makes it: then it is on the
 * disk before anything is signed. */
static enum status take_keys(struct match_home *home, struct error *error)
{
    struct text value = {0};
    struct hash seed = {{0}};
    enum status status =
        store_get_value(home->reader, SIGNING_KEY, &value, error);
    if (status == STATUS_NOT_FOUND) {
        hash_random(&seed);
        int64_t ticket =
            writer_put_value(home->writer, SIGNING_KEY, seed.bytes, HASH_SIZE);
        status = writer_wait(home->writer, ticket, error);
    } else if (status == STATUS_OK && value.size == HASH_SIZE) {
        memcpy(seed.bytes, value.bytes, HASH_SIZE);
    } else if (status == STATUS_OK) {
        status = error_set(error, STATUS_BAD_INPUT,
                           "the daemon's key cannot be read from the store");
    }
    if (status == STATUS_OK)
        sign_keys_from_seed(&home->keys, &seed);
    hash_wipe(&seed);
    text_wipe(&value);
    return status;
}

/* What the daemon's hall has beside that of `castled host`. */
static enum status init_daemon(struct hall *hall, struct error *error)
{
    struct match_home *home = &hall->home;
    int64_t number;
    home->is_daemon = true;
    home->writer = hall->settings.writer;
    home->reader = hall->settings.reader;
    enum status status = warm_new(&home->warm, WARM_EXECUTORS_MAX, error);
    if (status == STATUS_OK)
        status = store_last_number(home->reader, &number, error);
    if (status == STATUS_OK)
        hall->last_number = (int)number;
    if (status == STATUS_OK)
        status = take_keys(home, error);
    home->sealing_ms = hall->settings.sealing_ms;
    home->heard_ms = INT64_MAX;
    home->due_ms = INT64_MAX;
    home->unheard_ms = INT64_MAX;
    home->untold_ms = INT64_MAX;
    home->start_ms = clock_calendar_ms();
    home->up_ms = home->start_ms;
    housekeeping_read_alive(home);
    housekeeping_read_lived(&hall->housekeeping, home->reader, home->start_ms);
    hall->looked_ms = home->start_ms;
    return status;
}

enum status hall_new(struct hall **out, const struct hall_settings *settings,
                     struct error *error)
{
    struct hall *hall = calloc(1, sizeof *hall);
    *out = NULL;
    if (hall == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for games");
    hall->settings = *settings;
    hall->home.root = settings->root;
    hall->home.news = &hall->news;
    hall->service = (struct rpc_service){
        .table = hall_methods,
        .kind = settings->writer == NULL ? RPC_HOST : RPC_DAEMON,
        .may_call = may_call,
        .context = hall,
    };
    enum status status = STATUS_OK;
    if (settings->writer != NULL)
        status = init_daemon(hall, error);
    if (status != STATUS_OK)
        hall_free(hall);
    else
        *out = hall;
    return status;
}

void hall_free(struct hall *hall)
{
    if (hall == NULL)
        return;
    REQUIRE(hall->peer_count == 0);
    while (hall->matches.count > 0)
        hall_close(hall, hall->matches.list[hall->matches.count - 1]);
    matches_clear(&hall->matches);
    shelf_clear(&hall->shelf);
    hint_rules_clear(&hall->hint_rules);
    warm_free(hall->home.warm);
    sign_keys_wipe(&hall->home.keys);
    news_free(&hall->news);
    free(hall);
}

void hall_connect(struct hall *hall, struct peer *peer)
{
    REQUIRE(hall->home.is_daemon || hall->sole == NULL);
    if (!hall->home.is_daemon)
        hall->sole = peer;
    hall->peer_count++;
}

static void forget_bot(struct hall *hall, struct peer *peer)
{
    peer->bot[0] = '\0';
    for (int i = 0; i < hall->bot_count; i++)
        if (hall->bots[i] == peer)
            hall->bots[i] = hall->bots[--hall->bot_count];
}

/* Takes the peer out of all its matches. */
static void leave_all(struct hall *hall, struct peer *peer)
{
    bool was_bot = peer->bot[0] != '\0';
    forget_bot(hall, peer);
    while (peer->place_count > 0) {
        struct match *match =
            matches_by_number(&hall->matches, peer->places[0].match);
        bool had_seat = peer->places[0].seat != PEER_WATCHES;
        place_leave(match, peer);
        match->used_ms = clock_calendar_ms();
        if (was_bot)
            hall_seat_bots(hall, match);
        if (had_seat)
            telling_seats(match);
    }
    free(peer->places);
    peer->places = NULL;
    peer->place_capacity = 0;
}

void hall_disconnect(struct hall *hall, struct peer *peer)
{
    REQUIRE(hall->peer_count > 0);
    hall->peer_count--;
    hall->sole = NULL;
    leave_all(hall, peer);
    news_forget_peer(&hall->news, peer);
}

/* The bot for a seat of that kind that has least to do; NULL when there is
 * none. */
static struct peer *find_bot(const struct hall *hall, const char *kind)
{
    struct peer *found = NULL;
    for (int i = 0; i < hall->bot_count; i++)
        if (strcmp(hall->bots[i]->bot, kind) == 0 &&
            (found == NULL || hall->bots[i]->place_count < found->place_count))
            found = hall->bots[i];
    return found;
}

bool hall_attach_bot(struct hall *hall, struct peer *peer, const char *kind)
{
    if (hall->bot_count == HALL_BOTS_MAX || peer->bot[0] != '\0')
        return false;
    snprintf(peer->bot, sizeof peer->bot, "%s", kind);
    hall->bots[hall->bot_count++] = peer;
    for (int i = 0; i < hall->matches.count; i++)
        hall_seat_bots(hall, hall->matches.list[i]);
    return true;
}

void hall_seat_bots(struct hall *hall, struct match *match)
{
    struct error error;
    if (!hall->home.is_daemon || match_state(match) == STORE_OVER)
        return;
    for (int i = 0; i < match->seat_count; i++) {
        if (match->players[i].kind == PLAYER_HUMAN ||
            match->seats[i].peer != NULL)
            continue;
        struct peer *bot = find_bot(hall, about_player_name(match, i));
        if (bot == NULL || place_sit(match, i, bot, &error) != STATUS_OK)
            continue;
        if (match_state(match) == STORE_PLAYING)
            match_tell_asked(match, bot, i);
    }
}

/* Frees the large tails that are on the disk by now: those with all sources of
 * a game, which would otherwise stay until its next change. */
static void free_large(struct hall *hall)
{
    int left = 0;
    for (int i = 0; i < hall->large_count; i++) {
        struct match *match = matches_by_number(&hall->matches, hall->large[i]);
        if (match != NULL && !match_store_is_settled(match))
            hall->large[left++] = hall->large[i];
    }
    hall->large_count = left;
}

/* Puts into the store what has changed. */
static void put_changes(struct hall *hall)
{
    while (hall->home.changed != NULL) {
        struct match *match = hall->home.changed;
        hall->home.changed = match->next_changed;
        match->is_changed = false;
        match_store_put(match);
        match_note_put(match);
        if (match->tail.size > LARGE_SIZE && hall->large_count < LARGE_MAX)
            hall->large[hall->large_count++] = match->number;
    }
    free_large(hall);
}

/* Notes that the writer takes nothing, and that no time counts since then. */
static void note_failed(struct hall *hall, int64_t ms)
{
    if (ms < 1)
        ms = 1;
    if (hall->failed_ms == 0 || ms < hall->failed_ms)
        hall->failed_ms = ms;
}

/* Leaves the time from `from_ms` to `to_ms` out of all that is measured. Games
 * that are not in memory yet leave out all since the daemon ran before. */
static void leave_out(struct hall *hall, int64_t from_ms, int64_t to_ms)
{
    struct match_home *home = &hall->home;
    int64_t alive_ms = home->alive_ms;
    home->alive_ms = from_ms;
    home->up_ms = to_ms;
    for (int i = 0; i < hall->matches.count; i++)
        match_resume(hall->matches.list[i]);
    if (!housekeeping_is_awake(&hall->housekeeping))
        home->alive_ms = alive_ms;
    put_changes(hall);
    hall->left_out = writer_last(home->writer);
}

/* Since when the hall has stood still; `now_ms` when it has not. */
static int64_t still_since(const struct hall *hall, int64_t now_ms)
{
    return now_ms - hall->looked_ms > STILL_MS ? hall->looked_ms : now_ms;
}

/* Tells the operator what became of the time. */
static void log_time(const char *event, int64_t ms)
{
    struct log_line line = log_begin(LOG_WARN, event);
    log_add_number(&line, "ms", ms);
    log_end(&line);
}

/* The machine's clock has gone back: what this daemon noted by it was earlier,
 * too. The times of games go on (game_ahead); all are told what that is by the
 * clock now. Of a stage of sealing match_seal_tick sees it. */
static void go_back(struct hall *hall, int64_t ms)
{
    struct match_home *home = &hall->home;
    log_time("clock_went_back", ms);
    lived_go_back(&hall->housekeeping.lived, hall->looked_ms - ms);
    home->up_ms -= ms;
    home->untold_ms = 0;
    if (housekeeping_is_awake(&hall->housekeeping))
        home->alive_ms -= ms;
    if (hall->failed_ms != 0)
        hall->failed_ms = hall->failed_ms > ms ? hall->failed_ms - ms : 1;
    for (int i = 0; i < hall->matches.count; i++) {
        hall->matches.list[i]->asking.put_ms -= ms;
        if (hall->matches.list[i]->game != NULL)
            match_resume(hall->matches.list[i]);
    }
    put_changes(hall);
}

/* To be called before anything is done at `now_ms`. The process may have been
 * stopped, the machine may have slept, its clock may have been set forward:
 * nobody was asked anything in that time, so it is nobody's. */
static void look_at_time(struct hall *hall, int64_t now_ms)
{
    struct error error;
    if (!hall->home.is_daemon)
        return;
    int64_t since_ms = still_since(hall, now_ms);
    if (now_ms < hall->looked_ms)
        go_back(hall, hall->looked_ms - now_ms);
    hall->looked_ms = now_ms;
    if (since_ms == now_ms)
        return;
    log_time("stood_still", now_ms - since_ms);
    for (int i = 0; i < hall->matches.count; i++)
        room_wait_anew(hall->matches.list[i]);
    if (writer_has_failed(hall->home.writer, &error)) {
        note_failed(hall, since_ms);
        return;
    }
    lived_miss(&hall->housekeeping.lived, since_ms, now_ms);
    leave_out(hall, since_ms, now_ms);
}

void hall_serve(struct hall *hall, struct peer *peer, const char *bytes,
                size_t size, struct text *out)
{
    look_at_time(hall, clock_calendar_ms());
    hall->peer = peer;
    rpc_serve(&hall->service, bytes, size, out);
    hall->peer = NULL;
    put_changes(hall);
}

/* One item of news on its way to those whom it is for. */
struct delivery {
    const struct hall_settings *settings;
    const char *bytes;
    size_t size;
};

static void deliver(void *context, struct peer *peer)
{
    const struct delivery *delivery = context;
    delivery->settings->listener(delivery->settings->context, peer,
                                 delivery->bytes, delivery->size);
}

static void on_news(void *context, const struct news_item *item,
                    const char *bytes, size_t size)
{
    struct hall *hall = context;
    struct delivery delivery = {&hall->settings, bytes, size};
    if (item->is_personal) {
        if (item->peer != NULL)
            deliver(&delivery, item->peer);
        return;
    }
    if (!hall->home.is_daemon) {
        if (hall->sole != NULL)
            deliver(&delivery, hall->sole);
        return;
    }
    const struct match *match = matches_by_number(&hall->matches, item->match);
    if (match != NULL)
        place_tell(match, item, deliver, &delivery);
}

bool hall_work(struct hall *hall, struct error *error)
{
    error->status = STATUS_OK;
    if (hall->news.count > 0) {
        error->status = news_tell(&hall->news, on_news, hall, error);
        return true;
    }
    for (int i = 0; !hall->home.is_daemon && i < hall->matches.count; i++) {
        int at = (hall->next_bot + i) % hall->matches.count;
        if (match_waits_for_bot(hall->matches.list[at])) {
            hall->next_bot = at + 1;
            match_let_choose(hall->matches.list[at]);
            return true;
        }
    }
    return false;
}

int64_t hall_tick(struct hall *hall, int64_t now_ms)
{
    struct error error;
    if (!hall->home.is_daemon)
        return now_ms + 60 * 1000;
    look_at_time(hall, now_ms);
    if (writer_has_failed(hall->home.writer, &error))
        return now_ms + FAILED_MS;
    bool was_awake = housekeeping_is_awake(&hall->housekeeping);
    int64_t next = housekeeping_tick(&hall->housekeeping, hall, now_ms);
    put_changes(hall);
    /* A game that was waked has left out that the daemon was down. */
    if (!was_awake)
        hall->left_out = writer_last(hall->home.writer);
    return next;
}

void hall_heard(struct hall *hall, int64_t heard_ms)
{
    hall->home.heard_ms = heard_ms;
}

void hall_forget_unwritten(struct hall *hall)
{
    put_changes(hall); /* which are dropped */
    int64_t committed = writer_committed(hall->settings.writer);
    int64_t first_ms = still_since(hall, clock_calendar_ms());
    /* What was left out counts again: it is to be left out once more. */
    if (hall->left_out > committed && hall->home.alive_ms < first_ms)
        first_ms = hall->home.alive_ms;
    for (int i = hall->matches.count - 1; i >= 0; i--) {
        struct match *match = hall->matches.list[i];
        if (match->ticket <= committed)
            continue;
        /* A disk may have been silent for long before it said no. */
        if (match->put_ms < first_ms)
            first_ms = match->put_ms;
        if (match->asking.ticket != 0 && match->asking.put_ms < first_ms)
            first_ms = match->asking.put_ms;
        telling_all_left(match, "storage");
        hall_close(hall, match);
    }
    note_failed(hall, first_ms);
}

bool hall_resume(struct hall *hall)
{
    hall_forget_unwritten(hall);
    if (!writer_resume(hall->home.writer))
        return false;
    int64_t failed_ms = hall->failed_ms;
    hall->failed_ms = 0;
    hall->looked_ms = clock_calendar_ms();
    /* Nobody could join an open game. */
    lived_miss(&hall->housekeeping.lived, failed_ms, hall->looked_ms);
    leave_out(hall, failed_ms, hall->looked_ms);
    housekeeping_wake_again(&hall->housekeeping);
    return true;
}

void hall_forget_refused(struct hall *hall, int64_t number)
{
    struct match *match = matches_by_number(&hall->matches, (int)number);
    if (match == NULL)
        return;
    telling_all_left(match, "storage");
    hall_drop(hall, match);
}

struct hall_figures hall_figures(const struct hall *hall)
{
    const struct match_home *home = &hall->home;
    return (struct hall_figures){
        .match_count = hall->matches.count,
        .peer_count = hall->peer_count,
        .executor_count =
            home->warm == NULL ? 0 : warm_executor_count(home->warm),
        .choice_count = home->choice_count,
        .game_count = home->game_count,
        .script_failure_count = home->script_failure_count,
    };
}

struct hall *hall_of(const struct rpc_call *call)
{
    return call->context;
}

void hall_look_again(struct hall *hall)
{
    hall->shelf.looked_ns = 0;
    if (hall->home.warm != NULL)
        warm_look_again(hall->home.warm);
}

const struct hall_settings *hall_settings(const struct hall *hall)
{
    return &hall->settings;
}

struct peer *hall_peer(const struct rpc_call *call)
{
    return hall_of(call)->peer;
}

struct shelf *hall_shelf(struct hall *hall)
{
    return &hall->shelf;
}

struct hint_rules *hall_hint_rules(struct hall *hall)
{
    return &hall->hint_rules;
}

struct match_home *hall_home(struct hall *hall)
{
    return &hall->home;
}

int64_t hall_lived_since(const struct hall *hall, int64_t since_ms)
{
    return lived_since(&hall->housekeeping.lived, since_ms,
                       clock_calendar_ms());
}

const struct matches *hall_matches(const struct hall *hall)
{
    return &hall->matches;
}

enum status hall_find(struct hall *hall, const char *id, struct match **out,
                      struct error *error)
{
    *out = matches_by_id(&hall->matches, id);
    if (*out != NULL)
        return STATUS_OK;
    enum status status = match_store_load(out, &hall->home, id, error);
    if (status == STATUS_OK)
        status = hall_add(hall, *out, error);
    if (status == STATUS_OK)
        hall_seat_bots(hall, *out);
    return status;
}

struct match *hall_match(struct rpc_call *call, enum rpc_code *code)
{
    struct match *match = NULL;
    *code = RPC_OK;
    if (hall_find(hall_of(call), rpc_text(call, "game"), &match,
                  &call->error) == STATUS_OK) {
        int64_t now_ms = clock_calendar_ms();
        if (match->home->is_daemon)
            match_look(match, now_ms);
        if ((call->method->flags & RPC_CHANGES) != 0)
            match_spare_untold(match, now_ms);
        return match;
    }
    *code = call->error.status == STATUS_BAD_INPUT ? RPC_STORAGE
                                                   : rpc_fail_status(call);
    return NULL;
}

int hall_next_number(struct hall *hall)
{
    return !hall->home.is_daemon && hall->matches.count == HALL_MATCHES_MAX
               ? 0
               : hall->last_number + 1;
}

enum status hall_add(struct hall *hall, struct match *match,
                     struct error *error)
{
    enum status status = matches_add(&hall->matches, match, error);
    if (status != STATUS_OK) {
        match_free(match);
        return status;
    }
    match->used_ms = clock_calendar_ms();
    match_note_due(match);
    if (!match->is_new)
        match_note_loaded(match);
    if (match->number > hall->last_number)
        hall->last_number = match->number;
    return STATUS_OK;
}

void hall_drop(struct hall *hall, struct match *match)
{
    place_clear(match);
    matches_remove(&hall->matches, match);
    match_free(match);
}

void hall_close(struct hall *hall, struct match *match)
{
    if (hall->home.is_daemon)
        put_changes(hall);
    else
        match_save(match);
    place_clear(match);
    matches_remove(&hall->matches, match);
    match_free(match);
}
