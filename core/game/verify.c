#include "game/verify.h"

#include "base/json.h"
#include "fair/deck.h"
#include "fair/hex.h"
#include "fair/proquint.h"
#include "game/context.h"
#include "game/game.h"
#include "game/scene.h"
#include "game/sources.h"
#include "game/verify_replay.h"
#include "script/host_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    EVENTS_SIZE_MAX = 16 << 20,
    PLAY_CPU_S = 20,
    PLAY_DEADLINE_MS = 40000,
};

/* A verification on its way. */
struct verify {
    struct verify_report *report;
    const char *bytes;
    size_t size;
    struct worker_server *server; /* borrowed; may be NULL */
    struct record *record;        /* owned */
    struct json *opening;         /* owned: d of the first entry */
    int64_t level;
    bool has_sources;
    struct sealing sealing;
    struct hash master;
    bool has_master;
    const struct json *end; /* d of the end; NULL: there is none */
    struct json *end_root;  /* owned */
};

/* Adds a check and its sentence. Returns whether the list goes on. */
static bool say(struct verify *verify, const char *name,
                enum verify_answer answer, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool say(struct verify *verify, const char *name,
                enum verify_answer answer, const char *format, ...)
{
    struct verify_report *report = verify->report;
    REQUIRE(report->count < VERIFY_CHECKS_MAX);
    struct verify_check *check = &report->checks[report->count++];
    struct text sentence = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&sentence, format, arguments);
    va_end(arguments);
    /* What strangers wrote may be in it. */
    host_text_show(check->says, text_string(&sentence), sentence.size,
                   VERIFY_SAID_MAX);
    text_free(&sentence);
    check->name = name;
    check->answer = answer;
    return answer != VERIFY_WRONG;
}

/* What was played --------------------------------------------------------- */

/* Adds the value, a text as it is. */
static void add_value(struct text *out, const struct json *value)
{
    const char *text = json_string_of(value);
    if (text != NULL)
        text_add(out, text);
    else
        json_add_value(out, value);
}

/* Adds ", variants a, b", then ", NAME = VALUE" for the options. */
static void add_choices(struct text *out, const struct json *params)
{
    const struct json *variants = json_get(params, "variants");
    struct json_walk walk = json_walk(json_get(params, "options"));
    for (size_t i = 0; i < json_size(variants); i++) {
        text_add(out, i == 0 ? "; variants: " : ", ");
        add_value(out, json_at(variants, i));
    }
    for (const char *before = "; options: "; json_walk_next(&walk);
         before = ", ") {
        text_addf(out, "%s%s = ", before, walk.key);
        add_value(out, walk.value);
    }
}

/* Adds "2026-05-01 12:00 UTC", by the referee's clock. */
static void add_date(struct text *out, int64_t ms)
{
    char date[40];
    struct tm parts;
    time_t seconds = (time_t)(ms / 1000);
    if (gmtime_r(&seconds, &parts) != NULL &&
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &parts) > 0)
        text_addf(out, "; begun %s", date);
}

/* Fills in what the report says was played. */
static void say_played(struct verify *verify)
{
    const struct json *params = json_get(verify->opening, "params");
    const char *game = json_string_of(json_get(params, "game"));
    struct text out = {0};
    if (game == NULL)
        return;
    text_add(&out, game);
    add_choices(&out, params);
    text_add(&out, verify->level == GAME_LEVEL_OPEN ? "; from a seed (level 0)"
                                                    : "; sealed");
    if (verify->level != GAME_LEVEL_OPEN)
        text_addf(&out, " (level %lld)", (long long)verify->level);
    add_date(&out, record_entry(verify->record, 0).ts);
    host_text_show(verify->report->played, text_string(&out), out.size,
                   VERIFY_SAID_MAX);
    text_free(&out);
}

bool verify_is_record(const char *bytes, size_t size)
{
    static const char START[] = "E {";
    const size_t start_size = sizeof START - 1;
    const char *end = bytes + size;
    while ((size_t)(end - bytes) >= start_size) {
        if (memcmp(bytes, START, start_size) == 0)
            return true;
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (newline == NULL)
            return false;
        bytes = newline + 1;
    }
    return false;
}

