#include "stores.h"

#include <errno.h>
#include <ftw.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/castled-store-XXXXXX";

void stores_begin(void)
{
    cr_assert(mkdtemp(folder) != NULL);
    cr_assert_eq(chdir(folder), 0);
}

static int remove_one(const char *path, const struct stat *facts, int kind,
                      struct FTW *where)
{
    (void)facts;
    (void)kind;
    (void)where;
    return remove(path);
}

void stores_end(void)
{
    stores_heal_disk();
    cr_expect_eq(chdir("/"), 0);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

struct store *stores_open(void)
{
    struct store *store = NULL;
    struct error error;
    cr_assert_eq(store_open(&store, "store", false, &error), STATUS_OK, "%s",
                 error.text);
    return store;
}

void stores_add_entry(struct text *text, int seq)
{
    text_addf(text,
              "E {\"by\":1,\"d\":{\"n\":%d},\"prev\":\"%064d\",\"seq\":%d,"
              "\"t\":\"choice\",\"ts\":1764485712345}\n",
              seq, seq, seq);
}

void stores_add_signature(struct text *text, int seq)
{
    text_addf(text, "S {\"by\":0,\"seq\":%d,\"sig\":\"%0128d\"}\n", seq, seq);
}

void stores_add_source(struct text *text, int seq, const char *script)
{
    text_addf(text,
              "E {\"by\":0,\"d\":{\"module\":\"m\",\"path\":\"p\",\"text\":"
              "\"%s\"},\"prev\":\"%064d\",\"seq\":%d,\"t\":\"source\","
              "\"ts\":1764485712345}\n",
              script, seq, seq);
}

struct store_write stores_new_game(int64_t number, char id[STORE_ID_SIZE])
{
    snprintf(id, STORE_ID_SIZE, "g%lld", (long long)number);
    return (struct store_write){.game = number,
                                .id = id,
                                .about = "{\"about\":1}",
                                .keeping = "{\"keeping\":1}",
                                .is_public = true};
}

void stores_put(struct store *store, const struct store_write *write)
{
    struct error error;
    cr_assert_eq(store_put(store, write, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(store_commit(store, &error), STATUS_OK, "%s", error.text);
}

void stores_expect_refused(struct store *store, const struct store_write *write,
                           enum status status, const char *reason)
{
    struct error error = {.text = ""};
    cr_expect_eq(store_put(store, write, &error), status);
    cr_expect(strstr(error.text, reason) != NULL, "'%s' is not in: %s", reason,
              error.text);
    store_abandon(store);
}

void stores_expect_record(struct store *store, const char *id,
                          const char *record)
{
    struct store_game game;
    struct error error;
    cr_assert_eq(store_load(store, id, &game, &error), STATUS_OK, "%s",
                 error.text);
    cr_expect_str_eq(text_string(&game.record), record);
    cr_expect_eq(game.record.size, strlen(record));
    store_game_free(&game);
}

int64_t stores_ask(struct store *store, const char *sql)
{
    struct error error;
    int64_t value = -1;
    cr_assert_eq(sqlite_ask(store, sql, &value, &error), STATUS_OK, "%s",
                 error.text);
    return value;
}

void stores_expect_closed(const char *path, bool is_reader, enum status status,
                          const char *reason)
{
    struct store *store = (struct store *)&store;
    struct error error = {.text = ""};
    cr_expect_eq(store_open(&store, path, is_reader, &error), status,
                 "'%s' opens: %s", path, error.text);
    cr_expect_null(store);
    cr_expect(strstr(error.text, reason) != NULL, "'%s' is not in: %s", reason,
              error.text);
}

static atomic_int calls_made;
static atomic_int calls_allowed;
static atomic_int broken_number;

static ssize_t write_or_not(int fd, const void *bytes, size_t size, off_t at)
{
    if (atomic_fetch_add(&calls_made, 1) >= atomic_load(&calls_allowed)) {
        errno = atomic_load(&broken_number);
        return -1;
    }
    return pwrite(fd, bytes, size, at);
}

/* SQLite asks the system through a table that tests may change. */
static void set_write(sqlite3_syscall_ptr call)
{
    static const char *const NAMES[] = {"pwrite", "pwrite64"};
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (vfs->xGetSystemCall(vfs, NAMES[i]) != NULL)
            vfs->xSetSystemCall(vfs, NAMES[i], call);
}

void stores_break_disk(int calls, int number)
{
    atomic_store(&calls_made, 0);
    atomic_store(&calls_allowed, calls);
    atomic_store(&broken_number, number);
    set_write((sqlite3_syscall_ptr)write_or_not);
}

static atomic_bool is_held;

static ssize_t wait_and_write(int fd, const void *bytes, size_t size, off_t at)
{
    while (atomic_load(&is_held))
        usleep(1000);
    return pwrite(fd, bytes, size, at);
}

void stores_hold_disk(void)
{
    atomic_store(&is_held, true);
    set_write((sqlite3_syscall_ptr)wait_and_write);
}

void stores_heal_disk(void)
{
    atomic_store(&is_held, false);
    set_write(NULL);
}

int stores_disk_calls(void)
{
    return atomic_load(&calls_made);
}

void stores_in_child(void (*run)(void))
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        run();
        _exit(0);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
              "the child ended with %d", status);
}
