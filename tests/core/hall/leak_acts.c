#include "leak_acts.h"

#include "base/clock.h"
#include "fair/hex.h"
#include "hall/about.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Which stage the sealing beside is at. */
static const char *stage_of(const struct sealing *sealing)
{
    const char *stage = "done";
    if (!sealing->is_locked)
        return "commit";
    for (int i = 1; i < sealing->seat_count; i++)
        if (sealing->seats[i].committed && !sealing->seats[i].agreed)
            return "agree";
        else if (sealing->seats[i].committed && !sealing->seats[i].revealed)
            stage = "reveal";
    return stage;
}

/* The stage, which may be another one now, is told; behind the last one the
 * game begins. */
static void go_on(struct mirror *mirror)
{
    const char *stage = stage_of(&mirror->sealing);
    mirror->stage_is_new = strcmp(stage, mirror->stage) != 0;
    snprintf(mirror->stage, sizeof mirror->stage, "%s", stage);
    mirror_expect_sealing(mirror, MIRROR_ALL);
    if (strcmp(stage, "done") == 0) {
        mirror_begin(mirror);
        mirror_expect_change(mirror);
    }
    mirror_check_told(mirror);
}

/* Adds the secrets that the store keeps: hashes of tokens, the referee's. */
static void add_kept(struct mirror *mirror, const struct store_game *stored)
{
    struct error error;
    struct json *keeping;
    struct hash token;
    cr_assert(json_parse(&keeping, stored->keeping.bytes, stored->keeping.size,
                         &error) == STATUS_OK);
    const struct json *seats = json_get(keeping, "seats");
    for (size_t i = 0; i < json_size(seats); i++) {
        cr_assert(
            hash_from_hex(&token, desk_string(json_at(seats, i), "token")));
        secrets_add(&mirror->secrets, "what is kept of a token", token.bytes);
        if (!mirror_is_held(mirror, (int)i))
            continue;
        cr_assert(hash_from_hex(&token,
                                desk_string(json_at(seats, i), "invitation")));
        secrets_add(&mirror->secrets, "what is kept of an invitation",
                    token.bytes);
    }
    json_free(keeping);
    mirror->seal_secret[0] =
        secrets_add(&mirror->secrets, "the referee's secret",
                    mirror->sealing.seats[0].secret.bytes);
    secrets_add(&mirror->secrets, "the referee's key",
                mirror->sealing.keys.secret_key);
}

/* The sealing beside begins as that of the hall, with the same secret. */
static void open_sealing(struct mirror *mirror)
{
    struct error error;
    struct store_game stored;
    desk_settle(&mirror->desk);
    cr_assert(store_load(mirror->desk.reader, mirror->id, &stored, &error) ==
              STATUS_OK);
    struct record *read;
    cr_assert(
        record_read(&read, stored.record.bytes, stored.record.size, &error) ==
                STATUS_OK &&
            sealing_read(&mirror->sealing, read, &error) == STATUS_OK &&
            about_read_secret(&mirror->sealing, &stored, &error) == STATUS_OK,
        "%s", error.text);
    mirror->sealing.record = read;
    add_kept(mirror, &stored);
    store_game_free(&stored);
    go_on(mirror);
}

bool act_owes(const struct mirror *mirror, int seat)
{
    const struct sealing_seat *of = &mirror->sealing.seats[seat + 1];
    if (strcmp(mirror->stage, "commit") == 0)
        return !of->committed;
    return of->committed &&
           (strcmp(mirror->stage, "agree") == 0 ? !of->agreed : !of->revealed);
}

static enum status commit(struct mirror *mirror, int seat, const char *hex,
                          struct error *error)
{
    struct hash commitment;
    bool is_owed = false;
    cr_assert(hash_from_hex(&commitment, hex));
    enum status status =
        sealing_commit(&mirror->sealing, seat + 1, &commitment, error);
    for (int i = 0; i < mirror->seat_count; i++)
        is_owed = is_owed || !mirror->sealing.seats[i + 1].committed;
    return status == STATUS_OK && !is_owed
               ? sealing_lock(&mirror->sealing, error)
               : status;
}

