#include "load_match.h"

#include "base/clock.h"
#include "fair/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was asked: an id is one of these, and the number of the game that it
 * was asked for. */
enum asked {
    ASKED_CREATE,
    ASKED_JOIN,
    ASKED_REJOIN,
    ASKED_COMMIT,
    ASKED_AGREE,
    ASKED_REVEAL,
    ASKED_CHOOSE,
    ASKED_LEAVE,
    ASKED_RESIGN,
};

enum { RETRY_NS = 20 * 1000 * 1000, LINE_SIZE = 1024 };

static uint32_t random_below(struct load *load, uint32_t n)
{
    load->random ^= load->random << 13;
    load->random ^= load->random >> 7;
    load->random ^= load->random << 17;
    return (uint32_t)(load->random >> 32) % n;
}

/* What stands behind `key`; NULL when it is not there. */
static char *after(char *line, const char *key)
{
    char *found = strstr(line, key);
    return found == NULL ? NULL : found + strlen(key);
}

static int number_after(char *line, const char *key)
{
    char *found = after(line, key);
    return found == NULL ? 0 : (int)strtol(found, NULL, 10);
}

/* Copies the text behind `key`, as far as its quote; false when there is none,
 * or it is too long. */
static bool copy_after(char *out, size_t size, char *line, const char *key)
{
    char *found = after(line, key);
    size_t length = found == NULL ? size : strcspn(found, "\"\\");
    if (length >= size)
        return false;
    memcpy(out, found, length);
    out[length] = '\0';
    return true;
}

static uint64_t fingerprint(const char *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)bytes[i]) * 0x100000001b3u;
    return hash;
}

/* Sends a request; `params` is the inside of an object. */
static void ask(struct load_seat *seat, enum asked asked, const char *method,
                const char *params)
{
    char line[LINE_SIZE];
    int size = snprintf(
        line, sizeof line,
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}",
        (int)asked, method, params);
    REQUIRE(size > 0 && size < LINE_SIZE);
    link_send(&seat->link, line, (size_t)size);
}

static void ask_of_game(struct load_seat *seat, enum asked asked,
                        const char *method, const char *key, const char *value)
{
    char params[LINE_SIZE / 2];
    snprintf(params, sizeof params, "\"game\":\"%s\"%s%s%s%s%s",
             seat->match->game, key == NULL ? "" : ",\"",
             key == NULL ? "" : key, key == NULL ? "" : "\":\"",
             key == NULL ? "" : value, key == NULL ? "" : "\"");
    ask(seat, asked, method, params);
}

static void wrong(const struct load_match *match, const char *sentence)
{
    account_wrong(&match->load->account, match->game, sentence);
}

static struct load_seat *other_seat(struct load_seat *seat)
{
    return &seat->match->seats[LOAD_SEATS - seat->number];
}

static void forget_seat(struct load_seat *seat)
{
    seat->token[0] = '\0';
    seat->is_joining = false;
    seat->is_in = false;
    seat->said = 0;
    seat->has_resigned = false;
    seat->knows_end = false;
    seat->waiting_seq = 0;
    seat->question_seq = 0;
    seat->event_count = 0;
}

static void set_playing(struct load_match *match, bool is_playing)
{
    struct load *load = match->load;
    if (match->is_playing == is_playing)
        return;
    match->is_playing = is_playing;
    load->playing_count += is_playing ? 1 : -1;
    int64_t now_ns = clock_steady_ns();
    if (is_playing && load->playing_count == 1)
        load->playing_since_ns = now_ns;
    if (!is_playing && load->playing_count == 0)
        load->playing_ns += now_ns - load->playing_since_ns;
}

static void forget_game(struct load_match *match)
{
    set_playing(match, false);
    match->is_later = true;
    match->game[0] = '\0';
    match->choice_seq = 0;
    match->choices = 0;
    match->head_entry = -1;
    for (int i = 0; i < LOAD_SEATS; i++)
        forget_seat(&match->seats[i]);
}

