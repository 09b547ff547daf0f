#include "game/contribution.h"

#include "base/json.h"
#include "fair/draw.h"

#include <string.h>

void contribution_secret_of(struct hash *secret, const char *text)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/typed");
    hash_add(&job, text, strlen(text));
    *secret = hash_end(&job);
}

enum status contribution_init(struct contribution *contribution,
                              const char *text, struct error *error)
{
    *contribution = (struct contribution){0};
    hash_random(&contribution->secret);
    enum status status =
        contribution_type(contribution, text == NULL ? "" : text, error);
    if (status != STATUS_OK)
        contribution_wipe(contribution);
    else
        sign_keys_new(&contribution->keys);
    return status;
}

enum status contribution_type(struct contribution *contribution,
                              const char *text, struct error *error)
{
    size_t size = strlen(text);
    if (size == 0)
        return STATUS_OK;
    if (size >= CONTRIBUTION_TEXT_SIZE || !json_is_text(text, size))
        return error_set(error, STATUS_BAD_INPUT,
                         "what is typed into the shuffle must be UTF-8 "
                         "and at most %d bytes",
                         CONTRIBUTION_TEXT_SIZE - 1);
    memcpy(contribution->text, text, size + 1);
    contribution_secret_of(&contribution->secret, text);
    return STATUS_OK;
}

void contribution_wipe(struct contribution *contribution)
{
    sign_keys_wipe(&contribution->keys);
    hash_wipe(&contribution->secret);
    contribution->text[0] = '\0';
}

struct hash contribution_commit(const struct contribution *contribution,
                                const struct hash *context, uint8_t seat)
{
    return draw_commit(context, seat, &contribution->secret);
}
