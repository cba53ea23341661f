#include "talk/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "talk/time_control.h"

enum { GROUPS_MAX = 4096 };

/* One message: a group, negative when it is no more. Writes this small are never torn apart. */
static void tell(int fd, pid_t message)
{
    while (write(fd, &message, sizeof message) < 0 && errno == EINTR) {
    }
}

void guard_add(int fd, pid_t group) { tell(fd, group); }
void guard_remove(int fd, pid_t group) { tell(fd, -group); }

static void note(pid_t groups[GROUPS_MAX], pid_t message)
{
    pid_t group = message < 0 ? -message : message;
    int at = 0;
    while (at < GROUPS_MAX && groups[at] != (message < 0 ? group : 0)) at++;
    if (at < GROUPS_MAX) groups[at] = message < 0 ? 0 : group;
}

static void watch(int in, const char *mark)
{
    static pid_t groups[GROUPS_MAX];
    pid_t message;
    ssize_t got;
    while ((got = read(in, &message, sizeof message)) != 0) {
        if (got == (ssize_t)sizeof message)
            note(groups, message);
        else if (got < 0 && errno != EINTR)
            break;
    }
    for (int i = 0; i < GROUPS_MAX; i++)
        if (groups[i] > 1) kill(-groups[i], SIGKILL);
    strays_kill_everywhere(mark);
    _exit(0);
}

static void close_but(int kept)
{
#ifdef SYS_close_range
    if ((kept == 0 || syscall(SYS_close_range, 0, kept - 1, 0) == 0) &&
        syscall(SYS_close_range, kept + 1, ~0U, 0) == 0)
        return;
#endif
    for (int fd = 0; fd < (int)sysconf(_SC_OPEN_MAX); fd++)
        if (fd != kept) close(fd);
}

bool guard_start(Guard *guard, Error *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return error_set(err, "no pipe: %s", strerror(errno));
    snprintf(guard->mark, sizeof guard->mark, STRAYS_VARIABLE "=%d-%lld/", (int)getpid(),
             (long long)now_us());
    strays_adopt();
    pid_t pid = fork();
    if (pid < 0) {
        error_set(err, "no process: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    if (pid == 0) {
        /* Out of the terminal's reach, and holding nothing that somebody waits to see closed. */
        setsid();
        close_but(ends[0]);
        watch(ends[0], guard->mark);
    }
    close(ends[0]);
    strays_keep(pid);
    guard->pid = pid;
    guard->fd = ends[1];
    return true;
}

void guard_stop(Guard *guard)
{
    close(guard->fd);
    while (waitpid(guard->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    strays_release(guard->pid);
    strays_kill_rest();
}
