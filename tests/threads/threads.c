/*
 * threads -- the store's writer under ThreadSanitizer, which Criterion does not
 * work with: what both threads touch is used as the daemon uses it, with
 * commits, failures, values, figures, and a reader beside them. Ends with
 * status 66 where two threads may meet.
 */

#include "store/writer.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 20, ROUNDS = 200, FAILURE_EVERY = 50, WRONG = 64 };

static char folder[] = "/tmp/castled-threads-XXXXXX";

static void must(bool holds, const char *what, const struct error *error)
{
    if (holds)
        return;
    fprintf(stderr, "threads: %s: %s\n", what, error->text);
    exit(1);
}

static void wake(void *context)
{
    sem_post(context);
}

/* Waits until all is on the disk, or the writer has failed. */
static bool wait_for_all(struct writer *writer, sem_t *woken)
{
    struct error error;
    while (writer_committed(writer) < writer_last(writer)) {
        if (writer_has_failed(writer, &error))
            return false;
        (void)writer_figures(writer);
        sem_wait(woken);
    }
    return true;
}

/* Puts what is refused, among much that is not: only its game is. */
static void refuse_one(struct writer *writer, sem_t *woken)
{
    struct error error = {.text = ""};
    struct writer_refusal refusal = {.game = 0};
    writer_put(writer, &(struct store_write){.game = GAMES + 1});
    for (int i = 0; i < GAMES; i++)
        writer_put_value(writer, "name", "value", 5);
    must(wait_for_all(writer, woken), "a wrong write fails all", &error);
    must(writer_take_refusal(writer, &refusal) && refusal.game == GAMES + 1,
         "a wrong write is accepted", &error);
}

static void resume(struct writer *writer)
{
    while (!writer_resume(writer))
        usleep(100);
}

/* Puts more that is refused than a writer bears, and resumes at once, while the
 * thread may still be busy. */
static void fail_and_resume(struct writer *writer, sem_t *woken)
{
    struct error error = {.text = ""};
    for (int i = 0; i < WRONG; i++)
        writer_put(writer, &(struct store_write){.game = GAMES + 2 + i});
    for (int i = 0; i < GAMES; i++)
        writer_put_value(writer, "name", "value", 5);
    must(!wait_for_all(writer, woken), "many wrong writes are accepted",
         &error);
    resume(writer);
    writer_put(writer, NULL);
    for (int i = 0; i < GAMES; i++)
        writer_put_value(writer, "name", "value", 5);
    must(!wait_for_all(writer, woken), "memory is not missed", &error);
    resume(writer);
    struct writer_refusal refusal;
    while (writer_take_refusal(writer, &refusal))
        must(refusal.game > GAMES + 1, "a good write is refused", &error);
}

static void read_one(struct store *reader, int game)
{
    struct store_game loaded;
    struct error error;
    char id[STORE_ID_SIZE];
    snprintf(id, sizeof id, "g%d", game);
    must(store_load(reader, id, &loaded, &error) == STATUS_OK, id, &error);
    store_game_free(&loaded);
}

static void play(struct writer *writer, struct store *reader, sem_t *woken)
{
    struct error error = {.text = ""};
    for (int round = 0; round < ROUNDS; round++) {
        for (int game = 1; game <= GAMES; game++) {
            char id[STORE_ID_SIZE];
            snprintf(id, sizeof id, "g%d", game);
            struct store_write write = {.game = game,
                                        .id = round == 0 ? id : NULL,
                                        .seq = round,
                                        .lines = "E {}\n",
                                        .lines_size = 5,
                                        .said = "{}",
                                        .about = "{}",
                                        .keeping = "{}"};
            writer_put(writer, &write);
        }
        bool fails = round % FAILURE_EVERY == 0;
        if (fails || round % 3 == 0)
            must(wait_for_all(writer, woken), "it fails", &error);
        if (fails) {
            read_one(reader, round % GAMES + 1);
            refuse_one(writer, woken);
            fail_and_resume(writer, woken);
        }
    }
    must(wait_for_all(writer, woken), "it fails", &error);
}

int main(void)
{
    static const char *const NAMES[] = {"store", "store.lock"};
    struct writer *writer;
    struct store *reader;
    struct error error;
    sem_t woken;
    sem_init(&woken, 0, 0);
    must(mkdtemp(folder) != NULL && chdir(folder) == 0, folder, &error);
    must(writer_start(&writer, &reader, "store", wake, &woken, &error) ==
             STATUS_OK,
         "it does not start", &error);
    play(writer, reader, &woken);
    must(writer_stop(writer, &error) == STATUS_OK, "it ends badly", &error);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        unlink(NAMES[i]);
    rmdir(folder);
    puts("1 passed: the writer's thread");
    return 0;
}
