#include "command/config.h"

#include "base/near.h"
#include "command/command.h"
#include "command/places.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    FILE_SIZE_MAX = 1 << 20,
    MILLION = 1000000,
    HELP_COLUMN = 36,
    HOST_SIZE_MAX = 253, /* of a name in the DNS */
    PORT_LAST = 65535,
    REASON_SIZE = ERROR_TEXT_SIZE,
    PRINT_WIDTH = 78,
};

/* Some editors begin a text in UTF-8 with it. */
static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

enum kind {
    KIND_TEXT,
    KIND_NUMBER,
    KIND_OCTAL,
    KIND_LIST,
    KIND_SWITCH, /* on or off */
    KIND_FLAG,   /* a switch that is on when its option has no value */
};

struct entry {
    const char *name;
    enum kind kind;
    size_t offset;        /* of the field in struct config */
    const char *fallback; /* NULL: none */
    long first, last;     /* of numbers */
    const char *value;    /* what --help calls the value */
    const char *help;
};

#define FIELD(field) offsetof(struct config, field)

static const struct entry ENTRIES[] = {
    {"listen", KIND_LIST, FIELD(listens), "127.0.0.1:7070", 0, 0,
     "ADDRESS:PORT",
     "where HTTP and WebSockets are served; 0.0.0.0:7070 for other machines, "
     "and [::]:7070 for those that come by IPv6; port 0 is any that is free; "
     "'none': nowhere; more than once for more"},
    {"name", KIND_LIST, FIELD(names), NULL, 0, 0, "HOST",
     "a name that people on other machines use for this one, in a terminal or "
     "a browser, as in play.example.org; other names are refused; addresses in "
     "numbers need none where the daemon listens on all; more than once for "
     "more"},
    {"proxy", KIND_LIST, FIELD(proxy_words), NULL, 0, 0, "ADDRESS",
     "a reverse proxy's address, or network as in 10.0.0.0/8: limits and log "
     "go "
     "by the address that it tells in X-Forwarded-For; nobody else's header "
     "counts; more than once for more"},
    {"socket", KIND_TEXT, FIELD(socket), NULL, 0, 0, "PATH",
     "the Unix socket, for this machine; 'none': none (default: castled.sock "
     "in "
     "$XDG_RUNTIME_DIR, or else in the data folder)"},
    {"socket-mode", KIND_OCTAL, FIELD(socket_mode), "600", 0, 0777, "MODE",
     "who may open the socket"},
    {"bots", KIND_TEXT, FIELD(bots), "steward,random", 0, 0, "KINDS",
     "which bots people may play against; 'none': none; they need lua5.4, "
     "lua-luv and the socket"},
    {"pages", KIND_SWITCH, FIELD(has_pages), "on", 0, 0, "on|off",
     "whether people may play in a browser; that needs lua5.4, lua-luv and the "
     "socket"},
    {"watch", KIND_FLAG, FIELD(is_watching), "off", 0, 0, "",
     "new games use scripts and variants that are edited at once, and not only "
     "after SIGHUP; see above; in a file: watch = on"},
    {"data", KIND_TEXT, FIELD(data), NULL, 0, 0, "FOLDER",
     "where the games are kept (default: ~/.local/state/castled; for root "
     "/var/lib/castled); the folder is made, if that above it is there"},
    {"certificate", KIND_TEXT, FIELD(certificate), NULL, 0, 0, "FILE",
     "serve with TLS: the chain of certificates, PEM"},
    {"key", KIND_TEXT, FIELD(key), NULL, 0, 0, "FILE",
     "and the private key, PEM"},
    {"sealing-seconds", KIND_NUMBER, FIELD(sealing_seconds), "30", 1, 3600, "N",
     "how long each step of sealing the order waits for everybody"},
    {"idle-minutes", KIND_NUMBER, FIELD(idle_minutes), "10", 1, 100000, "N",
     "after which a game that nobody is in leaves memory"},
    {"open-hours", KIND_NUMBER, FIELD(open_hours), "24", 1, 10000, "N",
     "after which a game that nobody has joined is deleted"},
    {"message-bytes", KIND_NUMBER, FIELD(limits.message_bytes), "65536", 1024,
     RPC_MESSAGE_SIZE_MAX, "N", "how long a message may be"},
    {"messages-per-second", KIND_NUMBER, FIELD(limits.messages_per_second),
     "50", 1, MILLION, "N", "of one connection, in the long run"},
    {"messages-burst", KIND_NUMBER, FIELD(limits.messages_burst), "200", 1,
     MILLION, "N", "and at once"},
    {"connections", KIND_NUMBER, FIELD(limits.connections), "10000", 1, MILLION,
     "N", "in all; the Unix socket has 64 more for the daemon's own user"},
    {"connections-per-address", KIND_NUMBER,
     FIELD(limits.connections_per_address), "200", 0, MILLION, "N",
     "0: any number, and all the work that they make"},
    {"games-per-address", KIND_NUMBER, FIELD(games_per_address), "50", 0,
     MILLION, "N",
     "opened from there and not over, or still in memory; and as many that are "
     "watched; 0: any number"},
    {"games", KIND_NUMBER, FIELD(games), "20000", 0, MILLION, "N",
     "that are played, with which nobody makes another over the web; 0: any"},
    {"waiting-bytes", KIND_NUMBER, FIELD(limits.waiting_bytes), "4194304",
     1 << 20, 1 << 30, "N", "that one connection may leave unread"},
    {"waiting-bytes-all", KIND_NUMBER, FIELD(limits.waiting_bytes_all),
     "134217728", 1 << 20, 1 << 30, "N",
     "that all may: beyond it those with most are disconnected"},
    {"stall-seconds", KIND_NUMBER, FIELD(limits.stall_seconds), "30", 1, 3600,
     "N", "how long one may take to read, or to end a message"},
    {"ping-seconds", KIND_NUMBER, FIELD(limits.ping_seconds), "60", 1, 20000,
     "N", "of silence, after which a WebSocket is asked whether it is there"},
    {"log-level", KIND_TEXT, FIELD(log_level_name), "info", 0, 0, "LEVEL",
     "error, warn, info or debug"},
    {"ready-fd", KIND_NUMBER, FIELD(ready_fd), "-1", -1, 1023, "N",
     "a descriptor that gets the line that says where it listens, and is "
     "closed "
     "after it; 1 and 2 stay open"},
};

