#include "script/warm.h"

#include "base/clock.h"
#include "script/stamp.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* What a Lua state may hold before a fresh one takes its place: games that
     * rest nowhere would else fill it up to its limit together. */
    MEMORY_MAX = 8 << 20,
};

static const int64_t LOOK_NS = 1000000000; /* between two looks at the files */

struct warm_rules {
    struct warm *warm;         /* borrowed: where it is */
    struct warm_rules *next;   /* owned */
    struct ruleset *ruleset;   /* owned */
    struct executor *executor; /* owned; NULL: there is none now */
    struct text request;       /* by which it was opened; empty: by none */
    uint64_t stamp;            /* and how the files were then */
    int users;
    uint64_t used; /* when its executor was wanted last, as warm->now */
};

struct warm {
    int executor_max;
    int executor_count;
    uint64_t now;             /* counts what is wanted */
    uint64_t stamp;           /* of the files, */
    int64_t looked_ns;        /* when they were last looked at; 0: never */
    struct warm_rules *rules; /* owned */
};

enum status warm_new(struct warm **out, int executor_max, struct error *error)
{
    REQUIRE(executor_max > 0);
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for rulesets");
    (*out)->executor_max = executor_max;
    return STATUS_OK;
}

static void free_rules(struct warm_rules *rules)
{
    executor_free(rules->executor);
    ruleset_free(rules->ruleset);
    text_free(&rules->request);
    free(rules);
}

void warm_free(struct warm *warm)
{
    if (warm == NULL)
        return;
    while (warm->rules != NULL) {
        struct warm_rules *rules = warm->rules;
        warm->rules = rules->next;
        free_rules(rules);
    }
    free(warm);
}

/* Forgets a ruleset if nobody uses it and it has no executor. */
static void drop_idle(struct warm_rules *rules)
{
    if (rules->users > 0 || rules->executor != NULL)
        return;
    struct warm_rules **at = &rules->warm->rules;
    while (*at != rules)
        at = &(*at)->next;
    *at = rules->next;
    free_rules(rules);
}

