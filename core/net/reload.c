#include "net/reload.h"

#include "base/log.h"
#include "script/ruleset.h"

#include <errno.h>
#include <ev.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    EVENTS_SIZE = 16 << 10,
    MS_PER_SECOND = 1000,
    LOOK_NICE = 5,
    PATH_SIZE = 1024, /* of a folder below the root */
};

static const double COPIES_SECONDS = 1; /* from one look for them to the next */

static const uint32_t EVENTS = IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE |
                               IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;

struct reload {
    struct reload_settings settings;
    struct ev_child child;      /* active while a look goes on */
    struct ev_io changes;       /* fd -1: does not watch */
    struct ev_timer quiet;      /* since the last change */
    struct ev_timer first;      /* until the first look */
    struct ev_timer copies;     /* whether the snapshot is there */
    struct snapshot_news *news; /* owned; shared with the child */
    bool is_asked_again;
    bool lacks_copies;  /* which has been logged */
    bool is_first_look; /* at the copy itself: nobody has asked for a new one */
};

void reload_log_fault(const struct snapshot_fault *fault)
{
    struct log_line line = log_begin(LOG_ERROR, "bad_script");
    if (fault->game != NULL)
        log_add_text(&line, "game", fault->game);
    if (fault->variant != NULL)
        log_add_text(&line, "variant", fault->variant);
    if (fault->file != NULL)
        log_add_text(&line, "file", fault->file);
    log_add_text(&line, "reason", fault->reason);
    log_end(&line);
}

static void log_failure(const char *reason)
{
    log_write(LOG_ERROR, "cannot_load_scripts", "reason", reason);
}

/* In the child of `parent`. It has nothing of the daemon's open but where the
 * log goes, and ends with it. */
_Noreturn static void look(const struct reload *reload, pid_t parent)
{
    static const int SIGNALS[] = {SIGTERM, SIGINT, SIGHUP, SIGALRM};
    struct error error;
    /* The daemon's signals would be written into its loop. */
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++)
        signal(SIGNALS[i], SIG_DFL);
    alarm(RELOAD_LOOK_SECONDS);
    errno = 0;
    (void)!nice(LOOK_NICE); /* people play meanwhile */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent ||
        close_range(STDERR_FILENO + 1, UINT_MAX, 0) != 0)
        _exit(EXIT_FAILURE);
    struct snapshot snapshot = *reload->settings.snapshot;
    if (reload->is_first_look)
        memcpy(snapshot.root, snapshot.copies[snapshot.current],
               sizeof snapshot.root);
    enum status status =
        snapshot_renew(&snapshot, reload_log_fault, reload->news, &error);
    if (status != STATUS_OK)
        log_failure(error.text);
    _exit(status == STATUS_OK ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Whether the copies may be written to; logs it if not. */
static bool are_ours(const struct reload *reload)
{
    bool are = reload->settings.is_ours(reload->settings.context);
    if (!are)
        log_failure("the store or its lock is gone: the copies may be another "
                    "daemon's");
    return are;
}

/* Has new games made from the copy, if it is another one. */
static void take(const struct reload *reload)
{
    const struct snapshot_news *news = reload->news;
    struct error error;
    reload->settings.snapshot->tries_all = false;
    if (news->change_count > 0) {
        if (!are_ours(reload))
            return;
        if (snapshot_swap(reload->settings.snapshot, &error) != STATUS_OK) {
            log_failure(error.text);
            return;
        }
        reload->settings.loaded(reload->settings.context);
    }
    if (reload->is_first_look)
        return; /* what is wrong has been logged; nobody asked for more */
    struct log_line line = log_begin(LOG_INFO, "scripts_loaded");
    log_add_number(&line, "changes", news->change_count);
    log_add_number(&line, "faults", news->fault_count);
    if (news->change_count > 0)
        log_add_text(&line, "files", news->changes);
    log_end(&line);
}

static void on_child(struct ev_loop *loop, struct ev_child *child, int events)
{
    struct reload *reload = child->data;
    (void)events;
    ev_child_stop(loop, child);
    if (WIFEXITED(child->rstatus) && WEXITSTATUS(child->rstatus) == 0)
        take(reload);
    else if (WIFSIGNALED(child->rstatus))
        log_failure(WTERMSIG(child->rstatus) == SIGALRM
                        ? "the look at them took too long"
                        : "the process that looked at them was killed");
    if (reload->is_asked_again)
        reload_ask(reload);
}

/* Watches a folder of the root; that it is watched already does not matter, nor
 * that it has gone or cannot be opened: of that the look tells. */
static bool watch(const struct reload *reload, const char *folder)
{
    static const int NO_MATTER[] = {ENOENT, ENOTDIR, EACCES, ELOOP,
                                    ENAMETOOLONG};
    char path[SNAPSHOT_PATH_SIZE + PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", reload->settings.snapshot->root,
             folder);
    bool is_well =
        inotify_add_watch(reload->changes.fd, path, EVENTS | IN_ONLYDIR) >= 0;
    for (size_t i = 0; i < sizeof NO_MATTER / sizeof NO_MATTER[0]; i++)
        is_well = is_well || errno == NO_MATTER[i];
    return is_well;
}

/* Watches all that there is to be watched now. */
static enum status watch_all(const struct reload *reload, struct error *error)
{
    static const char *const FOLDERS[] = {"", "scripts", "variants",
                                          "scripts/kit"};
    bool are_watched = true;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof FOLDERS[0]; i++)
        are_watched = are_watched && watch(reload, FOLDERS[i]);
    for (int i = 1; i <= 2 && are_watched; i++) {
        struct text names = {0};
        enum status status = ruleset_list(
            &names, reload->settings.snapshot->root, FOLDERS[i], "", error);
        char *rest = names.bytes;
        const char *name;
        while (status == STATUS_OK && are_watched &&
               (name = strsep(&rest, "\n")) != NULL) {
            char folder[PATH_SIZE];
            snprintf(folder, sizeof folder, "%s/%s", FOLDERS[i], name);
            are_watched = watch(reload, folder);
        }
        text_free(&names);
        if (status == STATUS_NO_MEMORY)
            return status;
    }
    return are_watched
               ? STATUS_OK
               : error_set(error, STATUS_IO, "cannot watch the scripts: %s",
                           strerror(errno));
}

