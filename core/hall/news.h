#ifndef CASTLED_NEWS_H
#define CASTLED_NEWS_H

/*
 * news -- notifications that wait to be sent.
 *
 * What a call brings about is told after its response. So whoever makes news
 * puts it here, in order, and whoever holds the lines takes it out and sends
 * each piece to those whom it is for.
 *
 * A zeroed struct is empty. It owns its memory: news_free.
 */

#include "base/text.h"

enum { NEWS_FOR_ALL = -1 };

struct peer;

struct news_item {
    size_t end;        /* in the text, behind the item and its line's end */
    int seat;          /* whom it is for, counted from 0; or NEWS_FOR_ALL */
    int match;         /* the number of the game that it is about */
    bool is_personal;  /* for nobody but: */
    struct peer *peer; /* borrowed; NULL: they have gone */
};

struct news {
    struct text text; /* the items, a line each */
    struct news_item *items;
    int count;
    int capacity;
};

/* Takes one piece of news: `size` bytes, one line with its end. */
typedef void news_listener(void *context, const struct news_item *item,
                           const char *bytes, size_t size);

/* Begins a notification, and returns the text that its params, members of an
 * object that is open, are to be added to. */
struct text *news_begin(struct news *news, const char *method);

/* Ends it. When memory is out the text has failed, and the item is there. */
void news_end(struct news *news, int match, int seat);

/* Ends it, and it is for that peer alone. */
void news_end_for(struct news *news, int match, struct peer *peer);

/* Notes that a whole line was added to the text: for `peer` alone, or, NULL,
 * for the seat or all. */
void news_note(struct news *news, int match, int seat, struct peer *peer);

/* The peer goes: what waits for it is told to nobody. */
void news_forget_peer(struct news *news, const struct peer *peer);

/* Forgets all items from `count` on. */
void news_cut(struct news *news, int count);

/* Gives all items to the listener, in order, and forgets them. STATUS_NO_MEMORY
 * when some could not be kept: then none is given. */
enum status news_tell(struct news *news, news_listener *listener, void *context,
                      struct error *error) MUST_CHECK;

/* Frees it. */
void news_free(struct news *news);

#endif
