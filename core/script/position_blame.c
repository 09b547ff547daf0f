/*
 * position_blame -- whose fault it is: what stands in front of an error of a
 * script.
 */

#include "script/executor_inside.h"

#include <string.h>

/* The file of the variant that brought a step, or NULL for the game's own. */
static const char *file_of(const struct executor *executor,
                           const struct step *step)
{
    const struct ruleset *ruleset = executor->ruleset;
    size_t size = strlen(step->origin);
    for (int i = 0; size > 0 && i < ruleset->variant_count; i++) {
        const char *path = ruleset->sources[ruleset->variant_sources[i]].path;
        const char *stroke = strrchr(path, '/');
        const char *name = stroke == NULL ? path : stroke + 1;
        if (strncmp(name, step->origin, size) == 0 &&
            strcmp(name + size, ".lua") == 0)
            return path;
    }
    return NULL;
}

/* Puts in front of the error which step it is about, and whose that is, unless
 * the text begins with a line of that file. */
static enum status blame_step(const struct executor *executor, int index,
                              struct error *error)
{
    const struct step *step = &executor->steps[index];
    const char *file = file_of(executor, step);
    if (file == NULL || strncmp(error->text, file, strlen(file)) == 0)
        return error_prefix(error, "step '%s'", step->name);
    return error_prefix(error, "%s: step '%s'", file, step->name);
}

/* The steps that variants brought, a bit for each. */
static uint64_t of_variants(const struct executor *executor)
{
    uint64_t steps = 0;
    for (int i = 0; i < executor->step_count; i++)
        if (file_of(executor, &executor->steps[i]) != NULL)
            steps |= UINT64_C(1) << i;
    return steps;
}

/* Puts in front of the error the steps in `ran`, and the files of variants,
 * whose rules they have called. */
static enum status blame_steps(const struct executor *executor, uint64_t ran,
                               struct error *error)
{
    struct text names = {0};
    struct text files = {0};
    for (int i = 0; i < executor->step_count; i++)
        if (ran >> i & 1)
            text_addf(&names, "%s'%s'", names.size == 0 ? "" : ", ",
                      executor->steps[i].name);
    ruleset_add_variants(executor->ruleset, &files);
    error_prefix(error, "%s%safter the steps %s", text_string(&files),
                 files.size == 0 ? "" : ": ", text_string(&names));
    text_free(&names);
    text_free(&files);
    return error->status;
}

enum status position_blame_ran(const struct position *position,
                               struct error *error)
{
    const struct executor *executor = position->executor;
    uint64_t ran = position->ran & of_variants(executor);
    if (ran == 0)
        ran = position->ran;
    if (ran == 0)
        return error_prefix(error, "the game's setup");
    if ((ran & (ran - 1)) != 0)
        return blame_steps(executor, ran, error);
    int index = 0;
    while (ran >> index != 1)
        index++;
    return blame_step(executor, index, error);
}

void position_blame_author(const struct host *host, struct error *error)
{
    size_t size = strlen(host->author_place);
    if (error->status == STATUS_SCRIPT && size > 0 &&
        strncmp(error->text, host->author_place, size) != 0)
        error_prefix(error, "%s", host->author_place);
}

enum status position_blame_step(const struct position *position,
                                struct error *error)
{
    const struct executor *executor = position->executor;
    const char *name = position->question.step;
    if (executor == NULL || name == NULL || name[0] == '\0' ||
        position->step >= executor->step_count)
        return error->status;
    return blame_step(executor, position->step, error);
}
