/*
 * What leaves the hall, byte for byte: games are played in the hall and beside
 * it, and what each peer is told and answered must be exactly what its seat may
 * see of the game beside, with no secret in it.
 */

#include "leak_acts.h"

#include "fair/draw.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games of each kind; LEAK_GAMES times as many. */
enum {
    CARDS_OPEN = 40,
    CARDS_SEALED = 24,
    CASTLE_OPEN = 4,
    CASTLE_SEALED = 3,
    FORFEITED = 4,
};

enum {
    OTHER_ONE_IN = 3, /* times something else is done before a choice, */
    OTHER_KINDS = 12, /* of so many kinds, */
    ASIDE_KINDS = 5,  /* of which these go on beside the game */
    STEPS_MAX = 10000,
    SAID_MAX = 90,  /* of 100 that are kept */
    END_BEFORE = 20 /* steps, where a game is to end in another way */
};

static const char CARDS[] = CASTLED_SOURCE_DIR "/tests/games/cards";

/* How a game is to end. */
enum ending { RESIGNED, AGREED, OUT_OF_TIME, FINISHED };

struct play {
    struct mirror mirror;
    struct draw_stream chance;
    int end_at; /* the step before which it ends in another way; -1: none */
    enum ending ending;
};

static uint32_t any(struct play *play, int count)
{
    return draw_uniform(&play->chance, (uint32_t)count);
}

/* Something that somebody does beside the game; the seats are all taken
 * afterwards. */
static void do_aside(struct play *play, uint32_t which)
{
    struct mirror *mirror = &play->mirror;
    int seat = (int)any(play, mirror->seat_count);
    switch (which) {
    case 0:
        act_watch_late(mirror);
        break;
    case 1:
        act_leave(mirror, seat, any(play, 2) == 0);
        act_watch_late(mirror);
        act_rejoin(mirror, seat);
        break;
    case 2:
        act_take_over(mirror, seat);
        break;
    case 3:
        if (mirror->said_count < SAID_MAX)
            act_say(mirror, seat, any(play, 2) == 0);
        break;
    default:
        act_ask_about(mirror);
        break;
    }
}

/* Something that is done instead of a choice, or to it. */
static void do_other(struct play *play, uint32_t which)
{
    struct mirror *mirror = &play->mirror;
    int seat = (int)any(play, mirror->seat_count);
    switch (which) {
    case 5:
        act_ask_views(mirror);
        break;
    case 6:
        act_ask_question(mirror);
        break;
    case 7:
    case 8:
    case 9:
        act_undo(mirror);
        break;
    case 10:
        if (game_draw_offer(mirror->game) < 0)
            act_offer_draw(mirror, seat,
                           any(play, 2) == 0 ? ACT_DECLINE : ACT_SAY_NOTHING);
        break;
    case 11: /* what a daemon was down is a pause of its clocks */
        if (mirror->setup.game_s == 0 && any(play, 8) == 0)
            act_restart(mirror);
        break;
    default:
        do_aside(play, which);
        break;
    }
}

static void end_early(struct play *play)
{
    struct mirror *mirror = &play->mirror;
    int seat = (int)any(play, mirror->seat_count);
    if (play->ending == OUT_OF_TIME)
        act_run_out(mirror);
    else if (play->ending == RESIGNED || game_draw_offer(mirror->game) >= 0)
        act_resign(mirror, seat);
    else
        act_offer_draw(mirror, seat, ACT_ACCEPT);
}

/* Plays the game, which has begun, to its end, and looks at it once more. */
static void play_on(struct play *play)
{
    struct mirror *mirror = &play->mirror;
    for (int i = 0; i < STEPS_MAX && !mirror_is_over(mirror); i++) {
        while (any(play, OTHER_ONE_IN) == 0)
            do_other(play, any(play, OTHER_KINDS));
        if (i == play->end_at)
            end_early(play);
        else
            act_choose(
                mirror,
                (int)any(play, game_question(mirror->game)->choice_count));
    }
    cr_assert(mirror_is_over(mirror));
    act_watch_late(mirror);
    act_take_over(mirror, 0);
    act_ask_about(mirror);
    mirror_check_heads(mirror);
}

/* Somebody gives what is owed; at the commitments some are silent. */
static void seal(struct play *play, bool all_commit)
{
    struct mirror *mirror = &play->mirror;
    while (mirror->game == NULL) {
        int seat = (int)any(play, mirror->seat_count);
        bool is_silent =
            !all_commit && seat == 1 && strcmp(mirror->stage, "commit") == 0;
        if (any(play, OTHER_ONE_IN) == 0)
            do_aside(play, any(play, ASIDE_KINDS));
        if (any(play, 4) == 0)
            act_give_early(mirror, seat);
        if (is_silent && any(play, 2) == 0)
            act_be_silent(mirror);
        else if (!is_silent && act_owes(mirror, seat))
            act_give(mirror, seat);
    }
}

static int times(int count)
{
    const char *times = getenv("LEAK_GAMES");
    return times == NULL ? count : count * (int)strtol(times, NULL, 10);
}

static void leave_all(struct mirror *mirror)
{
    for (int i = 0; i < MIRROR_GUESTS; i++)
        desk_call(&mirror->desk, i, "game.leave", "{'game':'%s'}", mirror->id);
}

