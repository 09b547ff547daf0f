#include "net/pages.h"

#include "base/clock.h"
#include "base/log.h"
#include "net/processes.h"
#include "net/server_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOT_COUNT = 1024, /* a power of two */
    LINE_KEPT = 64 << 10,
    LINE_MS = 2, /* what the process has to do for a line at least: charged
                    before it is known */
    WORK_MS_MAX = 60000, /* that the process tells of at once */
};

/* How a browser's line for the process begins. */
static const char PAGE[] = "{\"page\":";
/* And a request that the process makes for a browser. */
static const char REQUEST[] = "{\"jsonrpc\":";

static const char NO_PROCESS[] =
    "{\"error\":{\"text\":\"The page is being started again.\"}}\n";

SLIST_HEAD(slot, connection);

struct pages {
    struct connection *process;    /* borrowed; NULL: none has attached */
    struct slot slots[SLOT_COUNT]; /* of pages, by number */
    int count;
    struct server_askers askers; /* HTTP's that wait */
    int64_t last_ask;
    struct text line; /* that is being made */
    struct log_limit log_malformed;
};

struct pages *pages_new(void)
{
    struct pages *pages = calloc(1, sizeof *pages);
    if (pages != NULL)
        TAILQ_INIT(&pages->askers);
    return pages;
}

void pages_free(struct pages *pages)
{
    if (pages == NULL)
        return;
    text_free(&pages->line);
    free(pages);
}

int pages_count(const struct pages *pages)
{
    return pages->count;
}

static struct slot *slot_of(struct pages *pages, int64_t number)
{
    return &pages->slots[number & (SLOT_COUNT - 1)];
}

static struct connection *find(struct pages *pages, int64_t number)
{
    struct connection *connection = SLIST_FIRST(slot_of(pages, number));
    while (connection != NULL && connection->number != number)
        connection = SLIST_NEXT(connection, in_pages);
    return connection;
}

static void add(struct pages *pages, struct connection *connection)
{
    connection->is_page = true;
    pages->count++;
    SLIST_INSERT_HEAD(slot_of(pages, connection->number), connection, in_pages);
}

static void drop(struct pages *pages, struct connection *connection)
{
    connection->is_page = false;
    pages->count--;
    SLIST_REMOVE(slot_of(pages, connection->number), connection, connection,
                 in_pages);
}

/* Gives the line back, with what is too much of its memory. */
static void end_line(struct text *line)
{
    if (line->capacity > LINE_KEPT)
        text_free(line);
    else
        text_clear(line);
}

/* Tells the process the line that was made, and ends it. */
static void tell_line(struct pages *pages)
{
    struct text *line = &pages->line;
    if (line->failed)
        connection_doom(pages->process, "ended_memory",
                        "no memory for what it is told");
    else
        connection_send(pages->process, line->bytes, line->size, METRICS_NONE,
                        0);
    end_line(line);
}

static struct text *begin_line(struct pages *pages, char what, int64_t number)
{
    text_add_char(&pages->line, what);
    text_add_integer(&pages->line, number);
    text_add_char(&pages->line, ' ');
    return &pages->line;
}

void pages_tell(struct connection *connection, const char *bytes, size_t size)
{
    struct pages *pages = connection->server->pages;
    text_add_bytes(begin_line(pages, '@', connection->number), bytes, size);
    tell_line(pages);
}

/* Charges an address for what the process has to do. */
static void charge_address(struct server *server, const char *address)
{
    limits_addresses_charge(&server->settings.limits, server->addresses,
                            address, LINE_MS * CLOCK_NS_PER_MS);
}

bool pages_is_line(const char *line, size_t size)
{
    return size >= sizeof PAGE - 1 && memcmp(line, PAGE, sizeof PAGE - 1) == 0;
}

void pages_take(struct connection *connection, const char *line, size_t size)
{
    struct pages *pages = connection->server->pages;
    if (pages->process == NULL) {
        connection_pass(connection, NO_PROCESS, sizeof NO_PROCESS - 1);
        connection_close(connection, CONNECTION_TRY_LATER,
                         "the page process is not there: connect again");
        return;
    }
    if (!connection->is_page)
        add(pages, connection);
    charge_address(connection->server, connection->peer.address);
    struct text *out = begin_line(pages, '@', connection->number);
    text_add_bytes(out, line, size);
    text_add_char(out, '\n');
    tell_line(pages);
}

/* There is no process any more, or another one: all pages come again. */
static void begin_anew(struct server *server)
{
    struct pages *pages = server->pages;
    struct connection *connection;
    for (int i = 0; i < SLOT_COUNT; i++) {
        while ((connection = SLIST_FIRST(&pages->slots[i])) != NULL) {
            drop(pages, connection);
            connection_close(connection,
                             server->is_ending ? CONNECTION_GOING_AWAY
                                               : CONNECTION_RESTART,
                             "the page process is started again");
        }
    }
}

