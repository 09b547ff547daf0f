#include "command/command.h"

int play_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    return command_fail("play", "is not written yet");
}
