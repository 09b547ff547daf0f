#include "hall/failing.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Texts of errors, and the place that each names; "" for none. */
static const char *const texts[][2] = {
    {"variants/castle/x.lua:12: not today", "variants/castle/x.lua:12"},
    {"step 'z': ./x.lua:3: not today", "./x.lua:3"},
    {"/home/a b/x.lua:3: not today", "/home/a b/x.lua:3"},
    {"step 'z': /home/a b c/x.lua:3: no: y.lua:4", "/home/a b c/x.lua:3"},
    {"/home/a b/x.lua: step 'z': no", "/home/a b/x.lua"},
    {"a: x.lua:", "x.lua"},
    {" x.lua:1", " x.lua:1"},
    {"step 'z': not today", ""},
    {"", ""},
};

Test(failing, a_place_is_found_whole)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *text = texts[i][0];
        size_t start = 0;
        size_t size = 0;
        char found[64];
        bool is_found = failing_find_place(text, &start, &size);
        cr_assert(is_found == (texts[i][1][0] != '\0'), "%s", text);
        snprintf(found, sizeof found, "%.*s", (int)size, text + start);
        cr_assert_str_eq(found, texts[i][1], "%s", text);
    }
}