enum { ENTRY_COUNT = sizeof ENTRIES / sizeof ENTRIES[0] };

/* Where a value comes from, for messages: "--listen", "FILE:3: listen". */
struct source {
    const char *path; /* NULL: an option */
    int line;
    int lines[ENTRY_COUNT]; /* of the file, that set each entry; 0: none yet */
};

static void *field(struct config *config, const struct entry *entry)
{
    return (char *)config + entry->offset;
}

static enum status no_memory(struct error *error)
{
    return error_set(error, STATUS_NO_MEMORY, "no memory for the settings");
}

/* STATUS_BAD_INPUT: where it is, then the reason. */
static enum status refuse(const struct source *source, const char *name,
                          const char *reason, struct error *error)
{
    if (source->path == NULL)
        return error_set(error, STATUS_BAD_INPUT, "--%s: %s", name, reason);
    return error_set(error, STATUS_BAD_INPUT, "%s:%d: %s: %s", source->path,
                     source->line, name, reason);
}

static void clear_list(struct config_list *list)
{
    for (int i = 0; i < list->count; i++)
        free((void *)(uintptr_t)list->values[i]);
    list->count = 0;
}

static bool read_octal(const char *text, int *out)
{
    char *end;
    long value = strtol(text, &end, 8);
    if (text[0] < '0' || text[0] > '7' || *end != '\0' || value > 0777)
        return false;
    *out = (int)value;
    return true;
}

static bool is_switch(const struct entry *entry)
{
    return entry->kind == KIND_SWITCH || entry->kind == KIND_FLAG;
}

static bool read_switch(const char *text, bool *out)
{
    *out = strcmp(text, "on") == 0;
    return *out || strcmp(text, "off") == 0;
}

