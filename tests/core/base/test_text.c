#include "base/text.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Test(text, a_zeroed_struct_is_empty)
{
    struct text text = {0};
    struct error error;
    cr_expect_str_eq(text_string(&text), "");
    cr_expect_eq(text_status(&text, "nothing", &error), STATUS_OK);
    text_free(&text);
}

Test(text, pieces_follow_each_other)
{
    struct text text = {0};
    text_add(&text, "tower ");
    text_add_char(&text, '(');
    text_add_integer(&text, 12);
    text_addf(&text, ", %s%c", "done", ')');
    text_add_bytes(&text, "!?", 1);
    cr_expect_str_eq(text_string(&text), "tower (12, done)!");
    cr_expect_eq(text.size, strlen("tower (12, done)!"));
    text_free(&text);
}

Test(text, integers_are_what_printf_prints)
{
    static const int64_t values[] = {
        0, 1, -1, 9, 10, -10, 99, 100, INT64_MAX, INT64_MIN, INT64_MIN + 1,
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char expected[32];
        snprintf(expected, sizeof expected, "%lld", (long long)values[i]);
        struct text text = {0};
        text_add_integer(&text, values[i]);
        cr_expect_str_eq(text_string(&text), expected);
        text_free(&text);
    }
}

Test(text, it_grows_past_every_size)
{
    struct text text = {0};
    for (size_t i = 1; i <= 5000; i++) {
        text_add_char(&text, (char)('a' + i % 26));
        cr_assert_eq(text.size, i);
        cr_assert_eq(text.bytes[i], '\0');
    }
    for (size_t i = 1; i <= 5000; i++)
        cr_assert_eq(text.bytes[i - 1], (char)('a' + i % 26));
    text_free(&text);
}

Test(text, a_formatted_piece_may_be_longer_than_all_before)
{
    char piece[1000];
    memset(piece, 'x', sizeof piece - 1);
    piece[sizeof piece - 1] = '\0';
    struct text text = {0};
    text_add(&text, "a");
    text_addf(&text, "%s", piece);
    cr_expect_eq(text.size, sizeof piece);
    cr_expect_str_eq(text_string(&text) + 1, piece);
    text_free(&text);
}

Test(text, what_is_formatted_fits_at_each_size)
{
    struct text text = {0};
    char expected[1024] = "";
    for (int i = 0; i < 300; i++) {
        text_addf(&text, "%d", i % 10);
        expected[i] = (char)('0' + i % 10);
        cr_expect_str_eq(text_string(&text), expected);
    }
    text_free(&text);
}

Test(text, zero_bytes_are_bytes)
{
    struct text text = {0};
    text_add_bytes(&text, "a\0b", 3);
    cr_expect_eq(text.size, 3);
    cr_expect_arr_eq(text.bytes, "a\0b", 4);
    text_free(&text);
}

Test(text, clear_empties_it_and_keeps_its_memory)
{
    struct text text = {0};
    text_add(&text, "something");
    char *bytes = text.bytes;
    text_clear(&text);
    cr_expect_eq(text.size, 0);
    cr_expect_str_eq(text_string(&text), "");
    cr_expect_eq(text.bytes, bytes);
    text_free(&text);
    cr_expect_null(text.bytes);
}

Test(text, without_memory_pieces_are_dropped_and_status_tells)
{
    struct text text = {0};
    struct error error;
    text_add(&text, "kept");
    text.failed = true;
    text_add(&text, "dropped");
    text_addf(&text, "%d", 1);
    cr_expect_str_eq(text_string(&text), "kept");
    cr_expect_eq(text_status(&text, "the list", &error), STATUS_NO_MEMORY);
    cr_expect_str_eq(error.text, "no memory for the list");
    text_clear(&text);
    cr_expect_eq(text_status(&text, "the list", &error), STATUS_OK);
    text_free(&text);
}

/* A file with `size` bytes, at `path`. */
static void write_file(char *path, size_t size)
{
    int fd = mkstemp(path);
    cr_assert(fd >= 0);
    for (size_t i = 0; i < size; i++)
        cr_assert_eq(write(fd, "x", 1), 1);
    close(fd);
}

