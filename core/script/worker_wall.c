#include "script/worker_inside.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__LP64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#define MACHINE 0
#endif

/* AddressSanitizer reserves terabytes of addresses and makes frames large. */
#ifdef __SANITIZE_ADDRESS__
#define MEMORY_SIZE RLIM_INFINITY
enum { STACK_SIZE = 64 << 20 };
#else
enum { MEMORY_SIZE = 256 << 20, STACK_SIZE = 16 << 20 };
#endif

static enum status limit(int resource, const char *name, rlim_t soft,
                         rlim_t hard, struct error *error)
{
    struct rlimit now;
    if (getrlimit(resource, &now) == 0) {
        now.rlim_max = hard < now.rlim_max ? hard : now.rlim_max;
        now.rlim_cur = soft < now.rlim_max ? soft : now.rlim_max;
        if (setrlimit(resource, &now) == 0)
            return STATUS_OK;
    }
    return error_set(error, STATUS_IO, "cannot limit a worker's %s: %s", name,
                     strerror(errno));
}

/* The seconds of processor time count from the fork. The soft limit sends
 * SIGXCPU; the hard one, SIGKILL, is for a worker that blocks it. */
static enum status set_limits(int cpu_s, struct error *error)
{
    const struct {
        int resource;
        const char *name;
        rlim_t soft, hard;
    } limits[] = {
        {RLIMIT_AS, "memory", MEMORY_SIZE, MEMORY_SIZE},
        {RLIMIT_STACK, "stack", STACK_SIZE, STACK_SIZE},
        {RLIMIT_CPU, "processor time", (rlim_t)cpu_s, (rlim_t)cpu_s + 1},
        {RLIMIT_CORE, "core file", 0, 0},
        {RLIMIT_FSIZE, "files", 0, 0},
        {RLIMIT_NOFILE, "descriptors", WORKER_SOCKET + 1, WORKER_SOCKET + 1},
    };
    enum status status = STATUS_OK;
    for (size_t i = 0;
         status == STATUS_OK && i < sizeof limits / sizeof *limits; i++)
        status = limit(limits[i].resource, limits[i].name, limits[i].soft,
                       limits[i].hard, error);
    return status;
}

#if MACHINE != 0

/* A jump says how many instructions to skip when it holds, and when not. */
#define LOAD(field)                                                            \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define JUMP_EQUAL(value, yes, no)                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), (yes), (no))
#define JUMP_ANY(bits, yes, no)                                                \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (yes), (no))
#define ALLOW      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define CALL(name) JUMP_EQUAL(SYS_##name, 0, 1), ALLOW

/* What is not listed kills. So do x32's calls, whose numbers are others.
 * Arguments are int or less, and both machines keep the lower half first. */
static enum status set_filter(struct error *error)
{
    struct sock_filter filter[] = {
        LOAD(arch),
        JUMP_EQUAL(MACHINE, 1, 0),
        KILL,
        LOAD(nr),

        /* The answer; and the end, for which glibc has exit_group. */
        CALL(write),
        CALL(exit_group),

        /* Memory: malloc's. It wants mprotect for a second arena, which it has
         * where there were threads. Nothing may become code. */
        CALL(brk),
        CALL(munmap),
        CALL(mremap),
        CALL(madvise),
        JUMP_EQUAL(SYS_mmap, 1, 0),
        JUMP_EQUAL(SYS_mprotect, 0, 4),
        LOAD(args[2]),
        JUMP_ANY(PROT_EXEC, 0, 1),
        KILL,
        ALLOW,

        /* The host's clock of processor time. */
        CALL(clock_gettime),

        /* abort, when malloc finds its memory broken, or REQUIRE fails:
         * unblock the signal, write to a stderr that is closed, and send it
         * to ourselves. Without these the worker would die all the same, but
         * seem to have done what it must not. */
        CALL(rt_sigprocmask),
        CALL(writev),
        CALL(getpid),
        CALL(gettid),
        JUMP_EQUAL(SYS_tgkill, 0, 5),
        LOAD(args[0]),
        JUMP_EQUAL(getpid(), 0, 3),
        LOAD(args[2]),
        JUMP_EQUAL(SIGABRT, 0, 1),
        ALLOW,

#ifdef __SANITIZE_ADDRESS__
        /* Asked for by whatever does not return, as _exit. */
        CALL(sigaltstack),
#endif
        KILL,
    };
    struct sock_fprog program = {
        .len = sizeof filter / sizeof filter[0],
        .filter = filter,
    };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        return error_set(error, STATUS_IO,
                         "cannot take system calls from a worker: %s",
                         strerror(errno));
    return STATUS_OK;
}

#else

static enum status set_filter(struct error *error)
{
    return error_set(error, STATUS_IO,
                     "no walls are known for this kind of machine");
}

#endif

bool worker_wall_is_known(void)
{
    return MACHINE != 0;
}

enum status worker_wall_close(const struct worker_job *job, struct error *error)
{
    /* RLIMIT_CORE is not asked where cores go to a program. */
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
        return error_set(error, STATUS_IO,
                         "cannot keep a worker from dumping: %s",
                         strerror(errno));
    enum status status = set_limits(job->cpu_s, error);
    return status == STATUS_OK ? set_filter(error) : status;
}
