#include "base/clock.h"
#include "net/connect_seats.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
    char folder[64];
    struct connect_seats seats;
    struct error error;
};

static void begin(struct place *place)
{
    *place = (struct place){.folder = "/tmp/connect_seats.XXXXXX"};
    cr_assert_not_null(mkdtemp(place->folder));
    char inner[100];
    snprintf(inner, sizeof inner, "%s/a/b", place->folder);
    cr_assert_eq(connect_seats_open(&place->seats, inner, &place->error),
                 STATUS_OK, "%s", place->error.text);
}

static void end(struct place *place)
{
    char command[128];
    connect_seats_close(&place->seats);
    snprintf(command, sizeof command, "rm -r %s", place->folder);
    cr_assert_eq(system(command), 0);
}

static void fill(struct connect_seat *seat, const char *game)
{
    struct error error;
    *seat = (struct connect_seat){.server = "/run/castled.sock",
                                  .name = "Ana \"\xc3\xa9\"",
                                  .token = "feed",
                                  .seat = 2,
                                  .level = 1,
                                  .joined_ms = 1000};
    snprintf(seat->game, sizeof seat->game, "%s", game);
    cr_assert_eq(contribution_init(&seat->contribution, "1 2 3", &error),
                 STATUS_OK);
}

static int count(struct place *place)
{
    struct connect_seat *list;
    int count;
    cr_assert_eq(
        connect_seats_list(&place->seats, &list, &count, &place->error),
        STATUS_OK);
    connect_seats_forget(list, count);
    return count;
}

Test(connect_seats, a_seat_is_read_as_it_was_written)
{
    struct place place;
    struct connect_seat seat, *list;
    int found;
    begin(&place);
    fill(&seat, "g1");
    seat.attempt = 2;
    hash_random(&seat.context);
    hash_random(&seat.lock);
    seat.has_lock = true;
    seat.is_revealed = true;
    seat.taken = CONNECT_TAKEN_SECRET;
    seat.heads.has_key = true;
    seat.heads.key[3] = 7;
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK, "%s", place.error.text);
    cr_assert_eq(connect_seats_list(&place.seats, &list, &found, &place.error),
                 STATUS_OK);
    cr_assert_eq(found, 1);
    /* Both were zeroed, and the padding is not written. */
    cr_assert_str_eq(list[0].name, seat.name);
    cr_assert_str_eq(list[0].token, seat.token);
    cr_assert_str_eq(list[0].file, seat.file);
    cr_assert_eq(memcmp(&list[0].contribution, &seat.contribution,
                        sizeof seat.contribution),
                 0);
    cr_assert(hash_is_equal(&list[0].context, &seat.context));
    cr_assert(list[0].has_lock && list[0].is_revealed);
    cr_assert_eq(list[0].taken, CONNECT_TAKEN_SECRET);
    cr_assert(hash_is_equal(&list[0].lock, &seat.lock));
    cr_assert_eq(list[0].attempt, 2);
    cr_assert(list[0].heads.has_key);
    cr_assert_eq(list[0].heads.key[3], 7);
    connect_seats_forget(list, found);
    end(&place);
}

/* Written before it was kept how much the daemon had taken. */
Test(connect_seats, a_seat_of_an_older_version_is_read)
{
    struct place place;
    struct connect_seat seat, *list;
    char command[400];
    int found;
    begin(&place);
    fill(&seat, "g1");
    seat.taken = CONNECT_TAKEN_SECRET;
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    snprintf(command, sizeof command, "sed -i 's/,\"taken\":2//' %s/%s.seat",
             place.seats.folder, seat.file);
    cr_assert_eq(system(command), 0);
    cr_assert_eq(connect_seats_list(&place.seats, &list, &found, &place.error),
                 STATUS_OK);
    cr_assert_eq(found, 1);
    cr_assert_eq(list[0].taken, CONNECT_TAKEN_NOTHING);
    connect_seats_forget(list, found);
    end(&place);
}

Test(connect_seats, nobody_else_may_read_them)
{
    struct place place;
    struct connect_seat seat;
    struct stat about;
    char path[300];
    begin(&place);
    fill(&seat, "g1");
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    snprintf(path, sizeof path, "%s/%s.seat", place.seats.folder, seat.file);
    cr_assert_eq(stat(path, &about), 0);
    cr_assert_eq(about.st_mode & 0777, 0600);
    cr_assert_eq(stat(place.seats.folder, &about), 0);
    cr_assert_eq(about.st_mode & 0777, 0700);
    end(&place);
}

