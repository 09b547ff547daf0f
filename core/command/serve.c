#include "command/command.h"
#include "command/config.h"
#include "command/places.h"
#include "game/verify.h"
#include "net/bots.h"
#include "net/pages.h"
#include "net/reload.h"
#include "script/executor.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static const char HELP_HEAD[] =
    "usage: castled serve [--config FILE] [OPTION...]\n"
    "\n"
    "Hosts games for people on other machines, by HTTP, WebSocket and a Unix\n"
    "socket; core/README.md has the protocol. Ends on SIGTERM.\n"
    "\n"
    "New games are made from the scripts and variants as they were at the\n"
    "start. On SIGHUP, or with --watch whenever a file changes, all are "
    "checked\n"
    "anew: those that are well are used from then on, of those that are not\n"
    "the log says file, line and reason, and they stay as they were. Games "
    "that\n"
    "go on keep their rules. On SIGHUP the certificate is read again, too.\n"
    "\n"
    "  --config FILE                     reads settings: NAME = VALUE, named "
    "as\n"
    "                                    the options; # begins a comment\n";

static const char HELP_TAIL[] =
    "  --print-config                    prints all settings as a file\n"
    "  --help                            this text\n"
    "\n"
    "Exit status: 0 it was asked to end, 2 it could not run, or the disk did "
    "not\n"
    "take what was to be written.\n";

enum {
    MS_PER_SECOND = 1000,
    MS_PER_MINUTE = 60 * 1000,
    MS_PER_HOUR = 60 * 60 * 1000,
    IDLE_GAMES_MAX = 256,  /* in memory; a game has some ten kilobytes there */
    MAPPED_SIZE = 4 << 20, /* of blocks that the system is asked for alone */
    KEPT_SIZE = 8 << 20,   /* of free memory that is not given back */
};

/* What a daemon is made of; all owned. */
struct daemon {
    struct config config;
    struct worker_server *workers;
    struct processes *processes;
    char bot_key[PROCESSES_KEY_SIZE];
    char pages_key[PROCESSES_KEY_SIZE];
    char program[PLACES_PATH_SIZE]; /* itself */
    char *data;                     /* owned: the folder, from the root on */
    struct server *server;
    struct writer *writer;
    struct store *reader; /* of the writer */
    struct hall *hall;
    struct snapshot snapshot;
    struct reload *reload; /* NULL only before it runs */
};

/* What scripts log. */
static void on_script_log(void *context, const char *line)
{
    (void)context;
    log_write(LOG_INFO, "script", "says", line);
}

/* SIGHUP has come. */
static void on_reload(void *context)
{
    const struct daemon *daemon = context;
    reload_ask(daemon->reload);
}

static bool is_ours(void *context)
{
    const struct daemon *daemon = context;
    return writer_look(daemon->writer);
}

static void on_loaded(void *context)
{
    const struct daemon *daemon = context;
    hall_look_again(daemon->hall);
}

static enum status place_scripts(struct daemon *daemon, struct error *error)
{
    char folder[PLACES_PATH_SIZE];
    if (places_rules(daemon->config.data, folder, error) != STATUS_OK)
        return error->status;
    return snapshot_place(&daemon->snapshot, command_root(), folder, error);
}

/* After start_store: from then on the folder is nobody else's. */
static enum status start_scripts(struct daemon *daemon, struct error *error)
{
    struct reload_settings settings = {
        .loop = server_loop(daemon->server),
        .snapshot = &daemon->snapshot,
        .is_watching = daemon->config.is_watching,
        .is_ours = is_ours,
        .loaded = on_loaded,
        .context = daemon,
    };
    enum status status =
        snapshot_open(&daemon->snapshot, reload_log_fault, error);
    return status == STATUS_OK ? reload_new(&daemon->reload, &settings, error)
                               : status;
}

