/*
 * Jobs that behave, and jobs that do what a script that has taken over its
 * process might: each in a real process, ended by a wall or a deadline.
 *
 * Jobs are C: what Lua may do behind the same walls, tests/sandbox/worker.c
 * tries.
 */

#include "script/worker.h"

#include "base/clock.h"
#include "base/json.h"
#include "fair/hash.h"
#include "script/position.h"

#include <criterion/criterion.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { HAS_MEMORY_LIMIT = false };
#else
enum { HAS_MEMORY_LIMIT = true };
#endif

enum {
    SOCKET = 3,
    IN_MAX = 8 << 20,
    OUT_MAX = 4 << 20,
    PATIENT_MS = 60000, /* so that a busy machine fails nobody */
    HASTY_MS = 300,
    NOBODY = 999999999, /* beyond all process ids */
};

/* What is there before the server is started. */
static int open_file = -1;
static struct ruleset *castle;

static enum status echo(const void *bytes, size_t size, struct text *out,
                        struct error *error)
{
    (void)error;
    text_add_bytes(out, bytes, size);
    return STATUS_OK;
}

/* Fails with the text that it is given. */
static enum status fail(const void *bytes, size_t size, struct text *out,
                        struct error *error)
{
    text_add(out, "dropped");
    return error_set(error, STATUS_BAD_INPUT, "%.*s", (int)size,
                     (const char *)bytes);
}

/* As many bytes as the number says. */
static enum status fill(const void *bytes, size_t size, struct text *out,
                        struct error *error)
{
    size_t count;
    (void)error;
    (void)size;
    memcpy(&count, bytes, sizeof count);
    for (size_t i = 0; i < count; i++)
        text_add_char(out, (char)i);
    return STATUS_OK;
}

static int compare(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(int));
}

/* All of our own that asks the system for something on its first use. */
static enum status use_libraries(const void *bytes, size_t size,
                                 struct text *out, struct error *error)
{
    struct json *json;
    enum status status = json_parse(&json, bytes, size, error);
    if (status != STATUS_OK)
        return status;
    json_free(json);
    struct hash_job job;
    hash_begin(&job, "castled/test");
    struct hash hash = hash_end(&job);
    char hex[HASH_HEX_SIZE];
    hash_to_hex(hex, &hash);
    int *numbers = calloc(100000, sizeof *numbers);
    for (int i = 0; i < 100000; i++)
        numbers[i] = -i;
    qsort(numbers, 100000, sizeof *numbers, compare);
    free(numbers);
    text_addf(out, "%s %s %d", hex, strerror(EACCES),
              clock_thread_cpu_ns() > 0 && clock_steady_ns() > 0 &&
                  clock_calendar_ms() > 0);
    return STATUS_OK;
}

/* A whole game of The Castle, always with the first choice and outcome. */
static enum status play_castle(const void *bytes, size_t size, struct text *out,
                               struct error *error)
{
    struct executor *executor = NULL;
    struct position *position = NULL;
    (void)bytes;
    (void)size;
    enum status status = executor_new(&executor, castle, error);
    if (status == STATUS_OK)
        status = position_new(&position, executor, NULL, NULL, error);
    int steps = 0;
    for (; status == STATUS_OK &&
           position_question(position)->waiting != WAITING_NOTHING;
         steps++) {
        const struct question *question = position_question(position);
        const struct material *material = position_material(position);
        if (question->waiting == WAITING_CHOICE)
            status = position_choose(position, 0, error);
        else
            status = position_outcome(
                position,
                question->pile < 0 ? 1
                                   : material->piles[question->pile].left[0],
                error);
    }
    if (status == STATUS_OK)
        text_addf(out, "%d", steps);
    position_free(position);
    executor_free(executor);
    return status;
}

/* Says what it holds: descriptors, environment, limits. */
static enum status describe(const void *bytes, size_t size, struct text *out,
                            struct error *error)
{
    (void)bytes;
    (void)size;
    (void)error;
    for (int fd = 0; fd < 1000; fd++)
        if (write(fd, "", 0) == 0 || errno != EBADF)
            text_addf(out, "fd %d ", fd);
    text_addf(out, "PATH %s", getenv("PATH") == NULL ? "none" : "there");
    return STATUS_OK;
}

