#include "hall/match_store.h"

#include "base/clock.h"
#include "base/json.h"
#include "game/sources.h"
#include "hall/about.h"
#include "hall/match_inside.h"
#include "hall/match_seal.h"
#include "hall/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Forgets the lines of the record that are put. */
static void forget_lines(struct match *match)
{
    if (match->game != NULL)
        game_forget(match->game);
    else if (match->sealing.record != NULL)
        record_forget(match->sealing.record);
}

/* Adds the lines to the tail; when memory is out the tail says so, and what
 * needs it fails. */
static void keep_lines(struct match *match, const char *lines, size_t size)
{
    match_store_is_settled(match);
    text_add_bytes(&match->tail, lines, size);
    match->put_size += size;
}

static void put(struct match *match, const char *said)
{
    struct text about = {0};
    struct text keeping = {0};
    const struct record *record = match_record(match);
    match->put_ms = clock_calendar_ms();
    if (!match->over_is_put)
        match->changed_ms = match->put_ms;
    if (match->is_new)
        match->created_ms = match->changed_ms;
    struct store_write write = {
        .game = match->number,
        .id = match->is_new ? match->id : NULL,
        .opener = match->is_counted ? match->creator : NULL,
        .changed_ms = match->changed_ms,
        .seq = match->entry_count,
        .said = said,
        .state = match_state(match),
        .is_public = match->is_public,
    };
    if (record != NULL) {
        write.lines = record_bytes(record, &write.lines_size);
        match->entry_count = record_count(record);
    }
    if (match->is_new || match->about_is_new) {
        about_add_for_store(&about, match);
        about_add_keeping(&keeping, match);
        write.about = text_string(&about);
        write.keeping = text_string(&keeping);
    }
    if (write.lines_size > 0)
        keep_lines(match, write.lines, write.lines_size);
    bool is_whole = !about.failed && !keeping.failed;
    match->ticket = writer_put(match->home->writer, is_whole ? &write : NULL);
    forget_lines(match);
    match->over_is_put = write.state == STORE_OVER;
    match->is_new = false;
    match->about_is_new = false;
    text_free(&about);
    text_wipe(&keeping);
}

void match_store_put(struct match *match)
{
    put(match, NULL);
}

void match_store_say(struct match *match, const char *said)
{
    put(match, said);
}

/* Forgets those whose deletion is on the disk. */
static void forget_deleted(struct match_home *home)
{
    int64_t committed = writer_committed(home->writer);
    int kept = 0;
    for (int i = 0; i < home->deleted_count; i++)
        if (home->deleted[i].ticket > committed)
            home->deleted[kept++] = home->deleted[i];
    home->deleted_count = kept;
}

bool match_store_delete(struct match_home *home, int64_t number, const char *id)
{
    forget_deleted(home);
    if (home->deleted_count == MATCH_DELETED_MAX)
        return false;
    struct match_deleted *deleted = &home->deleted[home->deleted_count++];
    snprintf(deleted->id, sizeof deleted->id, "%.*s", MATCH_LETTERS, id);
    deleted->ticket =
        writer_put(home->writer,
                   &(struct store_write){.game = number, .is_deleted = true});
    return true;
}

/* Whether the store may still have a game that was deleted. */
static bool is_deleted(struct match_home *home, const char *id)
{
    forget_deleted(home);
    for (int i = 0; i < home->deleted_count; i++)
        if (strcmp(home->deleted[i].id, id) == 0)
            return true;
    return false;
}

bool match_store_is_gone(struct match_home *home, const char *id)
{
    int64_t number;
    struct error error;
    return is_deleted(home, id) ||
           store_find_number(home->reader, id, &number, &error) ==
               STATUS_NOT_FOUND;
}

bool match_store_is_settled(struct match *match)
{
    if (match->is_changed || match->is_new ||
        match->ticket > writer_committed(match->home->writer))
        return false;
    text_free(&match->tail);
    return true;
}

enum status match_store_record(struct match *match, struct text *out,
                               struct error *error)
{
    struct store_game game = {0};
    match_store_is_settled(match); /* or a tail without memory counts still */
    size_t tail_start = match->put_size - match->tail.size;
    size_t new_size = 0;
    enum status status = text_status(&match->tail, "the record", error);
    if (status == STATUS_OK && tail_start > 0)
        status = store_load(match->home->reader, match->id, &game, error);
    if (status == STATUS_OK && game.record.size < tail_start)
        status =
            error_set(error, STATUS_IO,
                      "the store has not all of the record of '%s'", match->id);
    if (status == STATUS_OK) {
        const char *new_lines =
            match_record(match) == NULL
                ? NULL
                : record_bytes(match_record(match), &new_size);
        text_add_bytes(out, text_string(&game.record), tail_start);
        text_add_bytes(out, text_string(&match->tail), match->tail.size);
        if (new_size > 0)
            text_add_bytes(out, new_lines, new_size);
        status = text_status(out, "the record", error);
    }
    store_game_free(&game);
    return status;
}

