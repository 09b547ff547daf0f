#include "net/connect_seal.h"

#include "fair/hex.h"
#include "game/context.h"
#include "game/opening.h"
#include "game/sources.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static enum status refuse(struct error *error, const char *why)
{
    return error_set(error, STATUS_BAD_INPUT, "%s", why);
}

static enum status check_seat(const struct connect_seat *seat,
                              const struct sealing *sealing,
                              struct error *error)
{
    if (seat->seat < 1 || seat->seat >= sealing->seat_count)
        return refuse(error, "the opening has no such seat");
    if (memcmp(sealing->seats[seat->seat].key,
               seat->contribution.keys.public_key, DRAW_KEY_SIZE) != 0)
        return refuse(error, "the opening has another key at this seat");
    if (!sealing->seats[0].committed)
        return refuse(error, "the daemon has not committed before the players");
    return STATUS_OK;
}

static enum status check_opening(const struct connect_seat *seat,
                                 const struct record *record,
                                 const struct sealing *sealing,
                                 int64_t *attempt, struct error *error)
{
    struct json *opening;
    struct ruleset *ruleset;
    enum status status = record_parse_opening(&opening, record, error);
    if (status != STATUS_OK)
        return status;
    status = context_check(&sealing->context, opening, error);
    if (status == STATUS_OK && !opening_is_signed(opening))
        status = refuse(error, "the opening does not say that the players sign "
                               "what they do, so their signatures would not be "
                               "missed");
    json_read_integer(json_get(json_get(opening, "params"), "attempt"),
                      attempt);
    json_free(opening);
    if (status == STATUS_OK)
        status = check_seat(seat, sealing, error);
    if (status != STATUS_OK)
        return status;
    status = sources_ruleset(&ruleset, record, error);
    ruleset_free(ruleset);
    return status;
}

/* A secret is for one context: what was revealed is known, and whoever opens a
 * game again could look for an order that suits. */
static enum status take_context(struct connect_seat *seat,
                                const struct sealing *sealing, int64_t attempt,
                                struct error *error)
{
    if (attempt < 1 || attempt > INT_MAX)
        return refuse(error, "the attempt has no number");
    if (seat->attempt > 0 && hash_is_equal(&seat->context, &sealing->context))
        return STATUS_OK;
    if (attempt <= seat->attempt)
        return refuse(error, "the daemon opens the game again, and does not "
                             "say that it is another attempt");
    if (seat->attempt > 0) {
        hash_random(&seat->contribution.secret);
        seat->contribution.text[0] = '\0';
    }
    seat->attempt = (int)attempt;
    seat->context = sealing->context;
    seat->has_lock = false;
    seat->is_revealed = false;
    seat->taken = CONNECT_TAKEN_NOTHING;
    seat->heads = (struct connect_heads){.has_key = true};
    memcpy(seat->heads.game_id, sealing->game_id, DRAW_GAME_ID_SIZE);
    memcpy(seat->heads.key, sealing->seats[0].key, DRAW_KEY_SIZE);
    return STATUS_OK;
}

enum status connect_seal_commit(struct connect_seat *seat,
                                const struct record *record,
                                struct connect_seal_word *word,
                                struct error *error)
{
    int64_t attempt = 0;
    struct sealing sealing;
    enum status status = sealing_read(&sealing, record, error);
    if (status == STATUS_OK)
        status = check_opening(seat, record, &sealing, &attempt, error);
    if (status == STATUS_OK)
        status = take_context(seat, &sealing, attempt, error);
    if (status == STATUS_OK)
        *word = (struct connect_seal_word){
            .is_there = sealing.seats[seat->seat].committed,
            .commitment = contribution_commit(
                &seat->contribution, &seat->context, (uint8_t)seat->seat)};
    sealing_clear(&sealing);
    return status;
}

/* Reads how far the game is sealed; refused when it is not the game that the
 * seat committed in. */
static enum status read_same(struct sealing *sealing,
                             const struct connect_seat *seat,
                             const struct record *record, struct error *error)
{
    enum status status = sealing_read(sealing, record, error);
    if (status != STATUS_OK)
        return status;
    if (seat->attempt == 0)
        return refuse(error, "this seat came too late to put anything into the "
                             "shuffle");
    if (seat->seat >= sealing->seat_count ||
        !hash_is_equal(&sealing->context, &seat->context))
        return refuse(error, "this is not the opening that this seat has "
                             "committed to");
    return STATUS_OK;
}

