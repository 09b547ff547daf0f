/*
 * What the referee of a sealed game signs, and what players sign in return.
 */

#include "sealed.h"

static struct ruleset *ruleset;
static struct game *game;
static struct contribution given[MATERIAL_SEATS_MAX];

static void start(void)
{
    struct sealing sealing;
    ruleset = open_rules("castle");
    seal(&sealing, ruleset, (struct timer_rule){.choice_ms = 60000}, given);
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
}

static void stop(void)
{
    game_free(game);
    ruleset_free(ruleset);
}

TestSuite(head, .init = start, .fini = stop);

static struct sign_entry signed_entry(const struct game_head *head)
{
    struct sign_entry entry = {.seq = (uint64_t)head->entry,
                               .hash = head->hash};
    memcpy(entry.game_id, game_sealing(game)->game_id, DRAW_GAME_ID_SIZE);
    return entry;
}

/* The newest entry is signed, once, by the referee. */
static void newest_is_signed(int before)
{
    struct game_head head;
    const struct record *record = game_record(game);
    cr_assert(game_head(game, &head));
    cr_expect_eq(head.entry, record_count(record) - 1);
    struct hash hash = record_head(record);
    cr_expect(hash_is_equal(&head.hash, &hash));
    struct sign_entry entry = signed_entry(&head);
    cr_expect(sign_entry_is_by(game_sealing(game)->keys.public_key, SIGN_HEAD,
                               &entry, &head.signature));
    cr_expect_eq(record_signature_count(record), before + 1);
}

Test(head, each_change_is_signed_once)
{
    int count = record_signature_count(game_record(game));
    cr_expect_eq(count, 2); /* the lock, and the first draw */
    newest_is_signed(count - 1);
    int seat = game_question(game)->seat;
    must(game_choose(game, 0, &error));
    newest_is_signed(count++);
    must(game_undo(game, seat, &error));
    newest_is_signed(count++);
    must(game_offer_draw(game, 0, &error));
    newest_is_signed(count++);
    must(game_answer_draw(game, 1, false, &error));
    newest_is_signed(count++);
    must(game_offer_draw(game, 1, &error));
    newest_is_signed(count++);
    must(game_answer_draw(game, 0, true, &error));
    newest_is_signed(count++);
    cr_expect_str_eq(game_over_reason(game), "agreed");
}

Test(head, each_end_is_signed_once)
{
    int count = record_signature_count(game_record(game));
    must(game_resign(game, 0, &error));
    newest_is_signed(count);
    stop();
    start();
    must(game_time_out(game, timer_end(game_timer(game)), &error));
    newest_is_signed(count);
    stop();
    start();
    while (game_over_reason(game) == NULL) {
        game_forget(game);
        must(game_choose(game, 0, &error));
        newest_is_signed(0);
    }
}

Test(head, a_game_from_a_seed_has_none)
{
    struct game_head head;
    struct game *open;
    struct game_start game_start = {.ruleset = ruleset, .seed = "none"};
    struct signature signature = {{0}};
    must(game_new(&open, &game_start, &error));
    must(game_choose(open, 0, &error));
    cr_expect_not(game_head(open, &head));
    cr_expect_eq(record_signature_count(game_record(open)), 0);
    cr_expect_eq(game_acknowledge(open, 0, 1, &signature, &error),
                 STATUS_BAD_INPUT);
    game_free(open);
}

/* The seat's signature under the newest head. */
static struct signature acknowledgement(int seat)
{
    struct game_head head;
    cr_assert(game_head(game, &head));
    struct sign_entry entry = signed_entry(&head);
    return sign_entry(&given[seat].keys, SIGN_ACK, &entry);
}

Test(head, a_player_acknowledges_what_it_saw)
{
    struct game_head head;
    must(game_choose(game, 0, &error));
    struct signature white = acknowledgement(0);
    struct signature black = acknowledgement(1);
    game_head(game, &head);
    game_forget(game);
    must(game_choose(game, 0, &error));
    int count = record_signature_count(game_record(game));
    cr_expect_eq(game_acknowledge(game, 1, head.entry, &white, &error),
                 STATUS_BAD_INPUT, "another's");
    cr_expect_eq(game_acknowledge(game, 0, head.entry + 1, &white, &error),
                 STATUS_BAD_INPUT, "another entry");
    cr_expect_eq(game_acknowledge(game, 0, head.entry + 100, &white, &error),
                 STATUS_BAD_INPUT, "an entry that is not there");
    cr_expect_eq(game_acknowledge(game, 0, -1, &white, &error),
                 STATUS_BAD_INPUT, "no entry");
    must(game_acknowledge(game, 0, head.entry, &white, &error));
    must(game_acknowledge(game, 1, head.entry, &black, &error));
    cr_expect_eq(record_signature_count(game_record(game)), count + 2);
    struct record_signature added =
        record_signature(game_record(game), count + 1);
    cr_expect_eq(added.by, 2);
    cr_expect_eq(added.seq, head.entry);
    cr_expect(added.is_checked);
    /* The same again, or an older one, adds nothing. */
    must(game_acknowledge(game, 0, head.entry, &white, &error));
    must(game_acknowledge(game, 0, 3, &white, &error));
    cr_expect_eq(record_signature_count(game_record(game)), count + 2);
}