/* Whether what has this name matters: scripts do, and folders, and what may be
 * a link to one, which is not written into. Editors make other files beside
 * those that they save, and the log may be in the root. */
static bool is_of_interest(const struct inotify_event *event)
{
    if (event->len == 0 || (event->mask & IN_ISDIR) != 0)
        return true;
    const char *dot = strrchr(event->name, '.');
    if (dot == NULL)
        return (event->mask & (IN_MODIFY | IN_CLOSE_WRITE)) == 0;
    return event->name[0] != '.' && strcmp(dot, ".lua") == 0;
}

static void on_changes(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    struct reload *reload = watcher->data;
    _Alignas(struct inotify_event) char bytes[EVENTS_SIZE];
    ssize_t size = read(watcher->fd, bytes, sizeof bytes);
    bool matters = false;
    (void)events;
    for (ssize_t at = 0; at < size;) {
        const struct inotify_event *event = (const void *)(bytes + at);
        matters = matters || is_of_interest(event);
        at += (ssize_t)(sizeof *event + event->len);
    }
    if (matters)
        ev_timer_again(loop, &reload->quiet);
}

/* All has been quiet for a while. */
static void on_quiet(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    (void)events;
    ev_timer_stop(loop, timer);
    reload_ask(timer->data);
}

static enum status begin_to_watch(struct reload *reload, struct error *error)
{
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (fd < 0)
        return error_set(error, STATUS_IO, "cannot watch the scripts: %s",
                         strerror(errno));
    ev_io_set(&reload->changes, fd, EV_READ);
    ev_io_start(reload->settings.loop, &reload->changes);
    return watch_all(reload, error);
}

/* Somebody may remove the copies; games that go on do not need them. */
static void on_copies(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    struct reload *reload = timer->data;
    bool are_there = snapshot_is_there(reload->settings.snapshot);
    (void)loop;
    (void)events;
    if (!are_there && !reload->lacks_copies)
        log_write(LOG_ERROR, "scripts_gone", "reason",
                  "the copies that new games are made from are gone: SIGHUP "
                  "makes them again");
    reload->lacks_copies = !are_there;
}

