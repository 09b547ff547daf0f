#include "command/admin_idle.h"

#include "base/clock.h"
#include "command/admin_ask.h"
#include "command/command.h"
#include "hall/rpc.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    PAGE_COUNT = 100, /* games in an answer of admin.list */
    TRIES_MAX = 200,  /* while too many are being deleted, */
    TRY_MS = 50,      /* with a pause */
};

static const int64_t MS_PER_DAY = 24 * 60 * 60 * 1000;

/* How many there are, by state. */
struct counts {
    int all;
    int open;
    int playing;
    int over;
};

static const char *id_of(const struct json *game)
{
    const char *id = json_string_of(json_get(game, "game"));
    return id == NULL ? "" : id;
}

/* Asks the daemon; *out, the response, is the caller's. The exit status, which
 * tells of no more than that it answered. */
static int ask(const struct admin_request *request, struct json **out)
{
    struct error error;
    return admin_ask_daemon(request, out, &error) == STATUS_OK
               ? EXIT_OK
               : command_fail("admin", "%s", error.text);
}

/* The next games that did not change since `before`; *out, the response, is the
 * caller's. The exit status. */
static int list(const struct admin_idle *idle, int64_t before,
                struct json **out)
{
    struct admin_request request = {.socket = idle->socket,
                                    .method = "list",
                                    .state = idle->state,
                                    .before = before,
                                    .count = PAGE_COUNT};
    int status = ask(&request, out);
    if (status != EXIT_OK || admin_ask_is_done(*out))
        return status;
    json_free(*out);
    *out = NULL;
    return EXIT_FOUND_WRONG;
}

/* "1 game", "2 games". */
static void add_number(struct text *out, long number, const char *what)
{
    text_addf(out, "%ld %s%s", number, what, number == 1 ? "" : "s");
}

static bool is_among(const struct json *games, const char *id)
{
    for (size_t i = 0; i < json_size(games); i++)
        if (strcmp(id_of(json_at(games, i)), id) == 0)
            return true;
    return false;
}

/* Counts the games that are not on the page before. */
static int count_page(const struct json *games, const struct json *before,
                      struct counts *counts)
{
    int count = 0;
    for (size_t i = 0; i < json_size(games); i++) {
        const struct json *game = json_at(games, i);
        const char *state = json_string_of(json_get(game, "state"));
        if (is_among(before, id_of(game)))
            continue;
        count++;
        counts->open += state != NULL && strcmp(state, "open") == 0;
        counts->playing += state != NULL && strcmp(state, "playing") == 0;
        counts->over += state != NULL && strcmp(state, "over") == 0;
    }
    counts->all += count;
    return count;
}

/* Counts all, page by page. Those that changed at the very time of a page's
 * last game are asked for again. The exit status. */
static int count_all(const struct admin_idle *idle, int64_t before,
                     struct counts *counts)
{
    struct json *last = NULL;
    struct json *page = NULL;
    int status = list(idle, before, &page);
    while (status == EXIT_OK) {
        const struct json *games = json_get(json_get(page, "result"), "games");
        size_t size = json_size(games);
        int64_t changed = 0;
        int count = count_page(
            games, json_get(json_get(last, "result"), "games"), counts);
        if (size < PAGE_COUNT ||
            !json_read_integer(json_get(json_at(games, size - 1), "changed"),
                               &changed))
            break;
        json_free(last);
        last = page;
        page = NULL;
        status = list(idle, count == 0 ? changed : changed + 1, &page);
    }
    json_free(last);
    json_free(page);
    return status;
}

/* Adds how many have not changed for how long. */
static void add_idle(struct text *out, const struct admin_idle *idle,
                     const struct counts *counts)
{
    add_number(out, counts->all, "game");
    text_add(out, counts->all == 1 ? " has" : " have");
    text_add(out, " not changed for ");
    add_number(out, idle->days, "day");
}

/* Whether they may go: forced, or who is at the terminal says so. */
static bool may_delete(const struct admin_idle *idle,
                       const struct counts *counts)
{
    char answer[16] = "";
    const char *them = counts->all == 1 ? "it" : "them";
    struct text words = {0};
    if (idle->is_forced)
        return true;
    add_idle(&words, idle, counts);
    bool is_asked = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
    if (is_asked)
        fprintf(stderr,
                "%s: open %d, playing %d, over %d.\nDelete %s? It cannot be "
                "taken back. [y/N] ",
                text_string(&words), counts->open, counts->playing,
                counts->over, them);
    else
        command_fail("admin",
                     "%s (open %d, playing %d, over %d); --force deletes %s",
                     text_string(&words), counts->open, counts->playing,
                     counts->over, them);
    text_free(&words);
    if (!is_asked)
        return false;
    if (fgets(answer, sizeof answer, stdin) != NULL &&
        (answer[0] == 'y' || answer[0] == 'Y'))
        return true;
    command_fail("admin", "nothing was deleted");
    return false;
}

/* Asks again and again while the daemon has too many to delete. */
static int ask_patiently(const struct admin_request *request, struct json **out)
{
    static const struct timespec PAUSE = {.tv_nsec = TRY_MS * 1000000};
    for (int i = 1;; i++) {
        int status = ask(request, out);
        if (status != EXIT_OK || i == TRIES_MAX ||
            admin_ask_code(*out) != RPC_NOT_NOW)
            return status;
        json_free(*out);
        nanosleep(&PAUSE, NULL);
    }
}

/* Deletes one, and counts it; one that is gone already, or has changed since
 * `before`, is passed over. The exit status. */
static int delete_one(const struct admin_idle *idle, int64_t before,
                      const char *id, int *count)
{
    struct admin_request request = {.socket = idle->socket,
                                    .method = "delete",
                                    .game = id,
                                    .before = before};
    struct json *response;
    int status = ask_patiently(&request, &response);
    if (status != EXIT_OK)
        return status;
    if (admin_ask_code(response) != RPC_NOT_FOUND) {
        bool is_done = admin_ask_is_done(response);
        *count += is_done;
        status = is_done ? EXIT_OK : EXIT_FOUND_WRONG;
    }
    json_free(response);
    return status;
}

/* Deletes all, as they are now; *count is how many. The exit status. */
static int delete_all(const struct admin_idle *idle, int64_t before, int *count)
{
    int status = EXIT_OK;
    bool is_more = true;
    while (status == EXIT_OK && is_more) {
        int deleted = *count;
        struct json *page = NULL;
        status = list(idle, before, &page);
        const struct json *games = json_get(json_get(page, "result"), "games");
        for (size_t i = 0; status == EXIT_OK && i < json_size(games); i++)
            status = delete_one(idle, before, id_of(json_at(games, i)), count);
        is_more = json_size(games) == PAGE_COUNT && *count > deleted;
        json_free(page);
    }
    return status;
}

int admin_idle_delete(const struct admin_idle *idle)
{
    /* Days may reach back to before 1970; 0 would ask for all games. */
    int64_t before = clock_calendar_ms() - idle->days * MS_PER_DAY;
    struct counts counts = {0};
    int deleted = 0;
    if (before < 1)
        before = 1;
    int status = count_all(idle, before, &counts);
    if (status != EXIT_OK)
        return status;
    if (counts.all > 0 && !may_delete(idle, &counts))
        return EXIT_FOUND_WRONG;
    status = delete_all(idle, before, &deleted);
    if (idle->is_json)
        printf("{\"deleted\":%d}\n", deleted);
    else
        printf("deleted %d game%s\n", deleted, deleted == 1 ? "" : "s");
    return status;
}
