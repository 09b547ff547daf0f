#ifndef CASTLED_FUZZ_H
#define CASTLED_FUZZ_H

/*
 * fuzz -- what the fuzzers share: time, seeds, and what is said of a failure.
 *
 *     fuzz_begin(&fuzz, "rpc", argc, argv);
 *     while (fuzz_next(&fuzz))
 *         ... one case, made with &fuzz.mutate, shown with fuzz_show ...
 *     return fuzz_end(&fuzz, "what was counted");
 *
 * Options: `--seconds S`, default 5, or 60 with LONG in the environment;
 * `--seed N`, default 1, or with LONG another one each time; `--case K`: only
 * that one. A case depends on nothing but the seed and its number. When the
 * program is aborted, by a sanitizer, REQUIRE or a case that takes FUZZ_CASE_S,
 * it says the seed and the case, and puts the input last shown into a file.
 */

#include "mutate.h"

enum { FUZZ_CASE_S = 60 };

struct fuzz {
    const char *name;
    uint64_t seed;
    long number; /* of the case, from 1 */
    long only;   /* 0: all */
    double seconds;
    int64_t start_ns;
    struct mutate mutate;
};

void fuzz_begin(struct fuzz *fuzz, const char *name, int argc, char **argv);

/* Whether there is another case: its generator is ready then. */
bool fuzz_next(struct fuzz *fuzz);

/* What goes in now. Borrowed until the next one. */
void fuzz_show(const char *bytes, size_t size);

/* Ends the program as a failure: something that must hold does not. */
_Noreturn void fuzz_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Says how many cases there were, and `counted`; the exit status. */
int fuzz_end(const struct fuzz *fuzz, const char *counted);

#endif
