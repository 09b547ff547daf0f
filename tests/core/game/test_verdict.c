/*
 * What is said of a record all in all, and of what it lacks: all good, wrong,
 * or neither. By whose hand, and by whose scripts.
 */

#include "sealed.h"

#include "base/json.h"

static struct worker_server *server;
static struct verify_report report;
static struct ruleset *ruleset;
static struct contribution given[MATERIAL_SEATS_MAX];
static struct game *game;
static struct forge forge;

static void start(void)
{
    must(worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error));
    ruleset = open_rules("castle");
}

static void stop(void)
{
    game_free(game);
    forge_clear(&forge);
    ruleset_free(ruleset);
    worker_server_stop(server);
}

TestSuite(verdict, .init = start, .fini = stop);

/* Begins a game; of two seats that take part, `put_in` put something into the
 * shuffle. */
static void begin_sealed(int put_in)
{
    const struct contribution *seats[MATERIAL_SEATS_MAX] = {NULL};
    struct sealing sealing;
    open_seal(&sealing, ruleset, (struct timer_rule){0}, given);
    for (int i = 0; i < put_in; i++)
        seats[i] = &given[i];
    must(sealing_run(&sealing, seats, &error));
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
    must(game_choose(game, 0, &error));
}

static void begin_seed(void)
{
    struct game_start game_start = {.ruleset = ruleset, .seed = "any"};
    must(game_new(&game, &game_start, &error));
    must(game_choose(game, 0, &error));
}

static void end(void)
{
    must(game_resign(game, 0, &error));
}

/* Takes the game's record apart, for a forger who has all keys. */
static void take_apart(void)
{
    forge_clear(&forge);
    forge_read(&forge, game_record(game));
    forge.keys[0] = game_sealing(game)->keys;
    forge.secrets[0] = game_sealing(game)->seats[0].secret;
    for (int i = 0; i < 2; i++) {
        forge.keys[i + 1] = given[i].keys;
        forge.secrets[i + 1] = given[i].secret;
    }
}

static void expect_verdict(enum verify_answer verdict, const char *says)
{
    cr_expect_eq(report.verdict, verdict, "%s", report.says);
    cr_expect_str_eq(report.says, says);
}

static void expect_lacks(const char *lacks)
{
    char says[400];
    snprintf(says, sizeof says,
             "Nothing is wrong with this record so far, but not all could be "
             "checked: %s.",
             lacks);
    expect_verdict(VERIFY_OPEN, says);
}

static const char WRONG[] = "This record does not prove what it says.";

static void verify_lines(const char *bytes, size_t size)
{
    verify_record(
        &report, bytes, size,
        &(struct verify_means){.server = server, .root = CASTLED_SOURCE_DIR});
}

static void verify_game(void)
{
    verify_now(&report, game_record(game), server);
}

static void verify_forged(void)
{
    struct record *record = forge_write(&forge);
    verify_now(&report, record, server);
    record_free(record);
}

/* The game's lines of which only those with a letter of `kinds` are left, and
 * of those only the first `count`. */
static void verify_part(const char *kinds, int count)
{
    size_t size;
    const char *line = record_bytes(game_record(game), &size);
    const char *after = line + size;
    struct text kept = {0};
    while (line < after && count > 0) {
        const char *next =
            (const char *)memchr(line, '\n', (size_t)(after - line)) + 1;
        if (strchr(kinds, line[0]) != NULL) {
            text_add_bytes(&kept, line, (size_t)(next - line));
            count--;
        }
        line = next;
    }
    verify_lines(text_string(&kept), kept.size);
    text_free(&kept);
}

static int line_count(void)
{
    return record_count(game_record(game)) +
           record_signature_count(game_record(game));
}

/* The game's record with the newest entry signed by the seat. */
static struct record *signed_by(const struct record *record, int seat)
{
    struct record *more = record_again(record);
    must(record_sign(more, seat, &given[seat - 1].keys, &error));
    return more;
}

Test(verdict, a_sealed_game_whose_end_the_players_signed_is_all_good)
{
    begin_sealed(2);
    end();
    struct record *one = signed_by(game_record(game), 1);
    struct record *both = signed_by(one, 2);
    verify_now(&report, both, server);
    expect_verdict(VERIFY_GOOD, "All is good with this record.");
    expect_check(&report, "signatures", VERIFY_GOOD, "signatures are good");
    record_free(one);
    record_free(both);
}

