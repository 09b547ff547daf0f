#include "base/file.h"

#include "base/text.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/castled-file-XXXXXX";
static char path[64];
static char new_path[64];

static void start(void)
{
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(new_path, sizeof new_path, "%s/file.new", folder);
}

static void stop(void)
{
    unlink(path);
    unlink(new_path);
    cr_expect_eq(rmdir(folder), 0, "something was left behind");
}

TestSuite(file, .init = start, .fini = stop);

static bool write_text(const char *text)
{
    const struct file_write write = {
        .path = path,
        .new_path = new_path,
        .bytes = text,
        .size = strlen(text),
        .mode = 0600,
        .is_synced = true,
    };
    return file_replace(&write);
}

static void expect_text(const char *expected)
{
    struct text text = {0};
    struct error error;
    cr_assert_eq(text_read_file(&text, path, 1 << 20, &error), STATUS_OK);
    cr_expect_str_eq(text_string(&text), expected);
    text_free(&text);
}

Test(file, it_is_made_and_written_over)
{
    struct stat facts;
    cr_assert(write_text("one"));
    expect_text("one");
    cr_assert_eq(stat(path, &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0600);
    cr_assert(write_text(""));
    expect_text("");
    cr_expect_neq(access(new_path, F_OK), 0);
}

Test(file, what_a_crash_left_behind_is_in_nobodys_way)
{
    cr_assert_eq(symlink("/dev/null", new_path), 0);
    cr_assert(write_text("two"));
    expect_text("two");
    cr_expect_neq(access(new_path, F_OK), 0);
}

Test(file, one_that_cannot_get_its_name_is_not_left_behind)
{
    cr_assert_eq(mkdir(path, 0700), 0);
    errno = 0;
    cr_expect_not(write_text("three"));
    cr_expect_eq(errno, EISDIR);
    cr_expect_neq(access(new_path, F_OK), 0);
    cr_assert_eq(rmdir(path), 0);
}

Test(file, a_folder_that_is_not_there_is_said_so)
{
    const struct file_write write = {.path = "/tmp/castled/no/such",
                                     .new_path = "/tmp/castled/no/such.new",
                                     .bytes = "",
                                     .mode = 0600};
    errno = 0;
    cr_expect_not(file_replace(&write));
    cr_expect_eq(errno, ENOENT);
}