/* Resumes the game from its record, with the secret that was kept. */
static struct game *resume(const struct record *record)
{
    struct game *again;
    struct sealing sealing;
    char seed[GAME_SEED_SIZE];
    struct game_start game_start = {.ruleset = ruleset};
    must(game_read_start(&game_start, record, &sealing, seed, &error));
    must(sealing_take_secret(&sealing, &game_sealing(game)->seats[0].secret,
                             &game_sealing(game)->keys, &error));
    must(game_replay(&again, record, &game_start, &error));
    return again;
}

Test(head, a_resumed_game_has_all_signatures_and_goes_on)
{
    must(game_choose(game, 0, &error));
    struct signature white = acknowledgement(0);
    struct game_head head, other;
    game_head(game, &head);
    must(game_choose(game, 0, &error));
    must(game_acknowledge(game, 0, head.entry, &white, &error));
    must(game_choose(game, 1, &error));
    struct record *record = record_again(game_record(game));
    struct game *again = resume(record);
    size_t size, again_size;
    const char *bytes = record_bytes(record, &size);
    const char *again_bytes = record_bytes(game_record(again), &again_size);
    cr_assert_eq(size, again_size);
    cr_expect_eq(memcmp(bytes, again_bytes, size), 0);
    game_head(game, &head);
    cr_expect(game_head(again, &other));
    cr_expect_eq(other.entry, head.entry);
    cr_expect_eq(memcmp(&other.signature, &head.signature, SIGN_SIZE), 0);
    int count = record_signature_count(game_record(again));
    must(game_acknowledge(again, 0, 2, &white, &error)); /* long known */
    must(game_choose(again, 0, &error));
    cr_expect_eq(record_signature_count(game_record(again)), count + 1);
    game_free(again);
    record_free(record);
}

/* A daemon puts each line away as soon as it is there, from the opening on. */
Test(head, a_game_whose_beginning_was_forgotten_is_whole_where_it_was_put)
{
    struct sealing sealing;
    struct text lines = {0};
    struct record *record;
    struct verify_report report;
    size_t size;
    seal(&sealing, ruleset, (struct timer_rule){0}, given);
    const char *bytes = record_bytes(sealing.record, &size);
    text_add_bytes(&lines, bytes, size);
    record_forget(sealing.record);
    struct game *late;
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&late, &game_start, &error));
    for (int i = 0; i < 5; i++) {
        bytes = record_bytes(game_record(late), &size);
        text_add_bytes(&lines, bytes, size);
        game_forget(late);
        must(game_choose(late, 0, &error));
    }
    must(game_resign(late, 0, &error));
    bytes = record_bytes(game_record(late), &size);
    text_add_bytes(&lines, bytes, size);
    must(record_read(&record, lines.bytes, lines.size, &error));
    cr_expect_eq(record_count(record), record_count(game_record(late)));
    verify_record(&report, lines.bytes, lines.size,
                  &(struct verify_means){.server = NULL});
    cr_expect(report.verdict != VERIFY_WRONG);
    expect_check(&report, "signatures", VERIFY_OPEN, "8 signatures are good");
    record_free(record);
    text_free(&lines);
    game_free(late);
}

/* Records from before each change was signed. */
Test(head, a_record_with_few_signatures_is_signed_when_it_is_resumed)
{
    static struct forge forge;
    struct game_head head;
    must(game_choose(game, 0, &error));
    must(game_choose(game, 0, &error));
    forge_read(&forge, game_record(game));
    forge.keys[0] = game_sealing(game)->keys;
    forge.is_sealed = false;
    struct record *record = forge_write(&forge);
    cr_expect_eq(record_signature_count(record), 0);
    struct game *again = resume(record);
    cr_assert(game_head(again, &head));
    cr_expect_eq(head.entry, record_count(record) - 1);
    cr_expect_eq(record_signature_count(game_record(again)), 1);
    game_free(again);
    record_free(record);
    forge_clear(&forge);
}
