#include "net/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Two folders in one. */
struct place {
    char top[64];
    char own[96];
    char built[96];
    struct files *files;
};

static void put(const char *folder, const char *name, const char *text)
{
    char path[200];
    char other[210];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(other, sizeof other, "%s.new", path);
    FILE *file = fopen(other, "w");
    cr_assert(file != NULL);
    fputs(text, file);
    fclose(file);
    cr_assert(rename(other, path) == 0);
}

static void open_place(struct place *place)
{
    struct error error;
    memcpy(place->top, "/tmp/castled-files-XXXXXX", 26);
    cr_assert(mkdtemp(place->top) != NULL);
    snprintf(place->own, sizeof place->own, "%s/own", place->top);
    snprintf(place->built, sizeof place->built, "%s/built", place->top);
    cr_assert(mkdir(place->own, 0700) == 0);
    cr_assert(mkdir(place->built, 0700) == 0);
    put(place->own, "page.html", "<title>a page</title>");
    put(place->own, "both.js", "own");
    put(place->built, "both.js", "built");
    put(place->built, "built.mjs", "export {}");
    put(place->top, "secret.js", "secret");
    const char *folders[] = {place->own, place->built};
    cr_assert(files_new(&place->files, folders, 2, &error) == STATUS_OK);
}

static void close_place(struct place *place)
{
    char command[100];
    files_free(place->files);
    snprintf(command, sizeof command, "rm -r %s", place->top);
    cr_assert(system(command) == 0);
}

static const char *read_file(struct place *place, const char *name)
{
    const struct file *file = files_find(place->files, name);
    return file == NULL ? NULL : text_string(&file->bytes);
}

Test(files, a_file_has_its_type_and_the_first_folder_goes_first)
{
    struct place place;
    open_place(&place);
    const struct file *page = files_find(place.files, "page.html");
    cr_assert(page != NULL);
    cr_expect_str_eq(page->type, "text/html; charset=utf-8");
    cr_expect_eq(page->gzip.size, 0); /* it would be no smaller */
    cr_expect_str_eq(read_file(&place, "both.js"), "own");
    cr_expect_str_eq(files_find(place.files, "built.mjs")->type,
                     "text/javascript; charset=utf-8");
    close_place(&place);
}

Test(files, nothing_outside_is_reached)
{
    static const char *const NAMES[] = {
        "",
        ".",
        "..",
        "../secret.js",
        "/etc/passwd",
        "x/page.html",
        ".page.html",
        "page",
        "page.html/",
        "./page.html",
        "page.html\n",
        "page.html%00",
        "own/page.html",
        "secret.js",
        "..\\secret.js",
        "page.lua",
        "page.htm",
    };
    struct place place;
    open_place(&place);
    put(place.own, "page.lua", "-- no type that we know");
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        cr_expect_null(files_find(place.files, NAMES[i]), "'%s'", NAMES[i]);
    close_place(&place);
}

Test(files, what_changes_is_read_again)
{
    struct place place;
    char tag[FILES_TAG_SIZE];
    char path[200];
    open_place(&place);
    snprintf(tag, sizeof tag, "%s", files_find(place.files, "page.html")->tag);
    put(place.own, "page.html", "<title>A page</title>");
    cr_expect_str_eq(read_file(&place, "page.html"), "<title>A page</title>");
    cr_expect_str_neq(files_find(place.files, "page.html")->tag, tag);
    put(place.own, "page.html", "<title>a page</title>");
    cr_expect_str_eq(files_find(place.files, "page.html")->tag, tag);
    put(place.own, "new.css", "a {}");
    cr_expect_str_eq(read_file(&place, "new.css"), "a {}");
    snprintf(path, sizeof path, "%s/both.js", place.own);
    cr_assert(unlink(path) == 0);
    cr_expect_str_eq(read_file(&place, "both.js"), "built");
    snprintf(path, sizeof path, "%s/built.mjs", place.built);
    cr_assert(unlink(path) == 0);
    cr_expect_null(files_find(place.files, "built.mjs"));
    close_place(&place);
}

Test(files, what_is_long_is_kept_compressed_too)
{
    struct place place;
    struct text text = {0};
    open_place(&place);
    for (int i = 0; i < 500; i++)
        text_addf(&text, "let a%d = %d;\n", i, i);
    put(place.own, "long.js", text_string(&text));
    const struct file *file = files_find(place.files, "long.js");
    cr_assert(file != NULL);
    cr_expect_eq(file->bytes.size, text.size);
    cr_expect_gt(file->gzip.size, 0);
    cr_expect_lt(file->gzip.size, text.size / 2);
    text_free(&text);
    close_place(&place);
}

Test(files, a_folder_that_is_not_there_has_nothing)
{
    static const char *const FOLDERS[] = {"/nowhere/at/all"};
    struct files *files;
    struct error error;
    cr_assert(files_new(&files, FOLDERS, 1, &error) == STATUS_OK);
    cr_expect_null(files_find(files, "page.html"));
    files_free(files);
}