/* The record -------------------------------------------------------------- */

static bool check_chain(struct verify *verify)
{
    struct error error;
    if (record_read(&verify->record, verify->bytes, verify->size, &error) !=
        STATUS_OK)
        return say(verify, "chain", VERIFY_WRONG, "%s", error.text);
    int count = record_count(verify->record);
    if (count == 0)
        return say(verify, "chain", VERIFY_WRONG, "the record is empty");
    char head[HASH_HEX_SIZE];
    struct hash hash = record_head(verify->record);
    hash_to_hex(head, &hash);
    struct record_entry entry = record_entry(verify->record, 0);
    if (record_parse(&verify->opening, &entry, &error) != STATUS_OK)
        return say(verify, "chain", VERIFY_WRONG, "%s", error.text);
    verify->level = -1;
    if (!json_read_integer(json_get(verify->opening, "level"), &verify->level))
        return say(verify, "chain", VERIFY_WRONG,
                   "entry 0 (open) does not say how the order came about: it "
                   "has no level");
    say_played(verify);
    return say(verify, "chain", VERIFY_GOOD,
               "%d entries, each with the hash of the one before it; the last "
               "hash is %s",
               count, head);
}

static bool check_signatures(struct verify *verify)
{
    int checked = 0, newest = -1, last = record_count(verify->record) - 1;
    for (int i = 0; i < record_signature_count(verify->record); i++) {
        struct record_signature signature = record_signature(verify->record, i);
        if (!signature.is_checked)
            continue;
        checked++;
        if (signature.by == 0 && signature.seq > newest)
            newest = signature.seq;
    }
    if (checked == 0)
        return say(verify, "signatures", VERIFY_OPEN,
                   "nobody signed this record: whoever has it could have "
                   "written it anew");
    if (newest < 0)
        return say(verify, "signatures", VERIFY_OPEN,
                   "%d signatures are good, but the referee signed nothing: "
                   "whoever has this record could have written it anew",
                   checked);
    if (newest < last)
        return say(verify, "signatures", VERIFY_OPEN,
                   "%d signatures are good; the referee's newest is of entry "
                   "%d, and the entries after it, up to %d, are not signed",
                   checked, newest, last);
    return say(verify, "signatures", VERIFY_GOOD,
               "%d signatures are good; the referee signed the last entry, %d, "
               "and with it all before",
               checked, last);
}

/* How many entries of the type there are. */
static int count_entries(const struct record *record, const char *type)
{
    int count = 0;
    for (int seq = 0; seq < record_count(record); seq++)
        count += strcmp(record_entry(record, seq).type, type) == 0;
    return count;
}

static bool check_sources(struct verify *verify)
{
    struct error error;
    struct ruleset *ruleset;
    verify->has_sources = count_entries(verify->record, "source") > 0;
    if (!verify->has_sources)
        return say(verify, "rules", VERIFY_OPEN,
                   "there are no scripts in this record, so nobody can tell "
                   "from it what was allowed");
    if (sources_ruleset(&ruleset, verify->record, &error) != STATUS_OK)
        return say(verify, "rules", VERIFY_WRONG, "%s", error.text);
    char hash[HASH_HEX_SIZE];
    hash_to_hex(hash, &ruleset->hash);
    int count = ruleset->source_count;
    ruleset_free(ruleset);
    return say(verify, "rules", VERIFY_GOOD,
               "the %d scripts in the record are those whose hash the opening "
               "names: %s",
               count, hash);
}

/* Sealing ----------------------------------------------------------------- */

/* Whether a player put something into the shuffle. What was signed with the
 * referee's own key is the referee's. */
static bool has_contributed(const struct sealing *sealing, int seat)
{
    const struct sealing_seat *of = &sealing->seats[seat];
    return of->committed &&
           memcmp(of->key, sealing->seats[0].key, DRAW_KEY_SIZE) != 0;
}