/* Opens the rules of a game that has not begun, as they are now: those of its
 * about. */
static enum status open_rules(struct match *match,
                              const struct store_game *game,
                              struct ruleset **out, struct error *error)
{
    struct json *about;
    struct request request;
    *out = NULL;
    enum status status =
        json_parse(&about, text_string(&game->about), game->about.size, error);
    if (status != STATUS_OK)
        return status;
    if (!request_read_chosen(&request, match->home->root, about))
        status = error_set(error, STATUS_BAD_INPUT,
                           "what the store says of game '%s' cannot be read",
                           game->id);
    if (status == STATUS_OK)
        status = ruleset_open(out, &request.ruleset, error);
    json_free(about);
    return status;
}

/* Uses the ruleset of the record, or, before there is one, of the about. */
static enum status take_rules(struct match *match,
                              const struct store_game *game,
                              const struct record *record, struct error *error)
{
    struct ruleset *ruleset;
    enum status status = record != NULL
                             ? sources_ruleset(&ruleset, record, error)
                             : open_rules(match, game, &ruleset, error);
    if (status == STATUS_OK)
        status = warm_use(&match->rules, match->home->warm, ruleset, error);
    ruleset_free(ruleset);
    return status;
}

/* Plays the record again into `game`, for the match that is `stored` so, or,
 * NULL, only for the story of one that is there. */
static enum status replay(struct match *match, const struct record *record,
                          const struct store_game *stored, struct game **game,
                          struct error *error)
{
    struct sealing sealing;
    char seed[GAME_SEED_SIZE];
    struct game_start start = {
        .ruleset = match_ruleset(match),
        .warm = match->home->warm,
        .listener = match_listen,
        .answer_listener = stored == NULL ? NULL : match_note_answer,
        .context = match,
    };
    enum status status = game_read_start(&start, record, &sealing, seed, error);
    if (status != STATUS_OK)
        return status;
    if (start.sealing != NULL && !sealing_is_done(&sealing))
        return error_set(error, STATUS_BAD_INPUT, "the game has not begun");
    if (start.sealing != NULL && !sealing.seats[0].revealed)
        status = stored != NULL
                     ? about_read_secret(&sealing, stored, error)
                     : sealing_take_secret(
                           &sealing, &match_sealing(match)->seats[0].secret,
                           &match_sealing(match)->keys, error);
    story_begin(&match->story);
    match->is_replaying = true;
    if (status == STATUS_OK)
        status = game_replay(game, record, &start, error);
    /* That it is broken is not in the record. */
    if (status == STATUS_OK && match->is_broken &&
        game_over_reason(*game) == NULL)
        status = game_break(*game, error);
    match->is_replaying = false;
    if (start.sealing != NULL)
        sealing_clear(&sealing);
    if (status == STATUS_OK)
        story_cut(&match->story, game_event_count(*game));
    else
        story_drop(&match->story);
    return status;
}

/* Whether the record got as far as its first draw. */
static enum status has_begun(const struct record *record, bool *begun,
                             struct error *error)
{
    struct sealing sealing;
    struct json *d;
    enum status status = record_parse_opening(&d, record, error);
    int64_t level = GAME_LEVEL_OPEN;
    if (status != STATUS_OK)
        return status;
    json_read_integer(json_get(d, "level"), &level);
    json_free(d);
    *begun = level == GAME_LEVEL_OPEN;
    if (*begun)
        return STATUS_OK;
    status = sealing_read(&sealing, record, error);
    if (status != STATUS_OK)
        return status;
    *begun = sealing_is_done(&sealing);
    sealing_clear(&sealing);
    return STATUS_OK;
}

/* Notes the heads that were signed behind the newest answers. */
static void note_heads(struct match *match, const struct record *record)
{
    int at = 0; /* among the signatures */
    int seq = 0;
    for (int i = 0; i < record_count(record); i++) {
        struct record_entry entry = record_entry(record, i);
        if (strcmp(entry.type, "choice") != 0 &&
            strcmp(entry.type, "undo") != 0)
            continue;
        seq++;
        while (at < record_signature_count(record) &&
               (record_signature(record, at).by != 0 ||
                record_signature(record, at).seq < i))
            at++;
        if (at == record_signature_count(record))
            return;
        struct record_signature made = record_signature(record, at);
        struct game_head head = {.entry = made.seq,
                                 .hash = record_entry(record, made.seq).hash,
                                 .signature = made.signature};
        match_keep_head(match, seq, &head);
    }
}

