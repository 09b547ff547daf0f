#include "store/writer.h"

#include "base/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    REFUSED_MAX = 16, /* games at the same time */
    GATHER_COUNT = 4, /* writes in a commit that are many */
};

static const int64_t GATHER_NS = 1500000;

/* A game one of whose writes the store refused: what was put for it since then
 * is dropped, but for its deletion. */
struct refused {
    struct writer_refusal refusal;
    bool is_told;  /* to the caller, who has put nothing since for what was, */
    int64_t until; /* but up to here */
};

/* A write that waits, with all that it points to behind it. */
struct waiting {
    struct waiting *next; /* owned by the list that it is in */
    int64_t ticket;
    struct store_write write; /* of a game; game 0: of a value: */
    const char *name;
    const char *bytes;
    size_t size;
    char copies[];
};

/* After a failure: whether the disk takes something again. */
enum trial {
    TRIAL_NONE,
    TRIAL_ASKED, /* until the thread has tried it */
    TRIAL_GOOD,
};

struct writer {
    struct store *store;  /* owned; the thread's, but for store_look */
    struct store *reader; /* owned, and lent to who started the writer */
    void (*wake)(void *context);
    void *context; /* borrowed from who started the writer */

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* any of what the lock guards */

    /* Guarded by the lock: */
    struct waiting *first; /* owned */
    struct waiting *last;
    bool is_stopping;
    bool is_to_fail; /* the thread is, and this is why: */
    struct error reason;
    enum trial trial;

    atomic_int refused_count; /* not to take the lock for none */
    struct refused refused[REFUSED_MAX];

    struct error error; /* set before has_failed is, and then left alone */
    atomic_bool has_failed;

    /* The caller's alone: */
    int64_t last_ticket;
    bool holds;           /* what is put, until writer_go: */
    struct waiting *held; /* owned */
    struct waiting *held_last;

    _Atomic int64_t committed;
    atomic_bool has_refused; /* what the caller was not told yet */

    atomic_int waiting;
    _Atomic int64_t commit_count;
    _Atomic int64_t write_count;
    _Atomic int64_t last_commit_ns;
};

static void free_list(struct waiting *list)
{
    while (list != NULL) {
        struct waiting *next = list->next;
        free(list);
        list = next;
    }
}

/* Fails, unless it has already: what waits is dropped. With the lock. */
static void fail(struct writer *writer, const struct error *error)
{
    writer->is_to_fail = false;
    if (atomic_load(&writer->has_failed))
        return;
    free_list(writer->first);
    writer->first = NULL;
    writer->last = NULL;
    atomic_store(&writer->waiting, 0);
    writer->error = *error;
    atomic_store(&writer->has_failed, true);
    pthread_cond_broadcast(&writer->changed);
}

/* Whether a write of the game is refused already. */
static bool is_refused(struct writer *writer, const struct waiting *item)
{
    bool is_refused = false;
    if (atomic_load(&writer->refused_count) == 0)
        return false;
    pthread_mutex_lock(&writer->lock);
    for (int i = 0; i < writer->refused_count; i++) {
        const struct refused *refused = &writer->refused[i];
        is_refused |= refused->refusal.game == item->write.game &&
                      (!refused->is_told || item->ticket <= refused->until);
    }
    pthread_mutex_unlock(&writer->lock);
    return is_refused;
}

/* Forgets the refusals whose last write has come. With the lock. */
static void forget_refused(struct writer *writer)
{
    int count = 0;
    int64_t committed = atomic_load(&writer->committed);
    for (int i = 0; i < writer->refused_count; i++)
        if (!writer->refused[i].is_told || writer->refused[i].until > committed)
            writer->refused[count++] = writer->refused[i];
    atomic_store(&writer->refused_count, count);
}

/* Notes that the write is refused. False when too many are. */
static bool refuse(struct writer *writer, const struct waiting *item,
                   const struct error *error)
{
    pthread_mutex_lock(&writer->lock);
    forget_refused(writer);
    bool has_room = writer->refused_count < REFUSED_MAX;
    if (has_room) {
        writer->refused[writer->refused_count++] =
            (struct refused){.refusal = {.game = item->write.game,
                                         .ticket = item->ticket,
                                         .error = *error}};
        atomic_store(&writer->has_refused, true);
    }
    pthread_mutex_unlock(&writer->lock);
    return has_room;
}

/* Puts a game's write; one that does not fit is refused, and no other. A
 * deletion fits to whatever is there. */
