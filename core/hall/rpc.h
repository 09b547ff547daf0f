#ifndef CASTLED_RPC_H
#define CASTLED_RPC_H

/*
 * rpc -- JSON-RPC 2.0, one message at a time.
 *
 * Reads a message, finds its method in a table, checks its parameters against
 * what the table says of them, calls the method and writes the response. Where
 * messages come from and where responses go, whoever holds the line knows; what
 * a method does, its file knows.
 *
 * Parameters are given by name. Batches are refused. A message without an id
 * is carried out and not answered, as JSON-RPC wants it.
 */

#include "base/json.h"

enum {
    RPC_PARAMS_MAX = 10,
    RPC_MESSAGE_SIZE_MAX = JSON_SIZE_MAX,
    RPC_AT_SIZE = 256, /* of the place where a script failed */
};

/* What can be wrong. The negative ones are JSON-RPC's own. */
enum rpc_code {
    RPC_OK = 0,
    RPC_NOT_FOUND = 1,    /* no such game, variant, file */
    RPC_REFUSED = 2,      /* does not fit, not allowed */
    RPC_NOT_NOW = 3,      /* not asked, asked already, not begun, over */
    RPC_RULES_FAILED = 4, /* a script raised or went over a limit */
    RPC_STORAGE = 5,      /* the disk said no */
    RPC_TOO_MUCH = 6,     /* over a limit: of messages, games, connections */
    RPC_NOT_JSON = -32700,
    RPC_NO_REQUEST = -32600,
    RPC_NO_METHOD = -32601,
    RPC_BAD_PARAMS = -32602,
    RPC_INTERNAL = -32603, /* memory is out */
};

enum rpc_type {
    RPC_TEXT,
    RPC_INTEGER,
    RPC_BOOLEAN,
    RPC_LIST,
    RPC_OBJECT,
    RPC_ANY,
};

/* What a table says of a method or a parameter, together. */
enum rpc_flags {
    RPC_NEEDED = 0,
    RPC_OPTIONAL = 1, /* a parameter that may be left out; null is the same */
    RPC_HOST = 2,     /* only where the service is of this kind, */
    RPC_DAEMON = 4,   /* or this */
    RPC_CHANGES = 8,  /* a method that may change a game, */
    RPC_TELLS_PLACE = 16, /* or that is about rules, not about a game: where a
                             script failed the daemon tells, too */
};

struct rpc_param {
    const char *name; /* NULL: no more */
    enum rpc_type type;
    int flags; /* enum rpc_flags */
};

/* A call on its way. */
struct rpc_call {
    void *context;                     /* borrowed: what methods act upon */
    const struct rpc_service *service; /* borrowed */
    const struct rpc_method *method;   /* borrowed */
    const struct json *params[RPC_PARAMS_MAX]; /* as in the method's table;
                                                  NULL: not given */
    struct text *result;                       /* gets one JSON value */
    struct error error;                        /* why it failed */
    const char *traceback; /* borrowed; NULL: none to be shown */
};

struct rpc_method {
    const char *name; /* NULL: the end of a list */
    struct rpc_param params[RPC_PARAMS_MAX];
    /* Does it and writes the result. On failure what was written is dropped. */
    enum rpc_code (*call)(struct rpc_call *call);
    int flags; /* enum rpc_flags */
};

/* What serves messages. All is borrowed. */
struct rpc_service {
    const struct rpc_method *const *table; /* all methods: lists that each end
                                with a method without a name, and NULL */
    enum rpc_flags kind;                   /* RPC_HOST or RPC_DAEMON */
    /* Whether the method may be called now, before its parameters are looked
     * at; NULL: all may. */
    enum rpc_code (*may_call)(struct rpc_call *call);
    void *context;
};

/* Whether a line has nothing in it: no message, and nothing is answered. */
bool rpc_is_blank(const char *line, size_t size);

/* Answers the message: adds the response to `out`, one line with its end, or
 * nothing when none is wanted. That memory is out `out` tells. */
void rpc_serve(const struct rpc_service *service, const char *bytes,
               size_t size, struct text *out);

/* How a response begins: its id follows. */
#define RPC_RESPONSE_START "{\"jsonrpc\":\"2.0\",\"id\":"

/* A response, with its end, when there is no memory for any other. */
#define RPC_NO_MEMORY                                                          \
    RPC_RESPONSE_START "null,\"error\":{\"code\":-32603,"                      \
                       "\"message\":\"no memory for the answer\"}}\n"

/* Adds the response to a request that is not carried out: an error. `id` is
 * JSON, as it was asked with; NULL: it is not known. */
void rpc_add_error(struct text *out, const char *id, size_t id_size,
                   enum rpc_code code, const char *sentence);

/* Whether a method or a parameter with these flags is there for the kind. */
bool rpc_is_for(int flags, enum rpc_flags kind);

/* Adds the answer to a message of more than RPC_MESSAGE_SIZE_MAX bytes. */
void rpc_refuse_size(struct text *out);

/* The parameter `name`, which the method's table must have with this type; the
 * fallback, or NULL, when it was not given. */
const char *rpc_text(const struct rpc_call *call, const char *name);
int64_t rpc_integer(const struct rpc_call *call, const char *name,
                    int64_t fallback);
bool rpc_boolean(const struct rpc_call *call, const char *name, bool fallback);
const struct json *rpc_list(const struct rpc_call *call, const char *name);
const struct json *rpc_object(const struct rpc_call *call, const char *name);
const struct json *rpc_any(const struct rpc_call *call, const char *name);

/* Whether the parameter, of any type, was given. */
bool rpc_is_given(const struct rpc_call *call, const char *name);

/* Sets the sentence and returns the code. */
enum rpc_code rpc_fail(struct rpc_call *call, enum rpc_code code,
                       const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The code for what is in call->error, of any status but STATUS_OK. */
enum rpc_code rpc_fail_status(const struct rpc_call *call);

/* Ends a call that has nothing to say: {}, or, unless the status is STATUS_OK,
 * the code for what is in call->error. */
enum rpc_code rpc_done(struct rpc_call *call, enum status status);

/* Whether call->error names a place in a script. */
bool rpc_names_place(const struct rpc_call *call);

/* Adds, as an item of an array, what protocol.describe says of a method: its
 * name, its parameters, and of which kind of service they are. */
void rpc_add_method(struct text *out, const struct rpc_method *method);

#endif
