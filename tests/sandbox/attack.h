#ifndef CASTLED_ATTACK_H
#define CASTLED_ATTACK_H

/*
 * attack -- the files of attacks/, read and gone through one by one.
 *
 * For the programs that try them: in the host (sandbox.c), and in a worker
 * with nothing else around them (worker.c). README.md tells how a file is
 * written. Everything is in this header, so that each of these programs can
 * be built by itself.
 */

#include "base/text.h"

#include <lauxlib.h>
#include <lualib.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTACK_LISTED_COUNT = 122, /* of sandbox.md, section 6 */
    ATTACK_SOURCE_SIZE_MAX = 1 << 20,
    ATTACK_LINE_SIZE = 512,
};

#define ATTACK_FOLDER CASTLED_SOURCE_DIR "/tests/sandbox/attacks"

struct attack {
    char name[64]; /* of the file, without ".lua" */
    char expect[ATTACK_LINE_SIZE];
    char expect_opened[ATTACK_LINE_SIZE];
    bool opens_setmetatable;
    bool is_generator;
    struct text source; /* owned */
};

/* Copies what follows `mark` in the line at `at`; returns where the next line
 * begins, or `at` where the line has no such mark. */
static inline const char *attack_read_mark(const char *at, const char *mark,
                                           char *out)
{
    size_t size = strlen(mark);
    if (strncmp(at, mark, size) != 0)
        return at;
    size_t length = strcspn(at, "\n");
    snprintf(out, ATTACK_LINE_SIZE, "%.*s", (int)(length - size), at + size);
    return at[length] == '\n' ? at + length + 1 : at + length;
}

/* Replaces the text of a generator by the source that it returns. Runs in a
 * plain state with all that Lua has. */
static inline bool attack_generate(struct attack *attack)
{
    lua_State *L = luaL_newstate();
    REQUIRE(L != NULL);
    luaL_openlibs(L);
    bool fine = !luaL_loadstring(L, text_string(&attack->source)) &&
                !lua_pcall(L, 0, 1, 0) && lua_type(L, -1) == LUA_TSTRING;
    size_t size;
    const char *source = luaL_tolstring(L, -1, &size);
    if (!fine)
        printf("%s: %s\n", attack->name, source);
    text_clear(&attack->source);
    text_add_bytes(&attack->source, source, size);
    lua_close(L);
    return fine;
}

/* Reads the file called `file`; false where it is no attack. */
static inline bool attack_read(struct attack *attack, const char *file)
{
    char path[512];
    struct error error;
    memset(attack, 0, sizeof *attack);
    snprintf(attack->name, sizeof attack->name, "%.*s", (int)strcspn(file, "."),
             file);
    attack->is_generator = strstr(file, ".gen.lua") != NULL;
    snprintf(path, sizeof path, "%s/%s", ATTACK_FOLDER, file);
    if (text_read_file(&attack->source, path, ATTACK_SOURCE_SIZE_MAX, &error) !=
        STATUS_OK) {
        printf("%s: %s\n", attack->name, error.text);
        return false;
    }
    char opens[ATTACK_LINE_SIZE] = "";
    const char *at = text_string(&attack->source);
    const char *first = at;
    at = attack_read_mark(at, "-- expect: ", attack->expect);
    if (at == first) {
        printf("%s: does not begin with '-- expect: '\n", attack->name);
        return false;
    }
    memcpy(attack->expect_opened, attack->expect, sizeof attack->expect);
    at = attack_read_mark(at, "-- expect opened: ", attack->expect_opened);
    attack_read_mark(at, "-- opens: ", opens);
    attack->opens_setmetatable = strcmp(opens, "setmetatable") == 0;
    return !attack->is_generator || attack_generate(attack);
}

static inline int attack_is_script(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".lua") == 0;
}

/* Whether the attack is one of the list, and not a variant as "P01-300". */
static inline bool attack_is_listed(const char *name)
{
    return strlen(name) == 3 && name[0] >= 'A' && name[0] <= 'P';
}

/* Has `passes` try the attacks whose names begin with an argument, all without
 * one, and prints how many did. Returns the program's status. */
static inline int attack_try_all(int argument_count, char **arguments,
                                 bool (*passes)(const struct attack *attack))
{
    static struct attack attack;
    struct dirent **entries;
    int count = scandir(ATTACK_FOLDER, &entries, attack_is_script, alphasort);
    if (count < 0) {
        perror(ATTACK_FOLDER);
        return 2;
    }
    int passed = 0;
    int failed = 0;
    int listed = 0;
    for (int i = 0; i < count; i++) {
        bool wanted = argument_count < 2;
        for (int k = 1; k < argument_count; k++)
            wanted |= strncmp(entries[i]->d_name, arguments[k],
                              strlen(arguments[k])) == 0;
        if (wanted) {
            bool fine =
                attack_read(&attack, entries[i]->d_name) && passes(&attack);
            passed += fine;
            failed += !fine;
            listed += attack_is_listed(attack.name);
            text_free(&attack.source);
        }
        free(entries[i]);
    }
    free(entries);
    if (argument_count < 2 && listed < ATTACK_LISTED_COUNT) {
        printf("%d of the %d attacks of the list were run\n", listed,
               ATTACK_LISTED_COUNT);
        failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

#endif