static enum status put_write(struct writer *writer, const struct waiting *item,
                             struct error *error)
{
    if (!item->write.is_deleted && is_refused(writer, item))
        return STATUS_OK;
    enum status status = store_put(writer->store, &item->write, error);
    if (status == STATUS_BAD_INPUT && refuse(writer, item, error))
        return STATUS_OK;
    return status;
}

/* Writes a list and commits it. */
static enum status write_list(struct writer *writer, const struct waiting *list,
                              struct error *error)
{
    enum status status = STATUS_OK;
    for (const struct waiting *item = list; status == STATUS_OK && item != NULL;
         item = item->next) {
        if (item->write.game != 0)
            status = put_write(writer, item, error);
        else
            status = store_put_value(writer->store, item->name, item->bytes,
                                     item->size, error);
    }
    if (status == STATUS_OK)
        status = store_commit(writer->store, error);
    if (status != STATUS_OK)
        store_abandon(writer->store);
    return status;
}

/* Writes what was taken, without the lock, and tells how it went; only then
 * tidies up. */
static void serve(struct writer *writer, struct waiting *list, int count,
                  int64_t ticket)
{
    struct error error;
    int64_t start_ns = clock_steady_ns();
    enum status status = write_list(writer, list, &error);
    free_list(list);

    pthread_mutex_lock(&writer->lock);
    if (status == STATUS_OK) {
        atomic_store(&writer->last_commit_ns, clock_steady_ns() - start_ns);
        atomic_fetch_add(&writer->commit_count, 1);
        atomic_fetch_add(&writer->write_count, count);
        atomic_store(&writer->committed, ticket);
        pthread_cond_broadcast(&writer->changed);
    } else {
        fail(writer, &error);
    }
    pthread_mutex_unlock(&writer->lock);
    if (writer->wake != NULL)
        writer->wake(writer->context);
    if (status == STATUS_OK)
        store_tidy(writer->store);
}

/* Tries whether the disk takes something again, which may take long. */
static void try_disk(struct writer *writer)
{
    struct error error;
    char now[24];
    int size =
        snprintf(now, sizeof now, "%lld", (long long)clock_calendar_ms());
    enum status status = store_put_value(writer->store, "writer_resumed_ms",
                                         now, (size_t)size, &error);
    if (status == STATUS_OK)
        status = store_commit(writer->store, &error);
    if (status != STATUS_OK)
        store_abandon(writer->store);
    pthread_mutex_lock(&writer->lock);
    writer->trial = status == STATUS_OK ? TRIAL_GOOD : TRIAL_NONE;
    pthread_mutex_unlock(&writer->lock);
}

/* Lets writes gather after a commit of many that began then: each costs more
 * than what is in it, and when they are many, more are to come. */
static void let_gather(int64_t start_ns, int count)
{
    int64_t until_ns = start_ns + GATHER_NS;
    const struct timespec until = {.tv_sec = until_ns / CLOCK_NS_PER_SECOND,
                                   .tv_nsec = until_ns % CLOCK_NS_PER_SECOND};
    if (count >= GATHER_COUNT)
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

/* Waits until there is something to do; fails, or tries the disk, if that is
 * it. With the lock, which it gives back when it has done so: then it is false.
 */
static bool wait_for_work(struct writer *writer)
{
    while (writer->first == NULL && !writer->is_stopping &&
           !writer->is_to_fail && writer->trial != TRIAL_ASKED)
        pthread_cond_wait(&writer->changed, &writer->lock);
    bool is_to_fail = writer->is_to_fail;
    bool is_to_try = writer->trial == TRIAL_ASKED && !writer->is_stopping;
    if (!is_to_fail && !is_to_try)
        return true;
    if (is_to_fail)
        fail(writer, &writer->reason);
    pthread_mutex_unlock(&writer->lock);
    if (!is_to_fail)
        try_disk(writer);
    else if (writer->wake != NULL)
        writer->wake(writer->context);
    return false;
}

static void *run(void *context)
{
    struct writer *writer = context;
    for (;;) {
        pthread_mutex_lock(&writer->lock);
        if (!wait_for_work(writer))
            continue;
        struct waiting *list = writer->first;
        int64_t ticket = list == NULL ? 0 : writer->last->ticket;
        int count = 0;
        for (const struct waiting *item = list; item != NULL; item = item->next)
            count++;
        atomic_fetch_sub(&writer->waiting, count);
        writer->first = NULL;
        writer->last = NULL;
        pthread_mutex_unlock(&writer->lock);
        if (list == NULL)
            return NULL;
        int64_t start_ns = clock_steady_ns();
        serve(writer, list, count, ticket);
        let_gather(start_ns, count);
    }
}

/* Starts the thread, which is to get no signals: those are the loop's. */
static enum status start_thread(struct writer *writer, struct error *error)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int number = pthread_create(&writer->thread, NULL, run, writer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (number != 0)
        return error_set(error, STATUS_IO, "cannot start a thread: %s",
                         strerror(number));
    return STATUS_OK;
}

/* Frees all but the thread. */
static void writer_free(struct writer *writer)
{
    free_list(writer->first);
    free_list(writer->held);
    store_close(writer->reader);
    store_close(writer->store);
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->lock);
    free(writer);
}