/* Whether it is a host, perhaps with a port, as in a Host header. */
static bool is_host(const char *name)
{
    static const char FIT[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    size_t size = strspn(name, FIT);
    if (name[0] == '[') {
        size = 1 + strspn(name + 1, "0123456789abcdefABCDEF:.");
        if (name[size++] != ']')
            return false;
    }
    if (size == 0 || size > HOST_SIZE_MAX)
        return false;
    if (name[size] == '\0')
        return true;
    const char *port = name + size + 1;
    long number;
    return name[size] == ':' && port[strspn(port, "0123456789")] == '\0' &&
           command_read_number(port, 1, PORT_LAST, &number);
}

/* Whether a text can be the value of that setting; otherwise the reason. */
static bool is_fit(const struct config *config, const struct entry *entry,
                   const char *value, char reason[REASON_SIZE])
{
    struct error error;
    enum log_level level;
    const void *at = (const char *)config + entry->offset;
    reason[0] = '\0';
    if (at == &config->names && !is_host(value))
        snprintf(reason, REASON_SIZE,
                 "'%s' is no name of a machine, as in play.example.org or "
                 "play.example.org:7070",
                 value);
    else if (at == &config->log_level_name && !log_level_named(value, &level))
        snprintf(reason, REASON_SIZE,
                 "'%s' is none of error, warn, info, debug", value);
    else if (at == &config->proxy_words &&
             proxies_add(&(struct proxies){.count = 0}, value, &error) !=
                 STATUS_OK)
        snprintf(reason, REASON_SIZE, "%s", error.text);
    else if (value[0] == '~')
        snprintf(reason, REASON_SIZE,
                 "'~' is known to shells only: write the folder's whole path");
    return reason[0] == '\0';
}

/* Sets one, from wherever. */
static enum status set(struct config *config, const struct entry *entry,
                       const char *value, const struct source *source,
                       struct error *error)
{
    char reason[REASON_SIZE];
    if (entry->kind == KIND_NUMBER) {
        long number;
        if (!command_read_number(value, entry->first, entry->last, &number)) {
            snprintf(reason, sizeof reason,
                     "'%s' is no whole number from %ld to %ld", value,
                     entry->first, entry->last);
            return refuse(source, entry->name, reason, error);
        }
        *(int *)field(config, entry) = (int)number;
        return STATUS_OK;
    }
    if (entry->kind == KIND_OCTAL) {
        int *mode = field(config, entry);
        if (read_octal(value, mode) && (*mode & S_IWUSR) != 0)
            return STATUS_OK;
        snprintf(reason, sizeof reason,
                 "'%s' is no mode as in 660 that lets its owner in", value);
        return refuse(source, entry->name, reason, error);
    }
    if (value[0] == '\0')
        return refuse(source, entry->name, "it has no value", error);
    if (is_switch(entry)) {
        if (read_switch(value, field(config, entry)))
            return STATUS_OK;
        snprintf(reason, sizeof reason, "'%s' is neither on nor off", value);
        return refuse(source, entry->name, reason, error);
    }
    if (!is_fit(config, entry, value, reason))
        return refuse(source, entry->name, reason, error);
    struct config_list *list = field(config, entry);
    if (entry->kind == KIND_LIST && list->count == CONFIG_LIST_MAX)
        return refuse(source, entry->name, "there are too many", error);
    char *copy = strdup(value);
    if (copy == NULL)
        return no_memory(error);
    if (entry->kind == KIND_LIST) {
        list->values[list->count++] = copy;
    } else {
        char **text = field(config, entry);
        free(*text);
        *text = copy;
    }
    return STATUS_OK;
}

/* The entry of that name; otherwise says what was perhaps meant. */
static const struct entry *find(const char *name, const struct source *source,
                                struct error *error)
{
    struct near near = {.word = name};
    for (int i = 0; i < ENTRY_COUNT; i++) {
        if (strcmp(ENTRIES[i].name, name) == 0)
            return &ENTRIES[i];
        near_offer(&near, ENTRIES[i].name);
    }
    struct text reason = {0};
    text_add(&reason, "there is no such setting");
    near_write(&near, &reason);
    refuse(source, name, text_string(&reason), error);
    text_free(&reason);
    return NULL;
}

/* Cuts blanks from both ends. */
static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r", text[size - 1]) != NULL)
        size--;
    text[size] = '\0';
    return text;
}

