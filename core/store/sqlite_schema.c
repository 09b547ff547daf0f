#include "store/sqlite_inside.h"

/* "cstl", in the header of the file: whose it is. */
enum { APPLICATION_ID = 0x6373746c };

/*
 * A piece is some lines of a record, as they were written; the game knows the
 * last one, and each the one before it. So the lines of all games are added at
 * one end of one table, whatever the number of games: a commit of a hundred
 * games touches a tenth of the pages that it would if the rows of each lay
 * together, and is four times as fast.
 *
 * A source is a piece of its own: where it names a `source`, the d of that one
 * is left out of the lines, behind SQLITE_SOURCE_START.
 *
 * The place of a saying is its game's number and its own in one; see
 * sqlite_first_place. A table of its own for what is long keeps the rows of
 * `game` short: they change with each write.
 */
static const char VERSION_1[] =
    "CREATE TABLE game ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  id TEXT NOT NULL UNIQUE,"
    "  state INTEGER NOT NULL,"
    "  is_public INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  entry_count INTEGER NOT NULL,"
    "  last_piece INTEGER);"
    "CREATE INDEX game_by_change ON game (state, changed_ms);"
    "CREATE TABLE detail ("
    "  game INTEGER PRIMARY KEY,"
    "  about TEXT NOT NULL,"
    "  keeping TEXT NOT NULL);"
    "CREATE TABLE piece ("
    "  number INTEGER PRIMARY KEY,"
    "  previous INTEGER,"
    "  source INTEGER,"
    "  lines TEXT NOT NULL);"
    "CREATE TABLE source ("
    "  number INTEGER PRIMARY KEY,"
    "  hash INTEGER NOT NULL,"
    "  d TEXT NOT NULL);"
    "CREATE INDEX source_by_hash ON source (hash);"
    "CREATE TABLE said ("
    "  place INTEGER PRIMARY KEY,"
    "  text TEXT NOT NULL);"
    "CREATE TABLE value ("
    "  name TEXT PRIMARY KEY,"
    "  bytes BLOB NOT NULL) WITHOUT ROWID;";

/* Who opened the games that are not over. A table of its own: what is counted
 * when a game is opened costs nothing when it is played. */
static const char VERSION_2[] = "CREATE TABLE opener ("
                                "  game INTEGER PRIMARY KEY,"
                                "  name TEXT NOT NULL);"
                                "CREATE INDEX opener_by_name ON opener (name);";

/* Nothing that is asked while others wait is to take longer the more games
 * there are. Lists are of public games or of private ones, so that nobody reads
 * through the others: one index in the place of that of version 1, and none
 * beside it, since it changes with each write. How many games there are is
 * counted when one comes, goes or is in another state. */
static const char VERSION_3[] =
    "DROP INDEX game_by_change;"
    "CREATE INDEX game_by_change ON game (state, is_public, changed_ms);"
    "CREATE TABLE tally ("
    "  state INTEGER PRIMARY KEY,"
    "  count INTEGER NOT NULL);"
    "INSERT INTO tally VALUES (0, 0), (1, 0), (2, 0);"
    "UPDATE tally SET count ="
    "  (SELECT count(*) FROM game WHERE game.state = tally.state);"
    "CREATE TRIGGER game_comes AFTER INSERT ON game BEGIN"
    "  UPDATE tally SET count = count + 1 WHERE state = new.state;"
    "END;"
    "CREATE TRIGGER game_goes AFTER DELETE ON game BEGIN"
    "  UPDATE tally SET count = count - 1 WHERE state = old.state;"
    "END;"
    "CREATE TRIGGER game_changes AFTER UPDATE OF state ON game"
    "  WHEN new.state <> old.state BEGIN"
    "  UPDATE tally SET count = count - 1 WHERE state = old.state;"
    "  UPDATE tally SET count = count + 1 WHERE state = new.state;"
    "END;";

/* To change the schema, add a step; those that are there stay as they are. */
const char *const sqlite_schema_steps[] = {VERSION_1, VERSION_2, VERSION_3};
const int sqlite_schema_step_count =
    sizeof sqlite_schema_steps / sizeof *sqlite_schema_steps;

/* Finds out the version of the file; 0: it is empty. */
static enum status read_version(struct store *store, int64_t *version,
                                struct error *error)
{
    int64_t application = 0;
    int64_t tables = 0;
    enum status status =
        sqlite_ask(store, "PRAGMA application_id", &application, error);
    if (status == STATUS_OK)
        status = sqlite_ask(store, "PRAGMA user_version", version, error);
    if (status == STATUS_OK)
        status = sqlite_ask(store, "SELECT count(*) FROM sqlite_schema",
                            &tables, error);
    if (status != STATUS_OK)
        return status;
    bool is_empty = application == 0 && *version == 0 && tables == 0;
    if (!is_empty && (application != APPLICATION_ID || *version < 1))
        return error_set(error, STATUS_BAD_INPUT,
                         "'%s' is a database, but no store of castled's",
                         store->path);
    return STATUS_OK;
}

static enum status take_steps(struct store *store, const char *const *steps,
                              int64_t version, int count, struct error *error)
{
    char sql[128];
    enum status status = sqlite_execute(store, "BEGIN IMMEDIATE", error);
    for (int64_t i = version; status == STATUS_OK && i < count; i++)
        status = sqlite_execute(store, steps[i], error);
    if (status == STATUS_OK) {
        sqlite3_snprintf(sizeof sql, sql,
                         "PRAGMA application_id = %d;"
                         "PRAGMA user_version = %d; COMMIT",
                         APPLICATION_ID, count);
        status = sqlite_execute(store, sql, error);
    }
    if (status != STATUS_OK)
        sqlite_roll_back(store);
    return status;
}

enum status sqlite_schema_bring_up(struct store *store, bool is_reader,
                                   const char *const *steps, int count,
                                   struct error *error)
{
    int64_t version;
    enum status status = read_version(store, &version, error);
    if (status != STATUS_OK)
        return status;
    if (version > count)
        return error_set(error, STATUS_BAD_INPUT,
                         "store '%s' has version %lld, and this castled knows "
                         "none after %d: a newer one is needed",
                         store->path, (long long)version, count);
    if (version == count)
        return STATUS_OK;
    if (is_reader)
        return error_set(error, STATUS_BAD_INPUT,
                         "store '%s' has version %lld, and %d is wanted: it "
                         "changes when it is next opened to write",
                         store->path, (long long)version, count);
    status = take_steps(store, steps, version, count, error);
    if (status != STATUS_OK && version > 0)
        error_prefix(error, "cannot go from version %lld to %d",
                     (long long)version, count);
    return status;
}
