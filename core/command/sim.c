#include "command/command.h"

int sim_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    return command_fail("sim", "is not written yet");
}
