#include "game/ending.h"

#include "base/json.h"

void ending_add_event(struct text *out, const struct executor *executor,
                      const struct result *result, const char *reason)
{
    text_add(out, "{\"event\":\"game_over\",\"scores\":{");
    for (int i = 0; i < executor_seat_count(executor); i++)
        json_add_member_integer(out, executor_seat_name(executor, i),
                                result->scores[i]);
    text_add(out, "},\"winner\":");
    if (result->winner < 0)
        text_add(out, "null");
    else
        text_addf(out, "\"%s\"", executor_seat_name(executor, result->winner));
    text_addf(out, ",\"reason\":\"%s\"}", reason);
}
