#ifndef CASTLED_TIMER_H
#define CASTLED_TIMER_H

/*
 * timer -- how much time each seat has left.
 *
 * Two rules: so much for each choice, or so much for the whole game and a
 * little more for each choice. A timer reads no clock: it is told of times, in
 * milliseconds since 1970, and says what is left. In a game all times are
 * those of the record's entries (game.h), so a record gives the same timer
 * again.
 *
 * Plain data, copied by assignment. Seats count from 0.
 */

#include "base/json.h"
#include "script/material.h"

#include <stdbool.h>
#include <stdint.h>

/* The longest time that a rule can give: a year. */
static const int64_t TIMER_MS_MAX = INT64_C(366) * 24 * 60 * 60 * 1000;

/* When there is no end to it. */
static const int64_t TIMER_NEVER = INT64_MAX;

/* What is given. All zeros: there is no clock. Either choice_ms, or game_ms and
 * perhaps increment_ms. */
struct timer_rule {
    int64_t choice_ms;    /* for each choice */
    int64_t game_ms;      /* for all choices of the game */
    int64_t increment_ms; /* more after each choice */
};

struct timer {
    struct timer_rule rule;
    int seat;                            /* whose time runs; -1: nobody's */
    int64_t since_ms;                    /* since when, pauses left out */
    int64_t left_ms[MATERIAL_SEATS_MAX]; /* at since_ms */
};

/* Whether there is a clock at all. */
bool timer_has_rule(const struct timer_rule *rule);

/* Whether a rule is one: nothing, or one of the two kinds, with times from 1
 * (an increment from 0) to TIMER_MS_MAX. */
bool timer_is_rule(const struct timer_rule *rule);

/* Adds the rule as canonical JSON: {"choice_ms":30000}, or
 * {"game_ms":600000,"increment_ms":0}; there must be one. */
void timer_add_rule(struct text *out, const struct timer_rule *rule);

/* Reads a rule as timer_add_rule writes it; NULL: none. False when it is no
 * rule. */
bool timer_read_rule(struct timer_rule *out, const struct json *value);

/* A timer at which nobody's time runs yet. */
void timer_init(struct timer *timer, const struct timer_rule *rule);

/* `seat` is asked from `now_ms` on; -1: nobody is. Whoever was asked until now
 * has what is left. */
void timer_ask(struct timer *timer, int seat, int64_t now_ms);

/* The seat whose time runs has made its choice: its time stops. */
void timer_stop(struct timer *timer, int64_t now_ms);

/* So many milliseconds of what runs now do not count. */
void timer_pause(struct timer *timer, int64_t ms);

/* What `seat` has left at `now_ms`, at least 0. Without a clock TIMER_NEVER. */
int64_t timer_left(const struct timer *timer, int seat, int64_t now_ms);

/* When the time that runs will be over; TIMER_NEVER when none runs. */
int64_t timer_end(const struct timer *timer);

#endif
