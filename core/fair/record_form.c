#include "fair/record_form.h"

#include "base/canonical.h"
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

static const char DOMAIN[] = "castled/record/v1/event";

/* Any of today, for the size of lines: all have as many digits. */
static const int64_t USUAL_TS = INT64_C(1700000000000);

struct record_form {
    struct hash_job job; /* of a line of `line_size`, up to the end of d */
    size_t line_size;
    struct text start; /* owned */
    size_t d_size;
    char type[RECORD_TYPE_SIZE];
    bool is_checked;
};

void record_form_add_start(struct text *text, int by)
{
    text_add_char(text, '{');
    json_add_member_integer(text, "by", by);
    json_add_key(text, "d");
}

void record_form_add_end(struct text *text, const struct hash *prev,
                         const struct record_entry *entry)
{
    char hex[HASH_HEX_SIZE];
    hash_to_hex(hex, prev);
    json_add_member_string(text, "prev", hex);
    json_add_member_integer(text, "seq", entry->seq);
    json_add_member_string(text, "t", entry->type);
    json_add_member_integer(text, "ts", entry->ts);
    text_add_char(text, '}');
}

struct hash record_form_hash(const struct record_form *form, const char *line,
                             size_t size)
{
    struct hash_job job;
    size_t done = 0;
    if (form != NULL && size == form->line_size) {
        job = form->job;
        done = form->start.size;
    } else {
        hash_begin(&job, DOMAIN);
        hash_begin_field(&job, size);
    }
    hash_add_part(&job, line + done, size - done);
    return hash_end(&job);
}

/* The size of a whole line; 0 without memory. */
static size_t usual_size(const struct record_form *form, int seq)
{
    const struct hash none = {{0}};
    struct text line = {0};
    struct record_entry entry = {.seq = seq, .ts = USUAL_TS};
    record_form_begin(form, &line, &entry);
    record_form_add_end(&line, &none, &entry);
    size_t size = line.failed ? 0 : line.size;
    text_free(&line);
    return size;
}

enum status record_form_new(struct record_form **out, const char *type,
                            const char *d, size_t d_size, int seq,
                            struct error *error)
{
    REQUIRE(strlen(type) < RECORD_TYPE_SIZE);
    *out = NULL;
    struct record_form *form =
        aligned_alloc(_Alignof(struct record_form), sizeof *form);
    if (form == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an entry");
    *form = (struct record_form){.d_size = d_size};
    memcpy(form->type, type, strlen(type) + 1);
    form->is_checked = canonical_is_object(d, d_size, JSON_DEPTH_MAX - 1);
    record_form_add_start(&form->start, 0);
    text_add_bytes(&form->start, d, d_size);
    text_fit(&form->start);
    enum status status = text_status(&form->start, "an entry", error);
    if (status == STATUS_OK) {
        form->line_size = usual_size(form, seq);
        if (form->line_size == 0)
            status =
                error_set(error, STATUS_NO_MEMORY, "no memory for an entry");
    }
    if (status != STATUS_OK) {
        record_form_free(form);
        return status;
    }
    hash_begin(&form->job, DOMAIN);
    hash_begin_field(&form->job, form->line_size);
    hash_add_part(&form->job, form->start.bytes, form->start.size);
    *out = form;
    return STATUS_OK;
}

void record_form_free(struct record_form *form)
{
    if (form == NULL)
        return;
    text_free(&form->start);
    free(form);
}

bool record_form_is_checked(const struct record_form *form)
{
    return form->is_checked;
}

size_t record_form_begin(const struct record_form *form, struct text *line,
                         struct record_entry *entry)
{
    memcpy(entry->type, form->type, sizeof entry->type);
    entry->d_size = form->d_size;
    text_add_bytes(line, form->start.bytes, form->start.size);
    return form->start.size - form->d_size;
}
