#include "command/replayed.h"

#include "command/command.h"
#include "fair/record.h"
#include "game/scene.h"
#include "game/verify.h"

#include <string.h>

int replayed_read(struct text *record, const char *name, const char *path)
{
    struct error error;
    bool is_stream = strcmp(path, "-") == 0;
    enum status status =
        is_stream ? text_read_stream(record, stdin, "standard input",
                                     RECORD_SIZE_MAX, &error)
                  : text_read_file(record, path, RECORD_SIZE_MAX, &error);
    if (status != STATUS_OK)
        return command_fail(name, "%s", error.text);
    if (verify_is_record(text_string(record), record->size))
        return EXIT_OK;
    return command_fail(
        name, "%s%s%s is no record of a game", is_stream ? "" : "'",
        is_stream ? "standard input" : path, is_stream ? "" : "'");
}

int replayed_ask(struct text *answer, const char *name,
                 struct worker_server *server, int job,
                 const struct text *asked)
{
    struct error error;
    enum worker_end end = worker_run(server, job, text_string(asked),
                                     asked->size, answer, &error);
    if (end == WORKER_DONE)
        return EXIT_OK;
    command_fail(name, "%s", error.text);
    return end == WORKER_NONE ? EXIT_COULD_NOT_RUN : EXIT_FOUND_WRONG;
}

int replayed_scene(struct text *answer, const char *name,
                   struct worker_server *server, int entry,
                   const struct text *record)
{
    struct text asked = {0};
    struct error error;
    int status;
    scene_ask(&asked, entry, text_string(record), record->size);
    if (text_status(&asked, "a record", &error) != STATUS_OK)
        status = command_fail(name, "%s", error.text);
    else
        status = replayed_ask(answer, name, server, VERIFY_JOB_SCENE, &asked);
    text_free(&asked);
    return status;
}
