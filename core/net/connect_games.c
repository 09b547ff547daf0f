#include "net/connect_inside.h"

#include <stdlib.h>
#include <string.h>

struct connect_game *connect_find_game(const struct connect *connect,
                                       const char *name)
{
    struct connect_game *game = connect->games;
    while (game != NULL && (name == NULL || strcmp(game->game, name) != 0))
        game = game->next;
    return game;
}

/* Leaves the game that has been over for longest; false: none is. */
static bool leave_over(struct connect *connect)
{
    struct connect_game *oldest = NULL;
    for (struct connect_game *game = connect->games; game != NULL;
         game = game->next)
        if (game->is_over)
            oldest = game;
    if (oldest != NULL)
        connect_leave_game(connect, oldest);
    return oldest != NULL;
}

struct connect_game *connect_enter_game(struct connect *connect,
                                        const char *name)
{
    struct connect_game *game = connect_find_game(connect, name);
    if (game != NULL)
        return game;
    if (strlen(name) >= CONNECT_GAME_SIZE ||
        (connect->game_count == CONNECT_GAMES_MAX && !leave_over(connect)))
        return NULL;
    game = calloc(1, sizeof *game);
    if (game == NULL)
        return NULL;
    memcpy(game->game, name, strlen(name) + 1);
    game->next = connect->games;
    connect->games = game;
    connect->game_count++;
    return game;
}

void connect_drop_seat(struct connect_game *game, struct connect_seat *seat)
{
    int at = 0;
    while (at < game->seat_count && game->seats[at] != seat)
        at++;
    REQUIRE(at < game->seat_count);
    game->seats[at] = game->seats[--game->seat_count];
    connect_seat_wipe(seat);
    free(seat);
}

void connect_leave_game(struct connect *connect, struct connect_game *game)
{
    struct connect_game **at = &connect->games;
    while (*at != game)
        at = &(*at)->next;
    *at = game->next;
    connect->game_count--;
    while (game->seat_count > 0)
        connect_drop_seat(game, game->seats[0]);
    connect_told_clear(&game->told);
    text_free(&game->record);
    text_free(&game->sealing);
    free(game);
}

void connect_leave_empty(struct connect *connect, struct connect_game *game)
{
    if (game->seat_count == 0 && !game->is_watched)
        connect_leave_game(connect, game);
}

struct connect_seat *connect_find_seat(const struct connect_game *game,
                                       int64_t seat)
{
    for (int i = 0; i < game->seat_count; i++)
        if (game->seats[i]->seat == seat)
            return game->seats[i];
    return NULL;
}

void connect_take_seat(struct connect_game *game, struct connect_seat *seat)
{
    struct connect_seat *old = connect_find_seat(game, seat->seat);
    if (old != NULL)
        connect_drop_seat(game, old);
    REQUIRE(game->seat_count < MATERIAL_SEATS_MAX);
    game->is_watched = false; /* who sits does not watch */
    game->seats[game->seat_count++] = seat;
}

/* Its place in the list; -1: it is not there. */
static int place_of(const struct connect *connect, const char *game)
{
    int at = CONNECT_LEVELS_MAX - 1;
    while (at >= 0 && strcmp(connect->levels[at].game, game) != 0)
        at--;
    return at;
}

void connect_note_level(struct connect *connect, const char *game,
                        int64_t level)
{
    if (game == NULL || game[0] == '\0' || strlen(game) >= CONNECT_GAME_SIZE ||
        level < 1 || level > CONNECT_LEVEL_MAX)
        return;
    int at = place_of(connect, game);
    if (at < 0) {
        at = connect->level_next;
        connect->level_next = (at + 1) % CONNECT_LEVELS_MAX;
        connect->levels[at] = (struct connect_level){.level = 0};
        memcpy(connect->levels[at].game, game, strlen(game) + 1);
    }
    struct connect_level *noted = &connect->levels[at];
    if (noted->level < level)
        noted->level = (int)level;
}

int connect_find_level(const struct connect *connect, const char *game)
{
    int at = place_of(connect, game);
    return at < 0 ? 0 : connect->levels[at].level;
}
