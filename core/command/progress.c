#include "command/progress.h"

#include "base/clock.h"
#include "command/command.h"

enum {
    BAR_SIZE = 24, /* characters */
    SECOND_NS = 1000000000,
    DRAW_EVERY_NS = SECOND_NS / 8,
};

void progress_begin(struct progress *progress, const char *unit, long whole)
{
    *progress = (struct progress){
        .is_shown = command_is_terminal(stderr),
        .unit = unit,
        .whole = whole,
        .start_ns = clock_steady_ns(),
    };
}

void progress_tell(struct progress *progress, long done)
{
    if (!progress->is_shown)
        return;
    int64_t now = clock_steady_ns();
    if (now - progress->drawn_ns < DRAW_EVERY_NS)
        return;
    progress->drawn_ns = now;

    double seconds = (double)(now - progress->start_ns) / SECOND_NS;
    double a_second = seconds > 0 ? (double)done / seconds : 0;
    char bar[BAR_SIZE + 1] = {0};
    for (int i = 0; i < BAR_SIZE; i++)
        bar[i] = i < done * BAR_SIZE / progress->whole ? '#' : '.';
    /* \r and "erase to the end of the line". */
    fprintf(stderr, "\r[%s] %ld/%ld %s", bar, done, progress->whole,
            progress->unit);
    if (done > 0) {
        long left = (long)((double)(progress->whole - done) / a_second + 0.5);
        fprintf(stderr, "  %.0f/s  %ld:%02ld left", a_second, left / 60,
                left % 60);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_end(struct progress *progress)
{
    if (progress->is_shown && progress->drawn_ns != 0)
        fputs("\r\033[K", stderr);
    progress->is_shown = false;
}
