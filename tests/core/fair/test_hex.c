#include "fair/hex.h"

#include <criterion/criterion.h>
#include <string.h>

Test(hex, bytes_are_written_and_read_back)
{
    uint8_t bytes[256];
    uint8_t again[256];
    char hex[513];
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    hex_write(hex, bytes, sizeof bytes);
    cr_expect_eq(strlen(hex), 512);
    cr_expect_eq(strncmp(hex, "000102030405060708090a0b", 24), 0);
    cr_assert(hex_read(again, sizeof again, hex));
    cr_expect_arr_eq(again, bytes, sizeof bytes);
}

Test(hex, it_is_added_to_a_text)
{
    struct text text = {0};
    hex_add(&text, "\x0f\xa0", 2);
    cr_expect_str_eq(text_string(&text), "0fa0");
    text_free(&text);
}

Test(hex, only_the_very_size_in_small_letters_is_read)
{
    static const char *const strings[] = {
        "",     "0",    "00",    "000",  "00000", "000000", "00fg", "00FF",
        "0x00", " 000", "00 00", "-000", "00:0",  "00/0",   "00`0", "00@0",
    };
    uint8_t bytes[2];
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        cr_expect_not(hex_read(bytes, 2, strings[i]), "%s", strings[i]);
    cr_expect_not(hex_read(bytes, 2, NULL));
    cr_expect(hex_read(bytes, 0, ""));
}
