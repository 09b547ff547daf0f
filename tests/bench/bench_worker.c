/*
 * bench_worker -- what it costs to run a job in a process of its own.
 *
 * Prints lines of "name value unit": medians, from the call to the answer.
 */

#include "base/clock.h"
#include "script/position.h"
#include "script/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 500, BIG_SIZE = 1 << 20, DEADLINE_MS = 60000, CPU_S = 10 };

static struct ruleset *ruleset;

static enum status echo(const void *bytes, size_t size, struct text *out,
                        struct error *error)
{
    (void)error;
    text_add_bytes(out, bytes, size);
    return STATUS_OK;
}

/* Loads The Castle and sets a game up. */
static enum status load(const void *bytes, size_t size, struct text *out,
                        struct error *error)
{
    struct executor *executor = NULL;
    struct position *position = NULL;
    (void)bytes;
    (void)size;
    (void)out;
    enum status status = executor_new(&executor, ruleset, error);
    if (status == STATUS_OK)
        status = position_new(&position, executor, NULL, NULL, error);
    position_free(position);
    executor_free(executor);
    return status;
}

enum { JOB_ECHO, JOB_LOAD, JOB_COUNT };

static const struct worker_job jobs[] = {
    [JOB_ECHO] = {echo, BIG_SIZE, BIG_SIZE, CPU_S, DEADLINE_MS},
    [JOB_LOAD] = {load, 0, 0, CPU_S, DEADLINE_MS},
};

static void must(bool fine, const struct error *error)
{
    if (fine)
        return;
    fprintf(stderr, "bench_worker: %s\n", error->text);
    exit(2);
}

static int compare(const void *one, const void *other)
{
    int64_t a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return (a > b) - (a < b);
}

/* Prints the median of RUNS runs in a worker, or, without a server, of the
 * job's function in this process. */
static void measure(const char *name, struct worker_server *server, int job,
                    size_t size)
{
    static int64_t times_ns[RUNS];
    static char bytes[BIG_SIZE];
    struct text out = {0};
    struct error error;
    for (int i = 0; i < RUNS; i++) {
        text_clear(&out);
        int64_t start_ns = clock_steady_ns();
        if (server != NULL)
            must(worker_run(server, job, bytes, size, &out, &error) ==
                     WORKER_DONE,
                 &error);
        else
            must(jobs[job].run(bytes, size, &out, &error) == STATUS_OK, &error);
        times_ns[i] = clock_steady_ns() - start_ns;
    }
    text_free(&out);
    qsort(times_ns, RUNS, sizeof times_ns[0], compare);
    printf("%s %.0f us\n", name, (double)times_ns[RUNS / 2] / 1e3);
}

int main(void)
{
    struct error error;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    struct worker_server *server;
    must(ruleset_open(&ruleset, &request, &error) == STATUS_OK, &error);
    must(worker_server_start(&server, jobs, JOB_COUNT, &error) == STATUS_OK,
         &error);
    measure("worker_job", server, JOB_ECHO, 0);
    measure("worker_job_of_1_mib", server, JOB_ECHO, BIG_SIZE);
    measure("worker_job_load_castle", server, JOB_LOAD, 0);
    measure("load_castle_without_worker", NULL, JOB_LOAD, 0);
    worker_server_stop(server);
    ruleset_free(ruleset);
    return 0;
}