/* What seats are called is for the rules to say; here they have numbers. */
static void list_contributors(const struct verify *verify, struct text *out)
{
    const struct sealing *sealing = &verify->sealing;
    for (int i = 1; i < sealing->seat_count; i++)
        if (has_contributed(sealing, i))
            text_addf(out, "%s%d", out->size == 0 ? "" : ", ", i);
}

/* A game that ended before it began, since a seat was silent: whether there is
 * nothing in it but its beginning and that end. sealing_read has looked at the
 * order of things. */
static bool check_forfeit(struct verify *verify, const char *words)
{
    static const char *const types[] = {"open",  "source", "commit",  "lock",
                                        "agree", "reveal", "forfeit", "end"};
    const struct sealing *sealing = &verify->sealing;
    int seat = sealing->forfeited;
    for (int seq = 0; seq < record_count(verify->record); seq++) {
        struct record_entry entry = record_entry(verify->record, seq);
        bool is_known = false;
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
            is_known = is_known || strcmp(entry.type, types[i]) == 0;
        if (!is_known)
            return say(verify, "seal", VERIFY_WRONG,
                       "entry %d (%s) has no place in a game that a seat "
                       "forfeited before it began",
                       seq, entry.type);
    }
    return say(verify, "seal", VERIFY_GOOD,
               "seat %d %s, so it forfeited the game before it began, and no "
               "tile was drawn; the lock was %s",
               seat,
               sealing->seats[seat].agreed
                   ? "signed the lock and then did not show its secret"
                   : "committed and then did not sign the lock",
               words);
}

static bool check_seal(struct verify *verify)
{
    struct error error;
    struct hash context;
    struct sealing *sealing = &verify->sealing;
    if (sealing_read(sealing, verify->record, &error) != STATUS_OK)
        return say(verify, "seal", VERIFY_WRONG, "%s", error.text);
    if (!context_compute(&context, verify->opening) ||
        !hash_is_equal(&context, &sealing->context))
        return say(verify, "seal", VERIFY_WRONG,
                   "the context in entry 0 (open) is not that of the game, "
                   "rules, items and keys which the entry names");
    char words[PROQUINT_LOCK_SIZE];
    struct text seats = {0};
    proquint_write(words, &sealing->lock);
    if (sealing->forfeited > 0)
        return check_forfeit(verify, words);
    if (!sealing_is_done(sealing))
        return say(verify, "seal", VERIFY_OPEN,
                   "the game was not begun: not all have locked and revealed "
                   "what they put in");
    list_contributors(verify, &seats);
    bool goes_on =
        seats.size == 0
            ? say(verify, "seal", VERIFY_OPEN,
                  "server only: no player put anything into the shuffle, so "
                  "the referee could have chosen the order; the lock is %s",
                  words)
            : say(verify, "seal", VERIFY_GOOD,
                  "the referee committed first, then seat %s; they signed the "
                  "lock %s before any secret was shown, and every secret is "
                  "the one committed to",
                  text_string(&seats), words);
    text_free(&seats);
    return goes_on;
}

static bool find_master(struct verify *verify)
{
    if (verify->level == GAME_LEVEL_OPEN) {
        const char *seed = json_string_of(json_get(verify->opening, "seed"));
        if (seed == NULL || strlen(seed) >= GAME_SEED_SIZE)
            return say(verify, "seal", VERIFY_WRONG,
                       "entry 0 (open) has no seed, or too long a one");
        draw_seed_from_text(&verify->master, seed);
        verify->has_master = true;
        return say(
            verify, "seal", VERIFY_OPEN,
            "nothing was sealed: the order comes from the seed '%s', and "
            "whoever chose it could know the order",
            seed);
    }
    if (verify->level != GAME_LEVEL_SEALED)
        return say(verify, "seal", VERIFY_OPEN,
                   "this game is of level %lld, whose seal cannot be checked "
                   "here",
                   (long long)verify->level);
    if (!check_seal(verify))
        return false;
    if (!sealing_is_done(&verify->sealing) ||
        !verify->sealing.seats[0].revealed)
        return true;
    sealing_master(&verify->sealing, &verify->master);
    verify->has_master = true;
    return true;
}

