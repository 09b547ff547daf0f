#include "game/ending.h"

#include "base/json.h"

void ending_add_event(struct text *out, const struct ending_seats *seats,
                      const struct result *result, const char *reason)
{
    text_add(out, "{\"event\":\"game_over\",\"scores\":{");
    for (int i = 0; i < seats->count; i++)
        json_add_member_integer(out, seats->names[i], result->scores[i]);
    text_add(out, "},\"winner\":");
    if (result->winner < 0)
        text_add(out, "null");
    else
        text_addf(out, "\"%s\"", seats->names[result->winner]);
    text_addf(out, ",\"reason\":\"%s\"}", reason);
}
