#include "command/tally.h"

#include "base/json.h"

#include <stdio.h>

/* Of the normal distribution: 95 % lie within. */
static const double Z = 1.959964;

/* Newton's method, since nothing else here needs libm. */
static double square_root(double value)
{
    if (value <= 0)
        return 0;
    double root = value > 1 ? value : 1;
    for (;;) {
        double next = (root + value / root) / 2;
        if (next >= root)
            return root;
        root = next;
    }
}

/* Welford's method: exact enough whatever the values are. */
static void add_value(struct tally_series *series, int64_t value)
{
    if (series->count == 0 || value < series->min)
        series->min = value;
    if (series->count == 0 || value > series->max)
        series->max = value;
    series->count++;
    double distance = (double)value - series->mean;
    series->mean += distance / (double)series->count;
    series->squares += distance * ((double)value - series->mean);
}

static void add_seat(struct tally_seat *to, const struct result *result,
                     int seat)
{
    if (result->winner == seat)
        to->wins++;
    else if (result->winner < 0)
        to->draws++;
    add_value(&to->scores, result->scores[seat]);
}

void tally_add(struct tally *tally, const struct playout_end *end)
{
    tally->games++;
    for (int seat = 0; seat < tally->seat_count; seat++) {
        add_seat(&tally->seats[seat], &end->result, seat);
        if (end->first_seat >= 0)
            add_seat(&tally->began[end->first_seat][seat], &end->result, seat);
    }
    add_value(&tally->turns, end->turns);
    add_value(&tally->choices, end->choices);
    add_value(&tally->chances, end->chances);
}

struct interval {
    double low;
    double high;
};

/* Wilson's interval for `part` of `whole`, which is not 0. */
static struct interval share_of(long part, long whole)
{
    double n = (double)whole;
    double share = (double)part / n;
    double centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n);
    double half = Z / (1 + Z * Z / n) *
                  square_root(share * (1 - share) / n + Z * Z / (4 * n * n));
    /* Rounding must not lead out of what a share can be. */
    return (struct interval){
        .low = part == 0 ? 0 : centre - half,
        .high = part == whole ? 1 : centre + half,
    };
}

/* The standard deviation of a sample; 0 for fewer than two. */
static double deviation_of(const struct tally_series *series)
{
    if (series->count < 2)
        return 0;
    return square_root(series->squares / (double)(series->count - 1));
}

/* Half the width of the interval of a mean; 0 for fewer than two. */
static double error_of(const struct tally_series *series)
{
    if (series->count < 2)
        return 0;
    return Z * deviation_of(series) / square_root((double)series->count);
}

static void write_header(struct text *out, const char *first,
                         const char *second)
{
    text_addf(out, "%-7s %-9s %6s %5s  %6s %11s %6s %6s %5s %4s %4s\n", first,
              second, "won", "drawn", "wins", "95 %   ", "score", "95 %", "sd",
              "min", "max");
}

static void write_row(struct text *out, const char *first, const char *second,
                      const struct tally_seat *seat)
{
    const struct tally_series *scores = &seat->scores;
    if (scores->count == 0)
        return;
    struct interval wins = share_of(seat->wins, scores->count);
    text_addf(out,
              "%-7s %-9s %6ld %5ld  %5.1f%% %5.1f-%-5.1f %6.1f ±%-5.1f %5.1f "
              "%4lld %4lld\n",
              first, second, seat->wins, seat->draws,
              100 * (double)seat->wins / (double)scores->count, 100 * wins.low,
              100 * wins.high, scores->mean, error_of(scores),
              deviation_of(scores), (long long)scores->min,
              (long long)scores->max);
}

void tally_write_text(const struct tally *tally, struct text *out)
{
    write_header(out, "seat", "player");
    for (int i = 0; i < tally->seat_count; i++)
        write_row(out, tally->names[i], tally->players[i], &tally->seats[i]);
    text_add_char(out, '\n');
    write_header(out, "began", "seat");
    for (int i = 0; i < tally->seat_count; i++)
        for (int j = 0; j < tally->seat_count; j++)
            write_row(out, tally->names[i], tally->names[j],
                      &tally->began[i][j]);
    text_addf(out,
              "\nA game has %.1f turns, %.1f choices, %.1f draws and rolls.\n",
              tally->turns.mean, tally->choices.mean, tally->chances.mean);
}

static void add_number(struct text *out, const char *key, double value)
{
    json_add_key(out, key);
    text_addf(out, "%.6f", value);
}

static void add_null(struct text *out, const char *key)
{
    json_add_key(out, key);
    text_add(out, "null");
}

/* Adds mean, interval, spread and range under names that start with `what`. */
static void write_series(struct text *out, const char *what,
                         const struct tally_series *series)
{
    static const char *const parts[] = {"mean", "low", "high",
                                        "sd",   "min", "max"};
    double error = error_of(series);
    double values[] = {series->mean,         series->mean - error,
                       series->mean + error, deviation_of(series),
                       (double)series->min,  (double)series->max};
    for (int i = 0; i < 6; i++) {
        char key[32];
        snprintf(key, sizeof key, "%s_%s", what, parts[i]);
        if (series->count < (i == 0 || i > 3 ? 1 : 2))
            add_null(out, key);
        else if (i > 3)
            json_add_member_integer(out, key, (int64_t)values[i]);
        else
            add_number(out, key, values[i]);
    }
}

static void write_seat(struct text *out, const struct tally_seat *seat)
{
    long games = seat->scores.count;
    json_add_member_integer(out, "games", games);
    json_add_member_integer(out, "wins", seat->wins);
    json_add_member_integer(out, "draws", seat->draws);
    if (games == 0) {
        add_null(out, "win_share");
        add_null(out, "win_share_low");
        add_null(out, "win_share_high");
    } else {
        struct interval wins = share_of(seat->wins, games);
        add_number(out, "win_share", (double)seat->wins / (double)games);
        add_number(out, "win_share_low", wins.low);
        add_number(out, "win_share_high", wins.high);
    }
    write_series(out, "score", &seat->scores);
}

void tally_write_json(const struct tally *tally, struct text *out)
{
    json_add_member_integer(out, "games", tally->games);
    json_add_key(out, "seats");
    text_add_char(out, '[');
    for (int i = 0; i < tally->seat_count; i++) {
        text_add(out, i == 0 ? "{" : ",{");
        json_add_member_string(out, "seat", tally->names[i]);
        json_add_member_string(out, "player", tally->players[i]);
        write_seat(out, &tally->seats[i]);
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
    json_add_key(out, "began");
    text_add_char(out, '[');
    for (int i = 0; i < tally->seat_count; i++)
        for (int j = 0; j < tally->seat_count; j++) {
            text_add(out, i + j == 0 ? "{" : ",{");
            json_add_member_string(out, "began", tally->names[i]);
            json_add_member_string(out, "seat", tally->names[j]);
            write_seat(out, &tally->began[i][j]);
            text_add_char(out, '}');
        }
    text_add_char(out, ']');
    json_add_key(out, "a_game");
    text_add_char(out, '{');
    write_series(out, "turns", &tally->turns);
    write_series(out, "choices", &tally->choices);
    write_series(out, "chances", &tally->chances);
    text_add_char(out, '}');
}
