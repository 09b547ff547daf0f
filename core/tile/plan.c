#include "tile/plan.h"

#include <string.h>

void plan_init_unbounded(struct plan *plan)
{
    memset(plan, 0, sizeof *plan);
    memset(plan->neighbours, SPACE_WALL, sizeof plan->neighbours);
    memset(plan->starts_at, START_NONE, sizeof plan->starts_at);
}

/* Gives every space of `rows` its index. */
static enum status number_spaces(struct plan *plan, const char *const *rows,
                                 struct error *error)
{
    for (int y = 0; y < plan->height; y++) {
        if (strlen(rows[y]) != plan->width)
            return error_set(error, STATUS_BAD_INPUT,
                             "plan: row %d is not as long as row 0", y);
        for (int x = 0; x < plan->width; x++) {
            if (rows[y][x] != 'o' && rows[y][x] != '.')
                return error_set(error, STATUS_BAD_INPUT,
                                 "plan: row %d holds more than 'o' and '.'", y);
            if (rows[y][x] == '.')
                continue;
            if (plan->space_count == PLAN_SPACES_MAX)
                return error_set(error, STATUS_BAD_INPUT,
                                 "plan: there are more than %d spaces",
                                 PLAN_SPACES_MAX);
            plan->x[plan->space_count] = (uint8_t)x;
            plan->y[plan->space_count] = (uint8_t)y;
            plan->space_count++;
        }
    }
    if (plan->space_count == 0)
        return error_set(error, STATUS_BAD_INPUT, "plan: there is no space");
    return STATUS_OK;
}

enum status plan_init(struct plan *plan, const char *const *rows, int height,
                      struct error *error)
{
    plan_init_unbounded(plan);
    plan->bounded = true;
    if (height < 1 || height > PLAN_SIDE_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "plan: %d rows, where 1 to %d are allowed", height,
                         PLAN_SIDE_MAX);
    size_t width = strlen(rows[0]);
    if (width < 1 || width > PLAN_SIDE_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "plan: %zu columns, where 1 to %d are allowed", width,
                         PLAN_SIDE_MAX);
    plan->height = (uint8_t)height;
    plan->width = (uint8_t)width;

    enum status status = number_spaces(plan, rows, error);
    if (status != STATUS_OK)
        return status;

    for (int i = 0; i < plan->space_count; i++) {
        int x = plan->x[i];
        int y = plan->y[i];
        plan->neighbours[i][EDGE_NORTH] = plan_space(plan, x, y - 1);
        plan->neighbours[i][EDGE_EAST] = plan_space(plan, x + 1, y);
        plan->neighbours[i][EDGE_SOUTH] = plan_space(plan, x, y + 1);
        plan->neighbours[i][EDGE_WEST] = plan_space(plan, x - 1, y);
    }
    return STATUS_OK;
}

/* Fills in what is drawn on the start space. */
static enum status draw_start(struct start_space *start,
                              struct tileset *tileset, struct error *error)
{
    const struct alphabet *alphabet = &tileset->alphabet;
    struct segment segments[TILE_SEGMENTS_MAX];
    uint8_t owner[TILE_SIDE];
    uint8_t kinds[TILE_EDGE_SLOTS];

    int count = picture_segments(alphabet, start->letters, TILE_SIDE, 1,
                                 segments, owner, error);
    if (count < 0)
        return error->status;
    for (int i = 0; i < TILE_EDGE_SLOTS; i++) {
        uint8_t index = owner[1 + i];
        kinds[i] = SEGMENT_NONE;
        if (index == SEGMENT_NONE)
            continue;
        segments[index].slots = (uint16_t)(segments[index].slots | 1u << i);
        kinds[i] = segments[index].kind;
    }
    count = picture_drop_drawing(alphabet, segments, count, owner, TILE_SIDE);
    picture_touches(segments, owner, TILE_SIDE, 1);
    start->segment_count = (uint8_t)count;
    memcpy(start->segments, segments, (size_t)count * sizeof *segments);
    memcpy(start->slots, owner + 1, TILE_EDGE_SLOTS);

    int index = tileset_class(tileset, kinds, error);
    if (index < 0)
        return error->status;
    start->edge_class = (uint8_t)index;
    return STATUS_OK;
}

enum status plan_add_start(struct plan *plan, struct tileset *tileset, int x,
                           int y, enum edge side, int number,
                           const char *letters, struct error *error)
{
    uint8_t space = plan_space(plan, x, y);
    if (space == SPACE_WALL)
        return error_set(error, STATUS_BAD_INPUT,
                         "start space %d: there is no space at %d, %d", number,
                         x, y);
    if (plan->neighbours[space][side] != SPACE_WALL)
        return error_set(error, STATUS_BAD_INPUT,
                         "start space %d: there is no wall on that side of "
                         "%d, %d",
                         number, x, y);
    if (plan->starts_at[space][side] != START_NONE)
        return error_set(error, STATUS_BAD_INPUT,
                         "start space %d: there is one on that side of %d, %d "
                         "already",
                         number, x, y);
    if (plan->start_count == PLAN_STARTS_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "start space %d: there are more than %d", number,
                         PLAN_STARTS_MAX);

    struct start_space start = {
        .space = space,
        .side = (uint8_t)side,
        .number = (int16_t)number,
    };
    memcpy(start.letters, letters, strnlen(letters, TILE_SIDE));
    if (draw_start(&start, tileset, error) != STATUS_OK)
        return error_prefix(error, "start space %d", number);

    plan->starts_at[space][side] = plan->start_count;
    plan->starts[plan->start_count++] = start;
    return STATUS_OK;
}

uint8_t plan_space(const struct plan *plan, int x, int y)
{
    int first = 0;
    int last = plan->space_count;

    /* Spaces are in reading order. */
    while (first < last) {
        int middle = (first + last) / 2;
        int below = plan->y[middle] - y;
        if (below == 0)
            below = plan->x[middle] - x;
        if (below == 0)
            return (uint8_t)middle;
        if (below < 0)
            first = middle + 1;
        else
            last = middle;
    }
    return SPACE_WALL;
}
