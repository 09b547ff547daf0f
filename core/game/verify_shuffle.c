/*
 * verify_shuffle -- whether the draws and rolls of a record are those that its
 * secrets, or its seed, give.
 */

#include "game/verify_inside.h"

#include "fair/deck.h"
#include "game/chance.h"
#include "game/game.h"
#include "script/position.h"

#include <stdlib.h>
#include <string.h>

/* A pile as the opening lists it: where its items start in the list. */
struct listed_pile {
    char name[PILE_NAME_SIZE];
    size_t first;
    int count;
    struct deck deck;
};

/* What the end of the record shows of a hand. */
struct listed_hand {
    struct json *d; /* owned; NULL: nothing */
    size_t next;    /* the item that the next draw must be */
};

struct listed {
    int pile_count;
    struct listed_pile piles[MATERIAL_PILES_MAX];
    int label_count;
    struct chance_label labels[CHANCE_LABELS_MAX];
    struct listed_hand hands[SEALING_SEATS_MAX]; /* by seat */
};

/* Reads what each hand got unseen, as the end of the record shows it. */
static bool list_hands(struct listed *listed, const struct record *record,
                       struct error *error)
{
    for (int seq = 0; seq < record_count(record); seq++) {
        struct record_entry entry = record_entry(record, seq);
        int64_t seat = 0;
        if (strcmp(entry.type, "hand") != 0)
            continue;
        struct json *d = NULL;
        error_set(error, STATUS_BAD_INPUT,
                  "the entries that show the hands cannot be read");
        if (entry.by != 0 || record_parse(&d, &entry, error) != STATUS_OK)
            return false;
        json_read_integer(json_get(d, "seat"), &seat);
        if (seat < 1 || seat >= SEALING_SEATS_MAX ||
            listed->hands[seat].d != NULL) {
            json_free(d);
            return false;
        }
        listed->hands[seat].d = d;
    }
    return true;
}

/* Whether each item that the hands show was drawn. */
static bool are_hands_used(const struct listed *listed)
{
    for (int seat = 0; seat < SEALING_SEATS_MAX; seat++) {
        const struct listed_hand *hand = &listed->hands[seat];
        if (hand->next != json_size(json_get(hand->d, "items")))
            return false;
    }
    return true;
}

static void free_listed(struct listed *listed)
{
    for (int seat = 0; seat < SEALING_SEATS_MAX; seat++)
        json_free(listed->hands[seat].d);
    free(listed);
}

/* The item of a draw: what the entry says or, when it went to a hand unseen,
 * what that hand shows in the end; NULL when it is nowhere. */
static const char *item_of(struct listed *listed, const struct json *d)
{
    int64_t seat = 0;
    if (json_get(d, "tiles") != NULL)
        return json_string_of(json_at(json_get(d, "tiles"), 0));
    json_read_integer(json_get(d, "hand"), &seat);
    if (seat < 1 || seat >= SEALING_SEATS_MAX)
        return NULL;
    struct listed_hand *hand = &listed->hands[seat];
    return json_string_of(json_at(json_get(hand->d, "items"), hand->next++));
}

/* The pile of a name, the one listed last or a new one; NULL where it cannot
 * be: there are too many, or it was listed before others. */
static struct listed_pile *pile_of(struct listed *listed, const char *name,
                                   size_t size, size_t index)
{
    for (int i = 0; i < listed->pile_count; i++) {
        struct listed_pile *pile = &listed->piles[i];
        if (strlen(pile->name) == size && memcmp(pile->name, name, size) == 0)
            return i == listed->pile_count - 1 ? pile : NULL;
    }
    if (listed->pile_count == MATERIAL_PILES_MAX)
        return NULL;
    struct listed_pile *pile = &listed->piles[listed->pile_count++];
    memcpy(pile->name, name, size);
    pile->first = index;
    return pile;
}