static const char UNSIGNED[] =
    "All is good with this record, but no player signed a choice, as at one "
    "table: they are the referee's word.";

Test(verdict, a_game_at_one_table_is_good_but_nobody_signed_its_choices)
{
    begin_sealed(2);
    end();
    verify_game();
    expect_verdict(VERIFY_GOOD, UNSIGNED);
    expect_check(&report, "signatures", VERIFY_OPEN, "1: -, 2: -");
}

/* A record of a server, from which all signatures of players were taken. */
Test(verdict, who_was_to_sign_and_did_not_is_missed)
{
    const struct contribution *const both[MATERIAL_SEATS_MAX] = {&given[0],
                                                                 &given[1]};
    struct executor *executor;
    struct sealing sealing;
    must(executor_new(&executor, ruleset, &error));
    for (int i = 0; i < 2; i++)
        must(contribution_init(&given[i], NULL, &error));
    struct sealing_open open = {
        .executor = executor,
        .attempt = 1,
        .is_signed = true,
        .player_keys = {given[0].keys.public_key, given[1].keys.public_key},
    };
    must(sealing_begin(&sealing, &open, &error));
    must(sealing_run(&sealing, both, &error));
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
    end();
    verify_game();
    expect_lacks("seat 1 signed nothing: its choices (1) are the referee's "
                 "word");
    struct record *signed_too = signed_by(game_record(game), 1);
    verify_now(&report, signed_too, server);
    expect_verdict(VERIFY_GOOD, "All is good with this record.");
    record_free(signed_too);
    executor_free(executor);
}

Test(verdict, what_a_seat_did_behind_its_newest_signature_is_the_referees_word)
{
    begin_sealed(2);
    int seat = game_question(game)->seat;
    must(game_choose(game, 0, &error));
    struct game_head head;
    cr_assert(game_head(game, &head));
    struct sign_entry entry = {.seq = (uint64_t)head.entry, .hash = head.hash};
    memcpy(entry.game_id, game_sealing(game)->game_id, DRAW_GAME_ID_SIZE);
    struct signature signature =
        sign_entry(&given[seat].keys, SIGN_ACK, &entry);
    must(game_acknowledge(game, seat, head.entry, &signature, &error));
    while (game_question(game)->seat != seat)
        must(game_choose(game, 0, &error));
    must(game_choose(game, 0, &error));
    must(game_resign(game, 1 - seat, &error));
    verify_game();
    cr_expect_eq(report.verdict, VERIFY_OPEN);
    char says[200];
    snprintf(says, sizeof says,
             "seat %d signed only up to entry %d: its choices after that (",
             seat + 1, head.entry);
    cr_expect(strstr(report.says, says) != NULL, "%s", report.says);
    snprintf(says, sizeof says, "seat %d signed nothing: its choices (",
             2 - seat);
    cr_expect(strstr(report.says, says) != NULL, "%s", report.says);
    expect_check(&report, "signatures", VERIFY_OPEN, "signatures are good");
    struct record *one = signed_by(game_record(game), 1);
    struct record *both = signed_by(one, 2);
    verify_now(&report, both, server);
    expect_verdict(VERIFY_GOOD, "All is good with this record.");
    record_free(one);
    record_free(both);
}

Test(verdict, a_record_that_is_cut_off_anywhere_is_open)
{
    size_t size;
    begin_sealed(2);
    end();
    const char *bytes = record_bytes(game_record(game), &size);
    for (size_t at = 1; at < size; at++) {
        bool is_end = bytes[at - 1] == '\n';
        if (!is_end && !(at > 40 && bytes[at - 40] == '\n'))
            continue;
        if (memchr(bytes, '\n', at) == NULL)
            continue;
        verify_lines(bytes, at);
        cr_expect_eq(report.verdict, VERIFY_OPEN, "%zu of %zu: %s", at, size,
                     report.checks[report.count - 1].says);
        cr_expect_eq(strstr(report.says, "its last line is cut off") == NULL,
                     is_end, "%s", report.says);
    }
}

