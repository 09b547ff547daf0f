#include "leak_mirror.h"

#include "fair/proquint.h"

#include <criterion/criterion.h>
#include <string.h>

static bool is_in(const struct mirror *mirror, int guest)
{
    for (int i = 0; i < mirror->seat_count; i++)
        if (mirror->guest_of[i] == guest)
            return true;
    return mirror->is_watching[guest];
}

/* Adds lines for a guest, or for all who are in the game. */
static void expect_bytes(struct mirror *mirror, int guest,
                         const struct text *lines)
{
    for (int i = 0; i < MIRROR_GUESTS; i++)
        if (guest == i || (guest == MIRROR_ALL && is_in(mirror, i)))
            text_add_bytes(&mirror->expected[i], text_string(lines),
                           lines->size);
}

static void begin_line(const struct mirror *mirror, struct text *out,
                       const char *method)
{
    text_addf(out,
              "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{"
              "\"game\":\"%s\"",
              method, mirror->id);
}

static void end_line(struct mirror *mirror, struct text *line, int guest)
{
    text_add(line, "}}\n");
    expect_bytes(mirror, guest, line);
    text_free(line);
}

void mirror_add_quoted(struct text *out, const char *format, va_list arguments)
{
    size_t before = out->size;
    text_add_list(out, format, arguments);
    for (size_t i = before; i < out->size; i++) {
        if (out->bytes[i] == '\'')
            out->bytes[i] = '"';
        if (out->bytes[i] == '#')
            out->bytes[i] = MIRROR_HOLE;
    }
}

void mirror_expect(struct mirror *mirror, int guest, const char *method,
                   const char *params, ...)
{
    struct text line = {0};
    va_list arguments;
    begin_line(mirror, &line, method);
    text_add_char(&line, ',');
    va_start(arguments, params);
    mirror_add_quoted(&line, params, arguments);
    va_end(arguments);
    mirror->said_is_new |= strcmp(method, "game.said") == 0;
    end_line(mirror, &line, guest);
}

static const char *truth(bool is_true)
{
    return is_true ? "true" : "false";
}

void mirror_expect_seats(struct mirror *mirror, int guest)
{
    struct text line = {0};
    bool is_sealed = mirror->setup.seed == NULL;
    const struct sealing *sealing =
        mirror->game == NULL ? &mirror->sealing : game_sealing(mirror->game);
    begin_line(mirror, &line, "game.seats");
    text_add(&line, ",\"seats\":[");
    for (int i = 0; i < mirror->seat_count; i++) {
        json_add_comma(&line);
        text_addf(&line,
                  "{\"seat\":%d,\"name\":\"%s\",\"player\":\"%s\","
                  "\"who\":",
                  i + 1, mirror->names[i],
                  mirror_is_held(mirror, i) ? "held" : "human");
        if (mirror->is_taken[i])
            text_addf(&line, "\"player %d\"", i + 1);
        else
            text_add(&line, "null");
        text_addf(&line, ",\"here\":%s,\"contributes\":%s}",
                  truth(mirror->guest_of[i] >= 0),
                  truth(is_sealed && sealing->seats[i + 1].committed));
    }
    text_add_char(&line, ']');
    end_line(mirror, &line, guest);
}

void mirror_expect_events(struct mirror *mirror)
{
    expect_bytes(mirror, MIRROR_ALL, &mirror->events);
    text_clear(&mirror->events);
}

void mirror_expect_head(struct mirror *mirror)
{
    struct game_head head;
    if (!game_head(mirror->game, &head) || head.entry == mirror->head_entry)
        return;
    mirror_expect(mirror, MIRROR_ALL, "game.head",
                  "'entry':%d,'hash':'#','signature':'#'", head.entry);
    mirror->head_entry = head.entry;
    mirror->head_is_new = true;
}

static void expect_waiting(struct mirror *mirror, int guest)
{
    struct text line = {0};
    const struct question *question = game_question(mirror->game);
    begin_line(mirror, &line, "game.waiting");
    text_addf(&line,
              ",\"seq\":%d,\"seat\":%d,\"player\":\"%s\",\"step\":\"%s\"",
              mirror->seq, question->seat + 1, mirror->names[question->seat],
              question->step);
    if (mirror->setup.game_s == 0) {
        text_add(&line, ",\"clocks\":null,\"until\":null");
    } else {
        text_add(&line, ",\"clocks\":[");
        for (int i = 0; i < mirror->seat_count; i++)
            text_addf(&line, "%s%c", i == 0 ? "" : ",", MIRROR_HOLE);
        text_addf(&line, "],\"until\":%c", MIRROR_HOLE);
    }
    end_line(mirror, &line, guest);
}

