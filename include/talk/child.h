/* Boojum: a process at the other end of two pipes, read and written without waiting.
 *
 * The child runs in a process group of its own; what it starts ends with it, in whatever group that
 * is. Lines from it are taken apart at '\n'; a '\r'
 * before it is dropped, a line that is too long is cut, NUL bytes become '?'. What is written to it
 * is kept until the pipe takes it.
 */
#ifndef BOOJUM_TALK_CHILD_H
#define BOOJUM_TALK_CHILD_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/errors.h"
#include "talk/guard.h"
#include "talk/memory.h"

enum {
    CHILD_LINE_MAX = 16384,     /* a line's bytes beyond these are dropped */
    CHILD_PENDING_MAX = 1 << 20 /* bytes that may wait for the child to read them */
};

/* What its owner decides, before it is started. */
typedef struct ChildSetting {
    const Guard *guard;
    FILE *trace;      /* where all lines to it and from it are written, or NULL */
    const char *name; /* for the trace */
} ChildSetting;

typedef struct Child {
    ChildSetting setting;
    pid_t pid;           /* its process and its group; 0 when there is none */
    int in;              /* what it reads, -1 when closed */
    int out;             /* what it writes, -1 when closed */
    char mark[MARK_MAX]; /* in its environment and that of all it starts */
    Buffer pending;      /* not taken by the pipe yet */
    Buffer input;        /* read from it and not handed out yet: from `taken` on */
    size_t taken;
    bool cutting;      /* in the middle of a line that was too long */
    uint64_t received; /* bytes, ever */
} Child;

/* No process yet. */
Child child_none(ChildSetting setting);

/* Starts a program. `arguments` ends with NULL and begins with the program's path. `dir` (its
 * working directory) and `log` (the file its stderr is added to) may be NULL; without log its
 * stderr is dropped. If the program cannot be executed the child writes one line
 * `boojum-cannot-execute REASON` and ends. False and an error if there is no process or pipe to be
 * had. */
bool child_start(Child *child, char *const *arguments, const char *dir, const char *log,
                 Error *err);

bool child_runs(const Child *child);

/* Queues the text and writes what the pipe takes. False if the child has closed its input or reads
 * nothing. */
bool child_send(Child *child, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes what is queued. The same result. */
bool child_flush(Child *child);

/* Reads what is there, at most 64 KiB. False when the output has ended. */
bool child_read(Child *child);
/* The next whole line, without its end, valid until the next call for this child; NULL if there is
 * none. */
char *child_line(Child *child);

/* Closes its input: a decent program then ends. */
void child_close_input(Child *child);
/* Has it ended? Collects nothing. */
bool child_has_ended(const Child *child);
/* Closes its pipes, kills the whole group and what has left it, collects the process and forgets
 * it. If `how` is not NULL it gets how the process had ended before: "exit status 3", "signal 11,
 * Segmentation fault", or "" if it was still alive. False and an error if the process lives on: it
 * may not be killed, being another user's, and does not end by itself, or it is still there long
 * after it was killed. */
bool child_end(Child *child, char how[64], Error *err);

#endif
