#ifndef CASTLED_PAGE_H
#define CASTLED_PAGE_H

/*
 * page -- text for people, laid out for 80 columns.
 *
 * A page collects headings, entries and paragraphs, wrapped at blanks, into a
 * text; names stand out where the reader's terminal can show it. Columns are
 * counted in characters of UTF-8.
 */

#include "base/text.h"

enum { PAGE_WIDTH = 79 }; /* the last column stays free */

struct page {
    struct text *out; /* borrowed */
    bool is_coloured;
};

/* A line that names what follows, after an empty line unless it is the
 * first. */
void page_heading(struct page *page, const char *heading);

/* A name that stands out, `indent` columns in, and a text that begins at
 * column `column`, in all of its lines; a name that is too long for that has
 * the first line for itself. */
void page_entry(struct page *page, int indent, const char *name, int column,
                const char *text);

/* A text, `indent` columns in. */
void page_paragraph(struct page *page, int indent, const char *text);

#endif