void mirror_add_question(struct mirror *mirror, struct text *out)
{
    struct error error;
    const struct question *question = game_question(mirror->game);
    text_addf(out,
              ",\"seq\":%d,\"step\":\"%s\",\"seat\":%d,\"player\":\"%s\","
              "\"may_undo\":%s,\"ends_turn\":null,\"choices\":[",
              mirror->seq, question->step, question->seat + 1,
              mirror->names[question->seat],
              truth(game_may_undo(mirror->game, question->seat)));
    for (int i = 0; i < question->choice_count; i++) {
        json_add_comma(out);
        cr_assert(position_choice(game_position(mirror->game), i, out,
                                  &error) == STATUS_OK);
    }
    text_add_char(out, ']');
}

static void expect_question(struct mirror *mirror, int guest)
{
    struct text line = {0};
    begin_line(mirror, &line, "game.question");
    mirror_add_question(mirror, &line);
    end_line(mirror, &line, guest);
}

static void expect_over(struct mirror *mirror, int guest)
{
    struct result result = {.winner = -1};
    struct error error;
    struct text line = {0};
    cr_assert(mirror->game == NULL ||
              game_result(mirror->game, &result, &error) == STATUS_OK);
    begin_line(mirror, &line, "game.over");
    text_addf(&line, ",\"reason\":\"%s\",\"scores\":{",
              mirror->game == NULL ? "forfeited"
                                   : game_over_reason(mirror->game));
    for (int i = 0; i < mirror->seat_count; i++)
        json_add_member_integer(&line, mirror->names[i], result.scores[i]);
    text_add(&line, "},\"winner\":");
    if (result.winner < 0)
        text_add(&line, "null");
    else
        text_addf(&line, "\"%s\"", mirror->names[result.winner]);
    end_line(mirror, &line, guest);
}

void mirror_expect_now(struct mirror *mirror)
{
    if (mirror_is_over(mirror)) {
        expect_over(mirror, MIRROR_ALL);
        return;
    }
    int asked = mirror->guest_of[game_question(mirror->game)->seat];
    expect_waiting(mirror, MIRROR_ALL);
    if (asked >= 0)
        expect_question(mirror, asked);
}

void mirror_expect_change(struct mirror *mirror)
{
    mirror_expect_events(mirror);
    mirror_expect_head(mirror);
    mirror_expect_now(mirror);
}

/* Where the lines of the first `count` entries end. */
static size_t end_of_entries(const struct text *record, int count)
{
    const char *at = text_string(record);
    for (; *at != '\0'; at += strcspn(at, "\n") + 1)
        if (at[0] == 'E' && count-- == 0)
            break;
    return (size_t)(at - text_string(record));
}

void mirror_expect_sealing(struct mirror *mirror, int guest)
{
    struct error error;
    struct store_game stored;
    struct text line = {0};
    const struct sealing *sealing = &mirror->sealing;
    char words[PROQUINT_LOCK_SIZE];
    char hex[HASH_HEX_SIZE];
    size_t from = guest == MIRROR_ALL ? mirror->record.size : 0;
    desk_settle(&mirror->desk);
    cr_assert(store_load(mirror->desk.reader, mirror->id, &stored, &error) ==
              STATUS_OK);
    stored.record.size =
        end_of_entries(&stored.record, record_count(sealing->record));
    cr_assert(stored.record.size >= mirror->record.size &&
              memcmp(stored.record.bytes, text_string(&mirror->record),
                     mirror->record.size) == 0);
    begin_line(mirror, &line, "game.sealing");
    text_addf(&line,
              ",\"stage\":\"%s\",\"attempt\":1,\"until\":", mirror->stage);
    if (strcmp(mirror->stage, "done") == 0)
        text_add(&line, "null");
    else if (mirror->stage_is_new)
        text_add_char(&line, MIRROR_HOLE);
    else
        text_add_integer(&line, mirror->until_ms);
    if (sealing->is_locked) {
        hash_to_hex(hex, &sealing->lock);
        proquint_write(words, &sealing->lock);
        json_add_member_string(&line, "lock", hex);
        json_add_member_string(&line, "proquints", words);
    }
    json_add_key(&line, from == 0 ? "record" : "lines");
    json_add_string(&line, stored.record.bytes + from,
                    stored.record.size - from);
    end_line(mirror, &line, guest);
    text_clear(&mirror->record);
    text_add_bytes(&mirror->record, stored.record.bytes, stored.record.size);
    store_game_free(&stored);
}

void mirror_expect_catch_up(struct mirror *mirror, int guest, int seat)
{
    expect_bytes(mirror, guest, &mirror->said);
    expect_bytes(mirror, guest, &mirror->all);
    expect_bytes(mirror, guest, &mirror->head);
    if (mirror_is_over(mirror)) {
        expect_over(mirror, guest);
        return;
    }
    if (mirror->game == NULL) {
        if (mirror->stage[0] != '\0')
            mirror_expect_sealing(mirror, guest);
        return;
    }
    expect_waiting(mirror, guest);
    if (game_question(mirror->game)->seat == seat)
        expect_question(mirror, guest);
    if (game_draw_offer(mirror->game) >= 0)
        mirror_expect(mirror, guest, "game.draw_offered", "'seat':%d",
                      game_draw_offer(mirror->game) + 1);
}
