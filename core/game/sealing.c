#include "game/sealing_inside.h"

#include "base/clock.h"
#include "base/json.h"
#include "fair/hex.h"
#include "game/opening.h"
#include "game/sources.h"

#include <stdlib.h>
#include <string.h>

enum status sealing_refuse(struct error *error, int seat, const char *why)
{
    return error_set(error, STATUS_BAD_INPUT, "seat %d: %s", seat, why);
}

static enum status append_at(struct record *record, int64_t ts,
                             const char *type, int by, const struct text *d,
                             struct error *error)
{
    enum status status = text_status(d, "an entry", error);
    if (status != STATUS_OK)
        return status;
    return record_append(record,
                         &(struct record_event){.type = type,
                                                .by = by,
                                                .ts = ts,
                                                .d = text_string(d),
                                                .d_size = d->size},
                         error);
}

static enum status append(struct record *record, const char *type, int by,
                          const struct text *d, struct error *error)
{
    int64_t now = clock_calendar_ms();
    int64_t newest = record_newest_ts(record);
    return append_at(record, now > newest ? now : newest, type, by, d, error);
}

static enum status append_hex(struct record *record, const char *type, int by,
                              const char *key, const void *bytes, size_t size,
                              struct error *error)
{
    struct text d = {0};
    text_add_char(&d, '{');
    hex_add_member(&d, key, bytes, size);
    text_add_char(&d, '}');
    enum status status = append(record, type, by, &d, error);
    text_free(&d);
    return status;
}

/* The opening's d. */
static void write_opening(struct text *out, const struct sealing *sealing,
                          const struct opening *opening,
                          const struct hash *rules)
{
    text_add_char(out, '{');
    json_add_member_string(out, "beacon", "");
    json_add_member_integer(out, "chain", 0);
    hex_add_member(out, "ctx", sealing->context.bytes, HASH_SIZE);
    hex_add_member(out, "game", sealing->game_id, DRAW_GAME_ID_SIZE);
    json_add_key(out, "keys");
    text_add_char(out, '[');
    for (int i = 0; i < sealing->seat_count; i++) {
        json_add_comma(out);
        text_add_char(out, '"');
        hex_add(out, sealing->seats[i].key, DRAW_KEY_SIZE);
        text_add_char(out, '"');
    }
    text_add_char(out, ']');
    json_add_member_integer(out, "level", SEALING_LEVEL);
    json_add_key(out, "params");
    text_add_bytes(out, opening->params.bytes, opening->params.size);
    hex_add_member(out, "rules", rules->bytes, HASH_SIZE);
    json_add_key(out, "tiles");
    opening_add_items(opening, out);
    text_add_char(out, '}');
}

/* The referee's own bots play with its key. */
static void fill_keys(struct sealing *sealing, const struct sealing_open *open)
{
    for (int i = 0; i < sealing->seat_count; i++) {
        const uint8_t *key = i == 0 ? NULL : open->player_keys[i - 1];
        memcpy(sealing->seats[i].key,
               key == NULL ? sealing->keys.public_key : key, DRAW_KEY_SIZE);
    }
}

/* Whether two seats have one key. */
static bool have_one_key(const struct sealing *sealing, int one, int other)
{
    return memcmp(sealing->seats[one].key, sealing->seats[other].key,
                  DRAW_KEY_SIZE) == 0;
}

/* Whether the key of the seat is the referee's, who made it here. */
static bool is_own_key(const struct sealing *sealing, int seat)
{
    return sealing_has_keys(sealing) &&
           memcmp(sealing->seats[seat].key, sealing->keys.public_key,
                  DRAW_KEY_SIZE) == 0;
}

enum status sealing_check_keys(const struct sealing *sealing,
                               struct error *error)
{
    for (int i = 0; i < sealing->seat_count; i++) {
        if (!is_own_key(sealing, i) && !sign_is_key(sealing->seats[i].key))
            return sealing_refuse(error, i,
                                  "its key is no public key of Ed25519");
        if (i == 0 || have_one_key(sealing, i, 0))
            continue; /* the referee, and its bots */
        for (int j = 1; j < i; j++)
            if (have_one_key(sealing, i, j))
                return error_set(error, STATUS_BAD_INPUT,
                                 "seat %d: its key is that of seat %d", i, j);
    }
    return STATUS_OK;
}

