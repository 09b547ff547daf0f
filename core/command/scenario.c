#include "command/command.h"

int scenario_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    return command_fail("scenario", "is not written yet");
}
