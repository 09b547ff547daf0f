#ifndef CASTLED_GZIP_H
#define CASTLED_GZIP_H

/*
 * gzip -- text made small for its way.
 *
 * What is sent once is compressed quickly, what is kept is compressed well.
 */

#include "base/text.h"

enum gzip_effort {
    GZIP_QUICK,
    GZIP_WELL,
};

enum { GZIP_SIZE_MIN = 1500 /* what is smaller fits into one packet anyway */ };

/* Adds the bytes, compressed, as one gzip file (RFC 1952). Without memory the
 * text is marked as failed. */
void gzip_add(struct text *out, const char *bytes, size_t size,
              enum gzip_effort effort);

#endif
