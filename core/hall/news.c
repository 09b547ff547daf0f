#include "hall/news.h"

#include "base/json.h"
#include "base/list.h"

#include <stdlib.h>

struct text *news_begin(struct news *news, const char *method)
{
    struct text *out = &news->text;
    text_add(out, "{\"jsonrpc\":\"2.0\",\"method\":\"");
    text_add(out, method);
    text_add(out, "\",\"params\":{");
    return out;
}

/* Makes room for one item more; the text has failed when there is none. */
static bool reserve(struct news *news)
{
    struct news_item *items =
        list_grow(news->items, &news->capacity, news->count, sizeof *items);
    if (items == NULL)
        news->text.failed = true;
    else
        news->items = items;
    return items != NULL;
}

void news_note(struct news *news, int match, int seat, struct peer *peer)
{
    if (reserve(news))
        news->items[news->count++] =
            (struct news_item){.end = news->text.size,
                               .seat = seat,
                               .match = match,
                               .is_personal = peer != NULL,
                               .peer = peer};
}

void news_end(struct news *news, int match, int seat)
{
    text_add(&news->text, "}}\n");
    news_note(news, match, seat, NULL);
}

void news_end_for(struct news *news, int match, struct peer *peer)
{
    text_add(&news->text, "}}\n");
    news_note(news, match, NEWS_FOR_ALL, peer);
}

void news_forget_peer(struct news *news, const struct peer *peer)
{
    for (int i = 0; i < news->count; i++)
        if (news->items[i].peer == peer)
            news->items[i].peer = NULL;
}

void news_cut(struct news *news, int count)
{
    if (count >= news->count)
        return;
    size_t size = count == 0 ? 0 : news->items[count - 1].end;
    news->count = count;
    news->text.size = size;
    news->text.bytes[size] = '\0';
}

enum status news_tell(struct news *news, news_listener *listener, void *context,
                      struct error *error)
{
    enum status status = text_status(&news->text, "notifications", error);
    size_t start = 0;
    for (int i = 0; status == STATUS_OK && i < news->count; i++) {
        const struct news_item *item = &news->items[i];
        listener(context, item, news->text.bytes + start, item->end - start);
        start = item->end;
    }
    news->count = 0;
    text_clear(&news->text);
    return status;
}

void news_free(struct news *news)
{
    text_free(&news->text);
    free(news->items);
    *news = (struct news){0};
}
