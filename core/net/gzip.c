#include "net/gzip.h"

#include <stdlib.h>
#include <zlib.h>

enum {
    WINDOW_BITS = 15 + 16, /* the largest window; 16 more is gzip's form */
    MEMORY_LEVEL = 8,      /* zlib's own choice */
    LEVEL_QUICK = 4,
};

void gzip_add(struct text *out, const char *bytes, size_t size,
              enum gzip_effort effort)
{
    z_stream stream = {0};
    int level = effort == GZIP_QUICK ? LEVEL_QUICK : Z_BEST_COMPRESSION;
    if (deflateInit2(&stream, level, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        out->failed = true;
        return;
    }
    uLong bound = deflateBound(&stream, size);
    unsigned char *room = malloc(bound);
    if (room == NULL) {
        out->failed = true;
    } else {
        stream.next_in = (unsigned char *)(uintptr_t)bytes;
        stream.avail_in = (uInt)size;
        stream.next_out = room;
        stream.avail_out = (uInt)bound;
        /* One call is enough: there is room for all of it. */
        REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
        text_add_bytes(out, room, stream.total_out);
    }
    free(room);
    deflateEnd(&stream);
}