/* The method by which the stage's gift is given, and its params. */
static const char *write_gift(struct mirror *mirror, int seat, char *hex,
                              struct signature *signature)
{
    const struct contribution *given = &mirror->given[seat];
    struct hash hash = given->secret;
    if (strcmp(mirror->stage, "agree") == 0) {
        *signature = sign_agree(&given->keys, &mirror->sealing.lock);
        hex_write(hex, signature->bytes, SIGN_SIZE);
        return "game.agree";
    }
    if (strcmp(mirror->stage, "commit") == 0)
        hash = contribution_commit(given, &mirror->sealing.context,
                                   (uint8_t)(seat + 1));
    hash_to_hex(hex, &hash);
    return strcmp(mirror->stage, "commit") == 0 ? "game.commit" : "game.reveal";
}

/* All may know by now what the seat has given. */
static void open_gift(struct mirror *mirror, int seat)
{
    for (int i = 0; i < 2; i++)
        if (mirror->given_secret[seat][i] >= 0)
            mirror->secrets.secrets[mirror->given_secret[seat][i]].is_open =
                true;
}

void act_give(struct mirror *mirror, int seat)
{
    struct error error;
    struct signature signature;
    char hex[2 * SIGN_SIZE + 1];
    enum status status;
    const struct contribution *given = &mirror->given[seat];
    const char *method = write_gift(mirror, seat, hex, &signature);
    int guest = mirror->guest_of[seat];
    mirror_begin_act(mirror);
    if (strcmp(method, "game.reveal") == 0) {
        open_gift(mirror, seat);
        desk_call(&mirror->desk, guest, method,
                  "{'game':'%s','secret':'%s','text':'%s'}", mirror->id, hex,
                  given->text);
        status = sealing_reveal(&mirror->sealing, seat + 1, &given->secret,
                                given->text, &error);
    } else if (strcmp(method, "game.agree") == 0) {
        desk_call(&mirror->desk, guest, method,
                  "{'game':'%s','signature':'%s'}", mirror->id, hex);
        status = sealing_agree(&mirror->sealing, seat + 1, &signature, &error);
    } else {
        desk_call(&mirror->desk, guest, method,
                  "{'game':'%s','commitment':'%s'}", mirror->id, hex);
        status = commit(mirror, seat, hex, &error);
    }
    cr_assert(status == STATUS_OK, "%s", error.text);
    mirror_check_result(mirror, guest, "{}");
    go_on(mirror);
}

void act_be_silent(struct mirror *mirror)
{
    struct error error;
    int seat = 0;
    mirror_begin_act(mirror);
    desk_live(&mirror->desk, mirror->desk.settings.sealing_ms);
    if (strcmp(mirror->stage, "commit") == 0) {
        cr_assert(sealing_lock(&mirror->sealing, &error) == STATUS_OK);
        go_on(mirror);
        return;
    }
    while (!act_owes(mirror, seat))
        seat++;
    cr_assert(sealing_forfeit(&mirror->sealing, seat + 1, &error) == STATUS_OK);
    snprintf(mirror->stage, sizeof mirror->stage, "done");
    mirror_expect_sealing(mirror, MIRROR_ALL);
    mirror_expect_now(mirror);
    mirror_check_told(mirror);
}

void act_give_early(struct mirror *mirror, int seat)
{
    const struct contribution *given = &mirror->given[seat];
    struct signature none = {{0}};
    char hex[2 * SIGN_SIZE + 1];
    int guest = mirror->guest_of[seat];
    if (strcmp(mirror->stage, "reveal") == 0)
        return;
    hash_to_hex(hex, &given->secret);
    desk_call(&mirror->desk, guest, "game.reveal",
              "{'game':'%s','secret':'%s','text':'%s'}", mirror->id, hex,
              given->text);
    mirror_check_code(mirror, guest, 2);
    hex_write(hex, none.bytes, SIGN_SIZE);
    desk_call(&mirror->desk, guest, "game.agree",
              "{'game':'%s','signature':'%s'}", mirror->id, hex);
    mirror_check_code(mirror, guest, 2);
    mirror_check_told(mirror);
}

/* What the seat will give, which nobody else knows. */
static void make_gift(struct mirror *mirror, int seat, const char *typed)
{
    struct error error;
    struct contribution *given = &mirror->given[seat];
    int *numbers = mirror->given_secret[seat];
    cr_assert(contribution_init(given, typed, &error) == STATUS_OK);
    numbers[0] =
        secrets_add(&mirror->secrets, "a player's secret", given->secret.bytes);
    numbers[1] = typed == NULL ? -1
                               : secrets_add_text(&mirror->secrets,
                                                  "what was typed", typed);
    secrets_add(&mirror->secrets, "a player's key", given->keys.secret_key);
}