void connect_seal_read_told(struct connect_seal_lock *told,
                            const struct json *object)
{
    const char *lock = json_string_of(json_get(object, "lock"));
    const char *words = json_string_of(json_get(object, "proquints"));
    *told = (struct connect_seal_lock){.hex = ""};
    if (lock != NULL)
        snprintf(told->hex, sizeof told->hex, "%s", lock);
    if (words != NULL)
        snprintf(told->proquints, sizeof told->proquints, "%s", words);
}

bool connect_seal_is_any_told(const struct connect_seal_lock *told)
{
    return told->hex[0] != '\0' || told->proquints[0] != '\0';
}

void connect_seal_add_lock(struct text *out, const struct hash *lock)
{
    char words[PROQUINT_LOCK_SIZE];
    proquint_write(words, lock);
    hex_add_member(out, "lock", lock->bytes, HASH_SIZE);
    json_add_member_string(out, "proquints", words);
}

bool connect_seal_is_told(const struct hash *lock,
                          const struct connect_seal_lock *told)
{
    char hex[HASH_HEX_SIZE];
    char words[PROQUINT_LOCK_SIZE];
    hash_to_hex(hex, lock);
    proquint_write(words, lock);
    return (told->hex[0] == '\0' || strcmp(told->hex, hex) == 0) &&
           (told->proquints[0] == '\0' || strcmp(told->proquints, words) == 0);
}

/* Whether what was told of the lock is what the record says. */
static enum status check_told(const struct sealing *sealing,
                              const struct connect_seal_lock *told,
                              struct error *error)
{
    bool is_so = sealing->is_locked ? connect_seal_is_told(&sealing->lock, told)
                                    : !connect_seal_is_any_told(told);
    if (is_so)
        return STATUS_OK;
    return refuse(error, "the lock that was told is not the one in the "
                         "record");
}

static void take(struct connect_seat *seat, enum connect_taken taken)
{
    if (taken > seat->taken)
        seat->taken = taken;
}

/* Notes what the record shows that the seat, and all others, have said. */
static void take_shown(struct connect_seat *seat, const struct sealing *sealing)
{
    const struct sealing_seat *own = &sealing->seats[seat->seat];
    if (own->agreed)
        take(seat, CONNECT_TAKEN_AGREEMENT);
    if (own->revealed)
        take(seat, CONNECT_TAKEN_SECRET);
    if (sealing_is_done(sealing))
        take(seat, CONNECT_TAKEN_ALL);
}

void connect_seal_take(struct connect_seat *seat, const char *stage,
                       int attempt)
{
    if (attempt != seat->attempt)
        return;
    if (strcmp(stage, "agree") == 0)
        take(seat, CONNECT_TAKEN_AGREEMENT);
    else if (strcmp(stage, "reveal") == 0)
        take(seat, CONNECT_TAKEN_SECRET);
}

const char *connect_seal_find_lie(const struct connect_seat *seat,
                                  const struct sealing *sealing)
{
    if (sealing->forfeited == 0)
        return NULL;
    const struct sealing_seat *own = &sealing->seats[seat->seat];
    if (seat->taken == CONNECT_TAKEN_ALL)
        return "the order of our game was sealed to the end, and this record "
               "says that a seat was silent before";
    if (seat->taken >= CONNECT_TAKEN_AGREEMENT && !own->agreed)
        return "the daemon took our seat's signature under the lock, and this "
               "record says that there was none in time";
    if (seat->taken >= CONNECT_TAKEN_SECRET && !own->revealed)
        return "the daemon took our seat's secret, and this record says that "
               "it was not shown in time";
    return NULL;
}

