#include "command/page.h"

#include <string.h>

static void add_blanks(struct page *page, int count)
{
    for (int i = 0; i < count; i++)
        text_add_char(page->out, ' ');
}

/* The columns that `size` bytes take: bytes that go on with a character take
 * none. */
static int columns_of(const char *bytes, size_t size)
{
    int columns = 0;
    for (size_t i = 0; i < size; i++)
        if (((unsigned char)bytes[i] & 0xC0) != 0x80)
            columns++;
    return columns;
}

/* Adds words, the first at column `at`, those of further lines from `indent`
 * on, and ends the line. */
static void add_wrapped(struct page *page, int at, int indent, const char *text)
{
    bool is_first = true;
    while (*(text += strspn(text, " ")) != '\0') {
        size_t size = strcspn(text, " ");
        int columns = columns_of(text, size);
        if (!is_first && at + 1 + columns > PAGE_WIDTH) {
            text_add_char(page->out, '\n');
            add_blanks(page, indent);
            at = indent;
        } else if (!is_first) {
            text_add_char(page->out, ' ');
            at++;
        }
        text_add_bytes(page->out, text, size);
        at += columns;
        text += size;
        is_first = false;
    }
    text_add_char(page->out, '\n');
}

static void add_bold(struct page *page, const char *text)
{
    text_addf(page->out, page->is_coloured ? "\033[1m%s\033[0m" : "%s", text);
}

void page_heading(struct page *page, const char *heading)
{
    if (page->out->size > 0)
        text_add_char(page->out, '\n');
    add_bold(page, heading);
    text_add_char(page->out, '\n');
}

void page_entry(struct page *page, int indent, const char *name, int column,
                const char *text)
{
    add_blanks(page, indent);
    add_bold(page, name);
    int at = indent + columns_of(name, strlen(name));
    if (text[0] == '\0') {
        text_add_char(page->out, '\n');
        return;
    }
    if (at + 1 > column) {
        text_add_char(page->out, '\n');
        at = 0;
    }
    add_blanks(page, column - at);
    add_wrapped(page, column, column, text);
}

void page_paragraph(struct page *page, int indent, const char *text)
{
    add_blanks(page, indent);
    add_wrapped(page, indent, indent, text);
}
