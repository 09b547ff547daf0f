#include "vectors.h"

#include <signal.h>

Test(hash, vectors)
{
    struct json *root = vectors_load();
    const struct json *list = json_get(root, "hash");
    cr_assert_eq(json_size(list), 4);
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *vector = json_at(list, i);
        const struct json *fields = json_get(vector, "fields");
        struct hash_job job;
        hash_begin(&job, json_string_of(json_get(vector, "domain")));
        for (size_t k = 0; k < json_size(fields); k++) {
            struct text field = vectors_bytes(json_at(fields, k));
            hash_add(&job, field.bytes, field.size);
            text_free(&field);
        }
        struct hash hash = hash_end(&job);
        vectors_expect(&hash, json_get(vector, "out"));
    }
    json_free(root);
}

Test(hash, parts_of_a_field_are_one_field)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/test");
    hash_begin_field(&job, 9);
    hash_add_part_u8(&job, 0x61);
    hash_add_part_u32(&job, 0x65646362);
    hash_add_part(&job, "fghi", 4);
    struct hash parts = hash_end(&job);
    hash_begin(&job, "castled/fair/v1/test");
    hash_add(&job, "abcdefghi", 9);
    struct hash whole = hash_end(&job);
    cr_expect(hash_is_equal(&parts, &whole));
}

Test(hash, integers_have_their_lowest_byte_first)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/test");
    hash_add_u8(&job, 0x41);
    hash_add_u32(&job, 0x44434241);
    hash_add_u64(&job, 0x4847464544434241);
    struct hash integers = hash_end(&job);
    hash_begin(&job, "castled/fair/v1/test");
    hash_add(&job, "A", 1);
    hash_add(&job, "ABCD", 4);
    hash_add(&job, "ABCDEFGH", 8);
    struct hash strings = hash_end(&job);
    cr_expect(hash_is_equal(&integers, &strings));
}

Test(hash, a_job_is_wiped_at_its_end)
{
    struct hash_job job;
    struct hash_job zero;
    memset(&zero, 0, sizeof zero);
    hash_begin(&job, "castled/fair/v1/test");
    (void)hash_end(&job);
    cr_expect_eq(memcmp(&job, &zero, sizeof job), 0);
}

Test(hash, equal_means_all_bytes)
{
    struct hash one = {{0}};
    for (int i = 0; i < HASH_SIZE; i++) {
        struct hash other = one;
        cr_expect(hash_is_equal(&one, &other));
        other.bytes[i] ^= 0x80;
        cr_expect_not(hash_is_equal(&one, &other), "byte %d", i);
    }
}

Test(hash, hex_is_64_small_letters)
{
    struct hash hash;
    cr_expect_not(hash_from_hex(&hash, NULL));
    cr_expect_not(hash_from_hex(&hash, ""));
    cr_expect_not(hash_from_hex(&hash, "72b241112ca9c62f6d9206654fb5aa59fcb524e"
                                       "4c6c7357bed2e0e2af483b18"));
    cr_expect_not(hash_from_hex(&hash, "72B241112CA9C62F6D9206654FB5AA59FCB524E"
                                       "4C6C7357BED2E0E2AF483B188"));
    cr_expect(hash_from_hex(&hash, "72b241112ca9c62f6d9206654fb5aa59fcb524e4c6c"
                                   "7357bed2e0e2af483b188"));
    hash_wipe(&hash);
    char hex[HASH_HEX_SIZE];
    hash_to_hex(hex, &hash);
    cr_expect_eq(strspn(hex, "0"), 64);
}

Test(hash, a_field_that_is_not_filled_ends_the_program, .signal = SIGABRT)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/test");
    hash_begin_field(&job, 2);
    hash_add_part_u8(&job, 1);
    (void)hash_end(&job);
}

Test(hash, a_field_that_is_overfilled_ends_the_program, .signal = SIGABRT)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/test");
    hash_begin_field(&job, 3);
    hash_add_part_u32(&job, 1);
}

Test(hash, a_field_inside_a_field_ends_the_program, .signal = SIGABRT)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/test");
    hash_begin_field(&job, 3);
    hash_add_u8(&job, 1);
}