/* Kept from the optimiser. */
static volatile unsigned sink; /* which may go round */
static char *volatile place;

static _Noreturn void loop(void)
{
    for (;;)
        sink++;
}

/* What a letter has a worker do. */
static void misbehave(char letter)
{
    char bytes[100] = "";
    switch (letter) {
    case 'l':
        loop();
    case 'L': { /* deaf to the soft limit */
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, NULL);
        loop();
    }
    case 'c':
        place = (char *)8; /* which UBSan lets through */
        *place = 1;
        break;
    case 'a':
        abort();
    case 'r':
        REQUIRE(letter == 'R');
        break;
    case 'q':
        _exit(0);
    case 'o':
        sink = open("/etc/passwd", O_RDONLY);
        break;
    case 's':
        sink = socket(AF_INET, SOCK_STREAM, 0);
        break;
    case 'f':
        sink = fork();
        break;
    case 'x':
        execl("/bin/true", "true", NULL);
        break;
    case 'w':
        sink = (int)pwrite(open_file, "x", 1, 0);
        break;
    case 'k':
        kill(NOBODY, SIGKILL);
        break;
    case 't': /* a signal for another process, and another one for itself */
        syscall(SYS_tgkill, NOBODY, NOBODY, SIGABRT);
        break;
    case 'T':
        syscall(SYS_tgkill, getpid(), getpid(), SIGUSR1);
        break;
    case 'p':
        sink = (int)syscall(SYS_prctl, 1, 0, 0, 0, 0);
        break;
    case 'm':
        place = mmap(NULL, 4096, PROT_READ | PROT_EXEC,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        break;
    case 'M':
        mprotect(bytes, 1, PROT_READ | PROT_EXEC);
        break;
    case 'i': /* of x32 */
        sink = (int)syscall(0x40000000 + SYS_write, SOCKET, "", 0);
        break;
    default:
        break;
    }
}