/* Entries that there are not, all signed by the referee. */
static void refuse_entry(const char *type, int by, const char *old,
                         const char *new, const char *says)
{
    take_apart();
    forge_replace(&forge, forge_find(&forge, type, by, 0), old, new);
    refuse_forged(&forge, server, "chain", says);
}

Test(verdict, an_entry_has_its_members_its_writer_and_its_place)
{
    static const char *const MEMBERS = "it has other members than such an "
                                       "entry, or one of another kind";
    begin_sealed(2);
    int seat = game_question(game)->seat + 1;
    must(game_choose(game, 0, &error));
    end();
    refuse_entry("end", 0, "[0,", "[\"0\",", MEMBERS);
    refuse_entry("end", 0, "{", "{\"more\":1,", MEMBERS);
    refuse_entry("choice", seat, "{", "{\"a\":1,", MEMBERS);
    take_apart();
    forge.entries[forge_find(&forge, "choice", seat, 0)].by = 0;
    refuse_forged(&forge, server, "chain", "and only a seat may");
    take_apart();
    forge.entries[forge_find(&forge, "draw", 0, 0)].by = 1;
    refuse_forged(&forge, server, "chain", "and only the referee may");
    take_apart();
    forge.entries[forge_find(&forge, "end", 0, 0)].ts = 0;
    refuse_forged(&forge, server, "chain", "its time is before that");
    take_apart();
    memcpy(forge.entries[forge_find(&forge, "roll", 0, 0)].type, "gift", 5);
    refuse_forged(&forge, server, "chain", "there is no such entry");
}

Test(verdict, a_game_from_a_seed_is_good_but_was_not_sealed)
{
    begin_seed();
    end();
    verify_game();
    expect_verdict(VERIFY_GOOD,
                   "All is good with this record, but its order was not "
                   "sealed: whoever chose the seed could know it, and nobody "
                   "signed.");
}

Test(verdict, a_game_that_goes_on_is_not_all_good)
{
    begin_sealed(2);
    verify_game();
    expect_lacks("its seal is not opened, it has no end");
    game_free(game);
    begin_seed();
    verify_game();
    expect_lacks("it has no end");
}

Test(verdict, what_is_missing_is_named)
{
    begin_sealed(2);
    end();
    int count = line_count();
    verify_part("ES", 1);
    expect_lacks("nobody signed it, there are no scripts in it, its order was "
                 "not sealed to the end, it has no end");
    verify_part("E", count);
    expect_lacks("nobody signed it");
    verify_part("ES", count - 1);
    expect_lacks("the referee did not sign its end");
    verify_part("ES", count - 3); /* its seal and its end came with it */
    expect_lacks("the referee did not sign its end, its seal is not opened, it "
                 "has no end");
    verify_part("ES", count);
    expect_verdict(VERIFY_GOOD, UNSIGNED);
}

Test(verdict, what_only_players_signed_the_referee_did_not)
{
    begin_sealed(2);
    end();
    struct record *read;
    struct record *bare;
    must(record_new(&bare, &error));
    for (int i = 0; i < record_count(game_record(game)); i++) {
        struct record_entry entry = record_entry(game_record(game), i);
        must(record_append_entry(bare, &entry, &error));
    }
    must(record_sign(bare, 2, &given[1].keys, &error));
    read = record_again(bare);
    verify_now(&report, read, server);
    expect_lacks("the referee did not sign it");
    expect_check(&report, "signatures", VERIFY_OPEN, "1 signatures are good");
    record_free(read);
    record_free(bare);
}

Test(verdict, what_could_not_be_done_here_is_named)
{
    size_t size;
    begin_sealed(2);
    end();
    const char *bytes = record_bytes(game_record(game), &size);
    verify_record(&report, bytes, size,
                  &(struct verify_means){.root = CASTLED_SOURCE_DIR});
    expect_lacks("its scripts were not run");
    verify_record(&report, bytes, size,
                  &(struct verify_means){.server = server});
    expect_lacks("its scripts were compared with no others");
}

Test(verdict, wrong_is_wrong_whatever_else_is_missing)
{
    begin_sealed(2);
    end();
    take_apart();
    forge_replace(&forge, forge_find(&forge, "end", 0, 0), "[0", "[9");
    verify_forged();
    expect_verdict(VERIFY_WRONG, WRONG);
}