static enum status open_record(struct sealing *sealing, struct opening *opening,
                               const struct sealing_open *open,
                               struct error *error)
{
    const struct ruleset *ruleset = executor_ruleset(open->executor);
    const struct opening_terms terms = {.attempt = open->attempt,
                                        .clock = open->clock,
                                        .is_signed = open->is_signed};
    enum status status = opening_fill(opening, open->executor, &terms, error);
    if (status != STATUS_OK)
        return status;
    fill_keys(sealing, open);
    status = sealing_check_keys(sealing, error);
    if (status != STATUS_OK)
        return status;
    uint8_t keys[SEALING_SEATS_MAX][DRAW_KEY_SIZE];
    for (int i = 0; i < sealing->seat_count; i++)
        memcpy(keys[i], sealing->seats[i].key, DRAW_KEY_SIZE);
    struct draw_setup setup = {
        .game_id = sealing->game_id,
        .rules = ruleset->hash,
        .params = text_string(&opening->params),
        .params_size = opening->params.size,
        .items = opening->items,
        .item_count = opening->item_count,
        .keys = (const uint8_t(*)[DRAW_KEY_SIZE])keys,
        .key_count = (uint32_t)sealing->seat_count,
        .level = SEALING_LEVEL,
        .beacon = "",
    };
    sealing->context = draw_context(&setup);

    struct text d = {0};
    write_opening(&d, sealing, opening, &ruleset->hash);
    status = append(sealing->record, "open", 0, &d, error);
    text_free(&d);
    if (status == STATUS_OK)
        status = sources_append(sealing->record, ruleset,
                                record_newest_ts(sealing->record), error);
    return status;
}

/* The referee's commitment, before any player's. */
static enum status commit_referee(struct sealing *sealing, struct error *error)
{
    struct sealing_seat *seat = &sealing->seats[0];
    hash_random(&seat->secret);
    seat->commitment = draw_commit(&sealing->context, 0, &seat->secret);
    seat->committed = true;
    return append_hex(sealing->record, "commit", 0, "c", seat->commitment.bytes,
                      HASH_SIZE, error);
}

enum status sealing_begin(struct sealing *sealing,
                          const struct sealing_open *open, struct error *error)
{
    *sealing = (struct sealing){.clock = open->clock};
    if (!timer_is_rule(&open->clock))
        return error_set(error, STATUS_BAD_INPUT,
                         "a clock gives time for each choice, or for the game "
                         "with an increment, up to a year");
    struct hash random;
    hash_random(&random);
    memcpy(sealing->game_id, random.bytes, DRAW_GAME_ID_SIZE);
    if (open->keys != NULL)
        sealing->keys = *open->keys;
    else
        sign_keys_new(&sealing->keys);
    sealing->seat_count = executor_seat_count(open->executor) + 1;

    struct opening *opening = calloc(1, sizeof *opening);
    enum status status = opening == NULL ? error_set(error, STATUS_NO_MEMORY,
                                                     "no memory for an opening")
                                         : record_new(&sealing->record, error);
    if (status == STATUS_OK)
        status = open_record(sealing, opening, open, error);
    if (status == STATUS_OK)
        status = commit_referee(sealing, error);
    if (opening != NULL)
        opening_clear(opening);
    free(opening);
    if (status != STATUS_OK)
        sealing_clear(sealing);
    return status;
}

void sealing_clear(struct sealing *sealing)
{
    record_free(sealing->record);
    sealing->record = NULL;
    for (int i = 0; i < SEALING_SEATS_MAX; i++)
        hash_wipe(&sealing->seats[i].secret);
    sign_keys_wipe(&sealing->keys);
}

enum status sealing_note_commit(struct sealing *sealing, int seat,
                                const struct hash *commitment,
                                struct error *error)
{
    if (seat < 0 || seat >= sealing->seat_count)
        return sealing_refuse(error, seat, "there is no such seat");
    if (sealing->is_locked)
        return sealing_refuse(error, seat, "a commitment comes after the lock");
    if (sealing->seats[seat].committed)
        return sealing_refuse(error, seat, "it has committed already");
    if (seat > 0 && !sealing->seats[0].committed)
        return sealing_refuse(error, seat,
                              "a player commits before the referee");
    sealing->seats[seat].commitment = *commitment;
    sealing->seats[seat].committed = true;
    return STATUS_OK;
}