static void create(struct load_seat *seat)
{
    char params[LINE_SIZE / 2];
    struct load_match *match = seat->match;
    if (match->level == 0)
        snprintf(params, sizeof params,
                 "\"game\":\"castle\",\"seed\":\"load %u\"",
                 random_below(match->load, UINT32_MAX));
    else
        snprintf(params, sizeof params, "\"game\":\"castle\"");
    ask(seat, ASKED_CREATE, "game.create", params);
}

static void join(struct load_seat *seat)
{
    char params[LINE_SIZE / 2];
    char key[2 * DRAW_KEY_SIZE + 1];
    struct error error;
    REQUIRE(contribution_init(&seat->contribution, NULL, &error) == STATUS_OK);
    hex_write(key, seat->contribution.keys.public_key, DRAW_KEY_SIZE);
    snprintf(params, sizeof params,
             "\"game\":\"%s\",\"seat\":%d,\"name\":\"load %d.%d\","
             "\"key\":\"%s\"",
             seat->match->game, seat->number, seat->match->index, seat->number,
             key);
    seat->is_joining = true;
    ask(seat, ASKED_JOIN, "game.join", params);
}

/* Gives a game up and makes another one. */
static void begin_again(struct load_match *match)
{
    if (match->game[0] == '\0')
        return;
    for (int i = 0; i < LOAD_SEATS; i++) {
        struct load_seat *seat = &match->seats[i];
        if (seat->is_in && seat->link.state == LINK_OPEN)
            ask_of_game(seat, ASKED_LEAVE, "game.leave", NULL, NULL);
    }
    forget_game(match);
    if (match->seats[0].link.state == LINK_OPEN && !match->load->is_ending)
        create(&match->seats[0]);
    for (int i = 0; i < LOAD_SEATS; i++)
        link_flush(&match->seats[i].link);
}

/* A connection is there, for the first time or again. */
static void arrive(struct load_seat *seat)
{
    struct load_match *match = seat->match;
    seat->is_in = false;
    seat->said = 0;
    seat->has_resigned = false;
    seat->waiting_seq = 0;
    seat->question_seq = 0;
    if (seat->token[0] != '\0')
        ask_of_game(seat, ASKED_REJOIN, "game.rejoin", "token", seat->token);
    else if (match->game[0] != '\0')
        join(seat);
    else if (seat->number == 1 && !match->load->is_ending)
        create(seat);
}

static void send_choice(struct load_match *match)
{
    struct text line = {0};
    text_addf(&line,
              "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"game.choose\","
              "\"params\":{\"game\":\"%s\",\"seq\":%d,\"%s\":%s}}",
              ASKED_CHOOSE, match->game, match->choice_seq,
              match->load->by_choice ? "choice" : "index",
              text_string(&match->choice));
    link_send(&match->seats[match->choice_seat].link, line.bytes, line.size);
    text_free(&line);
}

/* Makes the choice that is asked for now. */
static void choose(struct load_match *match, int64_t now_ns)
{
    struct load *load = match->load;
    const struct load_seat *seat = &match->seats[match->asked];
    match->choice_seat = match->asked;
    match->choice_seq = seat->question_seq;
    /* What the seat is asked meanwhile, or again, is another matter. */
    text_clear(&match->choice);
    if (load->by_choice)
        text_add_bytes(&match->choice, seat->choice.bytes, seat->choice.size);
    else
        text_add_integer(&match->choice, seat->choice_index);
    match->is_acknowledged = false;
    match->intended_ns = load->period_ns > 0 ? match->next_ns : now_ns;
    match->next_ns += load->period_ns;
    send_choice(match);
    link_flush(&match->seats[match->asked].link);
}