/* Cuts the list at its commas; how many there are. */
static int split_kinds(char *list, const char *kinds[BOTS_KINDS_MAX + 1])
{
    int count = 0;
    if (strcmp(list, "none") == 0)
        return 0;
    for (char *at = list; at != NULL && count <= BOTS_KINDS_MAX;)
        kinds[count++] = strsep(&at, ",");
    return count;
}

/* The last of the kinds must not be among those before it. */
static enum status check_kind(const char *const kinds[], int last,
                              struct error *error)
{
    for (int i = 0; i < last; i++)
        if (strcmp(kinds[i], kinds[last]) == 0)
            return error_set(error, STATUS_BAD_INPUT,
                             "the bot '%s' is named twice", kinds[i]);
    return STATUS_OK;
}

/* Without a socket they are only looked for. */
static enum status add_bots(struct daemon *daemon, bool has_socket,
                            struct error *error)
{
    const char *kinds[BOTS_KINDS_MAX + 1];
    int count = split_kinds(daemon->config.bots, kinds);
    enum status status = STATUS_OK;
    if (count > BOTS_KINDS_MAX)
        status = error_set(error, STATUS_LIMIT, "more than %d kinds of bots",
                           BOTS_KINDS_MAX);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        status = check_kind(kinds, i, error);
        if (status == STATUS_OK)
            status = has_socket ? bots_add(daemon->processes, command_root(),
                                           kinds[i], daemon->bot_key, error)
                                : bots_check(command_root(), kinds[i], error);
    }
    return status;
}

static enum status add_pages(struct daemon *daemon, struct error *error)
{
    struct process_plan plan = {
        .name = PAGES_PROCESS,
        .script = "lua/web/main.lua",
        .key_name = "CASTLED_PAGES_KEY",
        .key = daemon->pages_key,
        .niceness = PAGES_NICENESS,
    };
    if (!daemon->config.has_pages)
        return STATUS_OK;
    enum status status = processes_add(daemon->processes, &plan, error);
    if (status != STATUS_NOT_FOUND)
        return status;
    /* Scripts of one's own need no page. */
    log_write(LOG_WARN, "no_pages", "reason", error->text);
    daemon->config.has_pages = false;
    return STATUS_OK;
}

static void find_program(struct daemon *daemon)
{
    char *program = daemon->program;
    ssize_t size =
        readlink("/proc/self/exe", program, sizeof daemon->program - 1);
    if (size > 0)
        program[size] = '\0';
    else
        snprintf(program, sizeof daemon->program, "castled");
}