static size_t list_commitments(const struct sealing *sealing,
                               struct draw_share *shares)
{
    size_t count = 0;
    for (int i = 0; i < sealing->seat_count; i++)
        if (sealing->seats[i].committed)
            shares[count++] = (struct draw_share){
                .seat = (uint8_t)i, .value = sealing->seats[i].commitment};
    return count;
}

enum status sealing_note_lock(struct sealing *sealing, struct error *error)
{
    struct draw_share shares[SEALING_SEATS_MAX] = {{0}};
    if (sealing->is_locked)
        return sealing_refuse(error, 0, "it is locked already");
    if (!sealing->seats[0].committed)
        return sealing_refuse(error, 0, "the referee has not committed");
    size_t count = list_commitments(sealing, shares);
    sealing->lock = draw_lock(&sealing->context, shares, count);
    sealing->is_locked = true;
    return STATUS_OK;
}

enum status sealing_note_agree(struct sealing *sealing, int seat,
                               const struct signature *signature,
                               struct error *error)
{
    if (!sealing->is_locked)
        return sealing_refuse(error, seat,
                              "an agreement comes before the lock");
    if (sealing->forfeited > 0)
        return sealing_refuse(error, seat, "it has ended: a seat was silent");
    if (seat < 1 || seat >= sealing->seat_count)
        return sealing_refuse(error, seat, "there is no such player");
    if (!sealing->seats[seat].committed || sealing->seats[seat].agreed)
        return sealing_refuse(error, seat, "it has nothing to agree to");
    if (!sign_agree_is_by(sealing->seats[seat].key, &sealing->lock, signature))
        return sealing_refuse(error, seat,
                              "its signature under the lock is not good");
    sealing->seats[seat].agreed = true;
    return STATUS_OK;
}

static bool all_agreed(const struct sealing *sealing)
{
    for (int i = 1; i < sealing->seat_count; i++)
        if (sealing->seats[i].committed && !sealing->seats[i].agreed)
            return false;
    return sealing->is_locked;
}

enum status sealing_note_reveal(struct sealing *sealing, int seat,
                                const struct hash *secret, const char *text,
                                struct error *error)
{
    if (sealing->forfeited > 0)
        return sealing_refuse(error, seat, "it has ended: a seat was silent");
    if (seat < 0 || seat >= sealing->seat_count || !all_agreed(sealing))
        return sealing_refuse(error, seat,
                              "a secret is revealed before all agreed");
    struct sealing_seat *of = &sealing->seats[seat];
    if (!of->committed || of->revealed)
        return sealing_refuse(error, seat, "it has nothing to reveal");
    struct hash commitment =
        draw_commit(&sealing->context, (uint8_t)seat, secret);
    if (!hash_is_equal(&commitment, &of->commitment))
        return sealing_refuse(error, seat,
                              "its secret is not the one that it committed to");
    if (text[0] != '\0') {
        struct hash typed;
        contribution_secret_of(&typed, text);
        if (!hash_is_equal(&typed, secret))
            return sealing_refuse(
                error, seat,
                "its secret is not made of the text that it typed");
    }
    of->secret = *secret;
    of->revealed = true;
    return STATUS_OK;
}

const char *sealing_owes(const struct sealing *sealing, int seat)
{
    REQUIRE(seat >= 0 && seat < sealing->seat_count);
    const struct sealing_seat *of = &sealing->seats[seat];
    if (seat == 0 || !sealing->is_locked || !of->committed ||
        sealing->forfeited > 0)
        return NULL;
    if (!of->agreed)
        return "lock";
    return all_agreed(sealing) && !of->revealed ? "secret" : NULL;
}

enum status sealing_note_forfeit(struct sealing *sealing, int seat,
                                 struct error *error)
{
    if (seat < 1 || seat >= sealing->seat_count ||
        sealing_owes(sealing, seat) == NULL)
        return sealing_refuse(error, seat,
                              "it owes nothing, and so forfeits nothing");
    sealing->forfeited = seat;
    return STATUS_OK;
}

