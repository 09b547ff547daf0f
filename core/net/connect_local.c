#include "game/verify.h"
#include "hall/request.h"
#include "net/connect_inside.h"
#include "net/connect_witness.h"

#include <stdlib.h>
#include <string.h>

/* Whether game and variants are names, and no paths: what a daemon names is
 * what is installed here. */
static bool are_names(const struct ruleset_request *ruleset)
{
    bool are = strpbrk(ruleset->game, "/.") == NULL;
    for (int i = 0; i < ruleset->variant_count; i++)
        are = are && strpbrk(ruleset->variants[i], "/.") == NULL;
    return are;
}

static enum status add_hint(struct text *out, struct connect *connect,
                            const struct json *answer, struct error *error)
{
    struct request request;
    int64_t seq = 0;
    if (!request_read_chosen(&request, connect->settings.root, answer) ||
        !are_names(&request.ruleset))
        return error_set(error, STATUS_BAD_INPUT,
                         "the daemon does not say what the game is");
    struct hint_position given = {
        .ruleset = &request.ruleset,
        .rules = json_string_of(json_get(answer, "rules")),
        .position = json_string_of(json_get(answer, "position")),
    };
    json_read_integer(json_get(answer, "seq"), &seq);
    text_add_char(out, '{');
    json_add_member_integer(out, "seq", seq);
    enum status status = hint_add_given(out, &connect->rules, &given, error);
    text_add_char(out, '}');
    return status;
}

void connect_local_hint(struct connect *connect,
                        struct connect_request *request,
                        const struct json *result, const struct json *error)
{
    struct text out = {0};
    struct rpc_call failed = {.context = NULL};
    if (error != NULL) {
        connect_answer(connect, request, result, error);
        return;
    }
    if (add_hint(&out, connect, result, &failed.error) == STATUS_OK)
        connect_answer_text(connect, request, &out);
    else
        connect_fail(connect, request, (int)rpc_fail_status(&failed),
                     failed.error.text);
    text_free(&out);
}

/* The seats of the game that are ours: those the frontend sits in, or else
 * those that are kept. */
struct own_seats {
    struct connect_seat *seats[MATERIAL_SEATS_MAX];
    int count;
    struct connect_seat *kept; /* owned: a list of connect_seats */
    int kept_count;
};

static enum status find_own(struct own_seats *own,
                            const struct connect *connect,
                            const struct connect_game *game, const char *name,
                            struct error *error)
{
    *own = (struct own_seats){.count = 0};
    for (int i = 0; game != NULL && i < game->seat_count; i++)
        own->seats[own->count++] = game->seats[i];
    if (own->count > 0)
        return STATUS_OK;
    enum status status = connect_seats_list(connect->settings.seats, &own->kept,
                                            &own->kept_count, error);
    for (int i = 0; i < own->kept_count; i++) {
        struct connect_seat *seat = &own->kept[i];
        if (own->count < MATERIAL_SEATS_MAX && seat->seat > 0 &&
            strcmp(seat->game, name) == 0 &&
            strcmp(seat->server, connect->settings.server) == 0)
            own->seats[own->count++] = seat;
    }
    return status;
}

/* Adds what is said of the record by who was there. */
static void add_witness(struct verify_report *report,
                        const struct connect *connect,
                        const struct connect_game *game,
                        const struct own_seats *own,
                        const struct record *record)
{
    struct connect_head gone;
    struct connect_witness witness = {
        .seat_count = own->count,
        .watched = game == NULL ? NULL : &game->heads,
        .was_played = game != NULL && game->told.count > 0,
    };
    for (int i = 0; i < own->count; i++)
        witness.seats[i] = own->seats[i];
    for (int i = 0; i < own->count && witness.gone == NULL; i++)
        if (connect_seats_read_gone(connect->settings.seats, own->seats[i],
                                    record, &gone))
            witness.gone = &gone;
    connect_witness_ask(&witness, record, report);
}

/* Whether the record has an end. */
static bool is_over(const struct record *record)
{
    for (int i = record_count(record) - 1; i > 0; i--)
        if (strcmp(record_entry(record, i).type, "end") == 0)
            return true;
    return false;
}

/* Seats of games that have been verified are not shown any more. */
static void note_verified(struct connect *connect, const char *game,
                          const struct own_seats *own)
{
    struct error error;
    for (int i = 0; i < own->count; i++)
        if (connect_seats_note(connect->settings.seats, own->seats[i],
                               CONNECT_SEATS_VERIFIED, &error) != STATUS_OK)
            connect_warn(connect, game, "%s", error.text);
}

/* `record` is what the bytes are, or NULL: what is no record at all, the checks
 * say. */
static void answer_verified(struct connect *connect,
                            struct connect_request *request,
                            const struct json *bytes,
                            const struct record *record,
                            const struct own_seats *own)
{
    struct verify_report report;
    struct text out = {0};
    struct verify_means means = {.server = connect->settings.workers,
                                 .root = connect->settings.root};
    verify_record(&report, json_string_of(bytes), json_size(bytes), &means);
    if (record != NULL)
        add_witness(&report, connect, connect_find_game(connect, request->game),
                    own, record);
    text_add_char(&out, '{');
    verify_add_members(&report, &out);
    text_add_char(&out, '}');
    connect_answer_text(connect, request, &out);
    if (report.verdict != VERIFY_WRONG)
        note_verified(connect, request->game, own);
    text_free(&out);
}

static void verify(struct connect *connect, struct connect_request *request,
                   const struct json *bytes)
{
    struct record *record = NULL;
    struct own_seats own;
    struct error error;
    enum status status =
        record_read(&record, json_string_of(bytes), json_size(bytes), &error);
    bool is_record = status == STATUS_OK && record_count(record) > 0;
    if (is_record && !is_over(record)) {
        connect_fail(connect, request, RPC_NOT_NOW,
                     "the game is not over: its seal is closed");
        record_free(record);
        return;
    }
    status = find_own(&own, connect, connect_find_game(connect, request->game),
                      request->game, &error);
    if (status == STATUS_OK)
        answer_verified(connect, request, bytes, is_record ? record : NULL,
                        &own);
    else
        connect_fail(connect, request, RPC_STORAGE, error.text);
    connect_seats_forget(own.kept, own.kept_count);
    record_free(record);
}

void connect_local_verify(struct connect *connect,
                          struct connect_request *request,
                          const struct json *result, const struct json *error)
{
    const struct json *bytes = json_get(result, "record");
    if (error != NULL)
        connect_answer(connect, request, result, error);
    else if (json_string_of(bytes) == NULL)
        connect_fail(connect, request, RPC_INTERNAL,
                     "the daemon sent no record");
    else
        verify(connect, request, bytes);
}
