#include "command/command.h"

#include "base/near.h"
#include "command/rules_text.h"
#include "fair/hex.h"
#include "game/catalogue_json.h"
#include "game/playout.h"

#include <getopt.h>
#include <string.h>

static const char HELP[] =
    "usage: castled rules [OPTION...] [NAME]\n"
    "\n"
    "Shows a game's variants, options, rules and steps; with NAME only what\n"
    "is called so: a variant (or its file), a group, an option, a rule, a\n"
    "step, or a number of the game's rule list, such as CS-54. With\n"
    "--variant it shows the game with that variant: who replaces what.\n"
    "\n" COMMAND_CHOICE_HELP
    "      --language en|es    of titles and summaries (default: en)\n"
    "      --json              writes one JSON object\n"
    "\n"
    "The object of --json has the members game, title, summary, seats,\n"
    "chosen (names of variants), rules_hash (of the scripts, as the opening\n"
    "of a record names it), groups (name, default), games, events (name:\n"
    "fields), functions (methods of a game), library (all else that a script\n"
    "finds), and the lists\n"
    "  variants  name, chosen, title, summary, group, numbers, path, rules\n"
    "            (names that it replaces), steps (name, how: replace, before\n"
    "            or last, before), sets, options (names that it brings),\n"
    "            tiles (how many it adds), plan (whether it brings one);\n"
    "            or name, chosen, error\n"
    "  options   name, type, values or min and max, default, title, value,\n"
    "            variant (that brings it, or null)\n"
    "  rules     name, numbers, says, replaced_by, replaceable_by\n"
    "  steps     name, kind, numbers, origin (a variant, or \"\")\n"
    "\n"
    "The status is 1 when a variant of the game cannot be used.\n";

/* What was asked for. */
struct rules {
    struct command_choice choice;
    struct catalogue_query query;
    bool json;
};

/* Reads the command line; false when there is nothing to show, and *status is
 * then the command's. */
