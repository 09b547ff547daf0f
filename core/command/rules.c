#include "command/command.h"

int rules_command(int argc, char **argv)
{
    (void)argc, (void)argv;
    return command_fail("rules", "is not written yet");
}