Test(verdict, who_had_a_part_in_the_shuffle_is_told)
{
    begin_sealed(1);
    end();
    verify_game();
    cr_expect_eq(report.verdict, VERIFY_GOOD, "%s", report.says);
    expect_check(&report, "seal", VERIFY_GOOD, "then seat 1;");
    expect_check(&report, "seal", VERIFY_GOOD,
                 "; seat 2 put nothing into the shuffle");
    cr_expect_eq(report.seat_count, 3);
    cr_expect(report.seats[0].contributed && report.seats[1].contributed);
    cr_expect_not(report.seats[2].contributed);
}

Test(verdict, players_without_a_part_are_a_lack_and_bots_are_none)
{
    begin_sealed(0);
    end();
    verify_game();
    expect_lacks("no player had a part in the shuffle");
    game_free(game);

    const struct contribution *const none[MATERIAL_SEATS_MAX] = {NULL};
    struct executor *executor;
    struct sealing sealing;
    must(executor_new(&executor, ruleset, &error));
    struct sealing_open open = {.executor = executor, .attempt = 1};
    must(sealing_begin(&sealing, &open, &error));
    must(sealing_run(&sealing, none, &error));
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
    end();
    verify_game();
    expect_verdict(VERIFY_GOOD,
                   "All is good with this record, but only bots of the "
                   "referee's played, and it alone had a part in the shuffle.");
    cr_expect(report.seats[1].is_referees && report.seats[2].is_referees);
    executor_free(executor);
}

Test(verdict, how_far_each_seat_signed_is_told)
{
    begin_sealed(2);
    struct record *record = record_again(game_record(game));
    int newest = record_count(record) - 1;
    must(record_sign(record, 2, &given[1].keys, &error));
    verify_now(&report, record, server);
    char says[100];
    snprintf(says, sizeof says, "signed is, by seat, 1: -, 2: %d", newest);
    expect_check(&report, "signatures", VERIFY_GOOD, says);
    cr_expect_eq(report.seats[0].signed_to, newest);
    cr_expect_eq(report.seats[1].signed_to, -1);
    cr_expect_eq(report.seats[2].signed_to, newest);
    record_free(record);
}

Test(verdict, our_own_scripts_are_known)
{
    begin_sealed(2);
    end();
    verify_game();
    expect_check(&report, "scripts", VERIFY_GOOD,
                 "these are the scripts of this castled");
}

/* The ruleset with a line more at the end of a source. */
static void add_to_source(const char *path, const char *line)
{
    struct ruleset *changed;
    int count = 0;
    must(ruleset_empty(&changed, ruleset->game, &error));
    for (int i = 0; i < ruleset->source_count; i++) {
        const struct ruleset_source *source = &ruleset->sources[i];
        struct text text = {0};
        text_add_bytes(&text, source->text.bytes, source->text.size);
        if (strcmp(source->path, path) == 0) {
            text_add(&text, line);
            count++;
        }
        must(ruleset_add_source(changed, source->module, source->path,
                                text_string(&text), text.size, &error));
        text_free(&text);
    }
    must(ruleset_seal(changed, &error));
    cr_assert_eq(count, 1);
    ruleset_free(ruleset);
    ruleset = changed;
}

static void expect_other(const char *path)
{
    char says[300];
    begin_sealed(2);
    end();
    verify_game();
    expect_lacks("its scripts are not those of this castled");
    expect_check(&report, "scripts", VERIFY_OPEN, "1 of them differ");
    snprintf(says, sizeof says, "shows them): %s", path);
    expect_check(&report, "scripts", VERIFY_OPEN, says);
    expect_check(&report, "rules", VERIFY_GOOD, "");
    expect_check(&report, "score", VERIFY_GOOD, "");
}

Test(verdict, a_script_that_favours_a_seat_is_named)
{
    add_to_source("scripts/castle/result.lua", "-- and 100 for a friend\n");
    expect_other("scripts/castle/result.lua");
}

