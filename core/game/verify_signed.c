/*
 * verify_signed -- who signed a record, and how far.
 */

#include "game/verify_inside.h"

#include "game/game.h"
#include "game/opening.h"

#include <stdio.h>
#include <string.h>

/* How many choices the seat made behind its newest signature: what it did else,
 * such as to resign, is one, too. */
static int count_later(const struct verify *verify, int seat)
{
    static const char *const types[] = {"choice", "undo", "resign",
                                        "offer_draw", "answer_draw"};
    int count = 0;
    for (int seq = verify->report->seats[seat].signed_to + 1;
         seq < record_count(verify->record); seq++) {
        struct record_entry entry = record_entry(verify->record, seq);
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
            count += entry.by == seat && strcmp(entry.type, types[i]) == 0;
    }
    return count;
}

/* Whose each seat's key is, how far its owner signed, and what is behind that.
 * Returns how many signatures are good. */
static int look_at_signatures(struct verify *verify)
{
    struct verify_report *report = verify->report;
    const struct json *keys = json_get(verify->opening, "keys");
    const char *referees = json_string_of(json_at(keys, 0));
    size_t count = json_size(keys);
    report->seat_count =
        count < SEALING_SEATS_MAX ? (int)count : SEALING_SEATS_MAX;
    for (int i = 0; i < report->seat_count; i++) {
        const char *key = json_string_of(json_at(keys, (size_t)i));
        report->seats[i] = (struct verify_seat){
            .is_referees =
                key != NULL && referees != NULL && strcmp(key, referees) == 0,
            .signed_to = -1,
        };
    }
    int checked = 0;
    for (int i = 0; i < record_signature_count(verify->record); i++) {
        struct record_signature signature = record_signature(verify->record, i);
        if (!signature.is_checked)
            continue;
        checked++;
        if (signature.by < report->seat_count &&
            signature.seq > report->seats[signature.by].signed_to)
            report->seats[signature.by].signed_to = signature.seq;
    }
    for (int i = 1; i < report->seat_count; i++)
        if (!report->seats[i].is_referees)
            report->seats[i].unsigned_choices = count_later(verify, i);
    return checked;
}

/* Adds how far each player's seat signed: "; ...: 1: 38, 2: -". */
static void add_signed(struct text *out, const struct verify_report *report)
{
    const char *before =
        "; the newest entry that each player's seat signed is, by seat, ";
    for (int i = 1; i < report->seat_count; i++) {
        const struct verify_seat *seat = &report->seats[i];
        if (seat->is_referees)
            continue;
        if (seat->signed_to < 0)
            text_addf(out, "%s%d: -", before, i);
        else
            text_addf(out, "%s%d: %d", before, i, seat->signed_to);
        before = ", ";
    }
}

/* Notes what a seat did and did not sign: whoever has the referee's key could
 * have written that. */
static void lack_later(struct verify *verify, int seat)
{
    int signed_to = verify->report->seats[seat].signed_to;
    int count = verify->report->seats[seat].unsigned_choices;
    char lack[120];
    if (signed_to < 0)
        snprintf(lack, sizeof lack,
                 "seat %d signed nothing: its choices (%d) are the referee's "
                 "word",
                 seat, count);
    else
        snprintf(lack, sizeof lack,
                 "seat %d signed only up to entry %d: its choices after that "
                 "(%d) are the referee's word",
                 seat, signed_to, count);
    verify_lack(verify, lack);
}

/* Whether the players of a game that is over have signed all that they did. At
 * one table, where nobody is to, nobody has: the machine that it was played on
 * is the referee, and has the keys of all. */
static bool has_all_signed(struct verify *verify)
{
    const struct verify_report *report = verify->report;
    bool are_to_sign = opening_is_signed(verify->opening);
    bool is_any_later = false;
    for (int i = 1; i < report->seat_count; i++) {
        if (report->seats[i].is_referees)
            continue;
        are_to_sign |= report->seats[i].signed_to >= 0;
        is_any_later = is_any_later || report->seats[i].unsigned_choices > 0;
    }
    if (!is_any_later || !verify_has_end(verify))
        return true;
    for (int i = 1; are_to_sign && i < report->seat_count; i++)
        if (report->seats[i].unsigned_choices > 0)
            lack_later(verify, i);
    if (!are_to_sign)
        verify->reserve = "no player signed a choice, as at one table: they "
                          "are the referee's word";
    return false;
}

/* The referee's newest signature is not of the last entry. */
static bool say_unsigned(struct verify *verify, int checked, int newest)
{
    int last = record_count(verify->record) - 1;
    bool is_sealed = verify->level != GAME_LEVEL_OPEN;
    if (is_sealed)
        verify_lack(verify, checked == 0 ? "nobody signed it"
                            : newest < 0 ? "the referee did not sign it"
                                         : "the referee did not sign its end");
    if (checked == 0)
        return verify_say(
            verify, "signatures", VERIFY_OPEN,
            "nobody signed this record: whoever has it could have "
            "written it anew");
    if (newest < 0)
        return verify_say(
            verify, "signatures", VERIFY_OPEN,
            "%d signatures are good, but the referee signed nothing: "
            "whoever has this record could have written it anew",
            checked);
    return verify_say(
        verify, "signatures", VERIFY_OPEN,
        "%d signatures are good; the referee's newest is of entry "
        "%d, and the entries after it, up to %d, are not signed",
        checked, newest, last);
}

bool verify_signed_check(struct verify *verify)
{
    const struct verify_report *report = verify->report;
    int checked = look_at_signatures(verify);
    int last = record_count(verify->record) - 1;
    int newest = report->seat_count == 0 ? -1 : report->seats[0].signed_to;
    if (newest < last)
        return say_unsigned(verify, checked, newest);
    struct text players = {0};
    add_signed(&players, report);
    bool goes_on = verify_say(
        verify, "signatures",
        has_all_signed(verify) ? VERIFY_GOOD : VERIFY_OPEN,
        "%d signatures are good; the referee signed the last entry, %d, "
        "and with it all before%s",
        checked, last, text_string(&players));
    verify_free_text(verify, &players);
    return goes_on;
}