/* How a sealing stood before a step that is one seat's, or 0: the referee's. */
struct step {
    int count; /* entries of its record */
    int seat;
    struct sealing_seat of; /* a player's */
    bool is_locked;
    struct hash lock;
    int forfeited;
};

static struct step begin_step(const struct sealing *sealing, int seat)
{
    struct step step = {.count = record_count(sealing->record),
                        .seat = seat < sealing->seat_count ? seat : 0,
                        .is_locked = sealing->is_locked,
                        .lock = sealing->lock,
                        .forfeited = sealing->forfeited};
    if (step.seat > 0)
        step.of = sealing->seats[step.seat];
    return step;
}

/* A step is done in full, or nothing of it stays: neither here nor in the
 * record. */
static enum status end_step(struct sealing *sealing, const struct step *step,
                            enum status status)
{
    if (status == STATUS_OK)
        return status;
    record_cut(sealing->record, step->count);
    sealing->is_locked = step->is_locked;
    sealing->lock = step->lock;
    sealing->forfeited = step->forfeited;
    if (step->seat > 0)
        sealing->seats[step->seat] = step->of;
    return status;
}

enum status sealing_commit(struct sealing *sealing, int seat,
                           const struct hash *commitment, struct error *error)
{
    struct step step = begin_step(sealing, seat);
    enum status status = sealing_note_commit(sealing, seat, commitment, error);
    if (status == STATUS_OK)
        status = append_hex(sealing->record, "commit", seat, "c",
                            commitment->bytes, HASH_SIZE, error);
    return end_step(sealing, &step, status);
}

static enum status append_lock(struct sealing *sealing, struct error *error)
{
    struct text d = {0};
    text_add_char(&d, '{');
    hex_add_member(&d, "lock", sealing->lock.bytes, HASH_SIZE);
    json_add_key(&d, "seats");
    text_add_char(&d, '[');
    for (int i = 0; i < sealing->seat_count; i++) {
        if (!sealing->seats[i].committed)
            continue;
        json_add_comma(&d);
        text_add_integer(&d, i);
    }
    text_add(&d, "]}");
    enum status status = append(sealing->record, "lock", 0, &d, error);
    text_free(&d);
    return status;
}

enum status sealing_lock(struct sealing *sealing, struct error *error)
{
    struct step step = begin_step(sealing, 0);
    enum status status = sealing_note_lock(sealing, error);
    if (status == STATUS_OK)
        status = append_lock(sealing, error);
    if (status == STATUS_OK)
        status = record_sign(sealing->record, 0, &sealing->keys, error);
    return end_step(sealing, &step, status);
}

enum status sealing_agree(struct sealing *sealing, int seat,
                          const struct signature *signature,
                          struct error *error)
{
    struct step step = begin_step(sealing, seat);
    enum status status = sealing_note_agree(sealing, seat, signature, error);
    if (status == STATUS_OK)
        status = append_hex(sealing->record, "agree", seat, "sig",
                            signature->bytes, SIGN_SIZE, error);
    return end_step(sealing, &step, status);
}

/* Adds the entry of a secret, and of the text that it was made of, or "". */
static enum status append_reveal(struct sealing *sealing, int seat,
                                 const struct hash *secret, const char *text,
                                 struct error *error)
{
    struct text d = {0};
    text_add_char(&d, '{');
    hex_add_member(&d, "secret", secret->bytes, HASH_SIZE);
    if (text[0] != '\0')
        json_add_member_string(&d, "text", text);
    text_add_char(&d, '}');
    enum status status = append(sealing->record, "reveal", seat, &d, error);
    text_free(&d);
    return status;
}

enum status sealing_reveal(struct sealing *sealing, int seat,
                           const struct hash *secret, const char *text,
                           struct error *error)
{
    struct step step = begin_step(sealing, seat);
    enum status status =
        sealing_note_reveal(sealing, seat, secret, text, error);
    if (status == STATUS_OK)
        status = append_reveal(sealing, seat, secret, text, error);
    return end_step(sealing, &step, status);
}

