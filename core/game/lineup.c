#include "game/lineup.h"

#include "game/beside.h"

#include <string.h>
#include <unistd.h>

enum {
    FILE_SIZE_MAX = 1024,
    NAME_SIZE = 32,
};

static const char ENDING[] = ".players";

enum status lineup_write(const struct player *players, int count,
                         const char *path, struct error *error)
{
    struct text names = {0};
    for (int i = 0; i < count; i++)
        text_addf(&names, "%s%s", i == 0 ? "" : ",",
                  player_name(players[i].kind));
    text_add_char(&names, '\n');
    enum status status = beside_write(
        &(struct beside_file){
            .path = path, .ending = ENDING, .called = "", .text = &names},
        error);
    text_free(&names);
    return status;
}

void lineup_keep(const struct player *players, int count, const char *path)
{
    struct error error;
    if (lineup_write(players, count, path, &error) != STATUS_OK)
        lineup_remove(path);
}

/* Takes names with commas between them and a line's end behind them. */
static bool take_names(enum player_kind *kinds, int count, const char *names)
{
    enum player_kind found[MATERIAL_SEATS_MAX];
    for (int i = 0; i < count; i++) {
        char name[NAME_SIZE] = "";
        size_t size = strcspn(names, ",\n");
        if (size >= sizeof name || names[size] != (i + 1 < count ? ',' : '\n'))
            return false;
        memcpy(name, names, size);
        if (!player_find(name, &found[i]))
            return false;
        names += size + 1;
    }
    if (*names != '\0')
        return false;
    memcpy(kinds, found, (size_t)count * sizeof found[0]);
    return true;
}

bool lineup_read(enum player_kind *kinds, int count, const char *path)
{
    struct text names = {0};
    struct text name = {0};
    struct error error;
    bool is_read = beside_name(&name, path, ENDING, &error) == STATUS_OK &&
                   access(name.bytes, R_OK) == 0 &&
                   text_read_file(&names, name.bytes, FILE_SIZE_MAX, &error) ==
                       STATUS_OK &&
                   take_names(kinds, count, text_string(&names));
    text_free(&names);
    text_free(&name);
    return is_read;
}

void lineup_remove(const char *path)
{
    beside_remove(path, ENDING);
}