enum status warm_use(struct warm_rules **out, struct warm *warm,
                     const struct ruleset *ruleset, struct error *error)
{
    *out = NULL;
    for (struct warm_rules *rules = warm->rules; rules != NULL;
         rules = rules->next) {
        if (rules->ruleset != ruleset &&
            !ruleset_is_equal(rules->ruleset, ruleset))
            continue;
        rules->users++;
        *out = rules;
        return STATUS_OK;
    }
    struct warm_rules *rules = calloc(1, sizeof *rules);
    if (rules == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a ruleset");
    enum status status = ruleset_copy(&rules->ruleset, ruleset, error);
    if (status != STATUS_OK) {
        free(rules);
        return status;
    }
    rules->warm = warm;
    rules->users = 1;
    rules->next = warm->rules;
    warm->rules = rules;
    *out = rules;
    return STATUS_OK;
}

/* Writes down what is asked for, each part with its zero byte. */
static void write_request(struct text *out,
                          const struct ruleset_request *request)
{
    text_add_bytes(out, request->root, strlen(request->root) + 1);
    text_add_bytes(out, request->game, strlen(request->game) + 1);
    for (int i = 0; i < request->variant_count; i++)
        text_add_bytes(out, request->variants[i],
                       strlen(request->variants[i]) + 1);
    text_add_char(out, '\0');
    for (int i = 0; i < request->option_count; i++)
        text_add_bytes(out, request->options[i],
                       strlen(request->options[i]) + 1);
}

static void look_at_files(struct warm *warm, const char *root)
{
    int64_t now_ns = clock_steady_ns();
    if (warm->looked_ns != 0 && now_ns - warm->looked_ns < LOOK_NS)
        return;
    warm->looked_ns = now_ns;
    warm->stamp = stamp_take(root);
}

/* The ruleset that was opened by this request from the files that are there
 * now; NULL when there is none. */
static struct warm_rules *find_opened(const struct warm *warm,
                                      const struct text *request)
{
    for (struct warm_rules *rules = warm->rules; rules != NULL;
         rules = rules->next)
        if (rules->stamp == warm->stamp &&
            rules->request.size == request->size &&
            memcmp(text_string(&rules->request), text_string(request),
                   request->size) == 0)
            return rules;
    return NULL;
}

/* Whether a request names files that may lie elsewhere. */
static bool has_path(const struct ruleset_request *request)
{
    bool has = ruleset_is_path(request->game);
    for (int i = 0; i < request->variant_count; i++)
        has = has || ruleset_is_path(request->variants[i]);
    return has;
}

static enum status read_and_use(struct warm_rules **out, struct warm *warm,
                                const struct ruleset_request *request,
                                struct error *error)
{
    struct ruleset *ruleset;
    enum status status = ruleset_open(&ruleset, request, error);
    if (status == STATUS_OK)
        status = warm_use(out, warm, ruleset, error);
    ruleset_free(ruleset);
    return status;
}

enum status warm_open(struct warm_rules **out, struct warm *warm,
                      const struct ruleset_request *request,
                      struct error *error)
{
    struct text key = {0};
    *out = NULL;
    if (has_path(request))
        return read_and_use(out, warm, request, error);
    write_request(&key, request);
    enum status status = text_status(&key, "a ruleset", error);
    if (status != STATUS_OK)
        goto done;
    look_at_files(warm, request->root);
    *out = find_opened(warm, &key);
    if (*out != NULL) {
        (*out)->users++;
        goto done;
    }
    status = read_and_use(out, warm, request, error);
    if (status == STATUS_OK) {
        text_free(&(*out)->request);
        (*out)->request = key;
        (*out)->stamp = warm->stamp;
        key = (struct text){0};
    }

done:
    text_free(&key);
    return status;
}

void warm_look_again(struct warm *warm)
{
    warm->looked_ns = 0;
}

void warm_leave(struct warm_rules *rules)
{
    if (rules == NULL)
        return;
    REQUIRE(rules->users > 0);
    rules->users--;
    drop_idle(rules);
}

const struct ruleset *warm_ruleset(const struct warm_rules *rules)
{
    return rules->ruleset;
}

/* Whether the executor of `one` makes room before that of `other`: first those
 * that nobody uses, then by age. */
static bool goes_first(const struct warm_rules *one,
                       const struct warm_rules *other)
{
    if ((one->users == 0) != (other->users == 0))
        return one->users == 0;
    return one->used < other->used;
}

/* Makes room for one executor more, which is not that of `rules`. */
static void make_room(struct warm *warm, const struct warm_rules *rules)
{
    while (warm->executor_count >= warm->executor_max) {
        struct warm_rules *oldest = NULL;
        for (struct warm_rules *at = warm->rules; at != NULL; at = at->next)
            if (at != rules && at->executor != NULL &&
                (oldest == NULL || goes_first(at, oldest)))
                oldest = at;
        if (oldest == NULL)
            return;
        executor_free(oldest->executor);
        oldest->executor = NULL;
        warm->executor_count--;
        drop_idle(oldest);
    }
}

enum status warm_renew(struct executor **out, struct warm_rules *rules,
                       struct error *error)
{
    struct warm *warm = rules->warm;
    struct executor *executor;
    enum status status = executor_new(&executor, rules->ruleset, error);
    if (status != STATUS_OK)
        return status;
    if (rules->executor == NULL) {
        make_room(warm, rules);
        warm->executor_count++;
    }
    executor_free(rules->executor);
    rules->executor = executor;
    rules->used = ++warm->now;
    *out = executor;
    return STATUS_OK;
}

enum status warm_executor(struct executor **out, struct warm_rules *rules,
                          struct error *error)
{
    struct executor *executor = rules->executor;
    if (executor == NULL || !executor_is_alive(executor) ||
        executor_memory(executor) > MEMORY_MAX)
        return warm_renew(out, rules, error);
    rules->used = ++rules->warm->now;
    *out = executor;
    return STATUS_OK;
}

int warm_executor_count(const struct warm *warm)
{
    return warm->executor_count;
}

size_t warm_memory(const struct warm *warm)
{
    size_t size = 0;
    for (const struct warm_rules *rules = warm->rules; rules != NULL;
         rules = rules->next)
        if (rules->executor != NULL)
            size += executor_memory(rules->executor);
    return size;
}
