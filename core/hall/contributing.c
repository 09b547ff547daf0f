/*
 * contributing -- what players give to the shuffle of a daemon's game, and what
 * they sign of it.
 */

#include "fair/hex.h"
#include "hall/authority.h"
#include "hall/match_seal.h"
#include "hall/methods.h"

#include <limits.h>
#include <string.h>

/* The match that the call names and the caller's seat in it; NULL and the code
 * when there is none. */
static struct match *own_match(struct rpc_call *call, int *seat,
                               enum rpc_code *code)
{
    struct match *match = hall_match(call, code);
    if (match != NULL)
        *code = authority_own_seat(call, match, seat);
    return *code == RPC_OK ? match : NULL;
}

/* Reads a parameter that is `size` bytes in hexadecimal digits. */
static enum rpc_code read_hex(struct rpc_call *call, const char *name,
                              void *out, size_t size)
{
    if (hex_read(out, size, rpc_text(call, name)))
        return RPC_OK;
    return rpc_fail(call, RPC_BAD_PARAMS,
                    "the parameter '%s' of %s must be %d hexadecimal digits",
                    name, call->method->name, (int)(2 * size));
}

static enum rpc_code commit(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct hash commitment;
    struct match *match = own_match(call, &seat, &code);
    if (match == NULL)
        return code;
    code = read_hex(call, "commitment", commitment.bytes, HASH_SIZE);
    if (code != RPC_OK)
        return code;
    return rpc_done(call,
                    match_seal_commit(match, seat, &commitment, &call->error));
}

static enum rpc_code agree(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct signature signature;
    struct match *match = own_match(call, &seat, &code);
    if (match == NULL)
        return code;
    code = read_hex(call, "signature", signature.bytes, SIGN_SIZE);
    if (code != RPC_OK)
        return code;
    return rpc_done(call,
                    match_seal_agree(match, seat, &signature, &call->error));
}

static enum rpc_code reveal(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct hash secret;
    const char *text = rpc_text(call, "text");
    struct match *match = own_match(call, &seat, &code);
    if (match == NULL)
        return code;
    code = read_hex(call, "secret", secret.bytes, HASH_SIZE);
    if (code == RPC_OK && text != NULL &&
        strlen(text) >= CONTRIBUTION_TEXT_SIZE)
        code = rpc_fail(call, RPC_BAD_PARAMS,
                        "the parameter 'text' of %s has at most %d bytes",
                        call->method->name, CONTRIBUTION_TEXT_SIZE - 1);
    if (code == RPC_OK)
        code = rpc_done(call, match_seal_reveal(match, seat, &secret,
                                                text == NULL ? "" : text,
                                                &call->error));
    hash_wipe(&secret);
    return code;
}

static enum rpc_code sign(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct signature signature;
    int64_t entry = rpc_integer(call, "entry", -1);
    struct match *match = own_match(call, &seat, &code);
    if (match == NULL)
        return code;
    if (match->game == NULL)
        return authority_fail_not_played(call, match);
    code = read_hex(call, "signature", signature.bytes, SIGN_SIZE);
    if (code == RPC_OK && (entry < 0 || entry > INT_MAX))
        code = rpc_fail(call, RPC_BAD_PARAMS, "there is no entry %lld",
                        (long long)entry);
    return code != RPC_OK
               ? code
               : rpc_done(call, match_sign(match, seat, (int)entry, &signature,
                                           &call->error));
}

const struct rpc_method contributing_methods[] = {
    {"game.commit",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"commitment", RPC_TEXT, RPC_NEEDED},
      {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     commit,
     RPC_DAEMON | RPC_CHANGES},
    {"game.agree",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"signature", RPC_TEXT, RPC_NEEDED},
      {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     agree,
     RPC_DAEMON | RPC_CHANGES},
    {"game.reveal",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"secret", RPC_TEXT, RPC_NEEDED},
      {"text", RPC_TEXT, RPC_OPTIONAL},
      {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     reveal,
     RPC_DAEMON | RPC_CHANGES},
    {"game.sign",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"entry", RPC_INTEGER, RPC_NEEDED},
      {"signature", RPC_TEXT, RPC_NEEDED},
      {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     sign,
     RPC_DAEMON | RPC_CHANGES},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