static void open_play(struct play *play, const char *game, bool is_sealed,
                      int number)
{
    char seed[32];
    struct hash hash;
    snprintf(seed, sizeof seed, "leak %d", number);
    draw_seed_from_text(&hash, seed);
    draw_stream_init(&play->chance, &hash);
    play->ending = any(play, FINISHED + 3);
    play->end_at = play->ending < FINISHED ? (int)any(play, END_BEFORE) : -1;
    bool has_clock = play->ending == OUT_OF_TIME || any(play, 4) == 0;
    bool has_hands = game == CARDS;
    const char *held =
        has_hands ? "['human','human','held']" : "['human','held']";
    act_open(&play->mirror,
             &(struct mirror_setup){.game = game,
                                    .players = any(play, 2) == 0 ? held : NULL,
                                    .hides_draws = has_hands,
                                    .seed = is_sealed ? NULL : seed,
                                    .game_s = has_clock ? 3600 : 0,
                                    .increment_s = has_clock ? 5 : 0});
}

static void play_games(const char *game, bool is_sealed, int count)
{
    static struct play play;
    mirror_open(&play.mirror);
    for (int i = 0; i < times(count); i++) {
        open_play(&play, game, is_sealed, i);
        if (is_sealed)
            seal(&play, i % 4 != 3);
        play_on(&play);
        leave_all(&play.mirror);
    }
    mirror_forget(&play.mirror);
    mirror_close(&play.mirror);
}

static const uint8_t SECRET[HASH_SIZE] = {
    0x3f, 0xa0, 0x00, 0xff, 0x17, 0x5c, 0x88, 0xe1, 0x42, 0x0b, 0xd9,
    0x6e, 0x31, 0xf4, 0x7d, 0x02, 0xc5, 0x99, 0x1a, 0xb6, 0x50, 0xed,
    0x23, 0x74, 0x8f, 0x0c, 0xda, 0x65, 0xb1, 0x3e, 0x97, 0x48};

/* Each has eight bytes of the secret in a row, from anywhere, or is spoken. */
static const char *const told[] = {
    "{\"x\":\"175c88e1420bd96e\"}",
    "{\"x\":\"0ED23748F0CDA65B1\"}",
    "P6AA/xdciOFCC9luMfR9AsWZGrZQ7SN0jwzaZbE+l0g=",
    "\"GrZQ7SN0jwzaZbE-\"",
    "AFDtI3SPDNplsT6XSA==",
    "[63,160,0,255,23,92,136,225]",
    "[1, 255, 23, 92, 136, 225, 66, 11, 217]",
    "\xff\x17\x5c\x88\xe1\x42\x0b\xd9",
    "guvob-baguz-ditis-mogod-hamar",
    "typed 3 5 1 6",
};

Test(leak, a_secret_is_found_however_it_is_written)
{
    static struct secrets secrets;
    int bytes = secrets_add(&secrets, "bytes", SECRET);
    int text = secrets_add_text(&secrets, "a text", "typed 3 5 1 6");
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        cr_assert(secrets_find(&secrets, told[i], strlen(told[i])) != NULL,
                  "%s", told[i]);
    secrets.secrets[bytes].is_open = true;
    secrets.secrets[text].is_open = true;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        cr_assert(secrets_find(&secrets, told[i], strlen(told[i])) == NULL);
}

Test(leak, an_order_is_found_both_ways)
{
    static struct secrets secrets = {
        .order_count = 1,
        .orders = {
            {.count = 8,
             .drawn = 2,
             .items = {"c4", "c7", "c1", "c8", "c2", "c6", "c3", "c5"}}}};
    static const char FORWARDS[] = "[\"c1\",\"c8\",\"c2\",\"c6\",\"c3\"]";
    static const char BACKWARDS[] = "c5 c3 c6 c2 c8";
    static const char SORTED[] = "c1 c2 c3 c4 c5 c6 c7 c8";
    static const char KNOWN[] = "c4 c7 c1 c8 c2 c6";
    cr_assert(secrets_find(&secrets, FORWARDS, strlen(FORWARDS)) != NULL);
    cr_assert(secrets_find(&secrets, BACKWARDS, strlen(BACKWARDS)) != NULL);
    cr_assert(secrets_find(&secrets, SORTED, strlen(SORTED)) == NULL);
    cr_assert(secrets_find(&secrets, KNOWN, strlen(KNOWN)) == NULL);
}

Test(leak, a_peer_is_told_what_its_seat_may_see_of_hands, .timeout = 3600)
{
    play_games(CARDS, false, CARDS_OPEN);
}

Test(leak, a_peer_is_told_what_its_seat_may_see_of_the_castle, .timeout = 3600)
{
    play_games("castle", false, CASTLE_OPEN);
}

Test(leak, nothing_that_is_sealed_leaves_a_game_with_hands, .timeout = 3600)
{
    play_games(CARDS, true, CARDS_SEALED);
}

Test(leak, nothing_that_is_sealed_leaves_a_game_of_the_castle, .timeout = 3600)
{
    play_games("castle", true, CASTLE_SEALED);
}

/* Somebody is silent after the lock: there is no game, and the secrets that
 * were not given stay secret. */
Test(leak, a_sealing_that_is_given_up_tells_no_secret, .timeout = 3600)
{
    static struct play play;
    mirror_open(&play.mirror);
    for (int i = 0; i < times(FORFEITED); i++) {
        struct mirror *mirror = &play.mirror;
        open_play(&play, CARDS, true, i);
        for (int given = (int)any(&play, 5); !mirror_is_over(mirror);) {
            int seat = (int)any(&play, mirror->seat_count);
            if (any(&play, OTHER_ONE_IN) == 0)
                do_aside(&play, any(&play, ASIDE_KINDS));
            if (strcmp(mirror->stage, "commit") != 0 && given-- == 0)
                act_be_silent(mirror);
            else if (act_owes(mirror, seat))
                act_give(mirror, seat);
        }
        act_watch_late(mirror);
        act_take_over(mirror, 1);
        act_ask_about(mirror);
        leave_all(mirror);
    }
    mirror_forget(&play.mirror);
    mirror_close(&play.mirror);
}
