#include "net/connect_witness.h"

#include "net/connect_seal.h"

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
    *sealed = (struct sealed){.level = 0};
    if (record_parse_opening(&opening, record, &error) != STATUS_OK)
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
    /* That may not have come there before the game was forfeited. */
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
    const char *lie = connect_seal_find_lie(seat, sealing);
    return lie != NULL || seat->attempt == 0
               ? lie
               : find_fault_in_lock(seat, sealing);
}

/* What the seat said, and the record's forfeit says that it did not: it may
 * never have come there, and nobody but the daemon knows. NULL: nothing. */
static const char *find_denied(const struct connect_seat *seat,
                               const struct sealing *sealing)
{
    const struct sealing_seat *own = &sealing->seats[seat->seat];
    if (seat->has_lock && !own->agreed)
        return "our seat signed the lock and this record says that it did not";
    if (seat->is_revealed && !own->revealed)
        return "our seat showed its secret and this record says that it did "
               "not";
    return NULL;
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
    bool is_forfeited = sealed->sealing.forfeited != 0;
    if (sealed->level == 0)
        return false;
    for (int i = 0; i < witness->seat_count; i++)
        if (witness->was_played ||
            (witness->seats[i]->has_lock && !is_forfeited))
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

/* No head was seen, and none must have been. None is told of a game that was
 * forfeited before it began: its record is all that there is of it, and by
 * itself it is not good. */
static enum verify_answer say_no_head(const struct connect_witness *witness,
                                      const struct sealed *sealed,
                                      struct text *says, const char **lack)
{
    if (sealed->level == 0)
        text_add(says, "the order was open, so nothing shows that this record "
                       "is of the game that was played here");
    else
        text_add(says, "no signed head of this game was seen here");
    if (sealed->level > 0 && witness->seat_count > 0 &&
        sealed->sealing.forfeited == 0)
        *lack = "nothing of it was signed for our seat";
    return VERIFY_OPEN;
}

/* That the daemon went back behind what it had signed while the game was
 * played, as after a restore from a backup, is not the record's fault; but
 * nobody can tell it from a daemon that cheats. */
static bool is_any_gone(const struct connect_witness *witness,
                        struct text *says)
{
    const struct connect_head *gone = witness->gone;
    if (gone == NULL)
        return false;
    text_addf(says,
              "; but entry %lld, which was signed before, is not: the daemon "
              "was restored from a backup, or it cheats",
              (long long)gone->entry);
    return true;
}

static enum verify_answer ask_head(const struct connect_witness *witness,
                                   const struct record *record,
                                   const struct sealed *sealed,
                                   struct text *says, const char **lack)
{
    const struct connect_head *head = newest_head(witness);
    if (head == NULL && needs_head(witness, sealed)) {
        text_add(says, "no signed head of this game was seen here, although "
                       "our seat played in it (game.rejoin brings the newest)");
        return VERIFY_WRONG;
    }
    if (head == NULL)
        return say_no_head(witness, sealed, says, lack);
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
    if (is_any_gone(witness, says)) {
        *lack = "the daemon went back behind what it had signed";
        return VERIFY_OPEN;
    }
    if (!was_over(witness) || head->entry >= find_end(record))
        return VERIFY_GOOD;
    text_add(says, "; but the game was over here before its end was signed");
    *lack = "its end was not signed for our seat";
    return VERIFY_OPEN;
}

/* Whether the record denies what one of our seats has said. */
static bool is_any_denied(const struct connect_witness *witness,
                          const struct sealed *sealed, struct text *says,
                          const char **lack)
{
    const char *denied = NULL;
    if (sealed->sealing.forfeited == 0)
        return false;
    for (int i = 0; denied == NULL && i < witness->seat_count; i++)
        denied = find_denied(witness->seats[i], &sealed->sealing);
    if (denied == NULL)
        return false;
    text_clear(says);
    text_addf(says, "%s: the daemon lies, or it never came there", denied);
    *lack = denied;
    return true;
}

/* What our seat did behind its newest signature: a seat with a head signs all
 * that it does. Nothing that the record says is wrong by that, so it is a lack:
 * it is the daemon's word, and it may be that our last one never came there. */
static bool is_all_signed(const struct connect_witness *witness,
                          const struct verify_report *report, struct text *says)
{
    const char *before = "; but our seats have not signed all that they did, "
                         "so it is the daemon's word: choices without a "
                         "signature are, by seat, ";
    bool is_all = true;
    for (int i = 0; i < witness->seat_count; i++) {
        const struct connect_seat *own = witness->seats[i];
        if (own->seat < 1 || own->seat >= report->seat_count ||
            connect_heads_newest(&own->heads) == NULL ||
            report->seats[own->seat].unsigned_choices == 0)
            continue;
        text_addf(says, "%s%d: %d", before, own->seat,
                  report->seats[own->seat].unsigned_choices);
        before = ", ";
        is_all = false;
    }
    return is_all;
}

void connect_witness_ask(const struct connect_witness *witness,
                         const struct record *record,
                         struct verify_report *report)
{
    struct sealed sealed;
    struct text says = {0};
    const char *lack = NULL;
    const char *fault = NULL;
    read_sealed(&sealed, record);
    for (int i = 0; fault == NULL && i < witness->seat_count; i++)
        fault = find_fault(witness->seats[i], &sealed);
    enum verify_answer answer = VERIFY_WRONG;
    if (fault != NULL)
        text_add(&says, fault);
    else
        answer = ask_head(witness, record, &sealed, &says, &lack);
    if (answer != VERIFY_WRONG && is_any_denied(witness, &sealed, &says, &lack))
        answer = VERIFY_OPEN;
    bool is_ours = answer == VERIFY_WRONG || find_end(record) == 0 ||
                   is_all_signed(witness, report, &says);
    if (!is_ours)
        answer = VERIFY_OPEN;
    verify_add_check(report, "seen", answer, text_string(&says));
    if (lack != NULL)
        verify_add_lack(report, lack);
    if (!is_ours)
        verify_add_lack(report, "our seat has not signed all that it did");
    text_free(&says);
    sealing_clear(&sealed.sealing);
}
