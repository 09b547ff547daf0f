/*
 * bench_store -- what the store takes and gives in a second.
 *
 * usage: bench_store [SECONDS]
 *
 * A closed loop, as the daemon has it: each of 1, 10, 100 and 1000 games puts
 * its next write, of one entry and one signature, as soon as the last one is on
 * the disk. Beside it stands what the disk gives to anybody: appends of the
 * same size with an fdatasync each. Prints `name value unit` lines.
 *
 * The files lie in TMPDIR, or in /tmp: that should be a disk.
 */

#include "base/clock.h"
#include "store/writer.h"

#include <fcntl.h>
#include <inttypes.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    GAMES_MAX = 1000,
    RECORD_SIZE_MAX = 1 << 20,
    SAVED_GAMES = 200, /* whole ones, for their size */
    LOADS = 200,
    START_LINES = 44, /* of its record, before its first choice */
};

/* One change of a game: the entry of a choice, and the daemon's signature. */
static const char LINES[] =
    "E {\"by\":1,\"d\":{\"choice\":[4,17,1],\"seq\":17},\"prev\":\""
    "bde4ecb8b34082a198ec1810f4c063478b066273afac4eedeebad79fa98f1afd\","
    "\"seq\":"
    "70,\"t\":\"choice\",\"ts\":1764485712345}\n"
    "S {\"by\":0,\"seq\":70,\"sig\":\""
    "9bb51bf5feb81810d6373294da13aca9a974fc8071189b9f5745bf36d45837595d49b49d12"
    "e755c820999cbab0911eb0650aeb4f6d95c1c2214acfd8eb3c0123\"}\n";

static char folder[256];
static char path[300];

static void must(enum status status, const struct error *error)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "bench_store: %s\n", error->text);
    exit(2);
}

static void remove_files(void)
{
    static const char *const ENDS[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        char name[320];
        snprintf(name, sizeof name, "%s%s", path, ENDS[i]);
        unlink(name);
    }
}

static void wake(void *context)
{
    sem_post(context);
}

static void wait_for(struct writer *writer, sem_t *woken, int64_t ticket)
{
    struct error error;
    while (writer_committed(writer) < ticket) {
        if (writer_has_failed(writer, &error))
            must(error.status, &error);
        sem_wait(woken);
    }
}

static void create_games(struct writer *writer, sem_t *woken, int count)
{
    for (int i = 1; i <= count; i++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "g%d", i);
        struct store_write write = {.game = i,
                                    .id = id,
                                    .about = "{\"game\":\"castle\"}",
                                    .keeping = "{}",
                                    .state = STORE_PLAYING,
                                    .is_public = true};
        writer_put(writer, &write);
    }
    wait_for(writer, woken, writer_last(writer));
}

/* Changes of `count` games at once for some time. */
static void measure_changes(int count, double seconds)
{
    static int64_t tickets[GAMES_MAX];
    static int seqs[GAMES_MAX];
    struct writer *writer;
    struct store *reader;
    struct error error;
    sem_t woken;
    int64_t rows = 0;
    sem_init(&woken, 0, 0);
    must(writer_start(&writer, &reader, path, wake, &woken, &error), &error);
    create_games(writer, &woken, count);
    memset(tickets, 0, sizeof tickets);
    memset(seqs, 0, sizeof seqs);
    int64_t commits = writer_figures(writer).commit_count;
    int64_t start_ns = clock_steady_ns();
    int64_t cpu_ns = clock_thread_cpu_ns();
    int64_t end_ns = start_ns + (int64_t)(seconds * 1e9);
    while (clock_steady_ns() < end_ns) {
        int64_t committed = writer_committed(writer);
        for (int i = 0; i < count; i++) {
            if (tickets[i] > committed)
                continue;
            struct store_write write = {.game = i + 1,
                                        .seq = seqs[i]++,
                                        .lines = LINES,
                                        .lines_size = sizeof LINES - 1};
            tickets[i] = writer_put(writer, &write);
            rows++;
        }
        wait_for(writer, &woken, committed + 1);
    }
    wait_for(writer, &woken, writer_last(writer));
    double took = (double)(clock_steady_ns() - start_ns) / 1e9;
    commits = writer_figures(writer).commit_count - commits;
    cpu_ns = clock_thread_cpu_ns() - cpu_ns;
    printf("%4d games at once  %8.0f changes/s %7.1f a commit, %.1f us of the "
           "hall's thread each\n",
           count, (double)rows / took, (double)rows / (double)commits,
           (double)cpu_ns / 1e3 / (double)rows);
    must(writer_stop(writer, &error), &error);
    sem_destroy(&woken);
    remove_files();
}

