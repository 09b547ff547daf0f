#include "hall/story.h"

#include "base/json.h"

#include <stdlib.h>
#include <string.h>

static const char ENTRY[] = "{\"entry\":"; /* as game tells an event */

void story_begin(struct story *story)
{
    story_drop(story);
    story->is_kept = true;
}

void story_add(struct story *story, const char *id, const char *json,
               size_t size)
{
    REQUIRE(size > sizeof ENTRY && memcmp(json, ENTRY, sizeof ENTRY - 1) == 0);
    story_cut(story, (int)strtol(json + sizeof ENTRY - 1, NULL, 10) - 1);
    struct text *out = &story->lines;
    text_add(out, "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\",");
    text_add(out, "\"params\":{");
    json_add_member_string(out, "game", id);
    text_add_char(out, ',');
    text_add_bytes(out, json + 1, size - 2); /* without its brackets */
    text_add(out, "}}\n");
    story->count++;
}

/* Behind the line that begins at `at`. */
static const char *end_of_line(const struct story *story, const char *at)
{
    const char *end = story->lines.bytes + story->lines.size;
    return (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
}

void story_cut(struct story *story, int count)
{
    if (count >= story->count || story->lines.failed)
        return;
    const char *at = story->lines.bytes;
    for (int i = 0; i < count; i++)
        at = end_of_line(story, at);
    story->count = count;
    story->lines.size = (size_t)(at - story->lines.bytes);
    story->lines.bytes[story->lines.size] = '\0';
}

void story_tell(const struct story *story, struct news *news, int match,
                struct peer *peer)
{
    const char *at = story->lines.bytes;
    if (story->lines.failed)
        news->text.failed = true;
    for (int i = 0; i < story->count && !news->text.failed; i++) {
        const char *end = end_of_line(story, at);
        text_add_bytes(&news->text, at, (size_t)(end - at));
        news_note(news, match, NEWS_FOR_ALL, peer);
        at = end;
    }
}

void story_drop(struct story *story)
{
    text_free(&story->lines);
    *story = (struct story){.is_kept = false};
}
