#include "pair.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

const char *const PAIR_KEYS[GUESTS] = {
    [ANN] = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    [BOB] = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
};

struct table table;

void pair_join(int guest)
{
    const struct json *seat = desk_call(&table.desk, guest, "game.join",
                                        "{'game':'%s','name':'A','key':'%s'}",
                                        table.game, PAIR_KEYS[guest]);
    cr_assert(seat != NULL, "%s", desk_answer(&table.desk, guest));
    snprintf(table.token[guest], sizeof table.token[guest], "%s",
             desk_string(seat, "token"));
}

void pair_begin(const char *more)
{
    desk_open(&table.desk, GUESTS);
    const struct json *made = desk_call(&table.desk, ANN, "game.create",
                                        "{'game':'castle','options':"
                                        "{'first_player':'white'}%s}",
                                        more);
    cr_assert(made != NULL, "%s", desk_answer(&table.desk, ANN));
    snprintf(table.game, sizeof table.game, "%s", desk_string(made, "game"));
    cr_assert(desk_call(&table.desk, WATCHER, "game.watch", "{'game':'%s'}",
                        table.game) != NULL);
    pair_join(ANN);
    pair_join(BOB);
}

void pair_end(void)
{
    desk_close(&table.desk);
}

const struct json *pair_call(int guest, const char *method)
{
    return desk_call(&table.desk, guest, method, "{'game':'%s'}", table.game);
}

int pair_count(const char *what)
{
    int count = 0;
    const char *at = desk_string(pair_call(WATCHER, "game.record"), "record");
    while ((at = strstr(at, what)) != NULL) {
        at++;
        count++;
    }
    return count;
}

const struct json *pair_choose(int guest, int seq)
{
    return desk_call(&table.desk, guest, "game.choose",
                     "{'game':'%s','seq':%d,'index':0}", table.game, seq);
}