enum status connect_seal_agree(struct connect_seat *seat,
                               const struct record *record,
                               const struct connect_seal_lock *told,
                               struct connect_seal_word *word,
                               struct error *error)
{
    struct sealing sealing;
    enum status status = read_same(&sealing, seat, record, error);
    if (status != STATUS_OK)
        goto done;
    const struct sealing_seat *own = &sealing.seats[seat->seat];
    struct hash commitment = contribution_commit(
        &seat->contribution, &seat->context, (uint8_t)seat->seat);
    if (!sealing.is_locked)
        status = refuse(error, "the lock is not in the record");
    else if (!own->committed || !hash_is_equal(&own->commitment, &commitment))
        status =
            refuse(error, "what this seat committed to is not in the lock");
    else if (seat->has_lock && !hash_is_equal(&seat->lock, &sealing.lock))
        status = refuse(error, "this seat has agreed to another lock already");
    else
        status = check_told(&sealing, told, error);
    if (status != STATUS_OK)
        goto done;
    seat->lock = sealing.lock;
    seat->has_lock = true;
    take_shown(seat, &sealing);
    *word = (struct connect_seal_word){
        .is_there = own->agreed,
        .agreement = sign_agree(&seat->contribution.keys, &seat->lock)};

done:
    sealing_clear(&sealing);
    return status;
}

/* Whether the lock is the one that the seat agreed to. */
static enum status check_lock(const struct connect_seat *seat,
                              const struct sealing *sealing,
                              struct error *error)
{
    if (seat->has_lock && sealing->is_locked &&
        hash_is_equal(&seat->lock, &sealing->lock))
        return STATUS_OK;
    return refuse(error, "this seat has not agreed to the lock in the record");
}

enum status connect_seal_reveal(struct connect_seat *seat,
                                const struct record *record,
                                const struct connect_seal_lock *told,
                                struct connect_seal_word *word,
                                struct error *error)
{
    struct sealing sealing;
    enum status status = read_same(&sealing, seat, record, error);
    if (status == STATUS_OK)
        status = check_lock(seat, &sealing, error);
    if (status == STATUS_OK)
        status = check_told(&sealing, told, error);
    for (int i = 1; status == STATUS_OK && i < sealing.seat_count; i++)
        if (sealing.seats[i].committed && !sealing.seats[i].agreed)
            status = error_set(error, STATUS_BAD_INPUT,
                               "the daemon wants secrets before seat %d has "
                               "agreed to the lock",
                               i);
    if (status == STATUS_OK) {
        word->is_there = sealing.seats[seat->seat].revealed;
        seat->is_revealed = true;
        take_shown(seat, &sealing);
    }
    sealing_clear(&sealing);
    return status;
}

/* Heads of the game can be checked from now on; those of before were not. */
static void take_key(struct connect_seat *seat, const struct sealing *sealing)
{
    if (seat->heads.has_key)
        return;
    seat->heads = (struct connect_heads){.has_key = true};
    memcpy(seat->heads.game_id, sealing->game_id, DRAW_GAME_ID_SIZE);
    memcpy(seat->heads.key, sealing->seats[0].key, DRAW_KEY_SIZE);
}

/* Whether the game may begin, or not begin, as this record says. */
static enum status check_end(const struct connect_seat *seat,
                             const struct sealing *sealing, struct error *error)
{
    const char *lie = connect_seal_find_lie(seat, sealing);
    if (lie != NULL)
        return refuse(error, lie);
    bool has_signed =
        sealing->forfeited == 0 ? seat->attempt > 0 : seat->has_lock;
    enum status status =
        has_signed ? check_lock(seat, sealing, error) : STATUS_OK;
    if (status == STATUS_OK && sealing->forfeited == 0 &&
        !sealing_is_done(sealing))
        status = refuse(error, "the game begins before all secrets are shown");
    return status;
}

enum status connect_seal_done(struct connect_seat *seat,
                              const struct record *record,
                              const struct connect_seal_lock *told,
                              struct error *error)
{
    struct sealing sealing;
    enum status status = seat->attempt == 0
                             ? sealing_read(&sealing, record, error)
                             : read_same(&sealing, seat, record, error);
    if (status == STATUS_OK)
        status = check_end(seat, &sealing, error);
    if (status == STATUS_OK)
        status = check_told(&sealing, told, error);
    if (status == STATUS_OK) {
        take_key(seat, &sealing);
        take_shown(seat, &sealing);
    }
    sealing_clear(&sealing);
    return status;
}
