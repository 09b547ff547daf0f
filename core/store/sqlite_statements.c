#include "store/sqlite_inside.h"

/* The columns of a game that read_game in sqlite_load.c wants. */
#define GAME "number, id, state, is_public, created_ms, changed_ms"

/* The pieces of a game's record, from the last one back. A piece is always
 * older than the one behind it, so even in a damaged file this ends. */
#define CHAIN                                                                  \
    "WITH RECURSIVE chain (piece, previous) AS ("                              \
    " SELECT number, previous FROM piece"                                      \
    " WHERE number = (SELECT last_piece FROM game WHERE number = ?1)"          \
    " UNION ALL SELECT piece.number, piece.previous"                           \
    " FROM chain JOIN piece ON piece.number = chain.previous"                  \
    " WHERE chain.previous < chain.piece) "

/* The newest games of one state, public ones or private ones, by the index:
 * changed before ?2, or then and with a number below ?3. */
#define NEWEST(state, is_public)                                               \
    " SELECT " GAME " FROM game WHERE state = " state                          \
    " AND is_public = " is_public                                              \
    " AND changed_ms <= ?2 AND (changed_ms < ?2 OR number < ?3)"

/* More of them: sorted lists, merged as far as is wanted. */
#define NEWEST_OF_STATE(state)                                                 \
    NEWEST(state, "0") " UNION ALL" NEWEST(state, "1")
#define NEWEST_PUBLIC                                                          \
    NEWEST("0", "1") " UNION ALL" NEWEST("1", "1") " UNION ALL" NEWEST("2", "1")
#define NEWEST_OF_ALL                                                          \
    NEWEST_OF_STATE("0")                                                       \
    " UNION ALL" NEWEST_OF_STATE("1") " UNION ALL" NEWEST_OF_STATE("2")

/* What a list tells of some games. */
#define LIST(games)                                                            \
    "SELECT " GAME ", about"                                                   \
    " FROM (" games " ORDER BY changed_ms DESC, number DESC LIMIT ?4)"         \
    " JOIN detail ON game = number ORDER BY changed_ms DESC, number DESC"

const char *const sqlite_statements_sql[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN_READING] = "BEGIN",

    [STATEMENT_BEGIN_WRITING] = "BEGIN IMMEDIATE",

    [STATEMENT_COMMIT] = "COMMIT",

    [STATEMENT_FIND_GAME] =
        "SELECT state, is_public, entry_count, last_piece FROM game"
        " WHERE number = ?1",

    [STATEMENT_FIND_SAME] =
        "SELECT number FROM game WHERE number = ?1 OR id = ?2",

    [STATEMENT_ADD_GAME] =
        "INSERT INTO game (number, id, created_ms, changed_ms,"
        " state, is_public, entry_count, last_piece)"
        " VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7)",

    [STATEMENT_CHANGE_GAME] =
        "UPDATE game SET changed_ms = ?3, state = ?4, is_public = ?5,"
        " entry_count = ?6, last_piece = ?7 WHERE number = ?1",

    [STATEMENT_ADD_OPENER] = "INSERT INTO opener (game, name) VALUES (?1, ?2)",

    [STATEMENT_DROP_OPENER] = "DELETE FROM opener WHERE game = ?1",

    [STATEMENT_PUT_DETAIL] =
        "REPLACE INTO detail (game, about, keeping) VALUES (?1, ?2, ?3)",

    [STATEMENT_ADD_PIECE] =
        "INSERT INTO piece (previous, source, lines) VALUES (?1, ?2, ?3)",

    [STATEMENT_FIND_SOURCE] =
        "SELECT number FROM source WHERE hash = ?1 AND d = ?2",

    [STATEMENT_ADD_SOURCE] = "INSERT INTO source (hash, d) VALUES (?1, ?2)",

    [STATEMENT_LAST_SAID] =
        "SELECT place FROM said WHERE place BETWEEN ?1 AND ?2"
        " ORDER BY place DESC LIMIT 1",

    [STATEMENT_ADD_SAID] = "INSERT INTO said (place, text) VALUES (?1, ?2)",

    [STATEMENT_DROP_SAID] = "DELETE FROM said WHERE place BETWEEN ?1 AND ?2",

    [STATEMENT_DELETE_GAME] = "DELETE FROM game WHERE number = ?1",

    [STATEMENT_DELETE_DETAIL] = "DELETE FROM detail WHERE game = ?1",

    [STATEMENT_DELETE_PIECES] =
        CHAIN "DELETE FROM piece WHERE number IN (SELECT piece FROM chain)",

    [STATEMENT_PUT_VALUE] = "REPLACE INTO value (name, bytes) VALUES (?1, ?2)",

    [STATEMENT_GET_VALUE] = "SELECT bytes FROM value WHERE name = ?1",

    [STATEMENT_LOAD_GAME] =
        "SELECT " GAME ", about, keeping, last_piece FROM game"
        " JOIN detail ON game = number WHERE id = ?1",

    [STATEMENT_FIND_PIECES] = CHAIN "SELECT piece, previous FROM chain",

    [STATEMENT_LOAD_PIECE] = "SELECT lines, source, d FROM piece"
                             " LEFT JOIN source ON source.number = piece.source"
                             " WHERE piece.number = ?1",

    [STATEMENT_LOAD_SAID] = "SELECT text FROM said"
                            " WHERE place BETWEEN ?1 AND ?2 ORDER BY place",

    [STATEMENT_LIST_STATE] = LIST(NEWEST_OF_STATE("?1")),

    [STATEMENT_LIST_ALL] = LIST(NEWEST_OF_ALL),

    [STATEMENT_LIST_PUBLIC_STATE] = LIST(NEWEST("?1", "1")),

    [STATEMENT_LIST_PUBLIC] = LIST(NEWEST_PUBLIC),

    [STATEMENT_LIST_OPENED] =
        "SELECT " GAME ", about FROM opener"
        " JOIN game ON number = opener.game JOIN detail ON detail.game = number"
        " WHERE name = ?1 ORDER BY changed_ms DESC, number DESC LIMIT ?2",

    [STATEMENT_COUNT_GAMES] = "SELECT state, count FROM tally",

    [STATEMENT_LAST_NUMBER] =
        "SELECT seq FROM sqlite_sequence WHERE name = 'game'",
};