/* Gives up for the seat that is asked; once more after it came back. */
/* After how many choices the game is given up; 0: it is not. */
static int give_up_after(const struct load_match *match)
{
    const struct load *load = match->load;
    return load->apart > 0 && !match->is_later ? 1 + match->index % load->apart
                                               : load->resign_at;
}

static void resign(struct load_match *match)
{
    struct load_seat *seat = &match->seats[match->asked];
    if (seat->has_resigned)
        return;
    seat->has_resigned = true;
    ask_of_game(seat, ASKED_RESIGN, "game.resign", NULL, NULL);
    link_flush(&seat->link);
}

/* Whether both know all of the choice that was made last. */
static bool is_known_to_both(const struct load_match *match)
{
    for (int i = 0; i < LOAD_SEATS; i++) {
        const struct load_seat *seat = &match->seats[i];
        if (!seat->knows_end && seat->waiting_seq <= match->choice_seq)
            return false;
    }
    return match->is_acknowledged;
}

static bool is_over(const struct load_match *match)
{
    return match->seats[0].knows_end && match->seats[1].knows_end;
}

static void settle_choice(struct load_match *match, int64_t now_ns)
{
    match->choice_seq = 0;
    match->choices++;
    if (match->load->is_counting)
        times_add(&match->load->times, now_ns - match->intended_ns);
}

/* Goes on as far as it can. */
static void go_on(struct load_match *match)
{
    struct load *load = match->load;
    int64_t now_ns = clock_steady_ns();
    match->moved_ns = now_ns;
    if (match->choice_seq != 0) {
        if (!is_known_to_both(match))
            return;
        settle_choice(match, now_ns);
    }
    if (is_over(match)) {
        load->over_count++;
        begin_again(match);
        return;
    }
    const struct load_seat *asked = &match->seats[match->asked];
    int seq = asked->waiting_seq;
    if (seq == 0 || asked->question_seq != seq ||
        match->seats[1 - match->asked].waiting_seq != seq)
        return;
    if (!match->is_playing) {
        load->game_count++;
        load->begun_count += match->has_begun ? 0 : 1;
        match->has_begun = true;
        match->next_ns =
            now_ns +
            (load->period_ns == 0
                 ? 0
                 : (int64_t)random_below(load, (uint32_t)load->period_ns));
        set_playing(match, true);
    }
    if (load->choices_max > 0 && match->choices >= load->choices_max) {
        load->settled_count += match->is_settled ? 0 : 1;
        match->is_settled = true;
        return;
    }
    if (load->is_ending || now_ns < match->next_ns)
        return;
    int give_up_at = give_up_after(match);
    if (give_up_at > 0 && match->choices >= give_up_at)
        resign(match);
    else
        choose(match, now_ns);
}

/* The end of the JSON value that starts here, an object or a list. */
static char *end_of_value(char *at)
{
    int depth = 0;
    for (bool in_string = false; *at != '\0'; at++) {
        if (in_string && *at == '\\' && at[1] != '\0')
            at++;
        else if (*at == '"')
            in_string = !in_string;
        else if (!in_string && (*at == '{' || *at == '['))
            depth++;
        else if (!in_string && (*at == '}' || *at == ']') && --depth <= 0)
            return at + 1;
    }
    return at;
}

/* Picks one of the choices. */
static void hear_question(struct load_seat *seat, char *line)
{
    struct load *load = seat->match->load;
    char *at = after(line, "\"choices\":[");
    int count = 0;
    if (at == NULL)
        return;
    for (char *next = at; *next == '{' || *next == ','; count++)
        next = end_of_value(*next == ',' ? next + 1 : next);
    int index = load->takes_first || count == 0
                    ? 0
                    : (int)random_below(load, (uint32_t)count);
    for (int i = 0; i < index; i++)
        at = end_of_value(at) + 1;
    text_clear(&seat->choice);
    text_add_bytes(&seat->choice, at, (size_t)(end_of_value(at) - at));
    seat->choice_index = index;
    seat->choice_count = count;
    seat->question_seq = number_after(line, "\"seq\":");
}