enum status writer_start(struct writer **out, struct store **reader,
                         const char *path, void (*wake)(void *context),
                         void *context, struct error *error)
{
    *out = NULL;
    *reader = NULL;
    struct writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a writer");
    writer->wake = wake;
    writer->context = context;
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, NULL);
    enum status status = store_open(&writer->store, path, false, error);
    if (status == STATUS_OK)
        status = store_open(&writer->reader, path, true, error);
    if (status == STATUS_OK)
        status = start_thread(writer, error);
    if (status != STATUS_OK) {
        writer_free(writer);
        return status;
    }
    *out = writer;
    *reader = writer->reader;
    return STATUS_OK;
}

enum status writer_stop(struct writer *writer, struct error *error)
{
    if (writer == NULL)
        return STATUS_OK;
    writer_look(writer);
    writer_go(writer);
    pthread_mutex_lock(&writer->lock);
    writer->is_stopping = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    enum status status = STATUS_OK;
    if (writer_has_failed(writer, error))
        status = error->status;
    writer_free(writer);
    return status;
}

/* Copies `size` bytes and a zero byte to *at, which goes on behind them. NULL
 * stays NULL. */
static const char *copy(char **at, const void *bytes, size_t size)
{
    if (bytes == NULL)
        return NULL;
    char *start = *at;
    memcpy(start, bytes, size);
    start[size] = '\0';
    *at = start + size + 1;
    return start;
}

static size_t size_of(const char *string)
{
    return string == NULL ? 0 : strlen(string);
}

/* Has the writer fail. The thread does it: what is being committed must have
 * landed, or not, before anybody reads what there is. */
static void let_fail(struct writer *writer, const struct error *reason)
{
    pthread_mutex_lock(&writer->lock);
    writer->is_to_fail = !atomic_load(&writer->has_failed);
    writer->reason = *reason;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
}

bool writer_look(struct writer *writer)
{
    struct error error;
    bool is_there = store_look(writer->store, &error) == STATUS_OK;
    if (!is_there && !atomic_load(&writer->has_failed))
        let_fail(writer, &error);
    return is_there;
}

/* Gives an item its ticket and keeps it for the thread; NULL: memory was out.
 */
static int64_t enqueue(struct writer *writer, struct waiting *item)
{
    int64_t ticket = ++writer->last_ticket;
    if (item == NULL) {
        struct error error;
        error_set(&error, STATUS_NO_MEMORY, "no memory for what is written");
        let_fail(writer, &error);
        return ticket;
    }
    item->ticket = ticket;
    if (writer->held == NULL)
        writer->held = item;
    else
        writer->held_last->next = item;
    writer->held_last = item;
    atomic_fetch_add(&writer->waiting, 1);
    if (!writer->holds)
        writer_go(writer);
    return ticket;
}

void writer_hold(struct writer *writer)
{
    writer->holds = true;
}

void writer_go(struct writer *writer)
{
    if (writer->held == NULL)
        return;
    pthread_mutex_lock(&writer->lock);
    if (atomic_load(&writer->has_failed)) {
        free_list(writer->held);
        atomic_store(&writer->waiting, 0);
    } else {
        if (writer->last == NULL)
            writer->first = writer->held;
        else
            writer->last->next = writer->held;
        writer->last = writer->held_last;
        pthread_cond_signal(&writer->changed);
    }
    pthread_mutex_unlock(&writer->lock);
    writer->held = NULL;
    writer->held_last = NULL;
}