/* Reads "PILE/ITEM" names into piles and seals their decks. */
static bool list_piles(struct listed *listed, const struct json *tiles,
                       const struct hash *master)
{
    for (size_t i = 0; i < json_size(tiles); i++) {
        const char *name = json_string_of(json_at(tiles, i));
        const char *stroke = name == NULL ? NULL : strchr(name, '/');
        if (stroke == NULL || (size_t)(stroke - name) >= PILE_NAME_SIZE)
            return false;
        struct listed_pile *pile =
            pile_of(listed, name, (size_t)(stroke - name), i);
        if (pile == NULL || ++pile->count > PILE_ITEMS_MAX)
            return false;
    }
    for (int i = 0; i < listed->pile_count; i++) {
        struct pile pile;
        if (!pile_is_name(listed->piles[i].name))
            return false;
        pile_init(&pile, listed->piles[i].name, listed->piles[i].count);
        deck_seal(&listed->piles[i].deck, &pile, master, 0);
    }
    return true;
}

/* What is known of a draw. */
enum known {
    KNOWN,
    KNOWN_BY_RULES, /* the deck is out: only they know what was put back */
    KNOWN_LATER, /* to a hand, and the record is cut off before it is shown */
};

static bool is_hidden(struct listed *listed, const struct json *d)
{
    int64_t seat = 0;
    json_read_integer(json_get(d, "hand"), &seat);
    return seat >= 1 && seat < SEALING_SEATS_MAX &&
           listed->hands[seat].d == NULL;
}

/* Whether the draw is the next of its deck, as far as it is known. */
static bool is_next_draw(struct listed *listed, const struct json *d,
                         const struct json *tiles, bool has_end,
                         enum known *known)
{
    const char *label = json_string_of(json_get(d, "label"));
    const char *item = item_of(listed, d);
    bool is_later = !has_end && is_hidden(listed, d);
    *known = is_later ? KNOWN_LATER : KNOWN;
    if (item == NULL && is_later)
        item = "";
    for (int i = 0; label != NULL && item != NULL && i < listed->pile_count;
         i++) {
        struct listed_pile *pile = &listed->piles[i];
        if (strcmp(pile->name, label) != 0)
            continue;
        if (deck_left(&pile->deck) == 0) {
            *known = KNOWN_BY_RULES;
            return true;
        }
        size_t index = pile->first + (size_t)deck_next(&pile->deck);
        if (is_later)
            return true;
        const char *name = json_string_of(json_at(tiles, index));
        return strcmp(name + strlen(pile->name) + 1, item) == 0;
    }
    return false;
}

static bool is_next_roll(struct listed *listed, const struct json *d,
                         const struct hash *master)
{
    const char *label = json_string_of(json_get(d, "label"));
    int64_t k = -1, sides = 0, value = 0;
    json_read_integer(json_get(d, "k"), &k);
    json_read_integer(json_get(d, "sides"), &sides);
    json_read_integer(json_get(d, "value"), &value);
    if (label == NULL || strlen(label) >= POSITION_ROLL_SIZE || sides < 1 ||
        sides > UINT32_MAX)
        return false;
    int i = 0;
    while (i < listed->label_count &&
           strcmp(listed->labels[i].label, label) != 0)
        i++;
    if (i == CHANCE_LABELS_MAX)
        return false;
    struct chance_label *counted = &listed->labels[i];
    if (i == listed->label_count) {
        memcpy(counted->label, label, strlen(label) + 1);
        listed->label_count++;
    }
    return k == (int64_t)counted->count++ &&
           value == draw_roll(master, label, (uint64_t)k, (uint32_t)sides);
}

