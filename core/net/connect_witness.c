#include "net/connect_witness.h"

#include "game/sealing.h"

#include <string.h>

/* How the order of a record's game was sealed. */
struct sealed {
    int64_t level;
    bool is_read; /* the rest is known */
    struct sealing sealing;
};

static void read_sealed(struct sealed *sealed, const struct record *record)
{
    struct json *opening;
    struct error error;
    struct record_entry first = record_entry(record, 0);
    *sealed = (struct sealed){.level = 0};
    if (record_parse(&opening, &first, &error) != STATUS_OK)
        return;
    json_read_integer(json_get(opening, "level"), &sealed->level);
    json_free(opening);
    if (sealed->level > 0)
        sealed->is_read =
            sealing_read(&sealed->sealing, record, &error) == STATUS_OK;
}

/* What is wrong with the lock, for a seat that has committed; NULL: nothing. */
static const char *find_fault_in_lock(const struct connect_seat *seat,
                                      const struct sealing *sealing)
{
    const struct sealing_seat *own = &sealing->seats[seat->seat];
    struct hash commitment = contribution_commit(
        &seat->contribution, &seat->context, (uint8_t)seat->seat);
    if (!hash_is_equal(&seat->context, &sealing->context))
        return "this is not the opening that our seat has committed to";
    if (!own->committed || !hash_is_equal(&commitment, &own->commitment))
        return "what our seat committed to is not in this record";
    if (seat->has_lock && !hash_is_equal(&seat->lock, &sealing->lock))
        return "this is not the lock that our seat has agreed to";
    if (!seat->has_lock && own->agreed)
        return "our seat has not agreed to the lock, and this record says so";
    /* Who was silent, or cut off, before it could say so has forfeited. */
    if (seat->has_lock && !own->agreed && sealing->forfeited == 0)
        return "that our seat agreed to the lock is not in this record";
    return NULL;
}

/* What the seat finds wrong with the record; NULL: nothing. */
static const char *find_fault(const struct connect_seat *seat,
                              const struct sealed *sealed)
{
    const struct sealing *sealing = &sealed->sealing;
    const struct connect_heads *heads = &seat->heads;
    if (sealed->level < seat->level)
        return "the order of our game was to be sealed, and that of this "
               "record's was not";
    if (sealed->level == 0)
        return NULL;
    if (!sealed->is_read)
        return "how the order was sealed cannot be read in this record";
    if (heads->has_key &&
        (memcmp(heads->game_id, sealing->game_id, DRAW_GAME_ID_SIZE) != 0 ||
         memcmp(heads->key, sealing->seats[0].key, DRAW_KEY_SIZE) != 0))
        return "this record is of another game than the one that was played "
               "here";
    if (seat->seat < 1 || seat->seat >= sealing->seat_count ||
        memcmp(sealing->seats[seat->seat].key,
               seat->contribution.keys.public_key, DRAW_KEY_SIZE) != 0)
        return "another key than ours stands at our seat";
    return seat->attempt == 0 ? NULL : find_fault_in_lock(seat, sealing);
}

/* The newest head that was seen; NULL: none was. */
static const struct connect_head *
newest_head(const struct connect_witness *witness)
{
    const struct connect_head *newest =
        witness->watched == NULL ? NULL
                                 : connect_heads_newest(witness->watched);
    for (int i = 0; i < witness->seat_count; i++) {
        const struct connect_head *head =
            connect_heads_newest(&witness->seats[i]->heads);
        if (newest == NULL || (head != NULL && head->entry > newest->entry))
            newest = head;
    }
    return newest;
}

/* Whether a head must have come here: a daemon that signs none could show
 * everybody another record. */
static bool needs_head(const struct connect_witness *witness,
                       const struct sealed *sealed)
{
    if (sealed->level == 0 || sealed->sealing.forfeited != 0)
        return false;
    for (int i = 0; i < witness->seat_count; i++)
        if (witness->seats[i]->has_lock || witness->was_played)
            return true;
    return false;
}

/* The number of the entry that ends the game; 0: there is none. */
static int find_end(const struct record *record)
{
    int at = record_count(record) - 1;
    while (at > 0 && strcmp(record_entry(record, at).type, "end") != 0)
        at--;
    return at;
}

/* Whether we were told that it was over. */
static bool was_over(const struct connect_witness *witness)
{
    for (int i = 0; i < witness->seat_count; i++)
        if (witness->seats[i]->over_ms > 0)
            return true;
    return false;
}

static enum verify_answer ask_head(const struct connect_witness *witness,
                                   const struct record *record,
                                   const struct sealed *sealed,
                                   struct text *says)
{
    const struct connect_head *head = newest_head(witness);
    if (head == NULL && needs_head(witness, sealed)) {
        text_add(says, "no signed head of this game was seen here, although "
                       "our seat played in it (game.rejoin brings the newest)");
        return VERIFY_WRONG;
    }
    if (head == NULL) {
        text_add(says, sealed->level == 0
                           ? "the order was open, so nothing shows that this "
                             "record is of the game that was played here"
                           : "no signed head of this game was seen here");
        return VERIFY_OPEN;
    }
    if (!connect_head_is_in(head, record)) {
        text_addf(says,
                  "entry %lld, which was signed while the game was played, is "
                  "not in this record",
                  (long long)head->entry);
        return VERIFY_WRONG;
    }
    text_addf(says,
              "entry %lld, the newest that was signed while the game was "
              "played, is in this record",
              (long long)head->entry);
    if (!was_over(witness) || head->entry >= find_end(record))
        return VERIFY_GOOD;
    text_add(says, "; but the game was over here before its end was signed");
    return VERIFY_OPEN;
}

enum verify_answer connect_witness_ask(const struct connect_witness *witness,
                                       const struct record *record,
                                       struct text *says)
{
    struct sealed sealed;
    const char *fault = NULL;
    read_sealed(&sealed, record);
    for (int i = 0; fault == NULL && i < witness->seat_count; i++)
        fault = find_fault(witness->seats[i], &sealed);
    enum verify_answer answer = VERIFY_WRONG;
    if (fault != NULL)
        text_add(says, fault);
    else
        answer = ask_head(witness, record, &sealed, says);
    sealing_clear(&sealed.sealing);
    return answer;
}
