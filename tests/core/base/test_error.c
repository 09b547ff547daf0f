#include "base/error.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

Test(error, set_fills_in_status_and_text)
{
    struct error error;
    enum status status =
        error_set(&error, STATUS_NOT_FOUND, "no game '%s'", "chess");
    cr_expect_eq(status, STATUS_NOT_FOUND);
    cr_expect_eq(error.status, STATUS_NOT_FOUND);
    cr_expect_str_eq(error.text, "no game 'chess'");
}

Test(error, a_text_that_just_fits_is_whole)
{
    char text[ERROR_TEXT_SIZE];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct error error;
    error_set(&error, STATUS_IO, "%s", text);
    cr_expect_str_eq(error.text, text);
}

Test(error, a_text_that_is_too_long_is_cut)
{
    char text[ERROR_TEXT_SIZE + 1];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct error error;
    error_set(&error, STATUS_IO, "%s", text);
    cr_expect_eq(strlen(error.text), ERROR_TEXT_SIZE - 1);
}

Test(error, prefix_goes_before_the_text_and_keeps_the_status)
{
    struct error error;
    error_set(&error, STATUS_BAD_INPUT, "no such tile");
    cr_expect_eq(error_prefix(&error, "line %d", 7), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text, "line 7: no such tile");
    cr_expect_eq(error.status, STATUS_BAD_INPUT);
}

Test(error, a_prefix_that_leaves_no_room_is_cut)
{
    char prefix[2 * ERROR_TEXT_SIZE];
    struct error error;
    for (size_t size = ERROR_TEXT_SIZE - 4; size < sizeof prefix; size += 3) {
        memset(prefix, 'p', size);
        prefix[size] = '\0';
        error_set(&error, STATUS_IO, "reason");
        error_prefix(&error, "%s", prefix);
        cr_expect_eq(error.text[0], 'p');
        cr_expect_eq(strlen(error.text), ERROR_TEXT_SIZE - 1);
    }
}

Test(error, what_holds_goes_on)
{
    REQUIRE(1 + 1 == 2);
}

Test(error, what_does_not_hold_ends_the_program, .signal = SIGABRT)
{
    REQUIRE(1 + 1 == 3);
}

Test(error, nothing_to_fill_in_ends_the_program, .signal = SIGABRT)
{
    error_set(NULL, STATUS_IO, "lost");
}
