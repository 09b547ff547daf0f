#include "fuzz.h"

#include "../core/long.h"
#include "base/clock.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 5, SECONDS_LONG = 60 };

/* The run, for the handler of its end. */
static struct fuzz *running;
static const char *shown_bytes;
static size_t shown_size;

/* The program is in pieces when this runs: it says what it can and goes. */
static void say_case(int number)
{
    char path[256];
    fprintf(stderr, "\nfuzz_%s: %s; again with --seed %llu --case %ld\n",
            running->name,
            number == SIGALRM ? "a case takes too long" : "aborted",
            (unsigned long long)running->seed, running->number);
    snprintf(path, sizeof path, "/tmp/fuzz-%s-%llu-%ld.input", running->name,
             (unsigned long long)running->seed, running->number);
    FILE *file = shown_size == 0 ? NULL : fopen(path, "w");
    if (file != NULL) {
        fwrite(shown_bytes, 1, shown_size, file);
        fclose(file);
        fprintf(stderr, "fuzz_%s: its input is in %s\n", running->name, path);
    }
    _exit(1);
}

static void watch(int number)
{
    struct sigaction action = {.sa_handler = say_case};
    sigaction(number, &action, NULL);
}

void fuzz_begin(struct fuzz *fuzz, const char *name, int argc, char **argv)
{
    *fuzz = (struct fuzz){.name = name, .seed = 1, .seconds = SECONDS};
    if (is_long()) {
        fuzz->seed = (uint64_t)clock_calendar_ms();
        fuzz->seconds = SECONDS_LONG;
    }
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0)
            fuzz->seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--seconds") == 0)
            fuzz->seconds = strtod(argv[i + 1], NULL);
        else if (strcmp(argv[i], "--case") == 0)
            fuzz->only = strtol(argv[i + 1], NULL, 10);
    }
    fuzz->start_ns = clock_steady_ns();
    running = fuzz;
    watch(SIGABRT);
    watch(SIGALRM);
    printf("fuzz_%s: --seed %llu\n", name, (unsigned long long)fuzz->seed);
    fflush(stdout);
}

bool fuzz_next(struct fuzz *fuzz)
{
    double passed_s = (double)(clock_steady_ns() - fuzz->start_ns) / 1e9;
    fuzz->number =
        fuzz->only > 0 && fuzz->number == 0 ? fuzz->only : fuzz->number + 1;
    fuzz->mutate.state = (fuzz->seed + 1) * 0x9e3779b97f4a7c15u ^
                         (uint64_t)fuzz->number * 0xbf58476d1ce4e5b9u;
    fuzz->mutate.state |= 1;
    for (int i = 0; i < 8; i++)
        mutate_below(&fuzz->mutate, 2);
    shown_size = 0;
    alarm(FUZZ_CASE_S);
    return fuzz->only > 0 ? fuzz->number == fuzz->only
                          : passed_s < fuzz->seconds;
}

void fuzz_show(const char *bytes, size_t size)
{
    shown_bytes = bytes;
    shown_size = size;
}

void fuzz_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "fuzz_%s: ", running->name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

int fuzz_end(const struct fuzz *fuzz, const char *counted)
{
    alarm(0);
    printf("%ld cases passed: %s\n", fuzz->only > 0 ? 1 : fuzz->number - 1,
           counted);
    return 0;
}
