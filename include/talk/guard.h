/* Boojum: no engine is left behind, whatever happens to the match.
 *
 * The guard is a small process that knows every engine's process group. It holds one end of a pipe;
 * when the other end closes, because the match ended or was killed, it kills the groups that are
 * still there, and what has left them (see talk/strays.h), and ends.
 */
#ifndef BOOJUM_TALK_GUARD_H
#define BOOJUM_TALK_GUARD_H

#include <sys/types.h>

#include "base/errors.h"
#include "talk/strays.h"

typedef struct Guard {
    pid_t pid;
    int fd;              /* to write to, close-on-exec */
    char mark[MARK_MAX]; /* what the engines' marks begin with */
} Guard;

/* Starts the guard; false and an error if that is impossible. Call it before there is a second
 * thread, and before the match starts a child. */
bool guard_start(Guard *guard, Error *err);
/* Ends it, and with it the groups that are left, and all that has become a child of this process
 * during the match (see strays_kill_rest()). */
void guard_stop(Guard *guard);

/* Tells it of a process group, or that the group is no more. Safe between fork() and exec(). */
void guard_add(int fd, pid_t group);
void guard_remove(int fd, pid_t group);

#endif