/* Checks one entry if it is of chance; counts it. */
static bool check_outcome(struct verify *verify, struct listed *listed, int seq,
                          int *counts)
{
    struct record_entry entry = record_entry(verify->record, seq);
    bool is_draw = strcmp(entry.type, "draw") == 0;
    struct json *d;
    struct error error;
    if (!is_draw && strcmp(entry.type, "roll") != 0)
        return true;
    if (record_parse(&d, &entry, &error) != STATUS_OK) {
        error_prefix(&error, "entry %d (%s)", seq, entry.type);
        return verify_fail(verify, "shuffle", &error);
    }
    enum known known = KNOWN;
    bool good =
        is_draw ? is_next_draw(listed, d, json_get(verify->opening, "tiles"),
                               verify_has_end(verify), &known)
                : is_next_roll(listed, d, &verify->master);
    json_free(d);
    if (!good)
        return verify_say(
            verify, "shuffle", VERIFY_WRONG,
            "entry %d (%s) is not what the %s there", seq, entry.type,
            verify->level == GAME_LEVEL_SEALED ? "secrets give" : "seed gives");
    counts[known == KNOWN_LATER      ? 3
           : known == KNOWN_BY_RULES ? 2
           : is_draw                 ? 0
                                     : 1]++;
    return true;
}

bool verify_shuffle_check(struct verify *verify)
{
    if (verify->sealing.forfeited > 0)
        return verify_say(verify, "shuffle", VERIFY_GOOD, "no tile was drawn");
    if (!verify->has_master) {
        if (verify->level == GAME_LEVEL_SEALED &&
            sealing_is_done(&verify->sealing))
            verify_lack(verify, "its seal is not opened");
        return verify_say(
            verify, "shuffle", VERIFY_OPEN,
            verify->level == GAME_LEVEL_SEALED
                ? "the referee has not opened its seal, so the order is "
                  "not verified"
                : "without the seal nothing is known of the order");
    }
    struct listed *listed = calloc(1, sizeof *listed);
    /* Draws, rolls, draws of what went back, and of what hands hold. */
    int counts[4] = {0, 0, 0, 0};
    if (listed == NULL) {
        verify_lack(verify, "its draws were not compared");
        return verify_say(verify, "shuffle", VERIFY_OPEN, "no memory is left");
    }
    bool good =
        list_piles(listed, json_get(verify->opening, "tiles"), &verify->master);
    struct error error;
    if (good && !list_hands(listed, verify->record, &error)) {
        free_listed(listed);
        return verify_fail(verify, "shuffle", &error);
    }
    if (!good) {
        free_listed(listed);
        verify_lack(verify, "its draws were not compared");
        return verify_say(
            verify, "shuffle", verify->has_sources ? VERIFY_WRONG : VERIFY_OPEN,
            "entry 0 (open) does not list items by pile, as PILE/ITEM, "
            "so draws cannot be compared");
    }
    for (int seq = 0; good && seq < record_count(verify->record); seq++)
        good = check_outcome(verify, listed, seq, counts);
    bool all_shown = are_hands_used(listed);
    free_listed(listed);
    if (!good)
        return false;
    if (!all_shown)
        return verify_say(verify, "shuffle", VERIFY_WRONG,
                          "a hand shows more in the end than it drew");
    if (counts[3] > 0)
        return verify_say(
            verify, "shuffle", VERIFY_OPEN,
            "draws (%d) and rolls (%d) are what the secrets or the seed give "
            "there; the record ends before it shows what hands drew (%d)",
            counts[0], counts[1], counts[3]);
    if (counts[2] > 0)
        return verify_say(
            verify, "shuffle", VERIFY_OPEN,
            "draws (%d) and rolls (%d) are what the secrets or the "
            "seed give there; %d more draws, of items that went back, "
            "are checked with the choices",
            counts[0], counts[1], counts[2]);
    return verify_say(
        verify, "shuffle", VERIFY_GOOD,
        verify->level == GAME_LEVEL_SEALED
            ? "each of the draws (%d) and rolls (%d) is what the "
              "secrets together give there"
            : "each of the draws (%d) and rolls (%d) is what the seed "
              "gives there",
        counts[0], counts[1]);
}