static bool read_arguments(struct rules *rules, int argc, char **argv,
                           int *status)
{
    static const struct option options[] = {
        COMMAND_CHOICE_OPTIONS,
        {"language", required_argument, NULL, 'l'},
        {"json", no_argument, NULL, 'J'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int letter;
    *status = EXIT_COULD_NOT_RUN;
    while ((letter = getopt_long(argc, argv, "g:v:o:h", options, NULL)) != -1) {
        if (letter == 'h') {
            fputs(HELP, stdout);
            *status = EXIT_OK;
            return false;
        } else if (letter == 'J') {
            rules->json = true;
        } else if (letter == 'l') {
            if (strcmp(optarg, "en") != 0 && strcmp(optarg, "es") != 0) {
                command_fail("rules", "--language must be en or es, not '%s'",
                             optarg);
                return false;
            }
            rules->query.language = optarg;
        } else if (!command_take_choice(&rules->choice, letter, optarg)) {
            return false;
        }
    }
    if (optind < argc)
        rules->query.name = argv[optind++];
    if (optind < argc) {
        command_fail("rules", "one name at a time; what is '%s'?",
                     argv[optind]);
        return false;
    }
    return true;
}

/* What is done with each installed game that can be opened. */
typedef void game_visitor(void *context, const struct json *game);

static enum status visit_games(game_visitor *visit, void *context,
                               struct error *error)
{
    struct text names = {0};
    enum status status =
        ruleset_list(&names, command_root(), "scripts", "", error);
    char *at = names.bytes;
    while (status == STATUS_OK && at != NULL && *at != '\0') {
        char *end = strchr(at, '\n');
        *end = '\0';
        struct json *game;
        struct error ignored;
        if (catalogue_describe_game(&game, command_root(), at, &ignored) ==
            STATUS_OK)
            visit(context, game);
        json_free(game);
        at = end + 1;
    }
    text_free(&names);
    return status;
}

struct text_games {
    struct page *page;
    const char *language;
};

static void visit_as_text(void *context, const struct json *game)
{
    const struct text_games *games = context;
    rules_text_add_game(games->page, game, games->language);
}

static void visit_as_json(void *context, const struct json *game)
{
    struct text *out = context;
    const char *name = json_string_of(json_get(game, "name"));
    json_add_item_string(out, name);
}

static void offer_keys(struct near *near, const struct json *object)
{
    struct json_walk walk = json_walk(object);
    while (json_walk_next(&walk))
        near_offer(near, walk.key);
}

static int fail_on_name(const struct catalogue_query *query)
{
    const struct catalogue *catalogue = query->catalogue;
    const struct json *steps = json_get(catalogue->composed, "steps");
    struct near near = {.word = query->name};
    for (int i = 0; i < catalogue->variant_count; i++) {
        near_offer(&near, catalogue->variants[i].name);
        offer_keys(&near,
                   json_get(catalogue->variants[i].alone, "declared_options"));
    }
    offer_keys(&near, json_get(catalogue->plain, "groups"));
    offer_keys(&near, json_get(catalogue->composed, "declared_options"));
    offer_keys(&near, json_get(catalogue->composed, "about_rules"));
    for (size_t i = 0; i < json_size(steps); i++)
        near_offer(&near, json_string_of(json_get(json_at(steps, i), "name")));
    struct text text = {0};
    near_write(&near, &text);
    if (text.size == 0)
        text_add(&text, "; 'castled rules' lists all names");
    int status = command_fail(
        "rules", "%s has no variant, group, option, rule or step '%s'%s",
        json_string_of(json_get(catalogue->plain, "name")), query->name,
        text_string(&text));
    text_free(&text);
    return status;
}

static enum status write_json(const struct catalogue_query *query,
                              struct text *out, int *count, struct error *error)
{
    static const char *const members[][2] = {
        {"game", "name"},           {"title", "title"},
        {"summary", "summary"},     {"seats", "seats"},
        {"chosen", "variants"},     {"events", "events"},
        {"functions", "functions"}, {"library", "library"},
    };
    const struct json *composed = query->catalogue->composed;
    enum status status = STATUS_OK;
    text_add_char(out, '{');
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        json_add_key(out, members[i][0]);
        if (status == STATUS_OK)
            status = json_add_canonical(out, json_get(composed, members[i][1]),
                                        error);
    }
    char rules[HASH_HEX_SIZE];
    hash_to_hex(rules, &query->catalogue->rules);
    json_add_member_string(out, "rules_hash", rules);
    catalogue_json_add_groups(json_get(composed, "groups"), out);
    json_add_key(out, "games");
    text_add_char(out, '[');
    if (status == STATUS_OK)
        status = visit_games(visit_as_json, out, error);
    text_add_char(out, ']');
    if (status == STATUS_OK)
        status = catalogue_json_write(query, out, count, error);
    text_add(out, "}\n");
    return status;
}

/* What a record of a game by these scripts must have in its opening. */
static void write_hash(const struct hash *hash, struct page *page)
{
    char hex[HASH_HEX_SIZE];
    hash_to_hex(hex, hash);
    page_heading(page, "The hash of these scripts, as records name it");
    page_paragraph(page, 2, hex);
}

static enum status write_text(const struct catalogue_query *query,
                              struct text *out, int *count, struct error *error)
{
    struct page page = {.out = out, .is_coloured = command_is_terminal(stdout)};
    enum status status = STATUS_OK;
    if (query->name == NULL) {
        struct text_games games = {.page = &page, .language = query->language};
        page_heading(&page, "Games");
        status = visit_games(visit_as_text, &games, error);
    }
    *count = rules_text_write(query, &page);
    if (query->name == NULL)
        write_hash(&query->catalogue->rules, &page);
    return status;
}

static bool is_broken(const struct catalogue *catalogue)
{
    for (int i = 0; i < catalogue->variant_count; i++)
        if (catalogue->variants[i].alone == NULL)
            return true;
    return false;
}

static int show(const struct rules *rules)
{
    const struct catalogue_query *query = &rules->query;
    struct text out = {0};
    struct error error;
    int count = 0;
    enum status status = rules->json ? write_json(query, &out, &count, &error)
                                     : write_text(query, &out, &count, &error);
    if (status == STATUS_OK)
        status = text_status(&out, "the rules", &error);
    int result = EXIT_OK;
    if (status != STATUS_OK) {
        result = command_fail("rules", "%s", error.text);
    } else if (count == 0 && query->name != NULL) {
        result = fail_on_name(query);
    } else {
        fwrite(out.bytes, 1, out.size, stdout);
        if (query->name == NULL && is_broken(query->catalogue))
            result = EXIT_FOUND_WRONG;
    }
    text_free(&out);
    return result;
}

/* A file's path as NAME is a variant that is asked about. */
static bool is_path(const char *name)
{
    size_t size = strlen(name);
    return strchr(name, '/') != NULL ||
           (size > 4 && strcmp(name + size - 4, ".lua") == 0);
}

/* The name of the variant that was given as `path`. */
static const char *name_of_path(const struct catalogue *catalogue,
                                const char *path)
{
    for (int i = 0; i < catalogue->variant_count; i++)
        if (strcmp(catalogue->variants[i].given, path) == 0)
            return catalogue->variants[i].name;
    return path;
}

/* Plays a game by random choices with the variants that were given as files;
 * says what is wrong with them. Nothing, where all are installed. */
static int try_files(const struct command_choice *choice)
{
    struct ruleset *ruleset;
    struct error error;
    if (!command_has_path(choice))
        return EXIT_OK;
    enum status status = command_open_ruleset(&ruleset, choice, &error);
    if (status == STATUS_OK)
        status = playout_try(ruleset, &error);
    ruleset_free(ruleset);
    if (status == STATUS_OK)
        return EXIT_OK;
    command_fail("rules", "a game by random choices fails: %s", error.text);
    return EXIT_FOUND_WRONG;
}

int rules_command(int argc, char **argv)
{
    struct rules rules = {.query = {.language = "en"}};
    int status;
    if (!read_arguments(&rules, argc, argv, &status))
        return status;
    const char *name = rules.query.name;
    if (name != NULL && is_path(name) &&
        !command_take_choice(&rules.choice, 'v', name))
        return EXIT_COULD_NOT_RUN;
    struct error error;
    struct catalogue *catalogue;
    struct ruleset_request request = command_request(&rules.choice);
    if (catalogue_open(&catalogue, &request, &error) != STATUS_OK)
        return command_fail("rules", "%s", error.text);
    rules.query.catalogue = catalogue;
    if (name != NULL && is_path(name))
        rules.query.name = name_of_path(catalogue, name);
    status = show(&rules);
    catalogue_free(catalogue);
    if (status == EXIT_OK)
        status = try_files(&rules.choice);
    return status;
}
