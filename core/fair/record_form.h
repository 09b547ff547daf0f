#ifndef CASTLED_RECORD_FORM_H
#define CASTLED_RECORD_FORM_H

/*
 * record_form -- how the line of an entry is written, and its hash.
 *
 * Much goes into many records as it is: the scripts of a game are in the record
 * of each. A form is what all those lines have in common, written, checked and
 * hashed once: all up to the hash of the entry before. What comes of it is byte
 * for byte what it would be without. A form owns its bytes and does not change,
 * so threads may share it.
 */

#include "fair/record.h"

/* Adds what stands before and after an entry's d in its line. `entry` has its
 * number, its type and its time. */
void record_form_add_start(struct text *text, int by);
void record_form_add_end(struct text *text, const struct hash *prev,
                         const struct record_entry *entry);

/* The hash of an entry with that line. `form`: what it was made of, or NULL. */
struct hash record_form_hash(const struct record_form *form, const char *line,
                             size_t size);

/* Makes the form of entries by seat 0 with that type and that d. `seq` is the
 * number that they mostly have: under others they are hashed from their
 * beginning. *out is the caller's, to be freed with record_form_free. */
enum status record_form_new(struct record_form **out, const char *type,
                            const char *d, size_t d_size, int seq,
                            struct error *error) MUST_CHECK;

/* Frees a form; NULL is fine. */
void record_form_free(struct record_form *form);

/* Whether d is canonical and not too deep, so that a line of it is good. */
bool record_form_is_checked(const struct record_form *form);

/* Begins a line and its entry: adds all up to the end of d, and fills in type
 * and size of d. Returns where d begins behind the start of the line. */
size_t record_form_begin(const struct record_form *form, struct text *line,
                         struct record_entry *entry);

#endif