static void join(struct mirror *mirror, int seat)
{
    char key[2 * DRAW_KEY_SIZE + 1];
    char typed[64];
    char more[192];
    bool is_sealed = mirror->setup.seed == NULL;
    snprintf(typed, sizeof typed, "dice %s of seat %d", mirror->id, seat + 1);
    if (is_sealed)
        make_gift(mirror, seat, seat == 0 ? typed : NULL);
    hex_write(key, mirror->given[seat].keys.public_key, DRAW_KEY_SIZE);
    mirror_begin_act(mirror);
    snprintf(more, sizeof more, is_sealed ? ",'key':'%s'" : "", key);
    if (mirror_is_held(mirror, seat))
        snprintf(more + strlen(more), sizeof more - strlen(more),
                 ",'invitation':'%s'", mirror->invitation);
    const struct json *joined = desk_call(&mirror->desk, seat, "game.join",
                                          "{'game':'%s','name':'player %d'%s}",
                                          mirror->id, seat + 1, more);
    cr_assert(joined != NULL, "%s", desk_answer(&mirror->desk, seat));
    snprintf(mirror->token[seat], sizeof mirror->token[seat], "%s",
             desk_string(joined, "token"));
    mirror_check_result(mirror, seat,
                        "{'game':'%s','seat':%d,'token':'%s','level':%d}",
                        mirror->id, seat + 1, mirror->token[seat], is_sealed);
    struct hash token;
    cr_assert(hash_from_hex(&token, mirror->token[seat]));
    secrets_add(&mirror->secrets, "a token", token.bytes);
    mirror->is_taken[seat] = true;
    mirror->guest_of[seat] = seat;
    mirror_expect_seats(mirror, MIRROR_ALL);
}

/* Makes the game; whoever makes it gets the invitation. */
static void create(struct mirror *mirror)
{
    const struct mirror_setup *setup = &mirror->setup;
    struct text params = {0};
    text_addf(&params, "{'game':'%s'", setup->game);
    if (setup->seed != NULL)
        text_addf(&params, ",'seed':'%s'", setup->seed);
    if (setup->players != NULL)
        text_addf(&params, ",'players':%s", setup->players);
    if (setup->game_s > 0)
        text_addf(&params, ",'clock':{'game_s':%d,'increment_s':%d}",
                  setup->game_s, setup->increment_s);
    const struct json *created = desk_call(&mirror->desk, MIRROR_SPARE,
                                           "game.create", "%s}", params.bytes);
    text_free(&params);
    cr_assert(created != NULL, "%s", desk_answer(&mirror->desk, MIRROR_SPARE));
    mirror_check_answer(mirror, MIRROR_SPARE);
    snprintf(mirror->id, sizeof mirror->id, "%s", desk_string(created, "game"));
    const struct json *seats = json_get(created, "seats");
    mirror->seat_count = (int)json_size(seats);
    for (int i = 0; i < mirror->seat_count; i++)
        snprintf(mirror->names[i], sizeof mirror->names[i], "%s",
                 desk_string(json_at(seats, (size_t)i), "name"));
    if (setup->players == NULL)
        return;
    snprintf(mirror->invitation, sizeof mirror->invitation, "%s",
             desk_string(created, "invitations.0.invitation"));
    secrets_add_text(&mirror->secrets, "an invitation", mirror->invitation);
}

void act_open(struct mirror *mirror, const struct mirror_setup *setup)
{
    struct error error;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = setup->game};
    mirror_forget(mirror);
    mirror->setup = *setup;
    mirror->spare = MIRROR_SPARE;
    cr_assert(ruleset_open(&mirror->ruleset, &request, &error) == STATUS_OK,
              "%s", error.text);
    create(mirror);
    act_watch(mirror, MIRROR_WATCHER);
    for (int i = 0; i < mirror->seat_count; i++) {
        if (i > 0)
            mirror_check_told(mirror);
        join(mirror, i);
    }
    if (setup->seed == NULL) {
        open_sealing(mirror);
        return;
    }
    mirror_begin(mirror);
    mirror_expect_change(mirror);
    mirror_check_told(mirror);
}