int64_t writer_put(struct writer *writer, const struct store_write *write)
{
    enum { TEXT_COUNT = 6 }; /* each with a zero byte */
    if (write == NULL)
        return enqueue(writer, NULL);
    size_t id_size = size_of(write->id);
    size_t opener_size = size_of(write->opener);
    size_t said_size = size_of(write->said);
    size_t about_size = size_of(write->about);
    size_t keeping_size = size_of(write->keeping);
    struct waiting *item =
        malloc(sizeof *item + id_size + opener_size + write->lines_size +
               said_size + about_size + keeping_size + TEXT_COUNT);
    if (item == NULL)
        return enqueue(writer, NULL);
    *item = (struct waiting){.write = *write};
    char *at = item->copies;
    item->write.id = copy(&at, write->id, id_size);
    item->write.opener = copy(&at, write->opener, opener_size);
    item->write.lines = copy(&at, write->lines, write->lines_size);
    item->write.said = copy(&at, write->said, said_size);
    item->write.about = copy(&at, write->about, about_size);
    item->write.keeping = copy(&at, write->keeping, keeping_size);
    return enqueue(writer, item);
}

int64_t writer_put_value(struct writer *writer, const char *name,
                         const void *bytes, size_t size)
{
    size_t name_size = strlen(name);
    struct waiting *item = malloc(sizeof *item + name_size + size + 2);
    if (item == NULL)
        return enqueue(writer, NULL);
    *item = (struct waiting){.size = size};
    char *at = item->copies;
    item->name = copy(&at, name, name_size);
    item->bytes = copy(&at, size == 0 ? "" : bytes, size);
    return enqueue(writer, item);
}

int64_t writer_last(const struct writer *writer)
{
    return writer->last_ticket;
}

enum status writer_wait(struct writer *writer, int64_t ticket,
                        struct error *error)
{
    writer_go(writer);
    pthread_mutex_lock(&writer->lock);
    while (!atomic_load(&writer->has_failed) &&
           atomic_load(&writer->committed) < ticket)
        pthread_cond_wait(&writer->changed, &writer->lock);
    pthread_mutex_unlock(&writer->lock);
    if (atomic_load(&writer->committed) >= ticket)
        return STATUS_OK;
    *error = writer->error;
    return error->status;
}

int64_t writer_committed(const struct writer *writer)
{
    return atomic_load(&writer->committed);
}

bool writer_has_failed(const struct writer *writer, struct error *error)
{
    if (!atomic_load(&writer->has_failed))
        return false;
    *error = writer->error;
    return true;
}

bool writer_take_refusal(struct writer *writer, struct writer_refusal *out)
{
    bool is_found = false;
    bool has_more = false;
    if (!atomic_load(&writer->has_refused))
        return false;
    writer_go(writer); /* all of the game is known to the thread */
    pthread_mutex_lock(&writer->lock);
    forget_refused(writer);
    for (int i = 0; i < writer->refused_count; i++) {
        struct refused *refused = &writer->refused[i];
        if (refused->is_told)
            continue;
        if (is_found ||
            refused->refusal.ticket > atomic_load(&writer->committed)) {
            has_more = true;
            continue;
        }
        is_found = true;
        *out = refused->refusal;
        refused->is_told = true;
        refused->until = writer->last_ticket;
    }
    atomic_store(&writer->has_refused, has_more);
    pthread_mutex_unlock(&writer->lock);
    return is_found;
}

bool writer_resume(struct writer *writer)
{
    struct error error;
    if (!atomic_load(&writer->has_failed))
        return true;
    if (store_look(writer->store, &error) != STATUS_OK)
        return false;
    writer_go(writer); /* which drops them */
    pthread_mutex_lock(&writer->lock);
    bool resumes = writer->trial == TRIAL_GOOD;
    writer->trial = resumes ? TRIAL_NONE : TRIAL_ASKED;
    if (resumes) {
        atomic_store(&writer->committed, writer->last_ticket);
        atomic_store(&writer->refused_count, 0);
        atomic_store(&writer->has_refused, false);
        atomic_store(&writer->has_failed, false);
    }
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    return resumes;
}

struct writer_figures writer_figures(const struct writer *writer)
{
    return (struct writer_figures){
        .waiting = atomic_load(&writer->waiting),
        .commit_count = atomic_load(&writer->commit_count),
        .write_count = atomic_load(&writer->write_count),
        .last_commit_ns = atomic_load(&writer->last_commit_ns),
    };
}