/* Adds the entries of a game that ends before it begins. */
static enum status append_forfeit(struct sealing *sealing, int seat,
                                  struct error *error)
{
    struct text d = {0};
    text_addf(&d, "{\"seat\":%d}", seat);
    enum status status = append(sealing->record, "forfeit", 0, &d, error);
    text_clear(&d);
    text_add(&d, "{\"reason\":\"forfeited\",\"scores\":[");
    for (int i = 1; i < sealing->seat_count; i++)
        text_add(&d, i == 1 ? "0" : ",0");
    text_add(&d, "]}");
    if (status == STATUS_OK)
        status = append(sealing->record, "end", 0, &d, error);
    text_free(&d);
    if (status == STATUS_OK)
        status = record_sign(sealing->record, 0, &sealing->keys, error);
    return status;
}

enum status sealing_forfeit(struct sealing *sealing, int seat,
                            struct error *error)
{
    struct step step = begin_step(sealing, seat);
    enum status status = sealing_note_forfeit(sealing, seat, error);
    if (status == STATUS_OK)
        status = append_forfeit(sealing, seat, error);
    return end_step(sealing, &step, status);
}

bool sealing_is_done(const struct sealing *sealing)
{
    for (int i = 1; i < sealing->seat_count; i++)
        if (sealing->seats[i].committed && !sealing->seats[i].revealed)
            return false;
    return all_agreed(sealing);
}

void sealing_master(const struct sealing *sealing, struct hash *master)
{
    struct draw_share shares[SEALING_SEATS_MAX] = {{0}};
    REQUIRE(sealing_is_done(sealing));
    size_t count = 0;
    for (int i = 0; i < sealing->seat_count; i++)
        if (sealing->seats[i].committed)
            shares[count++] = (struct draw_share){
                .seat = (uint8_t)i, .value = sealing->seats[i].secret};
    draw_master(master, &sealing->context, shares, count,
                (struct draw_beacon){0});
    for (size_t i = 0; i < count; i++)
        hash_wipe(&shares[i].value);
}

bool sealing_has_keys(const struct sealing *sealing)
{
    static const uint8_t none[DRAW_KEY_SIZE] = {0};
    return memcmp(sealing->keys.public_key, none, sizeof none) != 0;
}

enum status sealing_open_seal(struct sealing *sealing, struct record *record,
                              int64_t ts, struct error *error)
{
    struct sealing_seat *referee = &sealing->seats[0];
    struct text d = {0};
    text_add_char(&d, '{');
    hex_add_member(&d, "secret", referee->secret.bytes, HASH_SIZE);
    text_add_char(&d, '}');
    enum status status = append_at(record, ts, "reveal", 0, &d, error);
    text_free(&d);
    if (status == STATUS_OK)
        referee->revealed = true;
    return status;
}

enum status sealing_take_secret(struct sealing *sealing,
                                const struct hash *secret,
                                const struct sign_keys *keys,
                                struct error *error)
{
    struct hash commitment = draw_commit(&sealing->context, 0, secret);
    if (!hash_is_equal(&commitment, &sealing->seats[0].commitment) ||
        memcmp(keys->public_key, sealing->seats[0].key, DRAW_KEY_SIZE) != 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "the secret that was kept is not this game's");
    sealing->seats[0].secret = *secret;
    sealing->keys = *keys;
    return STATUS_OK;
}

enum status
sealing_run(struct sealing *sealing,
            const struct contribution *const contributions[MATERIAL_SEATS_MAX],
            struct error *error)
{
    enum status status = STATUS_OK;
    int players = sealing->seat_count - 1;
    for (int i = 0; status == STATUS_OK && i < players; i++) {
        if (contributions[i] == NULL)
            continue;
        struct hash commitment = contribution_commit(
            contributions[i], &sealing->context, (uint8_t)(i + 1));
        status = sealing_commit(sealing, i + 1, &commitment, error);
    }
    if (status == STATUS_OK)
        status = sealing_lock(sealing, error);
    for (int i = 0; status == STATUS_OK && i < players; i++) {
        if (contributions[i] == NULL)
            continue;
        struct signature signature =
            sign_agree(&contributions[i]->keys, &sealing->lock);
        status = sealing_agree(sealing, i + 1, &signature, error);
    }
    for (int i = 0; status == STATUS_OK && i < players; i++)
        if (contributions[i] != NULL)
            status = sealing_reveal(sealing, i + 1, &contributions[i]->secret,
                                    contributions[i]->text, error);
    return status;
}
