#include "game/timer.h"

bool timer_has_rule(const struct timer_rule *rule)
{
    return rule->choice_ms != 0 || rule->game_ms != 0 ||
           rule->increment_ms != 0;
}

static bool is_time(int64_t ms)
{
    return ms >= 1 && ms <= TIMER_MS_MAX;
}

bool timer_is_rule(const struct timer_rule *rule)
{
    if (!timer_has_rule(rule))
        return true;
    if (rule->choice_ms != 0)
        return is_time(rule->choice_ms) && rule->game_ms == 0 &&
               rule->increment_ms == 0;
    return is_time(rule->game_ms) && rule->increment_ms >= 0 &&
           rule->increment_ms <= TIMER_MS_MAX;
}

void timer_add_rule(struct text *out, const struct timer_rule *rule)
{
    REQUIRE(timer_has_rule(rule) && timer_is_rule(rule));
    text_add_char(out, '{');
    if (rule->choice_ms != 0) {
        json_add_member_integer(out, "choice_ms", rule->choice_ms);
    } else {
        json_add_member_integer(out, "game_ms", rule->game_ms);
        json_add_member_integer(out, "increment_ms", rule->increment_ms);
    }
    text_add_char(out, '}');
}

bool timer_read_rule(struct timer_rule *out, const struct json *value)
{
    *out = (struct timer_rule){0};
    if (value == NULL)
        return true;
    struct timer_rule rule = {0};
    bool is_read = json_get(value, "choice_ms") != NULL
                       ? json_size(value) == 1 &&
                             json_read_integer(json_get(value, "choice_ms"),
                                               &rule.choice_ms)
                       : json_size(value) == 2 &&
                             json_read_integer(json_get(value, "game_ms"),
                                               &rule.game_ms) &&
                             json_read_integer(json_get(value, "increment_ms"),
                                               &rule.increment_ms);
    if (!is_read || !timer_has_rule(&rule) || !timer_is_rule(&rule))
        return false;
    *out = rule;
    return true;
}

void timer_init(struct timer *timer, const struct timer_rule *rule)
{
    *timer = (struct timer){.rule = *rule, .seat = -1};
    for (int seat = 0; seat < MATERIAL_SEATS_MAX; seat++)
        timer->left_ms[seat] =
            rule->choice_ms != 0 ? rule->choice_ms : rule->game_ms;
}

void timer_ask(struct timer *timer, int seat, int64_t now_ms)
{
    REQUIRE(seat < MATERIAL_SEATS_MAX);
    if (timer->seat >= 0)
        timer->left_ms[timer->seat] = timer_left(timer, timer->seat, now_ms);
    timer->seat = seat;
    timer->since_ms = now_ms;
}

void timer_stop(struct timer *timer, int64_t now_ms)
{
    if (timer->seat < 0 || !timer_has_rule(&timer->rule))
        return;
    int64_t *left = &timer->left_ms[timer->seat];
    *left =
        timer->rule.choice_ms != 0
            ? timer->rule.choice_ms
            : timer_left(timer, timer->seat, now_ms) + timer->rule.increment_ms;
    timer->seat = -1;
}

void timer_pause(struct timer *timer, int64_t ms)
{
    if (timer->seat >= 0)
        timer->since_ms += ms;
}

int64_t timer_left(const struct timer *timer, int seat, int64_t now_ms)
{
    REQUIRE(seat >= 0 && seat < MATERIAL_SEATS_MAX);
    if (!timer_has_rule(&timer->rule))
        return TIMER_NEVER;
    int64_t left = timer->left_ms[seat];
    if (seat == timer->seat && now_ms > timer->since_ms)
        left -= now_ms - timer->since_ms;
    return left > 0 ? left : 0;
}

int64_t timer_end(const struct timer *timer)
{
    if (timer->seat < 0 || !timer_has_rule(&timer->rule))
        return TIMER_NEVER;
    return timer->since_ms + timer->left_ms[timer->seat];
}