static enum status start_processes(struct daemon *daemon, struct error *error)
{
    struct processes_settings settings = {
        .root = command_root(),
        .rules = daemon->snapshot.now,
        .program = daemon->program,
        .socket = daemon->config.socket,
    };
    find_program(daemon);
    processes_make_key(daemon->bot_key);
    processes_make_key(daemon->pages_key);
    bool has_socket = strcmp(daemon->config.socket, "none") != 0;
    enum status status = processes_new(&daemon->processes, &settings, error);
    if (status == STATUS_OK)
        status = add_bots(daemon, has_socket, error);
    if (status == STATUS_OK && !has_socket) {
        log_write(LOG_WARN, "no_processes", "reason",
                  "bots and pages need the socket");
        daemon->config.has_pages = false;
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = add_pages(daemon, error);
    return status;
}

static enum status start_server(struct daemon *daemon, struct error *error)
{
    const struct config *config = &daemon->config;
    bool is_silent = strcmp(config->listens.values[0], "none") == 0;
    struct server_settings settings = {
        .listens = config->listens.values,
        .listen_count = is_silent ? 0 : config->listens.count,
        .names = config->names.values,
        .name_count = config->names.count,
        .socket = strcmp(config->socket, "none") == 0 ? NULL : config->socket,
        .socket_mode = (mode_t)config->socket_mode,
        .certificate = config->certificate,
        .key = config->key,
        .limits = config->limits,
        .proxies = config->proxies,
        .processes = daemon->processes,
        .root = config->has_pages ? command_root() : NULL,
        .program = daemon->program,
        .reload = on_reload,
        .context = daemon,
    };
    return server_new(&daemon->server, &settings, error);
}

/* Opens the store. What is wrong with it is told to the operator now, and not
 * to those who ask for its games later. */
static enum status start_store(struct daemon *daemon, struct error *error)
{
    char path[PLACES_PATH_SIZE];
    struct stat facts;
    struct error damage;
    if (places_store(daemon->config.data, path, error) != STATUS_OK)
        return error->status;
    if (stat(path, &facts) == 0 && facts.st_size == 0)
        log_write(LOG_WARN, "store_empty", "reason",
                  "the file was there with nothing in it: a new store is made, "
                  "with a new key to sign with");
    if (writer_start(&daemon->writer, &daemon->reader, path, server_wake,
                     daemon->server, error) != STATUS_OK)
        return error->status;
    if (store_check(daemon->reader, &damage) != STATUS_OK)
        log_write(LOG_ERROR, "store_damaged", "reason", damage.text);
    return STATUS_OK;
}

static bool has_bot(const void *processes, const char *kind)
{
    return processes_has(processes, kind);
}

static enum status start_hall(struct daemon *daemon, struct error *error)
{
    const struct config *config = &daemon->config;
    daemon->data = realpath(config->data, NULL);
    struct hall_settings settings = {
        .root = daemon->snapshot.now,
        .version = CASTLED_VERSION,
        .kind = "daemon",
        .workers = daemon->workers,
        .listener = server_tell,
        .context = daemon->server,
        .writer = daemon->writer,
        .reader = daemon->reader,
        .data = daemon->data,
        .bot_key = daemon->bot_key,
        .pages_key = config->has_pages ? daemon->pages_key : NULL,
        .has_bot = has_bot,
        .bots = daemon->processes,
        .sealing_ms = (int64_t)config->sealing_seconds * MS_PER_SECOND,
        .idle_ms = (int64_t)config->idle_minutes * MS_PER_MINUTE,
        .idle_max = IDLE_GAMES_MAX,
        .open_ms = (int64_t)config->open_hours * MS_PER_HOUR,
        .games_max = config->games_per_address,
        .memory_max = config->games,
        .message_bytes = config->limits.message_bytes,
        .messages_per_second = config->limits.messages_per_second,
    };
    return hall_new(&daemon->hall, &settings, error);
}

static enum status start(struct daemon *daemon, struct error *error)
{
    enum status status = places_make_data(daemon->config.data, error);
    if (status == STATUS_OK)
        status = place_scripts(daemon, error);
    if (status == STATUS_OK)
        status = start_processes(daemon, error);
    if (status == STATUS_OK)
        status = start_server(daemon, error);
    if (status == STATUS_OK)
        status = start_store(daemon, error);
    if (status == STATUS_OK)
        status = start_scripts(daemon, error);
    if (status == STATUS_OK)
        status = start_hall(daemon, error);
    return status;
}

/* Tells systemd; nobody else sets $NOTIFY_SOCKET. */
static void notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (path == NULL || (path[0] != '/' && path[0] != '@') ||
        strlen(path) >= sizeof to.sun_path)
        return;
    size_t size = strlen(path);
    memcpy(to.sun_path, path, size);
    if (path[0] == '@')
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    (void)!sendto(fd, state, strlen(state), MSG_NOSIGNAL,
                  (struct sockaddr *)&to,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size));
    close(fd);
}

/* Whether only this machine can come in there. */
static bool is_loopback(const char *listen)
{
    return strcmp(listen, "none") == 0 || strncmp(listen, "127.", 4) == 0 ||
           strncmp(listen, "[::1]:", 6) == 0 ||
           strncmp(listen, "localhost:", 10) == 0;
}

