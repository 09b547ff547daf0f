#include "net/connect_waiting.h"

#include <stdlib.h>
#include <string.h>

struct connect_request *connect_waiting_begin(struct connect_waiting *waiting,
                                              const char *method,
                                              connect_done *done)
{
    struct connect_request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    request->id = ++waiting->last_id;
    request->done = done;
    text_add(&request->line, "{\"jsonrpc\":\"2.0\"");
    json_add_key(&request->line, "id");
    text_add_integer(&request->line, request->id);
    json_add_member_string(&request->line, "method", method);
    json_add_key(&request->line, "params");
    text_add_char(&request->line, '{');
    if (waiting->last == NULL)
        waiting->first = request;
    else
        waiting->last->next = request;
    waiting->last = request;
    waiting->count++;
    return request;
}

bool connect_waiting_end(struct connect_waiting *waiting,
                         struct connect_request *request)
{
    text_add(&request->line, "}}\n");
    if (request->line.failed || request->answer_id.failed) {
        connect_waiting_remove(waiting, request);
        return false;
    }
    waiting->size += request->line.size;
    return true;
}

struct connect_request *
connect_waiting_find(const struct connect_waiting *waiting, int64_t id)
{
    struct connect_request *request = waiting->first;
    while (request != NULL && request->id != id)
        request = request->next;
    return request;
}

bool connect_waiting_is_full(const struct connect_waiting *waiting)
{
    return waiting->count >= CONNECT_WAITING_MAX ||
           waiting->size >= CONNECT_WAITING_SIZE_MAX;
}

static void free_request(struct connect_request *request)
{
    /* A line may have an invitation, or a secret, in it. */
    text_wipe(&request->line);
    text_free(&request->answer_id);
    if (request->seat_asked != NULL)
        connect_seat_wipe(request->seat_asked);
    free(request->seat_asked);
    free(request);
}

void connect_waiting_remove(struct connect_waiting *waiting,
                            struct connect_request *request)
{
    struct connect_request *before = NULL;
    struct connect_request *at = waiting->first;
    while (at != request) {
        REQUIRE(at != NULL);
        before = at;
        at = at->next;
    }
    if (before == NULL)
        waiting->first = request->next;
    else
        before->next = request->next;
    if (waiting->last == request)
        waiting->last = before;
    waiting->count--;
    if (waiting->size >= request->line.size)
        waiting->size -= request->line.size;
    free_request(request);
}

void connect_waiting_clear(struct connect_waiting *waiting)
{
    while (waiting->first != NULL)
        connect_waiting_remove(waiting, waiting->first);
}