Test(verdict, a_variant_of_a_known_name_with_other_content_is_named)
{
    const char *const variants[] = {"strict-keep"};
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle",
                                      .variants = variants,
                                      .variant_count = 1};
    ruleset_free(ruleset);
    must(ruleset_open(&ruleset, &request, &error));
    begin_sealed(2);
    end();
    verify_game();
    cr_expect_eq(report.verdict, VERIFY_GOOD, "%s", report.says);
    game_free(game);
    add_to_source("variants/castle/strict-keep.lua", "\n");
    expect_other("variants/castle/strict-keep.lua");
}

/* The hash of the rules does not see it. */
Test(verdict, a_script_that_is_loaded_as_another_one_is_named)
{
    begin_sealed(2);
    end();
    take_apart();
    for (int seq = 1; strcmp(forge.entries[seq].type, "source") == 0; seq++)
        if (strstr(text_string(&forge.entries[seq].d), "castle/estimate.lua"))
            forge_replace(&forge, seq, "\"castle.estimate\"",
                          "\"castle.estimates\"");
    verify_forged();
    expect_check(&report, "scripts", VERIFY_OPEN,
                 "scripts/castle/estimate.lua");
}

Test(verdict, a_pipe_is_not_read_though_a_source_names_it)
{
    struct ruleset *odd;
    struct text others = {0};
    must(ruleset_empty(&odd, "castle", &error));
    must(ruleset_add_source(odd, "", "/dev/zero", "x", 1, &error));
    cr_expect_eq(sources_list_others(&others, odd, CASTLED_SOURCE_DIR), 1);
    cr_expect_str_eq(text_string(&others), "/dev/zero");
    text_free(&others);
    ruleset_free(odd);
}

static void refuse_more(const char *type, int by, const char *check,
                        const char *says)
{
    take_apart();
    int seq = forge_find(&forge, type, by, 0);
    forge_replace(&forge, seq, "{", "{\"a_surprise\":\"x\",");
    refuse_forged(&forge, server, check, says);
}

Test(verdict, what_an_entry_says_more_is_wrong)
{
    static const char *const SAYS =
        "it says 'a_surprise', which has no place there";
    begin_sealed(2);
    end();
    refuse_more("open", 0, "seal", SAYS);
    refuse_more("commit", 0, "seal", SAYS);
    refuse_more("commit", 2, "seal", SAYS);
    refuse_more("lock", 0, "seal", SAYS);
    refuse_more("agree", 1, "seal", SAYS);
    refuse_more("reveal", 1, "seal", SAYS);
    refuse_more("reveal", 0, "seal", SAYS);
    refuse_more("source", 0, "rules", "is not a source");
    refuse_more("draw", 0, "chain", "it has other members");
    refuse_more("roll", 0, "chain", "it has other members");
    refuse_more("end", 0, "chain", "it has other members");
    game_free(game);
    begin_seed();
    end();
    refuse_more("open", 0, "chain", "it has other members");
}

/* An entry that says the same, but as another kind of value. */
static void refuse_kind(const char *type, int by, const char *old,
                        const char *new, const char *says)
{
    take_apart();
    forge_replace(&forge, forge_find(&forge, type, by, 0), old, new);
    refuse_forged(&forge, server, "seal", says);
}

Test(verdict, what_is_of_the_wrong_kind_is_wrong)
{
    begin_sealed(2);
    end();
    refuse_kind("reveal", 1, "}", ",\"text\":5}",
                "'text' is of the wrong kind");
    refuse_kind("reveal", 1, "}", ",\"text\":null}",
                "'text' is of the wrong kind");
    refuse_kind("reveal", 1, "}", ",\"text\":\"\"}", "it typed nothing");
    refuse_kind("lock", 0, "[0,1,2]", "\"012\"",
                "'seats' is of the wrong kind");
    refuse_kind("open", 0, "\"beacon\":\"\"", "\"beacon\":0",
                "'beacon' is of the wrong kind");
}