static enum status read_line(struct config *config, char *line,
                             struct source *source, struct error *error)
{
    line = trim(line);
    if (line[0] == '\0' || line[0] == '#')
        return STATUS_OK;
    char *equals = strchr(line, '=');
    if (equals == NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s:%d: a line is NAME = VALUE, or a comment",
                         source->path, source->line);
    *equals = '\0';
    char *value = equals + 1;
    char *comment = strstr(value, " #");
    if (comment != NULL)
        *comment = '\0';
    line = trim(line);
    if (line[0] == '\0')
        return error_set(error, STATUS_BAD_INPUT,
                         "%s:%d: there is no name before '='", source->path,
                         source->line);
    const struct entry *entry = find(line, source, error);
    if (entry == NULL)
        return error->status;
    int *before = &source->lines[entry - ENTRIES];
    if (entry->kind != KIND_LIST && *before > 0) {
        char reason[60];
        snprintf(reason, sizeof reason, "line %d has set it already", *before);
        return refuse(source, entry->name, reason, error);
    }
    *before = source->line;
    return set(config, entry, trim(value), source, error);
}

static enum status read_file(struct config *config, const char *path,
                             struct error *error)
{
    struct text text = {0};
    struct source source = {.path = path};
    enum status status = text_read_file(&text, path, FILE_SIZE_MAX, error);
    char *line = text.bytes;
    if (status == STATUS_OK && text.size > 0 && strlen(line) != text.size)
        status = error_set(error, STATUS_BAD_INPUT,
                           "%s is no text: it has a zero byte", path);
    if (status == STATUS_OK && line != NULL &&
        strncmp(line, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        line += strlen(BYTE_ORDER_MARK);
    while (status == STATUS_OK && line != NULL) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        source.line++;
        status = read_line(config, line, &source, error);
        line = end == NULL ? NULL : end + 1;
    }
    text_free(&text);
    return status;
}

/* Takes --NAME=VALUE apart; without a value *value is NULL. */
static enum status split_option(const char *argument, char name[64],
                                const char **value, struct error *error)
{
    if (strncmp(argument, "--", 2) != 0 || argument[2] == '\0')
        return error_set(error, STATUS_BAD_INPUT, "what is '%s'?", argument);
    const char *equals = strchr(argument, '=');
    size_t size =
        equals == NULL ? strlen(argument) - 2 : (size_t)(equals - argument) - 2;
    if (size == 0 || size > 63)
        return error_set(error, STATUS_BAD_INPUT, "what is '%s'?", argument);
    memcpy(name, argument + 2, size);
    name[size] = '\0';
    *value = equals == NULL ? NULL : equals + 1;
    return STATUS_OK;
}

static bool is_flag(const char *argument, enum config_wish *wish)
{
    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
        *wish = CONFIG_HELP;
    else if (strcmp(argument, "--print-config") == 0)
        *wish = CONFIG_PRINT;
    else
        return false;
    return true;
}

/* Goes through the options: those that name files (`files`), or the others. */
static enum status read_options(struct config *config, int argc, char **argv,
                                bool files, enum config_wish *wish,
                                struct error *error)
{
    static const struct source OPTION = {.path = NULL};
    bool was_given[ENTRY_COUNT] = {false};
    for (int i = 1; i < argc; i++) {
        char name[64];
        const char *value = NULL;
        if (is_flag(argv[i], wish))
            continue;
        if (split_option(argv[i], name, &value, error) != STATUS_OK)
            return error->status;
        bool is_file = strcmp(name, "config") == 0;
        const struct entry *entry = is_file ? NULL : find(name, &OPTION, error);
        if (!is_file && entry == NULL)
            return error->status;
        if (value == NULL && !is_file && entry->kind == KIND_FLAG)
            value = "on";
        if (value == NULL && i + 1 == argc)
            return refuse(&OPTION, name, "it has no value", error);
        if (value == NULL)
            value = argv[++i];
        enum status status = STATUS_OK;
        if (is_file && files)
            status = read_file(config, value, error);
        if (!is_file && !files) {
            if (entry->kind == KIND_LIST && !was_given[entry - ENTRIES])
                clear_list(field(config, entry));
            was_given[entry - ENTRIES] = true;
            status = set(config, entry, value, &OPTION, error);
        }
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* What is neither in the file nor among the options. Lists stay empty. */
static enum status set_fallbacks(struct config *config, struct error *error)
{
    static const struct source NONE = {.path = NULL};
    for (int i = 0; i < ENTRY_COUNT; i++)
        if (ENTRIES[i].fallback != NULL && ENTRIES[i].kind != KIND_LIST &&
            set(config, &ENTRIES[i], ENTRIES[i].fallback, &NONE, error) !=
                STATUS_OK)
            return error->status;
    return STATUS_OK;
}

static enum status check_names(const struct config *config, struct error *error)
{
    if (config->names.count > SERVER_NAMES_MAX)
        return error_set(error, STATUS_BAD_INPUT, "more than %d names",
                         SERVER_NAMES_MAX);
    return STATUS_OK;
}

static enum status read_proxies(struct config *config, struct error *error)
{
    for (int i = 0; i < config->proxy_words.count; i++)
        if (proxies_add(&config->proxies, config->proxy_words.values[i],
                        error) != STATUS_OK)
            return error_prefix(error, "--proxy");
    return STATUS_OK;
}

/* A descriptor that nobody has opened would be told nothing, or be one that we
 * open ourselves. */
static enum status check_ready_fd(const struct config *config,
                                  struct error *error)
{
    if (config->ready_fd < 0)
        return STATUS_OK;
    int flags = fcntl(config->ready_fd, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT,
                     "--ready-fd: %d is no descriptor that can be written to",
                     config->ready_fd);
}

/* What follows from others, and what does not fit together. */
static enum status finish(struct config *config, struct error *error)
{
    char path[PLACES_PATH_SIZE];
    if (config->data == NULL) {
        places_data(path);
        config->data = strdup(path);
    }
    if (config->data != NULL && config->socket == NULL) {
        places_socket(config->data, path);
        config->socket = strdup(path);
    }
    if (config->listens.count == 0) {
        config->listens.values[0] = strdup(ENTRIES[0].fallback);
        config->listens.count = config->listens.values[0] != NULL;
    }
    if (config->data == NULL || config->socket == NULL ||
        config->listens.count == 0)
        return no_memory(error);
    if (config->listens.count > SERVER_LISTENS_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "more than %d addresses to listen on",
                         SERVER_LISTENS_MAX);
    for (int i = 0; config->listens.count > 1 && i < config->listens.count; i++)
        if (strcmp(config->listens.values[i], "none") == 0)
            return error_set(error, STATUS_BAD_INPUT,
                             "--listen: 'none' and an address do not go "
                             "together");
    if (strcmp(config->listens.values[0], "none") == 0 &&
        strcmp(config->socket, "none") == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "--listen and --socket are both 'none': nobody could "
                         "reach this daemon");
    if (check_names(config, error) != STATUS_OK ||
        read_proxies(config, error) != STATUS_OK ||
        check_ready_fd(config, error) != STATUS_OK)
        return error->status;
    if ((config->certificate == NULL) != (config->key == NULL))
        return error_set(error, STATUS_BAD_INPUT,
                         "--certificate and --key are given together");
    bool is_level = log_level_named(config->log_level_name, &config->log_level);
    REQUIRE(is_level); /* is_fit has let it in */
    return STATUS_OK;
}

enum status config_read(struct config *config, int argc, char **argv,
                        enum config_wish *wish, struct error *error)
{
    *wish = CONFIG_RUN;
    if (set_fallbacks(config, error) != STATUS_OK ||
        read_options(config, argc, argv, true, wish, error) != STATUS_OK ||
        read_options(config, argc, argv, false, wish, error) != STATUS_OK)
        return error->status;
    return finish(config, error);
}

void config_clear(struct config *config)
{
    for (int i = 0; i < ENTRY_COUNT; i++) {
        if (ENTRIES[i].kind == KIND_LIST)
            clear_list(field(config, &ENTRIES[i]));
        else if (ENTRIES[i].kind == KIND_TEXT)
            free(*(char **)field(config, &ENTRIES[i]));
    }
    *config = (struct config){0};
}

/* Adds the help in lines, behind the column. */
static void describe(const struct entry *entry, struct text *out)
{
    enum { WIDTH = 78 };
    char head[80];
    int column =
        snprintf(head, sizeof head, "  --%s %s", entry->name, entry->value);
    text_add(out, head);
    char help[400];
    snprintf(help, sizeof help, "%s%s%s%s", entry->help,
             entry->fallback == NULL ? "" : " (default: ",
             entry->fallback == NULL ? "" : entry->fallback,
             entry->fallback == NULL ? "" : ")");
    const char *at = help;
    while (*at != '\0') {
        size_t size = strcspn(at, " ");
        if (column < HELP_COLUMN - 1 || at == help) {
            if (column >= HELP_COLUMN) {
                text_add_char(out, '\n');
                column = 0;
            }
            text_addf(out, "%*s", HELP_COLUMN - column, "");
            column = HELP_COLUMN;
        } else if (column + 1 + (int)size > WIDTH) {
            text_addf(out, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        } else {
            text_add_char(out, ' ');
            column++;
        }
        text_add_bytes(out, at, size);
        column += (int)size;
        at += size;
        at += strspn(at, " ");
    }
    text_add_char(out, '\n');
}

void config_describe(struct text *out)
{
    for (int i = 0; i < ENTRY_COUNT; i++)
        describe(&ENTRIES[i], out);
}

/* Adds what it is, as a comment. */
static void print_help(const struct entry *entry, struct text *out)
{
    size_t column = 1;
    text_add(out, "\n#");
    for (const char *at = entry->help; *at != '\0'; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        if (column + 1 + size > PRINT_WIDTH) {
            text_add(out, "\n#");
            column = 1;
        }
        text_add_char(out, ' ');
        text_add_bytes(out, at, size);
        column += 1 + size;
        at += size;
    }
    text_add_char(out, '\n');
}

/* Adds the line of one that is not set, as a comment. */
static void print_unset(const struct entry *entry, struct text *out)
{
    text_addf(out, "#%s = %s\n", entry->name, entry->value);
}

/* Adds one value's line. */
static void print(const char *name, const char *value, struct text *out)
{
    text_addf(out, "%s = %s\n", name, value);
}

void config_print(const struct config *config, struct text *out)
{
    for (int i = 0; i < ENTRY_COUNT; i++) {
        const struct entry *entry = &ENTRIES[i];
        const void *at = (const char *)config + entry->offset;
        const struct config_list *list = at;
        char number[24];
        if (at == &config->ready_fd && config->ready_fd < 0)
            continue; /* it is for who starts the daemon, not for a file */
        print_help(entry, out);
        switch (entry->kind) {
        case KIND_TEXT:
            if (*(char *const *)at != NULL)
                print(entry->name, *(char *const *)at, out);
            else
                print_unset(entry, out);
            break;
        case KIND_LIST:
            for (int j = 0; j < list->count; j++)
                print(entry->name, list->values[j], out);
            if (list->count == 0)
                print_unset(entry, out);
            break;
        case KIND_NUMBER:
        case KIND_OCTAL:
            snprintf(number, sizeof number,
                     entry->kind == KIND_NUMBER ? "%d" : "%o",
                     *(const int *)at);
            print(entry->name, number, out);
            break;
        case KIND_SWITCH:
        case KIND_FLAG:
            print(entry->name, *(const bool *)at ? "on" : "off", out);
            break;
        }
    }
}
