/*
 * kill_count -- whether all is there that clients were told.
 *
 * usage: net_kill_count ACCOUNT store FILE [FOLDER]
 *        net_kill_count ACCOUNT socket PATH [FOLDER]
 *
 * Reads an account of net_load (load_account.h), and the record of each of its
 * games: out of a store that no daemon has open any more, or by asking a
 * daemon. Believes only the account: every acknowledged choice must stand in
 * its record, at its number; every signed head must be the hash of its entry;
 * what was over must have its end. That a record is whole, chained and signed,
 * record_read says. Records go to FOLDER/GAME.record, if one is named.
 *
 * Prints what is missing or wrong, then one line with what was counted. Status
 * 1 when anything is.
 */

#include "fair/record.h"
#include "store/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { NAME_SIZE = 64, BAD_MAX = 50 };

/* One thing that was told of a game. */
struct told {
    int number; /* of a question, or of an entry */
    char *text; /* owned: a choice, or a hash */
};

struct list {
    struct told *items; /* owned */
    int count;
    int capacity;
};

/* All that was told of one game. */
struct game {
    char name[NAME_SIZE];
    struct list choices;
    struct list heads;
    char over[NAME_SIZE]; /* its reason; "" while it goes on */
};

struct count {
    struct game *games; /* owned */
    int game_count;
    int game_capacity;
    long choice_count; /* in the account */
    long head_count;
    long over_count;
    long entry_count; /* in the records */
    int bad_count;
    struct store *store; /* owned; or: */
    FILE *in;            /* owned: from a daemon */
    FILE *out;
    const char *folder;
};

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "kill_count: %s: %s\n", what, why);
    exit(2);
}

static void *grow(void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = 2 * *capacity + 16;
    items = realloc(items, (size_t)*capacity * size);
    if (items == NULL)
        fail("memory", "is out");
    return items;
}

static void __attribute__((format(printf, 3, 4)))
bad(struct count *count, const struct game *game, const char *format, ...)
{
    va_list arguments;
    if (count->bad_count++ >= BAD_MAX)
        return;
    printf("game %s: ", game->name);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

/* The game of that name, most likely one of the newest. */
static struct game *game_of(struct count *count, const char *name)
{
    for (int i = count->game_count - 1; i >= 0; i--)
        if (strcmp(count->games[i].name, name) == 0)
            return &count->games[i];
    count->games = grow(count->games, count->game_count, &count->game_capacity,
                        sizeof *count->games);
    struct game *game = &count->games[count->game_count++];
    memset(game, 0, sizeof *game);
    snprintf(game->name, sizeof game->name, "%s", name);
    return game;
}

static void list_add(struct list *list, int number, const char *text)
{
    list->items =
        grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (struct told){number, strdup(text)};
}

static void take_line(struct count *count, char *line)
{
    char word[16];
    char name[NAME_SIZE];
    int rest = 0;
    if (sscanf(line, "%15s %63s %n", word, name, &rest) != 2)
        fail("account", line);
    struct game *game = game_of(count, name);
    char *end = line + rest;
    if (strcmp(word, "choice") == 0) {
        int seq = (int)strtol(line + rest, &end, 10);
        list_add(&game->choices, seq, end + 1);
        count->choice_count++;
    } else if (strcmp(word, "head") == 0) {
        int seq = (int)strtol(line + rest, &end, 10);
        list_add(&game->heads, seq, end + 1);
        count->head_count++;
    } else if (strcmp(word, "over") == 0) {
        snprintf(game->over, sizeof game->over, "%.63s", end);
        count->over_count++;
    } else if (strcmp(word, "wrong") == 0) {
        bad(count, game, "a client saw: %s", end);
    }
}

static void read_account(struct count *count, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    if (file == NULL)
        fail(path, strerror(errno));
    while (getline(&line, &capacity, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        take_line(count, line);
    }
    free(line);
    fclose(file);
}

static void open_socket(struct count *count, const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&name, sizeof name) != 0)
        fail(path, strerror(errno));
    count->in = fdopen(fd, "r");
    count->out = fdopen(dup(fd), "w");
}

static enum status load_from_store(struct count *count, const char *name,
                                   struct text *out, struct error *error)
{
    struct store_game game = {0};
    enum status status = store_load(count->store, name, &game, error);
    if (status != STATUS_OK)
        return status;
    text_add_bytes(out, text_string(&game.record), game.record.size);
    store_game_free(&game);
    return STATUS_OK;
}

static enum status ask_daemon(struct count *count, const char *name,
                              struct text *out, struct error *error)
{
    char *line = NULL;
    size_t capacity = 0;
    struct json *json = NULL;
    fprintf(count->out,
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.record\","
            "\"params\":{\"game\":\"%s\"}}\n",
            name);
    fflush(count->out);
    ssize_t size = getline(&line, &capacity, count->in);
    enum status status =
        size <= 0 ? error_set(error, STATUS_IO, "the daemon has gone")
                  : json_parse(&json, line, (size_t)size, error);
    if (status == STATUS_OK) {
        int64_t code = 0;
        const char *record =
            json_string_of(json_get(json_get(json, "result"), "record"));
        const struct json *problem = json_get(json, "error");
        if (record != NULL)
            text_add(out, record);
        else if (!json_read_integer(json_get(problem, "code"), &code) ||
                 code != 3) /* 3: it has none yet */
            status = error_set(error, STATUS_BAD_INPUT,
                               "the daemon says %.500s", line);
    }
    json_free(json);
    free(line);
    return status;
}