static void hear_waiting(struct load_seat *seat, char *line)
{
    int asked = number_after(line, "\"seat\":");
    seat->waiting_seq = number_after(line, "\"seq\":");
    if (asked >= 1 && asked <= LOAD_SEATS)
        seat->match->asked = asked - 1;
}

static void hear_event(struct load_seat *seat, char *line, size_t size)
{
    if (!seat->match->load->is_wary)
        return;
    int number = number_after(line, "\"entry\":");
    uint64_t print = fingerprint(line, size);
    if (number < 1 || number > seat->event_count + 1) {
        wrong(seat->match, "an event is missing");
    } else if (number <= seat->event_count) {
        if (seat->events[number - 1] != print)
            wrong(seat->match, "another event is told under the same number");
    } else {
        if (seat->event_count == seat->event_capacity) {
            seat->event_capacity = 2 * seat->event_capacity + 64;
            seat->events = realloc(seat->events, (size_t)seat->event_capacity *
                                                     sizeof *seat->events);
            REQUIRE(seat->events != NULL);
        }
        seat->events[seat->event_count++] = print;
    }
}

static void hear_head(struct load_match *match, char *line)
{
    char hash[HASH_HEX_SIZE];
    int entry = number_after(line, "\"entry\":");
    if (match->load->account.file == NULL ||
        !copy_after(hash, sizeof hash, line, "\"hash\":\""))
        return;
    if (entry == match->head_entry && strcmp(hash, match->head_hash) != 0)
        wrong(match, "two heads were signed for one entry");
    if (entry <= match->head_entry)
        return;
    match->head_entry = entry;
    memcpy(match->head_hash, hash, sizeof hash);
    account_head(&match->load->account, match->game, entry, hash);
}

static void hear_over(struct load_seat *seat, char *line)
{
    char reason[32];
    if (!copy_after(reason, sizeof reason, line, "\"reason\":\""))
        return;
    if (!seat->knows_end && !other_seat(seat)->knows_end)
        account_over(&seat->match->load->account, seat->match->game, reason);
    seat->knows_end = true;
}

/* Whether the seat is to say this now: a stage is told again with what others
 * say. */
static bool is_to_say(struct load_seat *seat, enum asked asked)
{
    bool is_new = seat->said < (int)asked;
    if (is_new)
        seat->said = (int)asked;
    return is_new;
}

static void hear_sealing(struct load_seat *seat, char *line)
{
    char hex[2 * SIGN_SIZE + 1];
    struct hash hash;
    char *stage = after(line, "\"stage\":\"");
    if (stage == NULL)
        return;
    if (strncmp(stage, "commit", 6) == 0 &&
        copy_after(hex, sizeof hex, line, "\\\"ctx\\\":\\\"") &&
        hash_from_hex(&hash, hex) && is_to_say(seat, ASKED_COMMIT)) {
        hash = contribution_commit(&seat->contribution, &hash,
                                   (uint8_t)seat->number);
        hex_write(hex, hash.bytes, HASH_SIZE);
        ask_of_game(seat, ASKED_COMMIT, "game.commit", "commitment", hex);
    } else if (strncmp(stage, "agree", 5) == 0 &&
               copy_after(hex, sizeof hex, line, "\"lock\":\"") &&
               hash_from_hex(&hash, hex) && is_to_say(seat, ASKED_AGREE)) {
        struct signature signature =
            sign_agree(&seat->contribution.keys, &hash);
        hex_write(hex, signature.bytes, SIGN_SIZE);
        ask_of_game(seat, ASKED_AGREE, "game.agree", "signature", hex);
    } else if (strncmp(stage, "reveal", 6) == 0 &&
               is_to_say(seat, ASKED_REVEAL)) {
        hex_write(hex, seat->contribution.secret.bytes, HASH_SIZE);
        ask_of_game(seat, ASKED_REVEAL, "game.reveal", "secret", hex);
    }
}