/* What a write and an fdatasync cost without any store. */
static void measure_disk(double seconds)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int64_t count = 0;
    int64_t start_ns = clock_steady_ns();
    int64_t end_ns = start_ns + (int64_t)(seconds * 1e9);
    for (; clock_steady_ns() < end_ns; count++)
        if (fd < 0 || write(fd, LINES, sizeof LINES - 1) < 0 ||
            fdatasync(fd) != 0) {
            perror("bench_store");
            exit(2);
        }
    double took = (double)(clock_steady_ns() - start_ns) / 1e9;
    close(fd);
    printf("the disk alone      %8.0f appends/s\n", (double)count / took);
    remove_files();
}

/* Puts a game's record as it comes about: first all up to the agreement, then
 * two lines at a time. How many writes it took. */
static int put_game(struct store *store, int number, const struct text *record)
{
    char id[STORE_ID_SIZE];
    struct error error;
    struct store_write write = {.game = number,
                                .id = id,
                                .lines = record->bytes,
                                .about = "{\"game\":\"castle\"}",
                                .keeping = "{}",
                                .state = STORE_OVER,
                                .is_public = true};
    const char *end = record->bytes + record->size;
    int puts = 0;
    snprintf(id, sizeof id, "g%d", number);
    for (; write.lines < end; puts++) {
        const char *at = write.lines;
        int count = 0;
        for (int i = 0; at < end && i < (puts == 0 ? START_LINES : 2); i++) {
            count += *at == 'E';
            at = strchr(at, '\n') + 1;
        }
        write.lines_size = (size_t)(at - write.lines);
        must(store_put(store, &write, &error), &error);
        write.id = NULL;
        write.about = NULL;
        write.lines = at;
        write.seq += count;
    }
    return puts;
}

static void load_game(struct store *store, int number, size_t size)
{
    struct store_game game;
    struct error error;
    char id[STORE_ID_SIZE];
    snprintf(id, sizeof id, "g%d", number);
    must(store_load(store, id, &game, &error), &error);
    if (game.record.size != size)
        exit(1);
    store_game_free(&game);
}

/* Whole games: how large they are and how long it takes to load one. */
static void measure_records(void)
{
    struct text record = {0};
    struct store *store;
    struct error error;
    struct stat facts;
    int puts = 0;
    must(text_read_file(&record,
                        CASTLED_SOURCE_DIR "/tests/golden/sealed-typed.record",
                        RECORD_SIZE_MAX, &error),
         &error);
    must(store_open(&store, path, false, &error), &error);
    for (int i = 1; i <= SAVED_GAMES; i++)
        puts += put_game(store, i, &record);
    must(store_commit(store, &error), &error);
    int64_t start_ns = clock_steady_ns();
    for (int i = 0; i < LOADS; i++)
        load_game(store, i % SAVED_GAMES + 1, record.size);
    int64_t load_ns = clock_steady_ns() - start_ns;
    store_close(store);
    if (stat(path, &facts) != 0)
        exit(1);
    printf("a whole game        %8.0f bytes of record, %.0f in the store, %d "
           "writes\n",
           (double)record.size, (double)facts.st_size / SAVED_GAMES,
           puts / SAVED_GAMES);
    printf("loaded in           %8.0f us\n", (double)load_ns / 1e3 / LOADS);
    text_free(&record);
    remove_files();
}

int main(int argc, char **argv)
{
    static const int COUNTS[] = {1, 10, 100, 1000};
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 2;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/castled-bench-XXXXXX",
             parent == NULL ? "/tmp" : parent);
    if (seconds <= 0 || mkdtemp(folder) == NULL) {
        fputs("usage: bench_store [SECONDS]\n", stderr);
        return 2;
    }
    snprintf(path, sizeof path, "%s/store", folder);
    measure_disk(seconds);
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++)
        measure_changes(COUNTS[i], seconds);
    measure_records();
    rmdir(folder);
    return 0;
}