Test(connect_seats, two_seats_of_a_game_are_two_files)
{
    struct place place;
    struct connect_seat one, other, *list;
    int found;
    begin(&place);
    fill(&one, "g1");
    fill(&other, "g1");
    other.joined_ms = 2000;
    cr_assert_eq(connect_seats_add(&place.seats, &one, &place.error),
                 STATUS_OK);
    cr_assert_eq(connect_seats_add(&place.seats, &other, &place.error),
                 STATUS_OK);
    cr_assert_eq(connect_seats_list(&place.seats, &list, &found, &place.error),
                 STATUS_OK);
    cr_assert_eq(found, 2);
    cr_assert_eq(list[0].joined_ms, 2000, "the latest comes first");
    connect_seats_forget(list, found);
    connect_seats_remove(&place.seats, &one);
    cr_assert_eq(count(&place), 1);
    end(&place);
}

Test(connect_seats, the_newest_head_comes_back)
{
    struct place place;
    struct connect_seat seat, *list;
    struct connect_head head = {.entry = 12};
    int found;
    begin(&place);
    fill(&seat, "g1");
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    connect_heads_take(&seat.heads, &head);
    connect_seats_write_head(&place.seats, &seat);
    cr_assert_eq(connect_seats_list(&place.seats, &list, &found, &place.error),
                 STATUS_OK);
    cr_assert_eq(connect_heads_newest(&list[0].heads)->entry, 12);
    connect_seats_forget(list, found);
    connect_seats_remove(&place.seats, &seat);
    DIR *folder = opendir(place.seats.folder);
    while (true) {
        const struct dirent *entry = readdir(folder);
        if (entry == NULL)
            break;
        cr_assert(entry->d_name[0] == '.', "%s is left", entry->d_name);
    }
    closedir(folder);
    end(&place);
}

Test(connect_seats, what_the_daemon_went_back_behind_stays)
{
    struct place place;
    struct connect_seat seat, *list;
    struct connect_head head = {.entry = 12}, gone;
    char path[PATH_MAX];
    int found;
    begin(&place);
    fill(&seat, "g1");
    seat.over_ms = seat.verified_ms = clock_calendar_ms();
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    cr_assert(!connect_seats_read_gone(&place.seats, &seat, NULL, &gone));
    connect_heads_take(&seat.heads, &head);
    head.entry = 15;
    connect_heads_take(&seat.heads, &head);
    for (head.entry = 7; head.entry > 5; head.entry--)
        cr_assert_eq(connect_seats_go_back(&place.seats, &seat, &head, path,
                                           &place.error),
                     STATUS_OK, "%s", place.error.text);
    cr_assert(connect_seats_read_gone(&place.seats, &seat, NULL, &gone));
    cr_assert_eq(gone.entry, 15);
    cr_assert_eq(connect_seats_list(&place.seats, &list, &found, &place.error),
                 STATUS_OK);
    cr_assert_eq(connect_heads_newest(&list[0].heads)->entry, 6);
    cr_assert(list[0].over_ms == 0 && list[0].verified_ms == 0);
    connect_seats_forget(list, found);
    connect_seats_remove(&place.seats, &seat);
    cr_assert_eq(access(path, R_OK), 0);
    end(&place);
}

Test(connect_seats, damaged_files_are_left_out)
{
    static const char *const texts[] = {"", "{}", "[1", "{\"server\":1}"};
    struct place place;
    char path[300];
    begin(&place);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        snprintf(path, sizeof path, "%s/%zu.seat", place.seats.folder, i);
        FILE *file = fopen(path, "w");
        fputs(texts[i], file);
        fclose(file);
    }
    cr_assert_eq(count(&place), 0);
    end(&place);
}

Test(connect_seats, those_of_games_long_over_go)
{
    const int64_t day_ms = 24 * 60 * 60 * 1000;
    struct place place;
    struct connect_seat seat;
    begin(&place);
    fill(&seat, "g1");
    seat.over_ms = clock_calendar_ms() - (CONNECT_SEATS_DAYS - 1) * day_ms;
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    cr_assert_eq(count(&place), 1);
    seat.over_ms -= 2 * day_ms;
    connect_seats_remove(&place.seats, &seat);
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    cr_assert_eq(count(&place), 0);
    fill(&seat, "g2");
    seat.verified_ms = clock_calendar_ms() - day_ms / 2;
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    cr_assert_eq(count(&place), 1);
    seat.verified_ms -= day_ms * CONNECT_SEATS_VERIFIED_DAYS;
    connect_seats_remove(&place.seats, &seat);
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    cr_assert_eq(count(&place), 0);
    end(&place);
}

