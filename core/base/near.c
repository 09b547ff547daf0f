#include "base/near.h"

#include <string.h>

static int smallest(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* How many letters must be put in, left out or replaced to make one word of
 * the other; words of at most NEAR_WORD_SIZE_MAX bytes. */
static int distance_of(const char *one, const char *other)
{
    /* row[i]: between the first i letters of `one` and what was seen of
     * `other`. */
    int row[NEAR_WORD_SIZE_MAX + 1];
    int size = (int)strlen(one);
    REQUIRE(size <= NEAR_WORD_SIZE_MAX);
    for (int i = 0; i <= size; i++)
        row[i] = i;
    for (; *other != '\0'; other++) {
        int before = row[0]++;
        for (int i = 1; i <= size; i++) {
            int change = before + (one[i - 1] != *other);
            before = row[i];
            row[i] = smallest(row[i] + 1, row[i - 1] + 1, change);
        }
    }
    return row[size];
}

void near_offer(struct near *near, const char *name)
{
    size_t size = strlen(near->word);
    if (size > NEAR_WORD_SIZE_MAX || strlen(name) > NEAR_WORD_SIZE_MAX)
        return;
    for (int i = 0; i < near->count; i++)
        if (strcmp(near->names[i], name) == 0)
            return;
    int distance = distance_of(near->word, name);
    int allowed = size < 4 ? 1 : size < 8 ? 2 : 3;
    if (distance > allowed && (size < 3 || strstr(name, near->word) == NULL))
        return;
    int at = near->count < NEAR_MAX ? near->count++ : NEAR_MAX - 1;
    if (at == NEAR_MAX - 1 && near->names[at] != NULL &&
        near->distances[at] <= distance)
        return;
    for (; at > 0 && near->distances[at - 1] > distance; at--) {
        near->names[at] = near->names[at - 1];
        near->distances[at] = near->distances[at - 1];
    }
    near->names[at] = name;
    near->distances[at] = distance;
}

void near_write(const struct near *near, struct text *out)
{
    for (int i = 0; i < near->count; i++)
        text_addf(out, "%s'%s'%s",
                  i == 0                 ? "; did you mean "
                  : i == near->count - 1 ? " or "
                                         : ", ",
                  near->names[i], i == near->count - 1 ? "?" : "");
}
