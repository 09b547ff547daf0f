#include "hall/shelf.h"

#include "base/clock.h"
#include "script/stamp.h"

#include <string.h>

static const int64_t LOOK_NS = CLOCK_NS_PER_SECOND;

void shelf_check(struct shelf *shelf, const char *root, int64_t now_ns)
{
    if (shelf->looked_ns != 0 && now_ns - shelf->looked_ns < LOOK_NS)
        return;
    uint64_t stamp = stamp_take(root);
    if (stamp != shelf->stamp)
        shelf_clear(shelf);
    shelf->stamp = stamp;
    shelf->looked_ns = now_ns;
}

bool shelf_find(struct shelf *shelf, const struct text *question,
                struct text *out)
{
    for (int i = 0; i < shelf->count; i++) {
        struct shelf_answer *kept = &shelf->answers[i];
        if (kept->question.size != question->size ||
            memcmp(kept->question.bytes, question->bytes, question->size) != 0)
            continue;
        kept->used = ++shelf->clock;
        text_add_bytes(out, kept->answer.bytes, kept->answer.size);
        return true;
    }
    return false;
}

/* The place for one more: a free one, or that of the one not used longest. */
static struct shelf_answer *make_room(struct shelf *shelf)
{
    if (shelf->count < SHELF_MAX)
        return &shelf->answers[shelf->count++];
    struct shelf_answer *oldest = &shelf->answers[0];
    for (int i = 1; i < SHELF_MAX; i++)
        if (shelf->answers[i].used < oldest->used)
            oldest = &shelf->answers[i];
    return oldest;
}

void shelf_keep(struct shelf *shelf, const struct text *question,
                const char *answer, size_t size)
{
    if (size > SHELF_ANSWER_MAX || question->failed)
        return;
    struct shelf_answer *kept = make_room(shelf);
    text_free(&kept->question);
    text_free(&kept->answer);
    text_add_bytes(&kept->question, question->bytes, question->size);
    text_add_bytes(&kept->answer, answer, size);
    kept->used = ++shelf->clock;
    if (kept->question.failed || kept->answer.failed) {
        text_free(&kept->question);
        text_free(&kept->answer);
        *kept = shelf->answers[--shelf->count];
        shelf->answers[shelf->count] = (struct shelf_answer){.used = 0};
    } else {
        text_fit(&kept->answer);
    }
}

void shelf_clear(struct shelf *shelf)
{
    for (int i = 0; i < shelf->count; i++) {
        text_free(&shelf->answers[i].question);
        text_free(&shelf->answers[i].answer);
    }
    *shelf = (struct shelf){.clock = shelf->clock};
}