/* Agrees to the lock at `context`, once. */
static enum status agree(struct connect_seat *seat, void *context,
                         struct error *error)
{
    const struct hash *lock = context;
    if (seat->has_lock && !hash_is_equal(&seat->lock, lock))
        return error_set(error, STATUS_BAD_INPUT, "another lock already");
    seat->has_lock = true;
    seat->lock = *lock;
    return STATUS_OK;
}

Test(connect_seats, two_that_hold_one_seat_decide_one_after_the_other)
{
    struct place place;
    struct connect_seat one, other;
    struct hash first, second;
    begin(&place);
    hash_random(&first);
    hash_random(&second);
    fill(&one, "g1");
    cr_assert_eq(connect_seats_add(&place.seats, &one, &place.error),
                 STATUS_OK);
    other = one;
    cr_assert_eq(
        connect_seats_change(&place.seats, &one, agree, &first, &place.error),
        STATUS_OK);
    cr_assert_eq(connect_seats_change(&place.seats, &other, agree, &second,
                                      &place.error),
                 STATUS_BAD_INPUT);
    cr_assert(!other.has_lock, "a change that failed has changed nothing");
    cr_assert_eq(
        connect_seats_change(&place.seats, &other, agree, &first, &place.error),
        STATUS_OK);
    cr_assert(hash_is_equal(&other.lock, &first));
    end(&place);
}

Test(connect_seats, what_the_daemon_took_stays_though_only_known_here)
{
    struct place place;
    struct connect_seat seat;
    struct hash lock;
    begin(&place);
    hash_random(&lock);
    fill(&seat, "g1");
    seat.attempt = 1;
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    seat.taken = CONNECT_TAKEN_AGREEMENT; /* and it could not be written */
    cr_assert_eq(
        connect_seats_change(&place.seats, &seat, agree, &lock, &place.error),
        STATUS_OK);
    cr_assert_eq(seat.taken, CONNECT_TAKEN_AGREEMENT);
    end(&place);
}

Test(connect_seats, which_seat_it_is_stays_though_only_known_here)
{
    struct place place;
    struct connect_seat seat, *list;
    struct hash lock;
    int found;
    begin(&place);
    hash_random(&lock);
    fill(&seat, "g1");
    seat.seat = seat.level = 0; /* the answer has not come */
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    seat.seat = 2; /* and now it could not be written */
    seat.level = 1;
    cr_assert_eq(
        connect_seats_change(&place.seats, &seat, agree, &lock, &place.error),
        STATUS_OK);
    cr_assert_eq(seat.seat, 2);
    cr_assert_eq(seat.level, 1);
    cr_assert_eq(connect_seats_list(&place.seats, &list, &found, &place.error),
                 STATUS_OK);
    cr_assert_eq(list[0].seat, 2);
    cr_assert_eq(list[0].level, 1);
    connect_seats_forget(list, found);
    end(&place);
}

Test(connect_seats, what_does_not_change_is_not_written)
{
    struct place place;
    struct connect_seat seat;
    struct hash lock;
    struct stat before, after;
    char path[300];
    begin(&place);
    hash_random(&lock);
    fill(&seat, "g1");
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    snprintf(path, sizeof path, "%s/%s.seat", place.seats.folder, seat.file);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(stat(path, i == 0 ? &before : &after), 0);
        cr_assert_eq(connect_seats_change(&place.seats, &seat, agree, &lock,
                                          &place.error),
                     STATUS_OK);
    }
    cr_assert_neq(before.st_ino, after.st_ino);
    before = after;
    cr_assert_eq(stat(path, &after), 0);
    cr_assert_eq(before.st_ino, after.st_ino);
    end(&place);
}

Test(connect_seats, a_seat_that_is_gone_is_not_changed)
{
    struct place place;
    struct connect_seat seat;
    struct hash lock;
    begin(&place);
    hash_random(&lock);
    fill(&seat, "g1");
    cr_assert_eq(connect_seats_add(&place.seats, &seat, &place.error),
                 STATUS_OK);
    connect_seats_remove(&place.seats, &seat);
    cr_assert_eq(
        connect_seats_change(&place.seats, &seat, agree, &lock, &place.error),
        STATUS_NOT_FOUND);
    cr_assert_eq(count(&place), 0);
    end(&place);
}

Test(connect_seats, a_folder_that_cannot_be_is_refused)
{
    struct connect_seats seats;
    struct error error;
    cr_assert_eq(connect_seats_open(&seats, "/dev/null/seats", &error),
                 STATUS_IO);
    cr_assert_eq(connect_seats_open(&seats, "", &error), STATUS_BAD_INPUT);
}