Test(text, a_file_of_the_largest_size_is_read)
{
    char path[] = "/tmp/castled-text-XXXXXX";
    write_file(path, 5000);
    struct text text = {0};
    struct error error;
    cr_expect_eq(text_read_file(&text, path, 5000, &error), STATUS_OK);
    cr_expect_eq(text.size, 5000);
    text_free(&text);
    unlink(path);
}

Test(text, a_file_that_is_one_byte_larger_is_refused)
{
    char path[] = "/tmp/castled-text-XXXXXX";
    write_file(path, 5001);
    struct text text = {0};
    struct error error;
    cr_expect_eq(text_read_file(&text, path, 5000, &error), STATUS_BAD_INPUT);
    cr_expect(strstr(error.text, path) != NULL);
    cr_expect(strstr(error.text, "larger than 5000 bytes") != NULL);
    text_free(&text);
    unlink(path);
}

Test(text, an_empty_file_is_an_empty_text)
{
    char path[] = "/tmp/castled-text-XXXXXX";
    write_file(path, 0);
    struct text text = {0};
    struct error error;
    cr_expect_eq(text_read_file(&text, path, 0, &error), STATUS_OK);
    cr_expect_str_eq(text_string(&text), "");
    text_free(&text);
    unlink(path);
}

Test(text, a_file_that_is_not_there_is_not_found)
{
    struct text text = {0};
    struct error error;
    cr_expect_eq(text_read_file(&text, "/tmp/castled/no", 10, &error),
                 STATUS_NOT_FOUND);
    cr_expect_str_eq(error.text, "cannot open '/tmp/castled/no': No such file "
                                 "or directory");
    text_free(&text);
}

Test(text, what_is_cut_or_dropped_is_at_most_all_of_it)
{
    struct text text = {0};
    text_cut(&text, 0);
    text_drop(&text, 0);
    cr_expect_str_eq(text_string(&text), "");
    text_add(&text, "0123456789");
    text_cut(&text, 10);
    text_drop(&text, 0);
    cr_expect_str_eq(text_string(&text), "0123456789");
    text_cut(&text, 8);
    text_drop(&text, 3);
    cr_expect_str_eq(text_string(&text), "34567");
    cr_expect_eq(text.size, 5);
    text_drop(&text, 5);
    cr_expect_str_eq(text_string(&text), "");
    text_add(&text, "0");
    text_cut(&text, 0);
    cr_expect_str_eq(text_string(&text), "");
    text_free(&text);
}

Test(text, a_folder_cannot_be_read_as_a_file)
{
    struct text text = {0};
    struct error error;
    cr_expect_eq(text_read_file(&text, "/tmp", 10, &error), STATUS_IO);
    cr_expect(strstr(error.text, "cannot read '/tmp'") != NULL);
    text_free(&text);
}

Test(text, what_is_no_regular_file_is_not_waited_for)
{
    static const char *const OTHERS[] = {"pipe", ".", "/dev/zero"};
    char folder[] = "/tmp/castled-text-XXXXXX";
    struct text text = {0};
    struct error error;
    cr_assert(mkdtemp(folder) != NULL);
    cr_assert_eq(chdir(folder), 0);
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    cr_assert_eq(symlink("file", "link"), 0);
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        cr_expect_eq(text_read_regular(&text, OTHERS[i], 10, &error),
                     STATUS_BAD_INPUT);
        cr_expect(strstr(error.text, "is no regular file") != NULL);
    }
    cr_expect_eq(text_read_regular(&text, "link", 10, &error),
                 STATUS_NOT_FOUND);
    FILE *file = fopen("file", "w");
    cr_assert(file != NULL);
    fputs("0123456789", file);
    fclose(file);
    cr_expect_eq(text_read_regular(&text, "link", 9, &error), STATUS_BAD_INPUT);
    text_clear(&text);
    cr_expect_eq(text_read_regular(&text, "link", 10, &error), STATUS_OK);
    cr_expect_str_eq(text_string(&text), "0123456789");
    unlink("pipe");
    unlink("link");
    unlink("file");
    rmdir(folder);
    text_free(&text);
}