/* Tells the process what somebody waits for. */
static void tell_wanted(struct pages *pages, const struct server_page *page)
{
    text_add_bytes(&pages->line, page->wanted.bytes, page->wanted.size);
    tell_line(pages);
}

void pages_attached(struct connection *connection)
{
    struct server *server = connection->server;
    struct pages *pages = server->pages;
    struct connection *before = pages->process;
    pages->process = connection;
    begin_anew(server);
    if (before != NULL)
        connection_close(before, 0, "");
    /* With what it is told it may be too much, and gone. */
    const struct server_page *page;
    for (page = TAILQ_FIRST(&pages->askers);
         page != NULL && pages->process == connection;
         page = TAILQ_NEXT(page, askers))
        tell_wanted(pages, page);
    log_write(LOG_INFO, "pages_attached", NULL, NULL);
}

void pages_process_gone(const struct connection *connection)
{
    struct server *server = connection->server;
    if (!pages_is_process(connection))
        return;
    server->pages->process = NULL;
    begin_anew(server);
    if (server->settings.processes != NULL)
        processes_restart(server->settings.processes, PAGES_PROCESS);
}

void pages_gone(struct connection *connection)
{
    struct pages *pages = connection->server->pages;
    pages_process_gone(connection);
    if (!connection->is_page)
        return;
    drop(pages, connection);
    text_add(begin_line(pages, '@', connection->number), "gone\n");
    tell_line(pages);
}

struct connection *pages_process(const struct server *server)
{
    return server->pages->process;
}

bool pages_is_process(const struct connection *connection)
{
    return connection->server->pages->process == connection;
}

/* Reads a number of at most 18 digits, and goes behind it. */
static bool read_number(const char *line, size_t size, size_t *at,
                        int64_t *number)
{
    enum { DIGITS_MAX = 18 };
    size_t start = *at;
    *number = 0;
    while (*at < size && *at - start < DIGITS_MAX && line[*at] >= '0' &&
           line[*at] <= '9')
        *number = *number * 10 + (line[(*at)++] - '0');
    return *at > start;
}

/* Reads the number behind the first character, and finds what follows its
 * blank; false when it is not so. */
static bool read_whom(const char *line, size_t size, int64_t *number,
                      size_t *rest)
{
    size_t at = 1;
    if (!read_number(line, size, &at, number))
        return false;
    *rest = at + 1;
    return at + 1 < size && line[at] == ' ';
}

static void log_malformed(struct pages *pages, const char *line, size_t size)
{
    char start[40];
    struct log_line said =
        log_begin_limited(LOG_ERROR, "page_malformed", &pages->log_malformed);
    snprintf(start, sizeof start, "%.*s", (int)size, line);
    log_add_text(&said, "line", start);
    log_end(&said);
}

/* What the process says to a browser, or asks for it. */
static void hear_of_page(struct connection *process, int64_t number,
                         const char *rest, size_t size, int64_t since_ns)
{
    struct pages *pages = process->server->pages;
    struct connection *connection = find(pages, number);
    if (connection == NULL || connection->is_closing)
        return; /* it has gone meanwhile */
    if (size >= sizeof REQUEST - 1 &&
        memcmp(rest, REQUEST, sizeof REQUEST - 1) == 0) {
        char head[CONNECTION_HEAD_SIZE];
        snprintf(head, sizeof head, "@%lld ", (long long)number);
        connection_serve(connection, process, head, rest, size, since_ns);
        return;
    }
    int64_t start_ns = clock_steady_ns();
    struct text *line = &pages->line;
    text_add_bytes(line, rest, size);
    text_add_char(line, '\n');
    if (line->failed)
        connection_doom(connection, "ended_memory",
                        "no memory for what it is told");
    else
        connection_pass(connection, line->bytes, line->size);
    end_line(line);
    connection_charge(connection, clock_steady_ns() - start_ns);
}

/* Takes an answer to HTTP apart. */
static void read_answer(struct http_answer *answer, const char *bytes,
                        size_t size)
{
    struct json *root = NULL;
    struct error error;
    int64_t status = 0;
    const char *type = NULL;
    const char *body = NULL;
    if (json_parse(&root, bytes, size, &error) == STATUS_OK) {
        json_read_integer(json_get(root, "status"), &status);
        type = http_type(json_string_of(json_get(root, "type")));
        body = json_string_of(json_get(root, "body"));
    }
    if (status >= 200 && status <= 599 && type != NULL && body != NULL) {
        answer->status = (int)status;
        answer->type = type;
        answer->kind = HTTP_DRAWN;
        text_add(&answer->body, body);
        json_read_integer(json_get(root, "keep"), &answer->keep_s);
    } else {
        http_refuse(answer, 502, "the page process gave no answer");
    }
    json_free(root);
}