/* Takes up the game, or its sealing, from the record. */
static enum status take_record(struct match *match,
                               const struct store_game *stored,
                               struct record *record, struct error *error)
{
    bool begun;
    size_t size;
    enum status status = has_begun(record, &begun, error);
    if (status != STATUS_OK)
        return status;
    if (!begun)
        return match_seal_resume(match, stored, record, error);
    status = replay(match, record, stored, &match->game, error);
    if (status != STATUS_OK)
        return status;
    match->over_is_told = !match_goes_on(match);
    match->head_told = record_count(record) - 1;
    /* The game must have written down what was stored, and nothing else. */
    record_bytes(game_record(match->game), &size);
    if (size != stored->record.size)
        return error_set(error, STATUS_BAD_INPUT,
                         "its record, played again, is another one");
    game_forget(match->game);
    note_heads(match, record);
    return match_leave_out_downtime(match, error);
}

/* Takes up a game that is broken and whose record its rules do not play: it is
 * over, and there is no more of it than its record. */
static enum status take_broken(struct match *match,
                               const struct store_game *stored,
                               const struct record *record, struct error *error)
{
    game_free(match->game);
    match->game = NULL;
    match->seq = 1;
    match->forfeited = "broken";
    match->over_is_told = true;
    return match->is_sealed ? match_seal_resume(match, stored, record, error)
                            : STATUS_OK;
}

static enum status load(struct match *match, const struct store_game *stored,
                        struct error *error)
{
    struct record *record = NULL;
    enum status status = about_read(match, stored, error);
    match->put_size = stored->record.size;
    match->over_is_put = stored->state == STORE_OVER;
    text_add_bytes(&match->said, stored->said.bytes, stored->said.size);
    if (status == STATUS_OK)
        status = text_status(&match->said, "what was said", error);
    if (status == STATUS_OK && stored->record.size > 0)
        status = record_read(&record, stored->record.bytes, stored->record.size,
                             error);
    if (status == STATUS_OK)
        status = take_rules(match, stored, record, error);
    if (status == STATUS_OK && record != NULL) {
        match->entry_count = record_count(record);
        status = take_record(match, stored, record, error);
        bool is_rules = status == STATUS_SCRIPT || status == STATUS_LIMIT ||
                        status == STATUS_BAD_INPUT;
        if (is_rules && match->is_broken)
            status = take_broken(match, stored, record, error);
    }
    record_free(record);
    return status;
}

enum status match_store_read(struct match_home *home, const char *id,
                             struct store_game *out, struct error *error)
{
    enum status status = STATUS_NOT_FOUND;
    *out = (struct store_game){0};
    if (home->is_daemon && strlen(id) == MATCH_LETTERS && !is_deleted(home, id))
        status = store_load(home->reader, id, out, error);
    return status == STATUS_NOT_FOUND
               ? error_set(error, status, "there is no game '%.64s' here", id)
               : status;
}

enum status match_store_load(struct match **out, struct match_home *home,
                             const char *id, struct error *error)
{
    struct store_game stored = {0};
    *out = NULL;
    enum status status = match_store_read(home, id, &stored, error);
    if (status != STATUS_OK)
        return status;
    struct match *match = match_new(home, error);
    if (match == NULL)
        status = STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = load(match, &stored, error);
    text_wipe(&stored.keeping);
    store_game_free(&stored);
    if (status != STATUS_OK) {
        match_free(match);
        return error_prefix(error, "game '%.32s'", id);
    }
    match->used_ms = clock_calendar_ms();
    match->story.used_ms = match->used_ms;
    *out = match;
    return STATUS_OK;
}

enum status match_store_story(struct match *match, struct error *error)
{
    struct text lines = {0};
    struct record *record = NULL;
    struct game *game = NULL;
    match->story.used_ms = clock_calendar_ms();
    if (match->story.is_kept || match->game == NULL)
        return STATUS_OK;
    enum status status = match_store_record(match, &lines, error);
    if (status == STATUS_OK)
        status = record_read(&record, lines.bytes, lines.size, error);
    if (status == STATUS_OK)
        status = replay(match, record, NULL, &game, error);
    game_free(game);
    record_free(record);
    text_free(&lines);
    match->story.used_ms = clock_calendar_ms();
    return status;
}
