#ifndef CASTLED_WORKER_INSIDE_H
#define CASTLED_WORKER_INSIDE_H

/*
 * worker_inside -- what the caller, the server and a worker say to each other.
 *
 * Caller and server: one packet each way, orders and reports. Caller and
 * worker: a stream with a job's size and bytes one way, an answer's head and
 * bytes the other. All are one program on one machine, so structs go as they
 * are.
 */

#include "script/worker.h"

#include <stdint.h>
#include <sys/types.h>

/* The one descriptor of a worker, and the server's besides stderr. */
enum { WORKER_SOCKET = 3 };

enum worker_order_kind {
    WORKER_ORDER_START, /* a worker for job `number` */
    WORKER_ORDER_END,   /* kill worker `number` and reap it. Only then its id
                           is free: nobody else can be killed */
};

struct worker_order {
    enum worker_order_kind kind;
    int number;
};

struct worker_report {
    int error_number; /* 0: done */
    pid_t pid;
    int socket;      /* of a start: the caller's end, which comes along; who
                        receives it fills in its number, or -1 */
    int wait_status; /* of an end: what waitpid said */
    int64_t cpu_ms;
};

/* The size of a job's bytes, before them. */
struct worker_input {
    size_t size;
};

enum worker_answer_kind {
    WORKER_ANSWER_DONE,
    WORKER_ANSWER_FAILED,  /* the bytes are the error's text */
    WORKER_ANSWER_NO_WALL, /* the same; the job was not begun */
};

struct worker_answer {
    uint32_t kind;
    uint32_t status;
    size_t size; /* of the bytes that follow */
};

/* The server's life: takes orders from `control` until there is nobody to
 * give them. `parent` is who forked it. */
_Noreturn void worker_server_serve(int control, pid_t parent,
                                   const struct worker_job *jobs, int count);

/* Whether this machine is one that the walls are known for. */
bool worker_wall_is_known(void);

/* Gives up, for good, all that this process may do but compute and write to
 * WORKER_SOCKET. */
enum status worker_wall_close(const struct worker_job *job,
                              struct error *error) MUST_CHECK;

#endif
