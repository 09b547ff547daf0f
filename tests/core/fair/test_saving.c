/*
 * Records in files: record_save, record_try and record_load.
 */

#include "records.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder for one test, and how many files are in it. */
static void make_folder(char *path)
{
    cr_assert(mkdtemp(path) != NULL);
}

static int count_files(const char *path)
{
    int count = 0;
    DIR *folder = opendir(path);
    cr_assert_not_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static struct record *sample_record(void)
{
    struct text text = vectors_file("sample_l1.record");
    struct record *record = read_good(text.bytes, text.size);
    text_free(&text);
    return record;
}

static void expect_saved(const char *path)
{
    struct text text = vectors_file("sample_l1.record");
    struct record *record = NULL;
    struct error error;
    cr_assert_eq(record_load(&record, path, &error), STATUS_OK, "%s",
                 error.text);
    expect_bytes(record, text.bytes, text.size);
    record_free(record);
    text_free(&text);
}

Test(saving, a_try_says_whether_a_record_can_be_saved_and_changes_nothing)
{
    char folder[] = "/tmp/castled-record-XXXXXX";
    make_folder(folder);
    cr_assert_eq(chdir(folder), 0);
    struct error error;
    cr_expect_eq(record_try("new.record", &error), STATUS_OK, "%s", error.text);
    cr_expect_eq(count_files("."), 0);
    cr_expect_eq(record_try("no/game.record", &error), STATUS_IO);
    cr_expect_eq(record_try(".", &error), STATUS_IO);
    cr_expect_eq(record_try("/dev/null", &error), STATUS_IO);
    struct record *record = sample_record();
    cr_assert_eq(record_save(record, "old.record", &error), STATUS_OK);
    record_free(record);
    cr_assert_eq(symlink("old.record", "link"), 0);
    cr_expect_eq(record_try("old.record", &error), STATUS_OK, "%s", error.text);
    cr_expect_eq(record_try("link", &error), STATUS_OK, "%s", error.text);
    expect_saved("old.record");
    cr_expect_eq(count_files("."), 2);
    cr_assert_eq(unlink("link"), 0);
    cr_assert_eq(unlink("old.record"), 0);
    cr_assert_eq(rmdir(folder), 0);
}

Test(saving, what_is_saved_is_loaded)
{
    char folder[] = "/tmp/castled-record-XXXXXX";
    make_folder(folder);
    cr_assert_eq(chdir(folder), 0);
    struct record *record = sample_record();
    struct error error;
    umask(022);
    cr_expect_eq(record_save(record, "game.record", &error), STATUS_OK, "%s",
                 error.text);
    expect_saved("game.record");
    struct stat facts;
    cr_assert_eq(stat("game.record", &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0644);
    cr_expect_eq(count_files("."), 1);
    record_free(record);
    unlink("game.record");
    rmdir(folder);
}

Test(saving, a_file_that_is_there_is_replaced)
{
    char folder[] = "/tmp/castled-record-XXXXXX";
    make_folder(folder);
    struct text path = {0};
    text_addf(&path, "%s/game.record", folder);
    struct record *record = new_record();
    struct error error;
    append_good(record, "open", "{}");
    cr_assert_eq(record_save(record, path.bytes, &error), STATUS_OK);
    record_free(record);
    record = sample_record();
    cr_expect_eq(record_save(record, path.bytes, &error), STATUS_OK);
    expect_saved(path.bytes);
    cr_expect_eq(count_files(folder), 1);
    record_free(record);
    unlink(path.bytes);
    rmdir(folder);
    text_free(&path);
}

Test(saving, a_link_stays_a_link)
{
    char folder[] = "/tmp/castled-record-XXXXXX";
    make_folder(folder);
    cr_assert_eq(chdir(folder), 0);
    struct record *record = sample_record();
    struct error error;
    cr_assert_eq(record_save(record, "real", &error), STATUS_OK);
    cr_assert_eq(truncate("real", 0), 0);
    cr_assert_eq(symlink("real", "link"), 0);
    cr_expect_eq(record_save(record, "link", &error), STATUS_OK);
    expect_saved("real");
    struct stat facts;
    cr_assert_eq(lstat("link", &facts), 0);
    cr_expect(S_ISLNK(facts.st_mode));
    record_free(record);
    unlink("link");
    unlink("real");
    rmdir(folder);
}

/* A limit on the size of files stands for a disk that is full. */
Test(saving, when_the_disk_is_full_the_old_file_stays)
{
    char folder[] = "/tmp/castled-record-XXXXXX";
    make_folder(folder);
    struct text path = {0};
    text_addf(&path, "%s/game.record", folder);
    struct record *record = sample_record();
    struct error error;
    cr_assert_eq(record_save(record, path.bytes, &error), STATUS_OK);

    struct rlimit limit = {1000, 1000};
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    append_good(record, "more", "{}");
    cr_expect_eq(record_save(record, path.bytes, &error), STATUS_IO);
    cr_expect(strstr(error.text, "cannot write record '/tmp/castled-record-") !=
                  NULL,
              "%s", error.text);
    cr_expect(strstr(error.text, "game.record': File too large") != NULL, "%s",
              error.text);
    cr_expect_eq(count_files(folder), 1);
    expect_saved(path.bytes);
    record_free(record);
    unlink(path.bytes);
    rmdir(folder);
    text_free(&path);
}

Test(saving, only_a_file_can_be_saved_to)
{
    struct record *record = sample_record();
    struct error error;
    cr_expect_eq(record_save(record, "/dev/null", &error), STATUS_IO);
    cr_expect_str_eq(error.text,
                     "cannot write record '/dev/null': it is not a file");
    cr_expect_eq(record_save(record, "/tmp", &error), STATUS_IO);
    cr_expect_eq(record_save(record, "/tmp/castled/no/such", &error),
                 STATUS_IO);
    cr_expect_str_eq(error.text, "cannot write record '/tmp/castled/no/such': "
                                 "No such file or directory");
    cr_expect_eq(record_save(record, "", &error), STATUS_IO);
    record_free(record);
}

Test(saving, a_file_that_cannot_be_loaded_is_named)
{
    struct record *record = NULL;
    struct error error;
    cr_expect_eq(record_load(&record, "/tmp/castled/no", &error),
                 STATUS_NOT_FOUND);
    cr_expect(strstr(error.text, "'/tmp/castled/no'") != NULL);
    const char *path = VECTORS_FOLDER "vectors.json";
    cr_expect_eq(record_load(&record, path, &error), STATUS_BAD_INPUT);
    cr_expect(strstr(error.text, "vectors.json': line 1: neither") != NULL,
              "%s", error.text);
    cr_expect_null(record);
}
