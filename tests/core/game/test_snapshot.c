#include "game/snapshot.h"

#include "game/catalogue.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder with scripts to be edited, in it two games, castle and burg, and a
 * snapshot of them. */
struct place {
    char folder[64];
    struct snapshot snapshot;
    struct snapshot_news news;
};

/* Of the last look: "GAME VARIANT REASON\n", or "FILE: REASON\n". */
static struct text faults;

static void note(const struct snapshot_fault *fault)
{
    if (fault->file != NULL)
        text_addf(&faults, "%s: %s\n", fault->file, fault->reason);
    else
        text_addf(&faults, "%s %s %s\n", fault->game,
                  fault->variant == NULL ? "-" : fault->variant, fault->reason);
}

/* Runs a command of the shell in the folder. */
static void run(const struct place *place, const char *command)
{
    char whole[1000];
    snprintf(whole, sizeof whole, "cd %s && %s", place->folder, command);
    cr_assert_eq(system(whole), 0, "%s", command);
}

static void open_place(struct place *place)
{
    char root[100];
    char copies[100];
    struct error error;
    *place = (struct place){.folder = "/tmp/castled-snapshot-XXXXXX"};
    cr_assert(mkdtemp(place->folder) != NULL);
    run(place, "mkdir root && cp -r " CASTLED_SOURCE_DIR
               "/scripts " CASTLED_SOURCE_DIR "/variants root");
    run(place, "cp -r root/scripts/castle root/scripts/burg && "
               "sed -i 's/castle\\./burg./; s/\"castle\"/\"burg\"/' "
               "root/scripts/burg/*.lua");
    snprintf(root, sizeof root, "%s/root", place->folder);
    snprintf(copies, sizeof copies, "%s/copies", place->folder);
    cr_assert_eq(snapshot_place(&place->snapshot, root, copies, &error),
                 STATUS_OK);
    cr_assert_eq(snapshot_open(&place->snapshot, note, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(faults.size, 0, "%s", text_string(&faults));
}

static void close_place(const struct place *place)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", place->folder);
    cr_assert_eq(system(command), 0);
    text_free(&faults);
}

static void renew(struct place *place)
{
    struct error error;
    text_clear(&faults);
    cr_assert_eq(snapshot_renew(&place->snapshot, note, &place->news, &error),
                 STATUS_OK, "%s", error.text);
}

static void swap(struct place *place)
{
    struct error error;
    cr_assert_eq(snapshot_swap(&place->snapshot, &error), STATUS_OK, "%s",
                 error.text);
}

static bool is_there(const struct place *place, const char *path)
{
    char whole[600];
    struct stat about;
    snprintf(whole, sizeof whole, "%s/%s", place->snapshot.now, path);
    return stat(whole, &about) == 0;
}

static void check_game(const struct place *place, const char *game)
{
    struct json *description = NULL;
    struct error error;
    cr_expect_eq(catalogue_describe_game(&description, place->snapshot.now,
                                         game, &error),
                 STATUS_OK, "%s", error.text);
    json_free(description);
}

static void check_says(const char *words)
{
    cr_expect(strstr(text_string(&faults), words) != NULL, "no '%s' in %s",
              words, text_string(&faults));
}

/* Whether `mine` cannot be chosen, because of that; NULL: it can be. */
static void check_refused(const struct place *place, const char *words)
{
    static const char *const NAMES[] = {"mine"};
    struct ruleset_request request = {.root = place->snapshot.now,
                                      .game = "castle",
                                      .variants = NAMES,
                                      .variant_count = 1};
    struct ruleset *ruleset;
    struct error error = {.status = STATUS_OK};
    enum status status = ruleset_open(&ruleset, &request, &error);
    cr_expect_eq(status, words == NULL ? STATUS_OK : STATUS_SCRIPT);
    cr_expect(words == NULL || strstr(error.text, words) != NULL, "%s",
              error.text);
    ruleset_free(ruleset);
}

/* A variant of castle, which gives `points` for wall tile 9. */
static void write_mine(const struct place *place, const char *points)
{
    char command[600];
    snprintf(command, sizeof command,
             "printf 'return { name = \"mine\", title = { en = \"T\" }, "
             "summary = { en = \"S\" }, needs = { api = 1, game = \"castle\" "
             "}, rules = { wall_tile_9_points = function() return %s end } }' "
             "> root/variants/castle/mine.lua",
             points);
    run(place, command);
}

Test(snapshot, a_variant_that_fails_while_it_is_played_is_told_and_not_taken)
{
    struct place place;
    open_place(&place);
    write_mine(&place, "7");
    renew(&place);
    cr_expect_eq(faults.size, 0, "%s", text_string(&faults));
    swap(&place);
    write_mine(&place, "nil");
    renew(&place);
    check_says("castle mine a game by random choices fails: step '");
    check_says("variants/castle/mine.lua:1: the rule 'wall_tile_9_points' must "
               "give an integer, not nil");
    cr_expect_eq(place.news.change_count, 0, "%s", place.news.changes);
    close_place(&place);
}

Test(snapshot, what_was_there_at_the_start_is_tried_when_that_is_wanted)
{
    struct place place;
    struct error error;
    open_place(&place);
    write_mine(&place, "nil");
    cr_assert_eq(snapshot_open(&place.snapshot, note, &error), STATUS_OK);
    renew(&place);
    cr_expect_eq(faults.size, 0, "%s", text_string(&faults));
    check_refused(&place, NULL);
    place.snapshot.tries_all = true;
    renew(&place);
    check_says("castle mine a game by random choices fails: step '");
    cr_expect_str_eq(place.news.changes, "variants/castle/mine.lua");
    swap(&place);
    check_refused(&place, "must give an integer, not nil");
    close_place(&place);
}

Test(snapshot, one_that_never_was_good_cannot_be_chosen_until_it_is)
{
    struct place place;
    open_place(&place);
    write_mine(&place, "nil");
    renew(&place);
    check_says("castle mine a game by random choices fails: step '");
    swap(&place);
    check_refused(&place, "a game by random choices fails: step '");
    /* Also when it is looked at again, or fails otherwise. */
    renew(&place);
    check_says("must give an integer, not nil");
    cr_expect_eq(place.news.change_count, 0, "%s", place.news.changes);
    swap(&place);
    write_mine(&place, "true");
    renew(&place);
    swap(&place);
    check_refused(&place, "must give an integer, not true");
    write_mine(&place, "7");
    renew(&place);
    cr_expect_eq(faults.size, 0, "%s", text_string(&faults));
    swap(&place);
    check_refused(&place, NULL);
    close_place(&place);
}

Test(snapshot,
     one_that_failed_because_of_the_game_can_be_chosen_when_that_is_well)
{
    struct place place;
    open_place(&place);
    write_mine(&place, "game.options.open_start_spaces_count and 7 or nil");
    run(&place, "sed -i 's/function()/function(game)/' "
                "root/variants/castle/mine.lua && "
                "cp root/scripts/castle/options.lua options && sed -i "
                "'/open_start_spaces_count/,$s/default = true/default = false/'"
                " root/scripts/castle/options.lua");
    renew(&place);
    swap(&place);
    check_refused(&place, "must give an integer, not nil");
    run(&place, "cp options root/scripts/castle/options.lua");
    renew(&place);
    cr_expect_eq(faults.size, 0, "%s", text_string(&faults));
    cr_expect_str_eq(place.news.changes,
                     "scripts/castle/options.lua variants/castle/mine.lua");
    swap(&place);
    check_refused(&place, NULL);
    close_place(&place);
}

Test(snapshot, what_has_not_changed_is_no_change)
{
    struct place place;
    open_place(&place);
    check_game(&place, "castle");
    renew(&place);
    cr_expect_eq(place.news.change_count, 0);
    cr_expect_eq(place.news.fault_count, 0);
    cr_expect_str_eq(place.news.changes, "");
    close_place(&place);
}

Test(snapshot, a_change_is_there_from_the_swap_on)
{
    struct place place;
    open_place(&place);
    run(&place, "mv root/variants/castle/rgg.lua root/variants/castle/x.lua && "
                "sed -i s/rgg/x/ root/variants/castle/x.lua");
    renew(&place);
    cr_expect_eq(place.news.change_count, 2);
    cr_expect_str_eq(place.news.changes,
                     "variants/castle/x.lua variants/castle/rgg.lua");
    cr_expect(is_there(&place, "variants/castle/rgg.lua"));
    swap(&place);
    cr_expect(is_there(&place, "variants/castle/x.lua"));
    cr_expect_not(is_there(&place, "variants/castle/rgg.lua"));
    /* And the one after, in the place of the first. */
    run(&place, "rm root/variants/castle/x.lua");
    renew(&place);
    swap(&place);
    cr_expect_not(is_there(&place, "variants/castle/x.lua"));
    cr_expect_not(is_there(&place, "variants/castle/rgg.lua"));
    close_place(&place);
}

Test(snapshot, kit_stays_until_it_fits_all_games)
{
    struct place place;
    open_place(&place);
    run(&place, "mv root/scripts/kit/score.lua root/scripts/kit/points.lua && "
                "sed -i s/castled.score/castled.points/ "
                "root/scripts/castle/*.lua root/variants/castle/*.lua && "
                "rm root/variants/castle/strict-keep.lua");
    renew(&place);
    check_says("burg - ");
    check_says("castled.score");
    check_says("castle - ");
    check_says("castled.points");
    check_says("castle german ");
    cr_expect_eq(place.news.fault_count, 3, "%s", text_string(&faults));
    cr_expect_str_eq(place.news.changes, "variants/castle/strict-keep.lua");
    swap(&place);
    check_game(&place, "castle");
    check_game(&place, "burg");

    run(&place, "sed -i s/castled.score/castled.points/ "
                "root/scripts/burg/*.lua");
    renew(&place);
    cr_expect_eq(place.news.fault_count, 0, "%s", text_string(&faults));
    cr_expect(place.news.change_count > 2);
    swap(&place);
    cr_expect(is_there(&place, "scripts/kit/points.lua"));
    cr_expect_not(is_there(&place, "scripts/kit/score.lua"));
    check_game(&place, "castle");
    check_game(&place, "burg");
    close_place(&place);
}

Test(snapshot, one_game_that_fails_does_not_keep_another)
{
    struct place place;
    open_place(&place);
    run(&place, "rm root/scripts/burg/rules.lua && "
                "sed -i '1i -- Edited.' root/scripts/castle/rules.lua");
    renew(&place);
    check_says("burg - scripts/burg/game.lua:");
    cr_expect_eq(place.news.fault_count, 1);
    cr_expect_str_eq(place.news.changes, "scripts/castle/rules.lua");
    close_place(&place);
}

Test(snapshot, a_folder_that_is_no_game_does_not_matter)
{
    struct place place;
    open_place(&place);
    run(&place, "mkdir root/scripts/none root/variants/none && "
                "echo 'return {' > root/scripts/none/x.lua");
    renew(&place);
    cr_expect_eq(place.news.fault_count, 0);
    swap(&place);
    cr_expect(is_there(&place, "scripts/none"));
    run(&place, "rm -r root/scripts/none root/variants/none");
    renew(&place);
    cr_expect_eq(place.news.fault_count, 0, "%s", text_string(&faults));
    swap(&place);
    cr_expect_not(is_there(&place, "scripts/none"));
    close_place(&place);
}

/* What can be gone though games need it: how it went, what is told, and how
 * many faults that are. */
static const struct gone {
    const char *command;
    const char *told;
    int fault_count;
} GONE[] = {
    {"mv root/scripts kept", "scripts: it is gone", 1},
    {"mv root/scripts kept && mkdir root/scripts", "scripts/castle: it is gone",
     3},
    {"mv root/scripts kept && ln -s /nowhere root/scripts",
     "scripts: it is gone", 1},
    {"mv root/scripts kept && touch root/scripts", "scripts: it is gone", 1},
    {"rm -r root/scripts/castle", "scripts/castle: it is gone", 1},
    {"rm root/scripts/castle/game.lua", "scripts/castle/game.lua: it is gone",
     1},
    {"rm root/scripts/castle/game.lua && "
     "ln -s gone.lua root/scripts/castle/game.lua",
     "scripts/castle/game.lua: it is gone", 1},
    {"rm root/scripts/castle/*", "scripts/castle/game.lua: it is gone", 1},
    {"rm -r root/scripts/kit", "scripts/kit: it is gone", 1},
    {"mv root/variants kept", "variants: it is gone", 1},
    {"mv root/variants kept && mkdir root/variants",
     "variants/castle: it is gone", 1},
    {"rm -r root/variants/castle", "variants/castle: it is gone", 1},
    {"rm -r root/scripts root/variants", "variants: it is gone", 2},
    {"rm -r root", "scripts: it is gone", 2},
};

Test(snapshot, what_is_gone_as_a_whole_stays_until_the_start)
{
    for (size_t i = 0; i < sizeof GONE / sizeof GONE[0]; i++) {
        struct place place;
        struct error error;
        open_place(&place);
        run(&place, GONE[i].command);
        for (int times = 0; times < 2; times++) { /* the second is no other */
            renew(&place);
            check_says(GONE[i].told);
            cr_expect_eq(place.news.fault_count, GONE[i].fault_count, "%s: %s",
                         GONE[i].command, text_string(&faults));
            cr_expect_eq(place.news.change_count, 0, "%s: %s", GONE[i].command,
                         place.news.changes);
            swap(&place);
            check_game(&place, "castle");
            check_game(&place, "burg");
            cr_expect(is_there(&place, "variants/castle/rgg.lua"));
        }
        text_clear(&faults);
        cr_assert_eq(snapshot_open(&place.snapshot, note, &error), STATUS_OK);
        cr_expect_not(is_there(&place, "scripts/castle/game.lua") &&
                      is_there(&place, "scripts/kit") &&
                      is_there(&place, "variants/castle"));
        close_place(&place);
    }
}

Test(snapshot, a_game_that_stays_fits_what_has_changed_beside_it)
{
    struct place place;
    open_place(&place);
    run(&place, "rm -r root/scripts/castle && "
                "sed -i '1i -- Edited.' root/scripts/burg/rules.lua && "
                "mv root/scripts/kit/score.lua root/scripts/kit/points.lua && "
                "sed -i s/castled.score/castled.points/ "
                "root/scripts/burg/*.lua");
    renew(&place);
    check_says("scripts/castle: it is gone");
    check_says("castle - ");
    swap(&place);
    check_game(&place, "castle");
    check_game(&place, "burg");
    close_place(&place);
}

Test(snapshot, files_that_are_gone_go)
{
    struct place place;
    open_place(&place);
    run(&place, "echo 'return {}' > root/scripts/castle/unused.lua");
    renew(&place);
    swap(&place);
    run(&place, "rm root/scripts/castle/unused.lua root/variants/castle/*.lua");
    renew(&place);
    cr_expect_eq(faults.size, 0, "%s", text_string(&faults));
    swap(&place);
    cr_expect_not(is_there(&place, "scripts/castle/unused.lua"));
    cr_expect_not(is_there(&place, "variants/castle/rgg.lua"));
    check_game(&place, "castle");
    /* Then there is nothing that their folder could leave behind. */
    run(&place, "rm -r root/variants/castle");
    renew(&place);
    cr_expect_eq(faults.size, 0, "%s", text_string(&faults));
    close_place(&place);
}

Test(snapshot, a_game_that_could_not_be_played_goes)
{
    struct place place;
    open_place(&place);
    run(&place, "mkdir root/scripts/bad root/variants/bad && "
                "echo 'return {' > root/scripts/bad/game.lua && "
                "echo 'return {' > root/variants/bad/x.lua");
    renew(&place);
    swap(&place);
    cr_expect(is_there(&place, "scripts/bad/game.lua"));
    run(&place, "rm -r root/scripts/bad root/variants/bad");
    renew(&place);
    cr_expect_eq(faults.size, 0, "%s", text_string(&faults));
    swap(&place);
    cr_expect_not(is_there(&place, "scripts/bad"));
    close_place(&place);
}

Test(snapshot, one_that_was_removed_is_made_again)
{
    static const char *const REMOVED[] = {"rm -r copies", "rm -r copies/*",
                                          "rm copies/now", "rm -r copies/1"};
    for (size_t i = 0; i < sizeof REMOVED / sizeof REMOVED[0]; i++) {
        struct place place;
        struct error error;
        open_place(&place);
        run(&place, "sed -i '1i -- Edited.' root/scripts/castle/rules.lua");
        renew(&place);
        swap(&place);
        cr_expect(snapshot_is_there(&place.snapshot));
        run(&place, REMOVED[i]);
        cr_expect_not(snapshot_is_there(&place.snapshot), "%s", REMOVED[i]);
        cr_assert_eq(snapshot_open(&place.snapshot, note, &error), STATUS_OK,
                     "%s", error.text);
        cr_expect(snapshot_is_there(&place.snapshot));
        check_game(&place, "castle");
        run(&place, "rm root/variants/castle/rgg.lua");
        renew(&place);
        cr_expect_str_eq(place.news.changes, "variants/castle/rgg.lua");
        swap(&place);
        check_game(&place, "castle");
        cr_expect_not(is_there(&place, "variants/castle/rgg.lua"));
        close_place(&place);
    }
}

/* Opens a game of the files that people edit, with a variant unless that is
 * NULL, and has it refused in these words. */
static void check_not_found(const struct place *place, const char *variant,
                            enum status wanted, const char *words)
{
    struct ruleset_request request = {.root = place->snapshot.root,
                                      .game = "castle",
                                      .variants = &variant,
                                      .variant_count = variant != NULL};
    struct ruleset *ruleset;
    struct error error = {.status = STATUS_OK};
    cr_expect_eq(ruleset_open(&ruleset, &request, &error), wanted);
    cr_expect_str_eq(error.text, words);
    ruleset_free(ruleset);
}

Test(snapshot, what_is_refused_is_not_offered_in_the_same_sentence)
{
    struct place place;
    open_place(&place);
    run(&place, "cd root/variants/castle && rm *.lua && echo >rgg.lua && "
                "ln -s nowhere mine.lua");
    check_not_found(&place, "mine", STATUS_NOT_FOUND,
                    "there is no variant 'mine'; there is: rgg");
    run(&place, "rm root/scripts/castle/game.lua");
    check_not_found(&place, NULL, STATUS_NOT_FOUND,
                    "there is no game 'castle'; there is: burg");
    run(&place, "rm root/scripts/burg/game.lua");
    check_not_found(&place, NULL, STATUS_NOT_FOUND,
                    "there is no game 'castle'; there is none");
    run(&place, "rm -r root/scripts");
    check_not_found(&place, NULL, STATUS_IO,
                    "there is no game 'castle', since the folder scripts/ is "
                    "not there");
    close_place(&place);
}

/* What a folder can have that is no script: with how it is made, and what is
 * said of it. */
static const struct odd {
    const char *command;
    const char *told;
} ODD[] = {
    {"touch root/variants/castle/$(printf %066d 0).lua", "variants/castle: '"},
    {"mkfifo root/variants/castle/zz.lua", "variants/castle/zz.lua: '"},
    {"mkdir root/scripts/castle/zz.lua", "scripts/castle/zz.lua: '"},
    {"mkdir root/scripts/$(printf %064d 0)", "scripts: '"},
    {"mkdir root/variants/$(printf %064d 0)", "variants: '"},
    {"ln -s loop root/scripts/loop", "scripts/loop: cannot open folder"},
    {"ln -s loop root/variants/loop", "variants/loop: cannot open folder"},
    {"ln -s zz.lua root/scripts/kit/zz.lua", "scripts/kit/zz.lua: cannot open"},
    {"rm -r root/variants/burg; ln -s burg root/variants/burg",
     "variants/burg: cannot open folder"},
    {"for i in $(seq 270); do echo >root/variants/castle/z$i.lua; done",
     "variants/castle: folder '"},
};

Test(snapshot, an_odd_name_keeps_nothing_else_from_being_taken)
{
    for (size_t i = 0; i < sizeof ODD / sizeof ODD[0]; i++) {
        struct place place;
        struct error error;
        open_place(&place);
        run(&place, "mkdir root/variants/burg && "
                    "echo return >root/variants/burg/x.lua");
        run(&place, ODD[i].command);
        run(&place, "sed -i '1i -- Edited.' root/variants/castle/german.lua");
        renew(&place);
        check_says(ODD[i].told);
        cr_expect(strstr(place.news.changes, "variants/castle/german.lua") !=
                      NULL,
                  "%s: %s", ODD[i].command, place.news.changes);
        swap(&place);
        check_game(&place, "castle");
        check_game(&place, "burg");
        /* The same at the start. */
        text_clear(&faults);
        cr_assert_eq(snapshot_open(&place.snapshot, note, &error), STATUS_OK,
                     "%s: %s", ODD[i].command, error.text);
        check_says(ODD[i].told);
        cr_expect(is_there(&place, "variants/castle/german.lua"));
        check_game(&place, "castle");
        close_place(&place);
    }
}

Test(snapshot, of_a_folder_that_cannot_be_listed_the_old_files_stay)
{
    static const char *const FOLDERS[] = {"variants/castle", "variants",
                                          "scripts/castle", "scripts/kit",
                                          "scripts"};
    for (size_t i = 0; i < sizeof FOLDERS / sizeof FOLDERS[0]; i++) {
        struct place place;
        char command[200];
        open_place(&place);
        /* A link to itself. */
        snprintf(command, sizeof command,
                 "cd root && mv %s ../kept && ln -s $PWD/%s %s", FOLDERS[i],
                 FOLDERS[i], FOLDERS[i]);
        run(&place, command);
        renew(&place);
        check_says(FOLDERS[i]);
        check_says("cannot open folder");
        cr_expect_eq(place.news.change_count, 0, "%s: %s", FOLDERS[i],
                     place.news.changes);
        swap(&place);
        check_game(&place, "castle");
        cr_expect(is_there(&place, "variants/castle/rgg.lua"));
        /* And they are looked at again when they can be. */
        snprintf(command, sizeof command,
                 "rm root/%s && mv kept root/%s && "
                 "sed -i '1i -- Edited.' root/variants/castle/rgg.lua "
                 "root/scripts/castle/rules.lua root/scripts/kit/score.lua",
                 FOLDERS[i], FOLDERS[i]);
        run(&place, command);
        renew(&place);
        cr_expect_eq(place.news.fault_count, 0, "%s", text_string(&faults));
        cr_expect_eq(place.news.change_count, 3, "%s", place.news.changes);
        close_place(&place);
    }
}

Test(snapshot, what_lies_in_the_way_goes)
{
    struct place place;
    struct error error;
    open_place(&place);
    run(&place, "mkdir -p copies/0/scripts/old && touch copies/0/lua2 && "
                "echo x >copies/0/scripts/old/game.lua");
    cr_assert_eq(snapshot_open(&place.snapshot, note, &error), STATUS_OK);
    cr_expect_not(is_there(&place, "scripts/old"));
    cr_expect_not(is_there(&place, "lua2"));
    check_game(&place, "castle");
    close_place(&place);
}

Test(snapshot, where_it_cannot_be_is_told)
{
    struct snapshot snapshot;
    struct error error;
    char path[SNAPSHOT_PATH_SIZE];
    memset(path, 'x', sizeof path);
    path[SNAPSHOT_PATH_SIZE - 4] = '\0';
    cr_expect_eq(snapshot_place(&snapshot, "/", path, &error),
                 STATUS_BAD_INPUT);
    path[SNAPSHOT_PATH_SIZE - 5] = '\0';
    cr_expect_eq(snapshot_place(&snapshot, "/", path, &error), STATUS_OK);
    cr_expect_eq(snapshot_place(&snapshot, CASTLED_SOURCE_DIR,
                                "/nowhere/at/all", &error),
                 STATUS_OK);
    cr_expect_eq(snapshot_open(&snapshot, note, &error), STATUS_IO);
    cr_expect(strstr(error.text, "/nowhere/at/all") != NULL, "%s", error.text);
}
