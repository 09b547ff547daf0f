#include "game/opening.h"

#include "base/json.h"

#include <string.h>

static enum status list_items(struct opening *opening,
                              const struct executor *executor,
                              struct error *error)
{
    size_t starts[OPENING_ITEMS_MAX] = {0};
    for (int pile = 0; pile < executor_pile_count(executor); pile++)
        for (int i = 0; i < executor_item_count(executor, pile); i++) {
            starts[opening->item_count++] = opening->names.size;
            text_addf(&opening->names, "%s/%s",
                      executor_pile_name(executor, pile),
                      executor_item_name(executor, pile, i));
            text_add_char(&opening->names, '\0');
        }
    for (uint32_t i = 0; i < opening->item_count; i++)
        opening->items[i] = text_string(&opening->names) + starts[i];
    return text_status(&opening->names, "an opening", error);
}

/* `description` is the executor's. */
static enum status write_params(struct text *out,
                                const struct executor *executor,
                                const struct opening_terms *terms,
                                const struct json *description,
                                struct error *error)
{
    const struct json *options = json_get(description, "options");
    enum status status = STATUS_OK;
    text_add_char(out, '{');
    json_add_member_integer(out, "attempt", terms->attempt);
    if (timer_has_rule(&terms->clock)) {
        json_add_key(out, "clock");
        timer_add_rule(out, &terms->clock);
    }
    json_add_member_string(out, "game", executor_ruleset(executor)->game);
    json_add_key(out, "options");
    if (json_size(options) == 0)
        text_add(out, "{}");
    else
        status = json_add_canonical(out, options, error);
    json_add_member_integer(out, "seats", executor_seat_count(executor));
    if (terms->is_signed)
        json_add_member_boolean(out, "signed", true);
    json_add_key(out, "variants");
    if (status == STATUS_OK)
        status =
            json_add_canonical(out, json_get(description, "variants"), error);
    text_add_char(out, '}');
    return status == STATUS_OK ? text_status(out, "an opening", error) : status;
}

enum status opening_fill(struct opening *opening, struct executor *executor,
                         const struct opening_terms *terms, struct error *error)
{
    const struct json *description = NULL;
    enum status status = list_items(opening, executor, error);
    if (status == STATUS_OK)
        status = executor_description(&description, executor, error);
    if (status == STATUS_OK)
        status =
            write_params(&opening->params, executor, terms, description, error);
    return status;
}

bool opening_is_signed(const struct json *d)
{
    bool is_signed = false;
    json_read_boolean(json_get(json_get(d, "params"), "signed"), &is_signed);
    return is_signed;
}

void opening_clear(struct opening *opening)
{
    text_free(&opening->params);
    text_free(&opening->names);
}

void opening_add_items(const struct opening *opening, struct text *out)
{
    text_add_char(out, '[');
    for (uint32_t i = 0; i < opening->item_count; i++) {
        json_add_item_string(out, opening->items[i]);
    }
    text_add_char(out, ']');
}