static void keep(struct count *count, const struct game *game,
                 const struct text *bytes)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.record", count->folder, game->name);
    FILE *file = fopen(path, "w");
    if (file == NULL ||
        fwrite(text_string(bytes), 1, bytes->size, file) != bytes->size ||
        fclose(file) != 0)
        fail(path, strerror(errno));
}

/* Whether the entry is this choice. */
static bool is_choice(const struct record_entry *entry, const char *choice)
{
    struct json *told = NULL;
    struct json *kept = NULL;
    struct text one = {0};
    struct text other = {0};
    struct error error;
    bool is_same =
        json_parse(&told, choice, strlen(choice), &error) == STATUS_OK &&
        record_parse(&kept, entry, &error) == STATUS_OK &&
        json_add_canonical(&one, told, &error) == STATUS_OK &&
        json_add_canonical(&other, json_get(kept, "choice"), &error) ==
            STATUS_OK &&
        strcmp(text_string(&one), text_string(&other)) == 0;
    json_free(told);
    json_free(kept);
    text_free(&one);
    text_free(&other);
    return is_same;
}

static void count_choices(struct count *count, const struct game *game,
                          const struct record *record)
{
    /* Nobody takes anything back, so the questions count the choices. */
    int *entries = calloc((size_t)record_count(record) + 1, sizeof *entries);
    int choices = 0;
    if (entries == NULL)
        fail("memory", "is out");
    for (int i = 0; i < record_count(record); i++)
        if (strcmp(record_entry(record, i).type, "choice") == 0)
            entries[++choices] = i;
    for (int i = 0; i < game->choices.count; i++) {
        const struct told *told = &game->choices.items[i];
        if (told->number < 1 || told->number > choices) {
            bad(count, game, "choice %d is lost: the record has %d",
                told->number, choices);
            continue;
        }
        struct record_entry entry = record_entry(record, entries[told->number]);
        if (!is_choice(&entry, told->text))
            bad(count, game, "choice %d was %s, and is %.*s", told->number,
                told->text, (int)entry.d_size, entry.d);
    }
    free(entries);
}

static void count_heads(struct count *count, const struct game *game,
                        const struct record *record)
{
    for (int i = 0; i < game->heads.count; i++) {
        const struct told *told = &game->heads.items[i];
        char hex[HASH_HEX_SIZE];
        if (told->number < 0 || told->number >= record_count(record)) {
            bad(count, game, "entry %d was signed and is lost", told->number);
            continue;
        }
        struct hash hash = record_entry(record, told->number).hash;
        hash_to_hex(hex, &hash);
        if (strcmp(hex, told->text) != 0)
            bad(count, game, "entry %d was signed, and is another one now",
                told->number);
    }
}

static void count_end(struct count *count, const struct game *game,
                      const struct record *record)
{
    struct record_entry last = record_entry(record, record_count(record) - 1);
    if (game->over[0] != '\0' && strcmp(last.type, "end") != 0)
        bad(count, game, "was over (%s), and its record ends with '%s'",
            game->over, last.type);
}

static void count_game(struct count *count, const struct game *game)
{
    struct text bytes = {0};
    struct record *record = NULL;
    struct error error;
    enum status status =
        count->store != NULL
            ? load_from_store(count, game->name, &bytes, &error)
            : ask_daemon(count, game->name, &bytes, &error);
    bool needs_record = game->choices.count > 0 || game->heads.count > 0 ||
                        game->over[0] != '\0';
    if (status != STATUS_OK) {
        bad(count, game, "is lost: %s", error.text);
        goto done;
    }
    if (bytes.size == 0) {
        if (needs_record)
            bad(count, game, "has no record");
        goto done;
    }
    if (count->folder != NULL)
        keep(count, game, &bytes);
    if (record_read(&record, bytes.bytes, bytes.size, &error) != STATUS_OK) {
        bad(count, game, "its record is damaged: %s", error.text);
        goto done;
    }
    count->entry_count += record_count(record);
    count_choices(count, game, record);
    count_heads(count, game, record);
    count_end(count, game, record);

done:
    record_free(record);
    text_free(&bytes);
}

static void forget(struct list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->items[i].text);
    free(list->items);
}

int main(int argc, char **argv)
{
    static struct count count;
    struct error error;
    if (argc < 4)
        fail("usage", "net_kill_count ACCOUNT store|socket PATH [FOLDER]");
    count.folder = argv[4];
    read_account(&count, argv[1]);
    if (strcmp(argv[2], "socket") == 0)
        open_socket(&count, argv[3]);
    else if (store_open(&count.store, argv[3], true, &error) != STATUS_OK)
        fail(argv[3], error.text);
    for (int i = 0; i < count.game_count; i++)
        count_game(&count, &count.games[i]);
    printf("%ld choices, %ld heads and %ld ends of %d games looked for in %ld "
           "entries: %d wrong\n",
           count.choice_count, count.head_count, count.over_count,
           count.game_count, count.entry_count, count.bad_count);
    for (int i = 0; i < count.game_count; i++) {
        forget(&count.games[i].choices);
        forget(&count.games[i].heads);
    }
    free(count.games);
    store_close(count.store);
    if (count.in != NULL)
        fclose(count.in);
    if (count.out != NULL)
        fclose(count.out);
    return count.bad_count == 0 ? 0 : 1;
}