/* Draws ------------------------------------------------------------------- */

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
static bool list_hands(struct listed *listed, const struct record *record)
{
    struct error error;
    for (int seq = 0; seq < record_count(record); seq++) {
        struct record_entry entry = record_entry(record, seq);
        int64_t seat = 0;
        if (strcmp(entry.type, "hand") != 0)
            continue;
        struct json *d;
        bool good =
            entry.by == 0 && record_parse(&d, &entry, &error) == STATUS_OK;
        if (!good)
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

/* Reads "PILE/ITEM" names into piles and seals their decks. */
static bool list_piles(struct listed *listed, const struct json *tiles,
                       const struct hash *master)
{
    for (size_t i = 0; i < json_size(tiles); i++) {
        const char *name = json_string_of(json_at(tiles, i));
        const char *stroke = name == NULL ? NULL : strchr(name, '/');
        if (stroke == NULL || (size_t)(stroke - name) >= PILE_NAME_SIZE)
            return false;
        size_t size = (size_t)(stroke - name);
        struct listed_pile *pile = listed->pile_count == 0
                                       ? NULL
                                       : &listed->piles[listed->pile_count - 1];
        if (pile == NULL || strlen(pile->name) != size ||
            memcmp(pile->name, name, size) != 0) {
            if (listed->pile_count == MATERIAL_PILES_MAX)
                return false;
            pile = &listed->piles[listed->pile_count++];
            memcpy(pile->name, name, size);
            pile->first = i;
        }
        if (++pile->count > PILE_ITEMS_MAX)
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

/* Whether the draw is the next of its deck. *unknown: the deck is out, and
 * only the rules know what was put back. */
static bool is_next_draw(struct listed *listed, const struct json *d,
                         const struct json *tiles, bool *unknown)
{
    const char *label = json_string_of(json_get(d, "label"));
    const char *item = item_of(listed, d);
    for (int i = 0; label != NULL && item != NULL && i < listed->pile_count;
         i++) {
        struct listed_pile *pile = &listed->piles[i];
        if (strcmp(pile->name, label) != 0)
            continue;
        *unknown = deck_left(&pile->deck) == 0;
        if (*unknown)
            return true;
        size_t index = pile->first + (size_t)deck_next(&pile->deck);
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
    if (record_parse(&d, &entry, &error) != STATUS_OK)
        return say(verify, "shuffle", VERIFY_WRONG, "entry %d (%s): %s", seq,
                   entry.type, error.text);
    bool unknown = false;
    bool good = is_draw
                    ? is_next_draw(listed, d,
                                   json_get(verify->opening, "tiles"), &unknown)
                    : is_next_roll(listed, d, &verify->master);
    json_free(d);
    if (!good)
        return say(verify, "shuffle", VERIFY_WRONG,
                   "entry %d (%s) is not what the %s there", seq, entry.type,
                   verify->level == GAME_LEVEL_SEALED ? "secrets give"
                                                      : "seed gives");
    counts[unknown ? 2 : is_draw ? 0 : 1]++;
    return true;
}

static bool check_shuffle(struct verify *verify)
{
    if (verify->sealing.forfeited > 0)
        return say(verify, "shuffle", VERIFY_GOOD, "no tile was drawn");
    if (!verify->has_master)
        return say(verify, "shuffle", VERIFY_OPEN,
                   verify->level == GAME_LEVEL_SEALED
                       ? "the referee has not opened its seal, so the order is "
                         "not verified"
                       : "without the seal nothing is known of the order");
    struct listed *listed = calloc(1, sizeof *listed);
    int counts[3] = {0, 0, 0}; /* draws, rolls, draws of what went back */
    if (listed == NULL)
        return say(verify, "shuffle", VERIFY_OPEN, "no memory is left");
    bool good =
        list_piles(listed, json_get(verify->opening, "tiles"), &verify->master);
    if (good && !list_hands(listed, verify->record)) {
        free_listed(listed);
        return say(verify, "shuffle", VERIFY_WRONG,
                   "the entries that show the hands cannot be read");
    }
    if (!good) {
        free_listed(listed);
        return say(verify, "shuffle",
                   verify->has_sources ? VERIFY_WRONG : VERIFY_OPEN,
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
        return say(verify, "shuffle", VERIFY_WRONG,
                   "a hand shows more in the end than it drew");
    if (counts[2] > 0)
        return say(verify, "shuffle", VERIFY_OPEN,
                   "draws (%d) and rolls (%d) are what the secrets or the "
                   "seed give there; %d more draws, of items that went back, "
                   "are checked with the choices",
                   counts[0], counts[1], counts[2]);
    return say(verify, "shuffle", VERIFY_GOOD,
               verify->level == GAME_LEVEL_SEALED
                   ? "each of the draws (%d) and rolls (%d) is what the "
                     "secrets together give there"
                   : "each of the draws (%d) and rolls (%d) is what the seed "
                     "gives there",
               counts[0], counts[1]);
}

/* Playing again ----------------------------------------------------------- */

const struct worker_job verify_jobs[VERIFY_JOB_COUNT] = {
    [VERIFY_JOB_PLAY] = {.run = verify_replay_play,
                         .in_size_max = RECORD_SIZE_MAX,
                         .out_size_max = 64,
                         .cpu_s = PLAY_CPU_S,
                         .deadline_ms = PLAY_DEADLINE_MS},
    [VERIFY_JOB_EVENTS] = {.run = verify_replay_events,
                           .in_size_max = RECORD_SIZE_MAX,
                           .out_size_max = EVENTS_SIZE_MAX,
                           .cpu_s = PLAY_CPU_S,
                           .deadline_ms = PLAY_DEADLINE_MS},
    [VERIFY_JOB_SCENE] = {.run = scene_show,
                          .in_size_max = RECORD_SIZE_MAX + SCENE_ENTRY_SIZE,
                          .out_size_max = EVENTS_SIZE_MAX,
                          .cpu_s = PLAY_CPU_S,
                          .deadline_ms = PLAY_DEADLINE_MS},
};

/* Whether the replay got as far as the game's end, and stopped there. */
static bool is_about_end(const struct verify *verify, const struct error *error)
{
    char end[64];
    snprintf(end, sizeof end,
             "entry %d (end): ", record_count(verify->record) - 1);
    return strstr(error->text, end) != NULL;
}

static bool check_choices(struct verify *verify)
{
    struct text out = {0};
    struct error error;
    if (verify->sealing.forfeited > 0)
        return say(verify, "choices", VERIFY_GOOD,
                   "nobody made a choice: the game had not begun");
    if (!verify->has_sources)
        return say(verify, "choices", VERIFY_OPEN,
                   "without scripts the game cannot be played again");
    if (!verify->has_master)
        return say(verify, "choices", VERIFY_OPEN,
                   "a game whose seal is closed cannot be played again");
    if (verify->server == NULL)
        return say(verify, "choices", VERIFY_OPEN,
                   "there is no worker to run the record's scripts in");
    int count = count_entries(verify->record, "choice");
    enum worker_end end = worker_run(verify->server, VERIFY_JOB_PLAY,
                                     verify->bytes, verify->size, &out, &error);
    text_free(&out); /* how many choices: that is known here too */
    if (end == WORKER_NONE)
        return say(verify, "choices", VERIFY_OPEN, "%s", error.text);
    if (end != WORKER_DONE && !is_about_end(verify, &error))
        return say(verify, "choices", VERIFY_WRONG, "%s", error.text);
    say(verify, "choices", VERIFY_GOOD,
        "played again by the scripts in the record: each of its %d choices was "
        "among those offered%s",
        count,
        count_entries(verify->record, "time_out") > 0
            ? ", and by the clock of the entries the time was over when the "
              "game was ended for it"
            : "");
    if (end == WORKER_DONE)
        return true;
    return say(verify, "score", VERIFY_WRONG, "%s", error.text);
}

/* The end of a game that was forfeited before it began. */
static bool check_forfeited_score(struct verify *verify)
{
    const struct json *scores = json_get(verify->end_root, "scores");
    const char *reason = json_string_of(json_get(verify->end_root, "reason"));
    bool good = reason != NULL && strcmp(reason, "forfeited") == 0 &&
                count_entries(verify->record, "end") == 1 &&
                json_size(scores) == (size_t)verify->sealing.seat_count - 1;
    for (size_t i = 0; good && i < json_size(scores); i++) {
        int64_t score = -1;
        good = json_read_integer(json_at(scores, i), &score) && score == 0;
    }
    return good ? say(verify, "score", VERIFY_GOOD,
                      "nobody has points (forfeited)")
                : say(verify, "score", VERIFY_WRONG,
                      "the end is not that of a game that was forfeited before "
                      "it began");
}

/* The end of the record; the replay has compared it with the rules'. */
static bool check_score(struct verify *verify)
{
    struct error error;
    int last = record_count(verify->record) - 1;
    struct record_entry entry = record_entry(verify->record, last);
    bool played =
        verify->report->checks[verify->report->count - 1].answer == VERIFY_GOOD;
    if (strcmp(entry.type, "end") != 0)
        return say(verify, "score", VERIFY_OPEN,
                   "the game has no end: there is no final score");
    if (record_parse(&verify->end_root, &entry, &error) != STATUS_OK)
        return say(verify, "score", VERIFY_WRONG, "%s", error.text);
    if (verify->sealing.forfeited > 0)
        return check_forfeited_score(verify);
    struct text scores = {0};
    const struct json *list = json_get(verify->end_root, "scores");
    if (json_size(list) == 0)
        return say(verify, "score", VERIFY_OPEN,
                   "the record does not tell the scores as ours do");
    for (size_t i = 0; i < json_size(list); i++) {
        int64_t score = 0;
        json_read_integer(json_at(list, i), &score);
        text_addf(&scores, "%s%lld", i == 0 ? "" : " to ", (long long)score);
    }
    const char *reason = json_string_of(json_get(verify->end_root, "reason"));
    bool goes_on =
        say(verify, "score", played ? VERIFY_GOOD : VERIFY_OPEN,
            played ? "the rules give the same end: %s (%s)"
                   : "the record says %s (%s), which was not compared",
            text_string(&scores), reason == NULL ? "?" : reason);
    text_free(&scores);
    return goes_on;
}

void verify_record(struct verify_report *report, const char *bytes, size_t size,
                   struct worker_server *server)
{
    *report = (struct verify_report){0};
    struct verify verify = {
        .report = report, .bytes = bytes, .size = size, .server = server};
    bool goes_on = check_chain(&verify) && check_signatures(&verify) &&
                   check_sources(&verify) && find_master(&verify) &&
                   check_shuffle(&verify) && check_choices(&verify) &&
                   check_score(&verify);
    if (goes_on)
        say(&verify, "not checked", VERIFY_OPEN, "%s",
            verify.level == GAME_LEVEL_OPEN
                ? "who chose the seed and when, who really played, and the "
                  "times of the entries"
                : "whether the referee looked at the order while the game ran, "
                  "which level 1 does not prevent; who really played; and the "
                  "times of the entries");
    hash_wipe(&verify.master);
    sealing_clear(&verify.sealing);
    json_free(verify.opening);
    json_free(verify.end_root);
    record_free(verify.record);
}

bool verify_is_good(const struct verify_report *report)
{
    for (int i = 0; i < report->count; i++)
        if (report->checks[i].answer == VERIFY_WRONG)
            return false;
    return true;
}

void verify_add_checks(const struct verify_report *report, struct text *out)
{
    text_add_char(out, '[');
    for (int i = 0; i < report->count; i++) {
        const struct verify_check *check = &report->checks[i];
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_string(out, "name", check->name);
        json_add_key(out, "ok");
        text_add(out, check->answer == VERIFY_OPEN   ? "null"
                      : check->answer == VERIFY_GOOD ? "true"
                                                     : "false");
        json_add_member_string(out, "says", check->says);
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}
