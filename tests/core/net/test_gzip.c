#include "net/gzip.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Puts it back as it was; checks that it is one whole gzip file. */
static void check_unpacked(const struct text *packed, const struct text *plain)
{
    z_stream stream = {.next_in = (unsigned char *)packed->bytes,
                       .avail_in = (uInt)packed->size};
    unsigned char *room = malloc(plain->size + 1);
    cr_assert(room != NULL);
    cr_assert_eq(inflateInit2(&stream, 15 + 16), Z_OK);
    stream.next_out = room;
    stream.avail_out = (uInt)plain->size + 1;
    cr_assert_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    cr_assert_eq(stream.avail_in, 0);
    cr_assert_eq(stream.total_out, plain->size);
    cr_assert(plain->size == 0 || memcmp(room, plain->bytes, plain->size) == 0);
    inflateEnd(&stream);
    free(room);
}

Test(gzip, what_was_compressed_comes_out_again)
{
    static const size_t SIZES[] = {0, 1, 1499, 1500, 70000, 1 << 20};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int effort = GZIP_QUICK; effort <= GZIP_WELL; effort++) {
            struct text plain = {0};
            struct text packed = {0};
            unsigned int random = 1;
            for (size_t j = 0; j < SIZES[i]; j++) {
                random = random * 1103515245 + 12345;
                text_add_char(&plain, (char)(random >> 24));
            }
            gzip_add(&packed, text_string(&plain), plain.size, effort);
            cr_assert_not(packed.failed);
            check_unpacked(&packed, &plain);
            text_free(&plain);
            text_free(&packed);
        }
    }
}

Test(gzip, text_becomes_small)
{
    struct text plain = {0};
    struct text packed = {0};
    for (int i = 0; i < 1000; i++)
        text_addf(&plain, "<g id=\"tile-%d-%d\"></g>", i / 30, i % 30);
    gzip_add(&packed, plain.bytes, plain.size, GZIP_QUICK);
    cr_expect_lt(packed.size, plain.size / 5);
    text_free(&plain);
    text_free(&packed);
}