/* Takes a notification; false when nothing follows from it. */
static bool hear_news(struct load_seat *seat, char *line, size_t size)
{
    char *name = after(line, "\"method\":\"game.");
    char *game = name == NULL ? NULL : after(name, "\"game\":\"");
    size_t length = strlen(seat->match->game);
    /* What is still told of the game before is nothing to it. */
    if (game == NULL || length == 0 ||
        strncmp(game, seat->match->game, length) != 0 || game[length] != '"')
        return false;
    if (strncmp(name, "event\"", 6) == 0)
        hear_event(seat, line, size);
    else if (strncmp(name, "head\"", 5) == 0)
        hear_head(seat->match, line);
    else if (strncmp(name, "sealing\"", 8) == 0)
        hear_sealing(seat, line);
    else if (strncmp(name, "waiting\"", 8) == 0)
        hear_waiting(seat, line);
    else if (strncmp(name, "question\"", 9) == 0)
        hear_question(seat, line);
    else if (strncmp(name, "over\"", 5) == 0)
        hear_over(seat, line);
    else
        return false;
    return true;
}

static void hear_created(struct load_seat *seat, char *line)
{
    struct load_match *match = seat->match;
    if (match->game[0] != '\0' ||
        !copy_after(match->game, sizeof match->game, line, "\"game\":\""))
        return;
    for (int i = 0; i < LOAD_SEATS; i++)
        if (match->seats[i].link.state == LINK_OPEN) {
            join(&match->seats[i]);
            link_flush(&match->seats[i].link);
        }
}

static void hear_joined(struct load_seat *seat, char *line)
{
    if (!copy_after(seat->token, sizeof seat->token, line, "\"token\":\""))
        return;
    seat->is_joining = false;
    seat->is_in = true;
    account_game(&seat->match->load->account, seat->match->game,
                 seat->match->level);
}

static void hear_rejoined(struct load_seat *seat)
{
    struct load_match *match = seat->match;
    seat->is_in = true;
    if (match->choice_seq != 0 && !match->is_acknowledged &&
        match->choice_seat == seat->number - 1)
        send_choice(match);
}

static void hear_chosen(struct load_seat *seat, char *line)
{
    struct load_match *match = seat->match;
    char *result = after(line, "\"result\":");
    if (match->choice_seq == 0 || match->is_acknowledged)
        return;
    if (result == NULL ||
        number_after(result, "\"seq\":") != match->choice_seq + 1) {
        wrong(match, "a choice was acknowledged with another number");
        return;
    }
    match->is_acknowledged = true;
    account_choice(&match->load->account, match->game, match->choice_seq,
                   text_string(&match->choice));
}

/* What is refused. Some of it may be so after a daemon was killed: a seat that
 * was given and not acknowledged, a commitment that was taken. */
static void hear_refusal(struct load_seat *seat, enum asked asked,
                         const char *line)
{
    struct load_match *match = seat->match;
    char sentence[LINE_SIZE];
    snprintf(sentence, sizeof sentence, "refused: %.900s", line);
    switch (asked) {
    case ASKED_CREATE:
        fprintf(stderr, "load: %s\n", sentence);
        exit(1);
    case ASKED_JOIN:
        if (!match->load->comes_back)
            wrong(match, sentence);
        begin_again(match);
        break;
    case ASKED_REJOIN:
        wrong(match, sentence);
        begin_again(match);
        break;
    case ASKED_CHOOSE:
        match->load->refused_count++;
        wrong(match, sentence);
        begin_again(match);
        break;
    case ASKED_LEAVE:
        break;
    default:
        if (!match->load->comes_back)
            wrong(match, sentence);
    }
}

