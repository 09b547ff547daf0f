#include "script/ruleset.h"

#include "base/json.h"
#include "fair/record_form.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The folder with what games share; modules in it are called castled.NAME. */
static const char KIT_NAME[] = "kit";
static const char KIT_FOLDER[] = "scripts/kit";
static const char KIT_PREFIX[] = "castled";
static const char SCRIPT_ENDING[] = ".lua";

static bool ends_in(const char *string, const char *ending)
{
    size_t size = strlen(string);
    size_t ending_size = strlen(ending);
    return size >= ending_size &&
           strcmp(string + size - ending_size, ending) == 0;
}

struct names {
    int count;
    char name[RULESET_SOURCES_MAX][RULESET_NAME_SIZE];
};

/* By bytes, whatever the locale is. */
static int compare_entries(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Whether the list is to have it: without an ending, folders. */
static bool is_listed(const char *name, const char *ending)
{
    return name[0] != '.' && ends_in(name, ending) &&
           (ending[0] != '\0' || strchr(name, '.') == NULL);
}

static enum status add_name(struct names *names, const char *path,
                            const char *name, struct error *error)
{
    if (strlen(name) >= RULESET_NAME_SIZE)
        return error_set(error, STATUS_BAD_INPUT,
                         "'%s/%s': the name is too long", path, name);
    if (names->count == RULESET_SOURCES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "folder '%s' has more than %d entries", path,
                         RULESET_SOURCES_MAX);
    memcpy(names->name[names->count++], name, strlen(name) + 1);
    return STATUS_OK;
}

/* The entries of the folder that end in `ending`, sorted; a folder that is
 * not there has none. STATUS_BAD_INPUT when some are left out: those whose name
 * is too long, and the last when there are too many. */
static enum status read_folder(struct names *names, const char *path,
                               const char *ending, struct error *error)
{
    struct dirent **entries;
    enum status status = STATUS_OK;
    names->count = 0;
    int count = scandir(path, &entries, NULL, compare_entries);
    if (count < 0 && (errno == ENOENT || errno == ENOTDIR))
        return STATUS_OK;
    if (count < 0)
        return error_set(error, errno == ENOMEM ? STATUS_NO_MEMORY : STATUS_IO,
                         "cannot open folder '%s': %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (is_listed(entries[i]->d_name, ending) &&
            add_name(names, path, entries[i]->d_name, error) != STATUS_OK)
            status = error->status;
        free(entries[i]);
    }
    free(entries);
    return status;
}

enum status ruleset_list(struct text *out, const char *root, const char *folder,
                         const char *ending, struct error *error)
{
    char path[2 * RULESET_PATH_SIZE];
    if (snprintf(path, sizeof path, "%s/%s", root, folder) >= (int)sizeof path)
        return error_set(error, STATUS_BAD_INPUT, "'%s/%s' is too long", root,
                         folder);
    struct names *names = malloc(sizeof *names);
    if (names == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for '%s'", path);
    *error = (struct error){.status = STATUS_OK};
    enum status status = read_folder(names, path, ending, error);
    if (status == STATUS_BAD_INPUT) /* there are the others */
        status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < names->count; i++) {
        const char *name = names->name[i];
        if (strcmp(name, KIT_NAME) == 0)
            continue;
        text_addf(out, "%.*s\n", (int)(strlen(name) - strlen(ending)), name);
    }
    free(names);
    return status;
}

/* Starts a source; *out is the next free one, not yet counted. */
static enum status start_source(struct ruleset *ruleset, const char *module,
                                const char *path, struct ruleset_source **out,
                                struct error *error)
{
    if (ruleset->source_count == RULESET_SOURCES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "a ruleset has at most %d scripts",
                         RULESET_SOURCES_MAX);
    struct ruleset_source *source = &ruleset->sources[ruleset->source_count];
    if (strlen(path) >= sizeof source->path ||
        strlen(module) >= sizeof source->module)
        return error_set(error, STATUS_BAD_INPUT,
                         "the path '%.200s' is too long", path);
    for (int i = 0; i < ruleset->source_count; i++)
        if (strcmp(ruleset->sources[i].path, path) == 0)
            return error_set(error, STATUS_BAD_INPUT,
                             "the script '%s' is there twice", path);
    memcpy(source->path, path, strlen(path) + 1);
    memcpy(source->module, module, strlen(module) + 1);
    *out = source;
    return STATUS_OK;
}

