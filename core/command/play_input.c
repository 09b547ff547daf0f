#include "command/play_input.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

static void on_signal(int number)
{
    came = number;
}

/* One that is ignored, as in the background of a script, stays so. */
static bool notice(int number)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN)
        return false;
    action = (struct sigaction){0};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL) == 0;
}

void play_input_begin(struct play_input *input)
{
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        if (notice(SIGNALS[i]))
            sigaddset(&held, SIGNALS[i]);
    sigprocmask(SIG_BLOCK, &held, &input->open);
    input->is_terminal = isatty(STDIN_FILENO) == 1;
}

int play_input_signal(const struct play_input *input)
{
    struct timespec now = {0};
    if (came == 0)
        ppoll(NULL, 0, &now, &input->open);
    return came;
}

/* Reads more into the buffer, which is empty; what there was is there no
 * more. */
static enum play_input_status refill(struct play_input *input)
{
    struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        if (came != 0)
            return PLAY_INPUT_STOPPED;
        if (ppoll(&wait, 1, NULL, &input->open) < 0)
            continue; /* a signal */
        ssize_t size = read(STDIN_FILENO, input->buffer, sizeof input->buffer);
        if (size < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        input->at = 0;
        input->size = size > 0 ? (size_t)size : 0;
        return size > 0 ? PLAY_INPUT_LINE : PLAY_INPUT_END;
    }
}

/* Reads up to the next line end. */
static enum play_input_status read_raw(struct play_input *input,
                                       char line[PLAY_INPUT_LINE_SIZE])
{
    size_t size = 0;
    bool is_begun = false;
    line[0] = '\0';
    if (input->has_ended)
        return PLAY_INPUT_END;
    for (;;) {
        if (input->at == input->size) {
            enum play_input_status status = refill(input);
            if (status == PLAY_INPUT_STOPPED)
                return status;
            if (status == PLAY_INPUT_END) {
                input->has_ended = !input->is_terminal;
                return is_begun ? PLAY_INPUT_LINE : PLAY_INPUT_END;
            }
        }
        char next = input->buffer[input->at++];
        if (next == '\n')
            return PLAY_INPUT_LINE;
        is_begun = true;
        if (size + 1 < PLAY_INPUT_LINE_SIZE)
            line[size++] = next == '\0' ? '?' : next;
        line[size] = '\0';
    }
}

/* Cuts off the blanks at both ends. */
static void trim(char *line)
{
    static const char blanks[] = " \t\r";
    size_t lead = strspn(line, blanks);
    size_t size = strlen(line + lead);
    while (size > 0 && strchr(blanks, line[lead + size - 1]) != NULL)
        size--;
    memmove(line, line + lead, size);
    line[size] = '\0';
}

enum play_input_status play_input_read(struct play_input *input,
                                       char line[PLAY_INPUT_LINE_SIZE])
{
    for (;;) {
        enum play_input_status status = read_raw(input, line);
        if (status != PLAY_INPUT_LINE)
            return status;
        line[strcspn(line, "#")] = '\0'; /* a comment */
        trim(line);
        if (line[0] != '\0' || input->is_terminal)
            return PLAY_INPUT_LINE;
    }
}

enum play_input_status play_input_read_text(struct play_input *input,
                                            char line[PLAY_INPUT_LINE_SIZE])
{
    enum play_input_status status = read_raw(input, line);
    if (status == PLAY_INPUT_LINE)
        trim(line);
    return status;
}