/* Who listens for others and has no name would refuse who uses one. */
static void warn_of_names(const struct config *config)
{
    bool is_for_others = false;
    for (int i = 0; i < config->listens.count; i++)
        is_for_others |= !is_loopback(config->listens.values[i]);
    if (is_for_others && config->names.count == 0)
        log_write(LOG_WARN, "no_name", "reason",
                  "others can come in by its address in numbers only; --name "
                  "says which name of this machine they may use");
}

/* Says where it listens: to people, to the log, to who asked for it. */
static void announce(const struct daemon *daemon)
{
    struct text text = {0};
    struct text places = {0};
    server_describe(daemon->server, &places);
    warn_of_names(&daemon->config);
    text_addf(&text, "castled is listening on %s\n", text_string(&places));
    fputs(text_string(&text), stdout);
    fflush(stdout);
    struct log_line line = log_begin(LOG_INFO, "listening");
    log_add_text(&line, "on", text_string(&places));
    log_add_text(&line, "data", daemon->config.data);
    log_add_text(&line, "version", CASTLED_VERSION);
    log_end(&line);
    int fd = daemon->config.ready_fd;
    if (fd >= 0) {
        (void)!write(fd, text_string(&text), text.size);
        if (fd > STDERR_FILENO)
            close(fd);
    }
    notify("READY=1");
    text_free(&places);
    text_free(&text);
}

/* STATUS_IO when something that was taken could not be written. */
static enum status stop(struct daemon *daemon, struct error *error)
{
    reload_free(daemon->reload);
    hall_free(daemon->hall);
    free(daemon->data);
    processes_free(daemon->processes);
    explicit_bzero(daemon->bot_key, sizeof daemon->bot_key);
    explicit_bzero(daemon->pages_key, sizeof daemon->pages_key);
    enum status status = writer_stop(daemon->writer, error);
    server_free(daemon->server); /* which the writer's thread wakes */
    worker_server_stop(daemon->workers);
    return status;
}

static int run(struct daemon *daemon)
{
    struct error error;
    struct error ignored;
    /* First of all, while there are no secrets and no open files. */
    if (worker_server_start(&daemon->workers, verify_jobs, VERIFY_JOB_COUNT,
                            &error) != STATUS_OK) {
        log_write(LOG_WARN, "no_workers", "reason", error.text);
        daemon->workers = NULL;
    }
    if (start(daemon, &error) != STATUS_OK) {
        (void)!stop(daemon, &ignored);
        return command_fail("serve", "%s", error.text);
    }
    announce(daemon);
    server_run(daemon->server, daemon->hall, daemon->writer, daemon->reader);
    notify("STOPPING=1");
    if (stop(daemon, &error) != STATUS_OK)
        return command_fail("serve", "%s", error.text);
    log_write(LOG_INFO, "ended", NULL, NULL);
    return EXIT_OK;
}

/* All threads take memory from one place. One of its own for the writer's would
 * go back to the system and be asked for again, page by page, with each commit.
 * So would what a new game needs for its scripts, for each of them, if no more
 * than the usual were kept. */
static void share_memory(void)
{
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, MAPPED_SIZE);
    mallopt(M_TRIM_THRESHOLD, KEPT_SIZE);
}

int serve_command(int argc, char **argv)
{
    struct daemon daemon = {.workers = NULL};
    struct text out = {0};
    struct error error;
    enum config_wish wish;
    int result = EXIT_OK;
    enum status status = config_read(&daemon.config, argc, argv, &wish, &error);
    if (status == STATUS_OK && wish == CONFIG_PRINT) {
        config_print(&daemon.config, &out);
        fputs(text_string(&out), stdout);
    } else if (wish == CONFIG_HELP) {
        config_describe(&out);
        printf("%s%s%s", HELP_HEAD, text_string(&out), HELP_TAIL);
    } else if (status != STATUS_OK) {
        result = command_fail("serve", "%s", error.text);
    } else {
        share_memory();
        log_set_level(daemon.config.log_level);
        log_never_wait();
        executor_log_all_to(on_script_log, NULL);
        result = run(&daemon);
    }
    config_clear(&daemon.config);
    text_free(&out);
    return result;
}
