/*
 * The base game's pictures say what the table of its 24 kinds says.
 */

#include "box.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of carcassonne-tiles.txt, its columns still text. */
struct row {
    char kind[TILE_NAME_SIZE];
    int count;
    char edges[TILE_EDGES + 1];
    const char *cities;
    const char *roads;
    const char *fields;
    bool has_monastery;
};

static struct tileset kinds;
static int counts[TILESET_TILES_MAX];

/* Calls `check` for every row and the tile of that kind. */
static void for_each_row(void (*check)(const struct row *row,
                                       const struct tile *tile))
{
    char *text = box_read("carcassonne-tiles.txt");
    char *rest = text;
    char *line;
    int found = 0;

    box_base_kinds(&kinds, counts);
    while ((line = box_line(&rest)) != NULL) {
        struct row row;
        char *columns[5] = {0};
        for (int i = 0; i < 5; i++)
            columns[i] = strsep(&line, "|");
        cr_assert_eq(
            sscanf(columns[0], "%15s %d %4s", row.kind, &row.count, row.edges),
            3);
        row.cities = columns[1];
        row.roads = columns[2];
        row.fields = columns[3];
        row.has_monastery =
            columns[4] != NULL && strstr(columns[4], "monastery") != NULL;
        int tile = tileset_find(&kinds, row.kind);
        cr_assert_geq(tile, 0, "kind %s", row.kind);
        cr_expect_eq(counts[tile], row.count, "kind %s", row.kind);
        check(&row, &kinds.tiles[tile]);
        found++;
    }
    cr_assert_eq(found, 24);
    cr_assert_eq(kinds.tile_count, 24);
    free(text);
}

static int count_kind(const struct tile *tile, int kind)
{
    int count = 0;

    for (int i = 0; i < tile->segment_count; i++)
        count += tile->segments[i].kind == kind;
    return count;
}

/* The slots that a group such as "NE*" names: the middle one of each edge. */
static unsigned middle_slots(const char *group)
{
    static const char edges[] = "NESW";
    unsigned slots = 0;

    for (; *group != '\0'; group++) {
        const char *edge = *group == ' ' ? NULL : strchr(edges, *group);
        if (edge != NULL)
            slots |= 1u << (3 * (edge - edges) + 1);
    }
    return slots;
}

/* The slots that a group such as "El Wr" names. */
static unsigned port_slots(const char *group)
{
    static const char *const ports[] = {"Nl", "", "Nr", "El", "", "Er",
                                        "Sl", "", "Sr", "Wl", "", "Wr"};
    unsigned slots = 0;

    for (int i = 0; i < TILE_SLOTS; i++)
        if (ports[i][0] != '\0' && strstr(group, ports[i]) != NULL)
            slots |= 1u << i;
    return slots;
}

enum {
    MIDDLES = 1u << 1 | 1u << 4 | 1u << 7 | 1u << 10,
    PORTS = (1u << TILE_SLOTS) - 1 - MIDDLES,
};

/* The segment of `kind` whose slots among `among` are `slots`, or -1. */
static int find_segment(const struct tile *tile, int kind, unsigned slots,
                        unsigned among)
{
    for (int i = 0; i < tile->segment_count; i++)
        if (tile->segments[i].kind == kind &&
            (tile->segments[i].slots & among) == slots)
            return i;
    return -1;
}

static void check_edges(const struct row *row, const struct tile *tile)
{
    for (int edge = 0; edge < TILE_EDGES; edge++) {
        int side = row->edges[edge] == 'C' ? CITY : FIELD;
        int middle = row->edges[edge] == 'R' ? ROAD : side;
        const uint8_t *slots = tile->slots + 3 * edge;
        cr_expect_eq(tile->segments[slots[0]].kind, side, "%s", row->kind);
        cr_expect_eq(tile->segments[slots[1]].kind, middle, "%s", row->kind);
        cr_expect_eq(tile->segments[slots[2]].kind, side, "%s", row->kind);
    }
    cr_expect_eq(count_kind(tile, MONASTERY), row->has_monastery ? 1 : 0);
}

Test(base_kinds, edges_are_those_of_the_table)
{
    for_each_row(check_edges);
    cr_expect_eq(kinds.class_count, 3);
}

static int pennants;

static void check_cities(const struct row *row, const struct tile *tile)
{
    char text[64];
    char *rest = text;
    char *group;
    int found = 0;

    snprintf(text, sizeof text, "%s", row->cities);
    while ((group = strsep(&rest, ",")) != NULL) {
        unsigned slots = middle_slots(group);
        if (slots == 0)
            continue;
        int city = find_segment(tile, CITY, slots, MIDDLES);
        cr_assert_geq(city, 0, "%s: %s", row->kind, group);
        int expected = strchr(group, '*') != NULL ? 1 : 0;
        cr_expect_eq(tile->segments[city].marks[PENNANT], expected, "%s",
                     row->kind);
        pennants += expected * row->count;
        found++;
    }
    cr_expect_eq(count_kind(tile, CITY), found, "%s", row->kind);
}

Test(base_kinds, cities_and_pennants_are_those_of_the_table)
{
    for_each_row(check_cities);
    cr_expect_eq(pennants, 10);
}

static void check_roads(const struct row *row, const struct tile *tile)
{
    char text[64];
    char *rest = text;
    char *group;
    int found = 0;

    snprintf(text, sizeof text, "%s", row->roads);
    while ((group = strsep(&rest, ",")) != NULL) {
        unsigned slots = middle_slots(group);
        if (slots == 0)
            continue;
        cr_expect_geq(find_segment(tile, ROAD, slots, MIDDLES | PORTS), 0,
                      "%s: %s", row->kind, group);
        found++;
    }
    cr_expect_eq(count_kind(tile, ROAD), found, "%s", row->kind);
}

Test(base_kinds, roads_are_those_of_the_table)
{
    for_each_row(check_roads);
}

/* The cities that "NE , S" names, one bit a segment. */
static unsigned named_cities(const struct tile *tile, const char *names)
{
    char text[64];
    char *rest = text;
    char *group;
    unsigned cities = 0;

    snprintf(text, sizeof text, "%s", names);
    while ((group = strsep(&rest, ",")) != NULL) {
        unsigned slots = middle_slots(group);
        if (slots != 0)
            cities |= 1u << find_segment(tile, CITY, slots, MIDDLES);
    }
    return cities;
}

static unsigned segments_of_kind(const struct tile *tile, int kind)
{
    unsigned segments = 0;

    for (int i = 0; i < tile->segment_count; i++)
        if (tile->segments[i].kind == kind)
            segments |= 1u << i;
    return segments;
}

static void check_fields(const struct row *row, const struct tile *tile)
{
    char text[128];
    char *rest = text;
    char *group;
    int found = 0;

    snprintf(text, sizeof text, "%s", row->fields);
    while ((group = strsep(&rest, ";")) != NULL) {
        char *cities = group;
        char *ports = strsep(&cities, ">");
        unsigned slots = port_slots(ports);
        if (slots == 0)
            continue;
        int field = find_segment(tile, FIELD, slots, PORTS);
        cr_assert_geq(field, 0, "%s: %s", row->kind, ports);
        unsigned expected = cities == NULL ? 0 : named_cities(tile, cities);
        cr_expect_eq(tile->segments[field].touches &
                         segments_of_kind(tile, CITY),
                     expected, "%s: %s", row->kind, ports);
        found++;
    }
    cr_expect_eq(count_kind(tile, FIELD), found, "%s", row->kind);
}

Test(base_kinds, fields_and_the_cities_they_touch_are_those_of_the_table)
{
    for_each_row(check_fields);
}
