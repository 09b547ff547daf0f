#include "leak_mirror.h"

#include "base/clock.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_PILE = 40 /* five of its items in a row are no accident */ };

void mirror_open(struct mirror *mirror)
{
    *mirror = (struct mirror){.spare = MIRROR_SPARE};
    desk_open(&mirror->desk, MIRROR_GUESTS);
}

void mirror_close(struct mirror *mirror)
{
    desk_close(&mirror->desk);
    text_free(&mirror->record);
    text_free(&mirror->events);
    text_free(&mirror->all);
    text_free(&mirror->said);
    text_free(&mirror->head);
    text_free(&mirror->heads);
    for (int i = 0; i < MIRROR_GUESTS; i++)
        text_free(&mirror->expected[i]);
}

void mirror_forget(struct mirror *mirror)
{
    struct text *const texts[] = {&mirror->record, &mirror->events,
                                  &mirror->all,    &mirror->said,
                                  &mirror->head,   &mirror->heads};
    game_free(mirror->game);
    sealing_clear(&mirror->sealing);
    mirror->sealing = (struct sealing){.forfeited = 0};
    ruleset_free(mirror->ruleset);
    mirror->game = NULL;
    mirror->ruleset = NULL;
    mirror->secrets = (struct secrets){0};
    mirror->stage[0] = '\0';
    mirror->seq = 1;
    mirror->count = 0;
    mirror->said_count = 0;
    mirror->head_entry = -1;
    memset(mirror->made, 0, sizeof mirror->made);
    memset(mirror->is_taken, 0, sizeof mirror->is_taken);
    memset(mirror->is_watching, 0, sizeof mirror->is_watching);
    memset(mirror->guest_of, -1, sizeof mirror->guest_of);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        text_clear(texts[i]);
    desk_clear(&mirror->desk);
}

void mirror_begin_act(struct mirror *mirror)
{
    mirror->before_ms = clock_calendar_ms();
}

static void on_event(void *context, const char *json, size_t size)
{
    struct mirror *mirror = context;
    size_t before = mirror->events.size;
    text_addf(&mirror->events,
              "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\",\"params\":{"
              "\"game\":\"%s\",%.*s}\n",
              mirror->id, (int)size - 1, json + 1);
    text_add_bytes(&mirror->all, mirror->events.bytes + before,
                   mirror->events.size - before);
    mirror->count++;
}

void mirror_cut_events(struct mirror *mirror, int count)
{
    size_t at = 0;
    for (int i = 0; i < count; i++)
        at += strcspn(mirror->all.bytes + at, "\n") + 1;
    mirror->all.size = at;
    mirror->all.bytes[at] = '\0';
    mirror->count = count;
}

/* Notes in which order the large piles will come. */
static void keep_orders(struct mirror *mirror, const struct hash *master)
{
    struct error error;
    struct position *fresh;
    struct executor *executor = position_executor(game_position(mirror->game));
    cr_assert(position_new(&fresh, executor, NULL, NULL, &error) == STATUS_OK);
    const struct material *material = position_material(fresh);
    for (int pile = 0; pile < material->pile_count; pile++) {
        struct deck deck;
        if (material->piles[pile].count < LARGE_PILE)
            continue;
        struct secret_order *order =
            &mirror->secrets.orders[mirror->secrets.order_count++];
        deck_seal(&deck, &material->piles[pile], master, 0);
        for (order->count = 0; deck_left(&deck) > 0; order->count++)
            order->items[order->count] =
                executor_item_name(executor, pile, deck_next(&deck));
    }
    position_free(fresh);
}

void mirror_note_known(struct mirror *mirror)
{
    int of = 0;
    if (mirror->setup.seed != NULL || mirror->game == NULL)
        return;
    for (int i = 0; i < 2; i++)
        mirror->secrets.secrets[mirror->seal_secret[i]].is_open =
            mirror_is_over(mirror);
    const struct material *material =
        position_material(game_position(mirror->game));
    for (int pile = 0; pile < material->pile_count; pile++)
        if (material->piles[pile].count >= LARGE_PILE)
            mirror->secrets.orders[of++].drawn =
                mirror_is_over(mirror) ? material->piles[pile].count
                                       : material->piles[pile].count -
                                             material->piles[pile].left_count;
}

void mirror_begin(struct mirror *mirror)
{
    struct error error;
    struct hash master;
    bool is_sealed = mirror->setup.seed == NULL;
    struct game_start start = {
        .ruleset = mirror->ruleset,
        .seed = mirror->setup.seed,
        .sealing = is_sealed ? &mirror->sealing : NULL,
        .clock = {.game_ms = 1000 * mirror->setup.game_s,
                  .increment_ms = 1000 * mirror->setup.increment_s},
        .listener = on_event,
        .context = mirror};
    mirror->start_ms = mirror->before_ms;
    if (is_sealed) {
        sealing_master(&mirror->sealing, &master);
        mirror->seal_secret[1] =
            secrets_add(&mirror->secrets, "the seed of all", master.bytes);
    }
    cr_assert(game_new(&mirror->game, &start, &error) == STATUS_OK, "%s",
              error.text);
    if (is_sealed)
        keep_orders(mirror, &master);
}

bool mirror_is_over(const struct mirror *mirror)
{
    return mirror->game == NULL ? mirror->sealing.forfeited > 0
                                : game_over_reason(mirror->game) != NULL;
}

bool mirror_is_held(const struct mirror *mirror, int seat)
{
    return mirror->setup.players != NULL && seat + 1 == mirror->seat_count;
}