static enum status misbehave_job(const void *bytes, size_t size,
                                 struct text *out, struct error *error)
{
    (void)size;
    (void)error;
    misbehave(*(const char *)bytes);
    text_add(out, "survived");
    return STATUS_OK;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winfinite-recursion"
static int recurse(int depth)
{
    char bytes[1000];
    memset(bytes, depth, sizeof bytes);
    place = bytes;
    return recurse(depth + 1) + bytes[depth % 1000];
}
#pragma GCC diagnostic pop

static enum status overflow(const void *bytes, size_t size, struct text *out,
                            struct error *error)
{
    (void)bytes;
    (void)size;
    (void)out;
    (void)error;
    sink = recurse(0);
    return STATUS_OK;
}

static enum status use_stack(const void *bytes, size_t size, struct text *out,
                             struct error *error)
{
    char all[14 << 20];
    (void)bytes;
    (void)size;
    (void)error;
    for (size_t i = 0; i < sizeof all; i += 4096)
        all[i] = 1;
    place = all;
    text_add(out, "fits");
    return STATUS_OK;
}

static enum status eat_memory(const void *bytes, size_t size, struct text *out,
                              struct error *error)
{
    (void)bytes;
    (void)size;
    (void)out;
    for (int i = 0; i < 1000; i++) {
        place = malloc(1 << 20);
        if (place == NULL)
            return error_set(error, STATUS_NO_MEMORY, "no memory after %d MiB",
                             i);
        memset(place, 1, 1 << 20);
    }
    return STATUS_OK;
}

/* Writes to its socket what it is given, and then one byte for ever. */
static enum status send_given(const void *bytes, size_t size, struct text *out,
                              struct error *error)
{
    (void)out;
    (void)error;
    if (write(SOCKET, bytes, size) != (ssize_t)size)
        abort();
    for (;;)
        if (write(SOCKET, "x", 1) != 1)
            abort();
}

/* The same, and ends. */
static enum status send_and_die(const void *bytes, size_t size,
                                struct text *out, struct error *error)
{
    (void)out;
    (void)error;
    if (write(SOCKET, bytes, size) != (ssize_t)size)
        abort();
    _exit(0);
}

/* The same, and then does nothing more until the deadline. */
static enum status send_and_loop(const void *bytes, size_t size,
                                 struct text *out, struct error *error)
{
    (void)out;
    (void)error;
    if (write(SOCKET, bytes, size) != (ssize_t)size)
        abort();
    loop();
}

enum {
    JOB_ECHO,
    JOB_FAIL,
    JOB_FILL,
    JOB_LIBRARIES,
    JOB_CASTLE,
    JOB_DESCRIBE,
    JOB_MISBEHAVE,
    JOB_HASTY,
    JOB_OVERFLOW,
    JOB_STACK,
    JOB_EAT,
    JOB_SEND,
    JOB_SEND_AND_DIE,
    JOB_SEND_AND_LOOP,
    JOB_COUNT,
};

static const struct worker_job jobs[] = {
    [JOB_ECHO] = {echo, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_FAIL] = {fail, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_FILL] = {fill, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_LIBRARIES] = {use_libraries, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_CASTLE] = {play_castle, IN_MAX, OUT_MAX, 20, PATIENT_MS},
    [JOB_DESCRIBE] = {describe, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_MISBEHAVE] = {misbehave_job, IN_MAX, OUT_MAX, 1, PATIENT_MS},
    [JOB_HASTY] = {misbehave_job, IN_MAX, OUT_MAX, 60, HASTY_MS},
    [JOB_OVERFLOW] = {overflow, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_STACK] = {use_stack, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_EAT] = {eat_memory, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_SEND] = {send_given, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_SEND_AND_DIE] = {send_and_die, IN_MAX, OUT_MAX, 10, PATIENT_MS},
    [JOB_SEND_AND_LOOP] = {send_and_loop, IN_MAX, OUT_MAX, 60, HASTY_MS},
};

static struct worker_server *server;

static struct text answer;
static struct error error;

static void start(void)
{
    enum status status = worker_server_start(&server, jobs, JOB_COUNT, &error);
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
}

/* A server that knows what is there by now. */
static void start_again(void)
{
    worker_server_stop(server);
    start();
}

static void stop(void)
{
    worker_server_stop(server);
    text_free(&answer);
}

TestSuite(worker, .init = start, .fini = stop, .timeout = 120);

static enum worker_end run_bytes(int job, const void *bytes, size_t size)
{
    text_clear(&answer);
    return worker_run(server, job, bytes, size, &answer, &error);
}

static enum worker_end run(int job, const char *string)
{
    return run_bytes(job, string, strlen(string));
}

static void expect_works(void)
{
    cr_expect_eq(run(JOB_ECHO, "on"), WORKER_DONE, "%s", error.text);
    cr_expect_str_eq(text_string(&answer), "on");
}

static void expect_end(enum worker_end end, enum worker_end expected,
                       enum status status, const char *text)
{
    cr_expect_eq(end, expected, "ended as %d: %s", end, error.text);
    cr_expect_eq(error.status, status);
    cr_expect_not_null(strstr(error.text, text), "'%s' is not in '%s'", text,
                       error.text);
    cr_expect_eq(answer.size, 0);
    expect_works();
}

static void expect_forbidden(const char *letter)
{
    expect_end(run(JOB_MISBEHAVE, letter), WORKER_DIED, STATUS_SCRIPT,
               "did something a script must not do");
}

/* Jobs that behave. */

Test(worker, does_a_job)
{
    cr_expect_eq(run(JOB_ECHO, "hello"), WORKER_DONE, "%s", error.text);
    cr_expect_str_eq(text_string(&answer), "hello");
    cr_expect_eq(run(JOB_ECHO, ""), WORKER_DONE, "%s", error.text);
    cr_expect_eq(answer.size, 0);
}

Test(worker, adds_its_answer_to_what_is_there)
{
    text_add(&answer, "before ");
    cr_expect_eq(worker_run(server, JOB_ECHO, "x", 1, &answer, &error),
                 WORKER_DONE);
    cr_expect_str_eq(text_string(&answer), "before x");
    cr_expect_eq(worker_run(server, JOB_FAIL, "x", 1, &answer, &error),
                 WORKER_FAILED);
    cr_expect_str_eq(text_string(&answer), "before x");
}

Test(worker, fails_in_its_own_words)
{
    expect_end(run(JOB_FAIL, "line 3: no such tile"), WORKER_FAILED,
               STATUS_BAD_INPUT, "line 3: no such tile");
    expect_end(run(JOB_FAIL, "\x1b[2J\xff"), WORKER_FAILED, STATUS_BAD_INPUT,
               "\\x1b[2J\\xff");
}

Test(worker, takes_and_gives_bytes_up_to_a_limit)
{
    char *bytes = calloc(1, IN_MAX + 1);
    cr_assert_not_null(bytes);
    expect_end(run_bytes(JOB_ECHO, bytes, IN_MAX), WORKER_FAILED, STATUS_LIMIT,
               "an answer of 8388608 bytes, of which there may be 4194304");
    expect_end(run_bytes(JOB_ECHO, bytes, IN_MAX + 1), WORKER_FAILED,
               STATUS_LIMIT,
               "8388609 bytes to work on, of which there may be 8388608");
    free(bytes);

    size_t size = OUT_MAX;
    cr_expect_eq(run_bytes(JOB_FILL, &size, sizeof size), WORKER_DONE, "%s",
                 error.text);
    cr_assert_eq(answer.size, size);
    bool same = true;
    for (size_t i = 0; i < size; i++)
        same = same && answer.bytes[i] == (char)i;
    cr_expect(same);
    size++;
    expect_end(run_bytes(JOB_FILL, &size, sizeof size), WORKER_FAILED,
               STATUS_LIMIT, "an answer of 4194305 bytes");
}

Test(worker, has_what_libraries_read_once)
{
    cr_expect_eq(run(JOB_LIBRARIES, "{\"a\":[1,2]}"), WORKER_DONE, "%s",
                 error.text);
    cr_expect_not_null(strstr(text_string(&answer), " Permission denied 1"));
}

Test(worker, plays_a_game)
{
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    enum status status = ruleset_open(&castle, &request, &error);
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
    start_again();
    cr_expect_eq(run(JOB_CASTLE, ""), WORKER_DONE, "%s", error.text);
    cr_expect_gt(strtol(text_string(&answer), NULL, 10), 100);
    ruleset_free(castle);
}

/* What a worker has. */

static void open_a_file(void)
{
    open_file = open("/tmp", O_RDWR | O_TMPFILE, 0600);
    cr_assert_geq(open_file, 0);
    cr_assert_eq(dup2(open_file, 500), 500);
    start_again();
}

static void close_the_file(void)
{
    close(open_file);
    close(500);
}

Test(worker, has_one_descriptor_and_no_environment)
{
    open_a_file();
    cr_expect_not_null(getenv("PATH"));
    cr_expect_eq(run(JOB_DESCRIBE, ""), WORKER_DONE, "%s", error.text);
    cr_expect_str_eq(text_string(&answer), "fd 3 PATH none");
    close_the_file();
}

Test(worker, writes_to_no_file_that_was_open)
{
    open_a_file();
    expect_forbidden("w");
    cr_expect_eq(lseek(open_file, 0, SEEK_END), 0);
    close_the_file();
}

Test(worker, may_not_do_what_is_not_computing)
{
    expect_forbidden("o");
    expect_forbidden("s");
    expect_forbidden("f");
    expect_forbidden("x");
    expect_forbidden("k");
    expect_forbidden("t");
    expect_forbidden("T");
    expect_forbidden("p");
    expect_forbidden("m");
    expect_forbidden("M");
    expect_forbidden("i");
}

Test(worker, has_a_stack_of_16_mib)
{
    cr_expect_eq(run(JOB_STACK, ""), WORKER_DONE, "%s", error.text);
    cr_expect_str_eq(text_string(&answer), "fits");
}

/* What it dies of. */

Test(worker, crashes)
{
    expect_end(run(JOB_MISBEHAVE, "c"), WORKER_DIED, STATUS_SCRIPT,
               "the script crashed: Segmentation fault");
    expect_end(run(JOB_OVERFLOW, ""), WORKER_DIED, STATUS_SCRIPT,
               "the script crashed: Segmentation fault");
    expect_end(run(JOB_MISBEHAVE, "a"), WORKER_DIED, STATUS_SCRIPT,
               "the script crashed: Aborted");
    expect_end(run(JOB_MISBEHAVE, "r"), WORKER_DIED, STATUS_SCRIPT,
               "the script crashed: Aborted");
}

Test(worker, loops_for_ever)
{
    expect_end(run(JOB_MISBEHAVE, "l"), WORKER_DIED, STATUS_LIMIT,
               "the script used too much processor time: over 1 s");
    expect_end(run(JOB_MISBEHAVE, "L"), WORKER_DIED, STATUS_LIMIT,
               "the script used too much processor time: over 1 s");
}

Test(worker, is_late)
{
    int64_t start_ns = clock_steady_ns();
    expect_end(run(JOB_HASTY, "l"), WORKER_LATE, STATUS_LIMIT,
               "the script took too long: over 300 ms");
    int64_t took_ms = (clock_steady_ns() - start_ns) / 1000000;
    cr_expect_geq(took_ms, HASTY_MS);
}

static void on_signal(int signal)
{
    (void)signal;
}

Test(worker, signals_do_not_put_off_the_deadline)
{
    struct sigaction action = {.sa_handler = on_signal};
    struct itimerval often = {{0, 20000}, {0, 20000}};
    struct itimerval never = {0};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    cr_expect_eq(run(JOB_HASTY, "l"), WORKER_LATE);
    expect_works();
    setitimer(ITIMER_REAL, &never, NULL);
}

Test(worker, eats_memory)
{
    if (!HAS_MEMORY_LIMIT)
        return;
    expect_end(run(JOB_EAT, ""), WORKER_FAILED, STATUS_NO_MEMORY,
               "no memory after 2");
}

Test(worker, ends_without_an_answer)
{
    expect_end(run(JOB_MISBEHAVE, "q"), WORKER_DIED, STATUS_SCRIPT,
               "the script's process ended without an answer");
}

/* What it may say: kind, status, size, bytes. */

struct head {
    uint32_t kind;
    uint32_t status;
    size_t size;
};

static enum worker_end run_head(int job, uint32_t kind, uint32_t status,
                                size_t size)
{
    struct head head = {kind, status, size};
    return run_bytes(job, &head, sizeof head);
}

Test(worker, sends_rubbish)
{
    static const struct head wrong[] = {
        {0, 0, (size_t)OUT_MAX + 1},
        {0, 0, SIZE_MAX},
        {0, 1, 4},
        {1, 0, 4},
        {1, STATUS_LIMIT + 1, 4},
        {1, STATUS_SCRIPT, ERROR_TEXT_SIZE},
        {2, STATUS_SCRIPT, ERROR_TEXT_SIZE},
        {3, STATUS_SCRIPT, 4},
        {UINT32_MAX, UINT32_MAX, SIZE_MAX},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        expect_end(
            run_head(JOB_SEND, wrong[i].kind, wrong[i].status, wrong[i].size),
            WORKER_DIED, STATUS_SCRIPT, "answered with nonsense");
    expect_end(run(JOB_SEND, "all is well, and the score is 12 to 7"),
               WORKER_DIED, STATUS_SCRIPT, "answered with nonsense");
}

Test(worker, sends_more_than_it_announced)
{
    cr_expect_eq(run_head(JOB_SEND, 0, 0, 4), WORKER_DONE, "%s", error.text);
    cr_expect_str_eq(text_string(&answer), "xxxx");
    expect_end(run_head(JOB_SEND, 1, STATUS_SCRIPT, 4), WORKER_FAILED,
               STATUS_SCRIPT, "xxxx");
}

Test(worker, dies_half_way)
{
    expect_end(run(JOB_SEND_AND_DIE, "half"), WORKER_DIED, STATUS_SCRIPT,
               "ended without an answer");
    expect_end(run_head(JOB_SEND_AND_DIE, 0, 0, 4), WORKER_DIED, STATUS_SCRIPT,
               "ended without an answer");
    expect_end(run_head(JOB_SEND_AND_LOOP, 0, 0, 4), WORKER_LATE, STATUS_LIMIT,
               "took too long");
    expect_end(run(JOB_SEND_AND_LOOP, ""), WORKER_LATE, STATUS_LIMIT,
               "took too long");
}