/* The process has worked so many milliseconds for a browser. False when it does
 * not say how many. */
static bool hear_of_work(struct pages *pages, int64_t number, const char *rest,
                         size_t size)
{
    struct connection *connection = find(pages, number);
    int64_t ms;
    size_t at = 0;
    if (!read_number(rest, size, &at, &ms) || at != size)
        return false;
    if (connection != NULL)
        connection_charge_work(connection,
                               (ms < WORK_MS_MAX ? ms : WORK_MS_MAX) *
                                   CLOCK_NS_PER_MS);
    return true;
}

static struct server_page *find_asker(struct pages *pages, int64_t number)
{
    struct server_page *page = TAILQ_FIRST(&pages->askers);
    while (page != NULL && page->ask != number)
        page = TAILQ_NEXT(page, askers);
    return page;
}

static void hear_of_http(const struct connection *process, int64_t number,
                         const char *rest, size_t size)
{
    struct pages *pages = process->server->pages;
    struct server_page *page = find_asker(pages, number);
    struct http_answer answer = {0};
    if (page == NULL)
        return; /* it has gone, or has waited too long */
    read_answer(&answer, rest, size);
    if (answer.status == 502)
        log_malformed(pages, rest, size);
    pages_forget(process->server, page);
    server_pages_ready(process->server, page, &answer);
}

bool pages_hear(struct connection *process, const char *line, size_t size,
                int64_t since_ns)
{
    struct pages *pages = process->server->pages;
    int64_t number;
    size_t at;
    if (!pages_is_process(process))
        return false;
    if (line[0] == '{')
        return false;
    if (line[0] == '?')
        return true;
    bool is_right = read_whom(line, size, &number, &at);
    if (is_right && line[0] == '@' && line[at] == '{')
        hear_of_page(process, number, line + at, size - at, since_ns);
    else if (is_right && line[0] == '#' && line[at] == '{')
        hear_of_http(process, number, line + at, size - at);
    else if (!is_right || line[0] != '$' ||
             !hear_of_work(pages, number, line + at, size - at))
        log_malformed(pages, line, size);
    return true;
}

bool pages_ask(struct server *server, struct server_page *page,
               const struct http_request *request)
{
    struct pages *pages = server->pages;
    struct text *line = &page->wanted;
    charge_address(server, page->address);
    page->ask = ++pages->last_ask;
    page->asked_ns = clock_steady_ns();
    TAILQ_INSERT_TAIL(&pages->askers, page, askers);
    text_addf(line, "#%lld {", (long long)page->ask);
    json_add_member_string(line, "path", request->path);
    json_add_member_string(line, "query", request->query);
    json_add_member_string(line, "languages", request->languages);
    text_add(line, "}\n");
    if (line->failed) {
        pages_forget(server, page);
        return false;
    }
    if (pages->process != NULL)
        tell_wanted(pages, page);
    return true;
}

void pages_forget(struct server *server, struct server_page *page)
{
    if (page->ask != 0)
        TAILQ_REMOVE(&server->pages->askers, page, askers);
    page->ask = 0;
    text_free(&page->wanted);
}

/* Asks a process that is silent whether it is alive; ends one that stays so. */
static void look_after_process(struct pages *pages)
{
    if (pages->process == NULL)
        return;
    int silent_s = connection_silence(pages->process);
    if (silent_s == PAGES_SILENT_SECONDS) {
        text_add(&pages->line, "?\n");
        tell_line(pages);
    } else if (silent_s > PAGES_SILENT_SECONDS + PAGES_ALIVE_SECONDS) {
        connection_doom(pages->process, "ended_silent",
                        "does not say that it is alive");
    }
}

void pages_sweep(struct server *server)
{
    look_after_process(server->pages);
    int64_t late =
        clock_steady_ns() - PAGES_ANSWER_SECONDS * CLOCK_NS_PER_SECOND;
    struct server_page *page;
    while ((page = TAILQ_FIRST(&server->pages->askers)) != NULL &&
           page->asked_ns < late) {
        struct http_answer answer = {0};
        if (server->pages->process == NULL)
            http_refuse(&answer, 503, "there is no page process");
        else
            http_refuse(&answer, 504, "the page process does not answer");
        pages_forget(server, page);
        server_pages_ready(server, page, &answer);
    }
}