/* Copies all files once more, if the copies are gone: as at the start, nothing
 * is there to stay. */
static enum status copy_again(const struct reload *reload, struct error *error)
{
    struct snapshot *snapshot = reload->settings.snapshot;
    if (snapshot_is_there(snapshot))
        return STATUS_OK;
    if (snapshot_open(snapshot, reload_log_fault, error) != STATUS_OK)
        return error->status;
    snapshot->tries_all = true;
    log_write(LOG_WARN, "scripts_copied", "folder", snapshot->folder);
    reload->settings.loaded(reload->settings.context);
    return STATUS_OK;
}

static void begin_look(struct reload *reload)
{
    struct error error;
    if (!are_ours(reload))
        return;
    if (copy_again(reload, &error) != STATUS_OK) {
        log_failure(error.text);
        return;
    }
    /* Before the look: what is changed after it is told of. */
    if (reload->settings.is_watching && watch_all(reload, &error) != STATUS_OK)
        log_failure(error.text);
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0)
        look(reload, parent);
    if (pid < 0) {
        log_failure(strerror(errno));
        return;
    }
    ev_child_set(&reload->child, pid, 0);
    ev_child_start(reload->settings.loop, &reload->child);
}

/* What was copied when the daemon started has not been looked at. */
static void on_first(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    (void)events;
    struct reload *reload = timer->data;
    ev_timer_stop(loop, timer);
    reload->is_first_look = true;
    begin_look(reload);
}

void reload_ask(struct reload *reload)
{
    ev_timer_stop(reload->settings.loop, &reload->first); /* this is it */
    reload->is_asked_again = ev_is_active(&reload->child);
    if (reload->is_asked_again)
        return;
    reload->is_first_look = false;
    begin_look(reload);
}

enum status reload_new(struct reload **out,
                       const struct reload_settings *settings,
                       struct error *error)
{
    *out = NULL;
    struct reload *reload = calloc(1, sizeof *reload);
    void *shared = mmap(NULL, sizeof *reload->news, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (reload == NULL || shared == MAP_FAILED) {
        if (shared != MAP_FAILED)
            munmap(shared, sizeof *reload->news);
        free(reload);
        return error_set(error, STATUS_NO_MEMORY, "no memory for scripts");
    }
    reload->settings = *settings;
    reload->news = shared;
    ev_child_init(&reload->child, on_child, 0, 0);
    ev_io_init(&reload->changes, on_changes, -1, EV_READ);
    ev_timer_init(&reload->quiet, on_quiet, 0,
                  (double)RELOAD_QUIET_MS / MS_PER_SECOND);
    ev_timer_init(&reload->first, on_first,
                  (double)RELOAD_FIRST_MS / MS_PER_SECOND, 0);
    reload->child.data = reload->changes.data = reload->quiet.data = reload;
    ev_timer_init(&reload->copies, on_copies, COPIES_SECONDS, COPIES_SECONDS);
    reload->first.data = reload->copies.data = reload;
    reload->settings.snapshot->tries_all = true;
    ev_timer_start(settings->loop, &reload->first);
    ev_timer_start(settings->loop, &reload->copies);
    enum status status =
        settings->is_watching ? begin_to_watch(reload, error) : STATUS_OK;
    if (status != STATUS_OK) {
        reload_free(reload);
        return status;
    }
    *out = reload;
    return STATUS_OK;
}

void reload_free(struct reload *reload)
{
    if (reload == NULL)
        return;
    struct ev_loop *loop = reload->settings.loop;
    if (ev_is_active(&reload->child)) {
        ev_child_stop(loop, &reload->child);
        kill(reload->child.pid, SIGKILL);
        waitpid(reload->child.pid, NULL, 0);
    }
    ev_timer_stop(loop, &reload->quiet);
    ev_timer_stop(loop, &reload->first);
    ev_timer_stop(loop, &reload->copies);
    ev_io_stop(loop, &reload->changes);
    if (reload->changes.fd >= 0)
        close(reload->changes.fd);
    munmap(reload->news, sizeof *reload->news);
    free(reload);
}