/* Counts a source whose text is there; one without a module is a variant. */
static enum status finish_source(struct ruleset *ruleset, struct error *error)
{
    int index = ruleset->source_count++;
    if (ruleset->sources[index].module[0] != '\0')
        return STATUS_OK;
    if (ruleset->variant_count == RULESET_VARIANTS_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "at most %d variants can be chosen",
                         RULESET_VARIANTS_MAX);
    ruleset->variant_sources[ruleset->variant_count++] = index;
    return STATUS_OK;
}

/* Reads the file `path` below `root` (or by itself: root "") as a source. */
static enum status add_file(struct ruleset *ruleset, const char *root,
                            const char *path, const char *module,
                            struct error *error)
{
    struct ruleset_source *source;
    char whole[2 * RULESET_PATH_SIZE];
    if (snprintf(whole, sizeof whole, "%s%s%s", root,
                 root[0] == '\0' ? "" : "/", path) >= (int)sizeof whole)
        return error_set(error, STATUS_BAD_INPUT,
                         "the path '%.200s' is too long", path);
    enum status status = start_source(ruleset, module, path, &source, error);
    if (status != STATUS_OK)
        return status;
    status =
        text_read_regular(&source->text, whole, RULESET_SOURCE_SIZE_MAX, error);
    if (status != STATUS_OK) {
        text_free(&source->text);
        return status;
    }
    return finish_source(ruleset, error);
}

