#ifndef CASTLED_CONFIG_H
#define CASTLED_CONFIG_H

/*
 * config -- the settings of `castled serve`, from a file and from options.
 *
 * One table has them all: their names are those of the options and of the file,
 * and --help and --print-config are made from it. To add one: a field below, a
 * line of the table in config.c.
 *
 * A file has lines NAME = VALUE; # begins a comment. An option goes before what
 * the file says; a list given by options takes the place of the file's.
 */

#include "base/log.h"
#include "net/server.h"

enum { CONFIG_LIST_MAX = 32 };

struct config_list {
    int count;
    const char *values[CONFIG_LIST_MAX]; /* owned */
};

/* Zeroed at first; it owns its strings: config_clear. */
struct config {
    struct config_list listens;
    struct config_list names;
    struct config_list proxy_words;
    struct proxies proxies;
    char *socket; /* "none": none; NULL only before config_read is done */
    int socket_mode;
    char *bots; /* kinds, with commas; "none": none */
    bool has_pages;
    char *data;
    char *certificate; /* NULL: none */
    char *key;
    char *log_level_name;
    enum log_level log_level;
    bool is_watching; /* the scripts */
    struct limits limits;
    int games;
    int games_per_address;
    int sealing_seconds;
    int idle_minutes;
    int open_hours;
    int ready_fd; /* -1: none */
};

/* What is to become of it. */
enum config_wish {
    CONFIG_RUN,
    CONFIG_HELP,  /* --help was given */
    CONFIG_PRINT, /* --print-config was given */
};

/* Reads options, and the file that they name. STATUS_BAD_INPUT, with file and
 * line where it is in a file, for what is unknown or does not fit. On failure,
 * too, the config is to be cleared. */
enum status config_read(struct config *config, int argc, char **argv,
                        enum config_wish *wish, struct error *error) MUST_CHECK;

/* Frees what it owns. */
void config_clear(struct config *config);

/* Adds what --help says of the options. */
void config_describe(struct text *out);

/* Adds the config as a file that would bring it about; what is not set is there
 * as a comment. */
void config_print(const struct config *config, struct text *out);

#endif