static void hear_response(struct load_seat *seat, char *line)
{
    int asked = number_after(line, "\"id\":");
    if (after(line, "\"error\":{") != NULL) {
        hear_refusal(seat, (enum asked)asked, line);
        return;
    }
    switch (asked) {
    case ASKED_CREATE:
        hear_created(seat, line);
        break;
    case ASKED_JOIN:
        hear_joined(seat, line);
        break;
    case ASKED_REJOIN:
        hear_rejoined(seat);
        break;
    case ASKED_CHOOSE:
        hear_chosen(seat, line);
        break;
    default:
        break;
    }
}

static void lose(struct load_seat *seat)
{
    struct load_match *match = seat->match;
    if (!match->load->comes_back)
        wrong(match, "the daemon has closed a connection");
    seat->retry_ns = clock_steady_ns() + RETRY_NS;
    /* A seat that was asked for may have been given: nobody knows its token. */
    if (match->game[0] != '\0' && seat->token[0] == '\0')
        forget_game(match);
}

void load_match_hear(struct load_seat *seat, uint32_t events)
{
    bool was_opening = seat->link.state == LINK_OPENING;
    bool is_there = link_work(&seat->link, events);
    if (is_there && was_opening && seat->link.state == LINK_OPEN)
        arrive(seat);
    char *line;
    size_t size;
    bool is_news = false;
    while (is_there && (line = link_line(&seat->link, &size)) != NULL) {
        if (strncmp(line, "{\"jsonrpc\":\"2.0\",\"id\":", 22) == 0) {
            hear_response(seat, line);
            is_news = true;
        } else if (hear_news(seat, line, size)) {
            is_news = true;
        }
    }
    if (is_there)
        is_there = link_flush(&seat->link);
    if (!is_there)
        lose(seat);
    else if (is_news)
        go_on(seat->match);
}

static void start_seat(struct load_seat *seat)
{
    struct load *load = seat->match->load;
    if (!link_start(&seat->link, &load->address, load->epoll, seat)) {
        seat->retry_ns = clock_steady_ns() + RETRY_NS;
        return;
    }
    if (seat->link.state == LINK_OPEN) {
        arrive(seat);
        link_flush(&seat->link);
    }
}

void load_match_start(struct load_match *match, struct load *load, int index)
{
    memset(match, 0, sizeof *match);
    match->load = load;
    match->index = index;
    match->level = load->level < 0 ? index % 2 : load->level;
    match->moved_ns = clock_steady_ns();
    for (int i = 0; i < LOAD_SEATS; i++) {
        match->seats[i].match = match;
        match->seats[i].number = i + 1;
    }
    forget_game(match);
    for (int i = 0; i < LOAD_SEATS; i++)
        start_seat(&match->seats[i]);
}

int64_t load_match_tick(struct load_match *match, int64_t now_ns)
{
    int64_t next_ns = INT64_MAX;
    for (int i = 0; i < LOAD_SEATS; i++) {
        struct load_seat *seat = &match->seats[i];
        if (seat->link.state != LINK_CLOSED ||
            (match->load->is_ending && match->choice_seq == 0))
            continue;
        if (now_ns >= seat->retry_ns)
            start_seat(seat);
        if (seat->link.state == LINK_CLOSED && seat->retry_ns < next_ns)
            next_ns = seat->retry_ns;
    }
    if (match->load->period_ns > 0 && match->is_playing &&
        match->choice_seq == 0) {
        if (now_ns >= match->next_ns)
            go_on(match);
        else if (match->next_ns < next_ns)
            next_ns = match->next_ns;
    }
    return next_ns;
}

bool load_match_waits(const struct load_match *match)
{
    return match->choice_seq != 0;
}

void load_match_clear(struct load_match *match)
{
    text_free(&match->choice);
    for (int i = 0; i < LOAD_SEATS; i++) {
        link_free(&match->seats[i].link);
        text_free(&match->seats[i].choice);
        free(match->seats[i].events);
        contribution_wipe(&match->seats[i].contribution);
    }
}