/* Reads all scripts of `folder`; modules are called PREFIX.NAME. */
static enum status add_folder(struct ruleset *ruleset, const char *root,
                              const char *folder, const char *prefix,
                              struct error *error)
{
    char path[2 * RULESET_PATH_SIZE];
    snprintf(path, sizeof path, "%s%s%s", root, root[0] == '\0' ? "" : "/",
             folder);
    struct names *names = malloc(sizeof *names);
    if (names == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for '%s'", path);
    enum status status = read_folder(names, path, SCRIPT_ENDING, error);
    for (int i = 0; status == STATUS_OK && i < names->count; i++) {
        char module[2 * RULESET_NAME_SIZE];
        int stem = (int)(strlen(names->name[i]) - strlen(SCRIPT_ENDING));
        snprintf(path, sizeof path, "%s/%s", folder, names->name[i]);
        snprintf(module, sizeof module, "%s.%.*s", prefix, stem,
                 names->name[i]);
        status = add_file(ruleset, root, path, module, error);
    }
    free(names);
    return status;
}

/* Whether both are the same but for hyphens and underlines. */
static bool is_meant(const char *given, const char *name, size_t size)
{
    const char *end = name + size;
    for (;;) {
        given += strspn(given, "-_");
        while (name < end && (*name == '-' || *name == '_'))
            name++;
        if (*given == '\0' || name == end)
            return *given == '\0' && name == end;
        if (*given++ != *name++)
            return false;
    }
}

/* What somebody may have meant: a name that is spelled a little differently,
 * or a file in this folder. `known` has a name a line. */
static void add_hint(struct text *hint, const struct text *known,
                     const char *name)
{
    char file[2 * RULESET_PATH_SIZE];
    struct stat about;
    for (const char *at = text_string(known); *at != '\0';) {
        size_t size = strcspn(at, "\n");
        if (is_meant(name, at, size))
            text_addf(hint, "; did you mean '%.*s'?", (int)size, at);
        at += size + 1;
    }
    snprintf(file, sizeof file, "./%.200s%s", name, SCRIPT_ENDING);
    if (stat(file, &about) == 0)
        text_addf(hint, "; the file here is %s", file);
}

/* What somebody can choose has a file there: NAME.lua, or NAME/game.lua. */
static bool is_known(const char *path, const char *name, int size,
                     const char *ending)
{
    char file[3 * RULESET_PATH_SIZE];
    struct stat about;
    snprintf(file, sizeof file, "%s/%.*s%s", path, size, name,
             ending[0] == '\0' ? "/game.lua" : ending);
    return stat(file, &about) == 0;
}

/* Leaves out of the list what is no more than a folder, or a link to nothing:
 * nobody is to be offered the name that is refused. */
static void keep_known(struct text *known, const char *path, const char *ending)
{
    size_t kept = 0;
    for (size_t at = 0; at < known->size;) {
        size_t size = strcspn(known->bytes + at, "\n") + 1;
        if (is_known(path, known->bytes + at, (int)size - 1, ending)) {
            memmove(known->bytes + kept, known->bytes + at, size);
            kept += size;
        }
        at += size;
    }
    known->size = kept;
    if (known->bytes != NULL)
        known->bytes[kept] = '\0';
}

static enum status list_known(struct error *error, const char *root,
                              const char *folder, const char *ending,
                              const char *what, const char *name)
{
    struct text known = {0};
    struct text hint = {0};
    char path[2 * RULESET_PATH_SIZE];
    enum status status = ruleset_list(&known, root, folder, ending, error);
    if (status == STATUS_OK) {
        snprintf(path, sizeof path, "%s/%s", root, folder);
        keep_known(&known, path, ending);
        add_hint(&hint, &known, name);
        for (size_t i = 0; i + 1 < known.size; i++)
            if (known.bytes[i] == '\n')
                known.bytes[i] = ' ';
        status = error_set(error, STATUS_NOT_FOUND,
                           "there is no %s '%s'; there is%s%.*s%s", what, name,
                           known.size == 0 ? " none" : ": ",
                           (int)(known.size == 0 ? 0 : known.size - 1),
                           text_string(&known), text_string(&hint));
    }
    text_free(&known);
    text_free(&hint);
    return status;
}

/* The game is not there; nor is any other, where there is no folder of them. */
static enum status refuse_game(const char *root, const char *game,
                               struct error *error)
{
    char path[2 * RULESET_PATH_SIZE];
    struct stat about;
    snprintf(path, sizeof path, "%s/scripts", root);
    if (stat(path, &about) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return error_set(error, STATUS_IO,
                         "there is no game '%s', since the folder scripts/ is "
                         "not there",
                         game);
    return list_known(error, root, "scripts", "", "game", game);
}

bool ruleset_is_path(const char *name)
{
    return strchr(name, '/') != NULL || ends_in(name, SCRIPT_ENDING);
}

static enum status add_game(struct ruleset *ruleset, const char *root,
                            const char *game, struct error *error)
{
    char folder[RULESET_PATH_SIZE];
    bool path = ruleset_is_path(game);
    int size = path ? snprintf(folder, sizeof folder, "%s", game)
                    : snprintf(folder, sizeof folder, "scripts/%s", game);
    if (size >= (int)sizeof folder)
        return error_set(error, STATUS_BAD_INPUT, "the name '%s' is too long",
                         game);
    while (size > 1 && folder[size - 1] == '/')
        folder[--size] = '\0';
    const char *stroke = strrchr(folder, '/');
    const char *name = stroke == NULL ? folder : stroke + 1;
    if (strlen(name) >= sizeof ruleset->game)
        return error_set(error, STATUS_BAD_INPUT, "the name '%s' is too long",
                         name);
    memcpy(ruleset->game, name, strlen(name) + 1);
    if (strcmp(name, KIT_NAME) == 0) /* what games share is none */
        return refuse_game(root, game, error);

    enum status status =
        add_folder(ruleset, root, KIT_FOLDER, KIT_PREFIX, error);
    if (status == STATUS_OK)
        status =
            add_folder(ruleset, path ? "" : root, folder, ruleset->game, error);
    if (status != STATUS_OK)
        return status;
    char module[2 * RULESET_NAME_SIZE];
    snprintf(module, sizeof module, "%s.game", ruleset->game);
    if (ruleset_module(ruleset, module) == NULL)
        return refuse_game(root, game, error);
    return STATUS_OK;
}

/* Fails when there is a fault beside the variant's file. */
static enum status check_no_fault(const char *root, const char *path,
                                  struct error *error)
{
    struct text reason = {0};
    char whole[4 * RULESET_PATH_SIZE];
    snprintf(whole, sizeof whole, "%s/%s%s", root, path, RULESET_FAULT_ENDING);
    enum status status =
        text_read_regular(&reason, whole, RULESET_SOURCE_SIZE_MAX, error);
    if (status == STATUS_OK)
        status = error_set(error, STATUS_SCRIPT, "%s", text_string(&reason));
    else if (status == STATUS_NOT_FOUND)
        status = STATUS_OK;
    text_free(&reason);
    return status;
}

static enum status add_variant(struct ruleset *ruleset, const char *root,
                               const char *name, struct error *error)
{
    char path[2 * RULESET_PATH_SIZE];
    if (ruleset_is_path(name))
        snprintf(path, sizeof path, "%s", name);
    else
        snprintf(path, sizeof path, "variants/%s/%s%s", ruleset->game, name,
                 SCRIPT_ENDING);
    for (int i = 0; i < ruleset->variant_count; i++)
        if (strcmp(ruleset->sources[ruleset->variant_sources[i]].path, path) ==
            0)
            return error_set(error, STATUS_BAD_INPUT,
                             "the variant '%s' is chosen twice", name);
    enum status status =
        add_file(ruleset, ruleset_is_path(name) ? "" : root, path, "", error);
    if (status == STATUS_NOT_FOUND && !ruleset_is_path(name)) {
        char folder[2 * RULESET_NAME_SIZE];
        snprintf(folder, sizeof folder, "variants/%s", ruleset->game);
        return list_known(error, root, folder, SCRIPT_ENDING, "variant", name);
    }
    return status != STATUS_OK || ruleset_is_path(name)
               ? status
               : check_no_fault(root, path, error);
}

/* An option as it is given: NAME=VALUE. */
static enum status add_given_option(struct ruleset *ruleset, const char *given,
                                    struct error *error)
{
    char name[RULESET_OPTION_SIZE];
    const char *sign = strchr(given, '=');
    if (sign == NULL || sign == given)
        return error_set(error, STATUS_BAD_INPUT,
                         "the option '%.100s' is not of the form NAME=VALUE",
                         given);
    size_t size = (size_t)(sign - given);
    if (size >= sizeof name)
        return error_set(error, STATUS_BAD_INPUT,
                         "the option '%.100s' is too long", given);
    memcpy(name, given, size);
    name[size] = '\0';
    return ruleset_add_option(ruleset, name, sign + 1, error);
}

/* H("castled/ruleset/v1", path 1, source 1, ...), by path in byte order. */
static void compute_hash(struct ruleset *ruleset)
{
    int order[RULESET_SOURCES_MAX];
    for (int i = 0; i < ruleset->source_count; i++) {
        int at = i;
        while (at > 0 && strcmp(ruleset->sources[order[at - 1]].path,
                                ruleset->sources[i].path) > 0) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    struct hash_job job;
    hash_begin(&job, "castled/ruleset/v1");
    for (int i = 0; i < ruleset->source_count; i++) {
        const struct ruleset_source *source = &ruleset->sources[order[i]];
        hash_add(&job, source->path, strlen(source->path));
        hash_add(&job, text_string(&source->text), source->text.size);
    }
    ruleset->hash = hash_end(&job);
}

/* The entry that each source has in a record, behind the opening. */
static enum status make_forms(struct ruleset *ruleset, struct error *error)
{
    struct text d = {0};
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < ruleset->source_count; i++) {
        struct ruleset_source *source = &ruleset->sources[i];
        text_clear(&d);
        text_add_char(&d, '{');
        json_add_member_string(&d, "module", source->module);
        json_add_member_string(&d, "path", source->path);
        json_add_key(&d, "text");
        json_add_string(&d, text_string(&source->text), source->text.size);
        text_add_char(&d, '}');
        status = text_status(&d, "a source", error);
        if (status == STATUS_OK)
            status = record_form_new(&source->form, RULESET_SOURCE_ENTRY,
                                     d.bytes, d.size, i + 1, error);
    }
    text_free(&d);
    return status;
}

enum status ruleset_empty(struct ruleset **out, const char *game,
                          struct error *error)
{
    *out = NULL;
    struct ruleset *ruleset = calloc(1, sizeof *ruleset);
    if (ruleset != NULL)
        ruleset->sources =
            calloc(RULESET_SOURCES_MAX, sizeof *ruleset->sources);
    if (ruleset == NULL || ruleset->sources == NULL) {
        ruleset_free(ruleset);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a ruleset");
    }
    if (game[0] == '\0' || strlen(game) >= sizeof ruleset->game) {
        ruleset_free(ruleset);
        return error_set(error, STATUS_BAD_INPUT,
                         "a game cannot be called '%.100s'", game);
    }
    memcpy(ruleset->game, game, strlen(game) + 1);
    *out = ruleset;
    return STATUS_OK;
}

enum status ruleset_add_source(struct ruleset *ruleset, const char *module,
                               const char *path, const char *text, size_t size,
                               struct error *error)
{
    struct ruleset_source *source;
    if (size > RULESET_SOURCE_SIZE_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "the script '%.200s' is larger than %d bytes", path,
                         RULESET_SOURCE_SIZE_MAX);
    enum status status = start_source(ruleset, module, path, &source, error);
    if (status != STATUS_OK)
        return status;
    text_add_bytes(&source->text, text, size);
    status = text_status(&source->text, path, error);
    return status == STATUS_OK ? finish_source(ruleset, error) : status;
}

enum status ruleset_add_option(struct ruleset *ruleset, const char *name,
                               const char *value, struct error *error)
{
    if (ruleset->option_count == RULESET_OPTIONS_MAX ||
        strlen(name) >= RULESET_OPTION_SIZE ||
        strlen(value) >= RULESET_OPTION_SIZE)
        return error_set(error, STATUS_BAD_INPUT,
                         "too many options, or too long: '%.100s'", name);
    for (int i = 0; i < ruleset->option_count; i++)
        if (strcmp(ruleset->options[i].name, name) == 0)
            return error_set(error, STATUS_BAD_INPUT,
                             "the option '%s' is given twice", name);
    struct ruleset_option *option = &ruleset->options[ruleset->option_count++];
    memcpy(option->name, name, strlen(name) + 1);
    memcpy(option->value, value, strlen(value) + 1);
    return STATUS_OK;
}

enum status ruleset_seal(struct ruleset *ruleset, struct error *error)
{
    char module[2 * RULESET_NAME_SIZE];
    snprintf(module, sizeof module, "%s.game", ruleset->game);
    if (ruleset_module(ruleset, module) == NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "the script of '%s' is not there", module);
    compute_hash(ruleset);
    return make_forms(ruleset, error);
}

enum status ruleset_open(struct ruleset **out,
                         const struct ruleset_request *request,
                         struct error *error)
{
    *out = NULL;
    struct ruleset *ruleset;
    enum status status = ruleset_empty(&ruleset, "?", error);
    if (status != STATUS_OK)
        return status;
    status = add_game(ruleset, request->root, request->game, error);
    for (int i = 0; status == STATUS_OK && i < request->variant_count; i++)
        status =
            add_variant(ruleset, request->root, request->variants[i], error);
    for (int i = 0; status == STATUS_OK && i < request->option_count; i++)
        status = add_given_option(ruleset, request->options[i], error);
    if (status == STATUS_OK)
        status = ruleset_seal(ruleset, error);
    if (status == STATUS_OK) {
        *out = ruleset;
        ruleset = NULL;
    }
    ruleset_free(ruleset);
    return status;
}

enum status ruleset_copy(struct ruleset **out, const struct ruleset *ruleset,
                         struct error *error)
{
    enum status status = ruleset_empty(out, ruleset->game, error);
    if (status != STATUS_OK)
        return status;
    struct ruleset *copy = *out;
    struct ruleset_source *sources = copy->sources;
    *copy = *ruleset;
    copy->sources = sources;
    for (int i = 0; status == STATUS_OK && i < ruleset->source_count; i++) {
        const struct text *text = &ruleset->sources[i].text;
        sources[i] = ruleset->sources[i];
        sources[i].text = (struct text){0};
        sources[i].form = NULL;
        text_add_bytes(&sources[i].text, text_string(text), text->size);
        text_fit(&sources[i].text);
        status = text_status(&sources[i].text, "a ruleset", error);
    }
    if (status == STATUS_OK)
        status = make_forms(copy, error);
    if (status != STATUS_OK) {
        ruleset_free(copy);
        *out = NULL;
    }
    return status;
}

bool ruleset_is_equal(const struct ruleset *one, const struct ruleset *other)
{
    if (!hash_is_equal(&one->hash, &other->hash) ||
        strcmp(one->game, other->game) != 0 ||
        one->source_count != other->source_count ||
        one->variant_count != other->variant_count ||
        one->option_count != other->option_count)
        return false;
    /* The hash has all paths and texts; what is left is which of them are
     * variants, and in which order. */
    for (int i = 0; i < one->source_count; i++)
        if (strcmp(one->sources[i].module, other->sources[i].module) != 0 ||
            strcmp(one->sources[i].path, other->sources[i].path) != 0)
            return false;
    for (int i = 0; i < one->variant_count; i++)
        if (one->variant_sources[i] != other->variant_sources[i])
            return false;
    for (int i = 0; i < one->option_count; i++)
        if (strcmp(one->options[i].name, other->options[i].name) != 0 ||
            strcmp(one->options[i].value, other->options[i].value) != 0)
            return false;
    return true;
}

void ruleset_add_variants(const struct ruleset *ruleset, struct text *out)
{
    for (int i = 0; i < ruleset->variant_count; i++)
        text_addf(out, "%s%s", i == 0 ? "" : ", ",
                  ruleset->sources[ruleset->variant_sources[i]].path);
}

void ruleset_free(struct ruleset *ruleset)
{
    if (ruleset == NULL)
        return;
    for (int i = 0; ruleset->sources != NULL && i < RULESET_SOURCES_MAX; i++) {
        text_free(&ruleset->sources[i].text);
        record_form_free(ruleset->sources[i].form);
    }
    free(ruleset->sources);
    free(ruleset);
}

const struct ruleset_source *ruleset_module(const struct ruleset *ruleset,
                                            const char *module)
{
    for (int i = 0; i < ruleset->source_count; i++)
        if (strcmp(ruleset->sources[i].module, module) == 0)
            return &ruleset->sources[i];
    return NULL;
}