/* Signatures may stand at any later line than their entry. */
Test(verdict, the_line_of_what_is_wrong_is_that_of_the_file)
{
    begin_sealed(2);
    end();
    take_apart();
    int seq = 0;
    while (strcmp(forge.entries[seq].type, "choice") != 0)
        seq++;
    forge_replace(&forge, seq, "\"step\":\"", "\"step\":\"x");
    struct record *record = forge_write(&forge);
    struct text entries = {0};
    struct text signatures = {0};
    size_t size;
    const char *line = record_bytes(record, &size);
    for (const char *after = line + size; line < after;) {
        const char *next =
            (const char *)memchr(line, '\n', (size_t)(after - line)) + 1;
        text_add_bytes(line[0] == 'E' ? &entries : &signatures, line,
                       (size_t)(next - line));
        line = next;
    }
    text_add_bytes(&entries, text_string(&signatures), signatures.size);
    verify_lines(text_string(&entries), entries.size);
    char says[100];
    snprintf(says, sizeof says, "line %d: entry %d (choice)", seq + 1, seq);
    expect_check(&report, "choices", VERIFY_WRONG, says);
    text_free(&entries);
    text_free(&signatures);
    record_free(record);
}

Test(verdict, level_1_has_no_chains)
{
    begin_sealed(2);
    end();
    take_apart();
    forge_replace(&forge, 0, "\"chain\":0", "\"chain\":5");
    refuse_forged(&forge, server, "seal", "not the opening of a sealed game");
}

Test(verdict, lines_of_windows_are_named)
{
    struct text lines = {0};
    size_t size;
    begin_seed();
    const char *bytes = record_bytes(game_record(game), &size);
    for (size_t i = 0; i < size; i++)
        text_addf(&lines, bytes[i] == '\n' ? "\r%c" : "%c", bytes[i]);
    verify_lines(text_string(&lines), lines.size);
    expect_check(&report, "chain", VERIFY_WRONG, "line 1: it ends with CR LF");
    expect_verdict(VERIFY_WRONG, WRONG);
    text_free(&lines);
}

static struct json *as_json(void)
{
    struct text out = {0};
    struct json *json;
    text_add_char(&out, '{');
    verify_add_members(&report, &out);
    text_add_char(&out, '}');
    must(json_parse(&json, text_string(&out), out.size, &error));
    text_free(&out);
    return json;
}

static void expect_json(bool good, const char *verdict)
{
    bool is_good = !good;
    struct json *json = as_json();
    cr_expect(json_read_boolean(json_get(json, "good"), &is_good));
    cr_expect_eq(is_good, good);
    cr_expect_str_eq(json_string_of(json_get(json, "verdict")), verdict);
    cr_expect_str_eq(json_string_of(json_get(json, "says")), report.says);
    json_free(json);
}

Test(verdict, the_json_says_it_too)
{
    int64_t signed_to = 0;
    begin_sealed(2);
    verify_game();
    expect_json(false, "open");
    end();
    verify_game();
    expect_json(true, "good");
    struct json *json = as_json();
    const struct json *seats = json_get(json, "seats");
    cr_expect_eq(json_size(seats), 3);
    cr_expect(json_read_integer(json_get(json_at(seats, 0), "signed_to"),
                                &signed_to));
    cr_expect_eq(signed_to, record_count(game_record(game)) - 1);
    cr_expect_not(json_read_integer(json_get(json_at(seats, 1), "signed_to"),
                                    &signed_to));
    json_free(json);
    verify_add_check(&report, "seen", VERIFY_OPEN, "nothing was seen");
    expect_json(true, "good");
    verify_lines("E {}\n", 5);
    expect_json(false, "wrong");
}

Test(verdict, who_has_seen_more_may_miss_something)
{
    begin_sealed(2);
    verify_game();
    verify_add_lack(&report, "its end was not signed for our seat");
    expect_lacks(
        "its seal is not opened, it has no end, its end was not signed "
        "for our seat");
    end();
    verify_game();
    verify_add_lack(&report, "its end was not signed for our seat");
    expect_lacks("its end was not signed for our seat");
    expect_json(false, "open");
    verify_add_check(&report, "seen", VERIFY_WRONG, "it is another game");
    verify_add_lack(&report, "its end was not signed for our seat");
    expect_verdict(VERIFY_WRONG, WRONG);
}

Test(verdict, who_has_seen_more_may_find_it_wrong)
{
    begin_sealed(2);
    end();
    verify_game();
    verify_add_check(&report, "seen", VERIFY_WRONG, "it is another\033 game");
    expect_verdict(VERIFY_WRONG, WRONG);
    expect_check(&report, "seen", VERIFY_WRONG, "it is another\\x1b game");
}
