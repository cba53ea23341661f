#include "talk/strays.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "talk/memory.h"
#include "talk/time_control.h"

enum {
    ENVIRONMENT_MAX = 1 << 18, /* bytes of it that are looked at */
    CHILDREN_MAX = 1 << 16, /* bytes of their list; the others' turn comes with the next engine */
    PAUSE_MAX_US = 10000,
    ROUNDS_MAX = 100 /* whoever is killed may have started another one meanwhile */
};

/* The children that are not to be collected here. */
static pid_t *kept;
static size_t kept_count, kept_capacity;
static bool others_at_start; /* children that this process had before the match */

/* Reads what there is, at most `size` - 1 bytes; ends it with a NUL. */
static size_t read_whole(const char *path, char *bytes, size_t size)
{
    size_t length = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    for (ssize_t got = 1; fd >= 0 && got > 0 && length < size - 1; length += (size_t)got) {
        got = read(fd, bytes + length, size - 1 - length);
        if (got < 0) got = 0;
    }
    if (fd >= 0) close(fd);
    bytes[length] = '\0';
    return length;
}

/* Has its environment an entry that begins like that? */
static bool has_entry(pid_t pid, const char *beginning, size_t compared)
{
    static char bytes[ENVIRONMENT_MAX];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
    size_t length = read_whole(path, bytes, sizeof bytes);
    for (size_t at = 0; at < length; at += strlen(bytes + at) + 1)
        if (strncmp(bytes + at, beginning, compared) == 0) return true;
    return false;
}

/* False if that may not be done. */
static bool kill_with_group(pid_t pid)
{
    if (getpgid(pid) == pid) kill(-pid, SIGKILL);
    return kill(pid, SIGKILL) == 0;
}

void strays_keep(pid_t child)
{
    kept = grow(kept, kept_count, &kept_capacity, sizeof *kept);
    kept[kept_count++] = child;
}

void strays_release(pid_t child)
{
    for (size_t i = kept_count; i-- > 0;)
        if (kept[i] == child) kept[i] = kept[--kept_count];
}

static bool is_kept(pid_t child)
{
    for (size_t i = 0; i < kept_count; i++)
        if (kept[i] == child) return true;
    return false;
}

/* The list of this process's children, for next_child(). Valid until the next call. */
static char *list_children(void)
{
    static char list[CHILDREN_MAX];
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    size_t length = read_whole(path, list, sizeof list);
    while (length > 0 && list[length - 1] != ' ') list[--length] = '\0'; /* half a number */
    return list;
}

/* Takes the next child that is not kept off the list; 0 at its end. */
static pid_t next_child(char **list)
{
    for (char *end;; *list = end) {
        pid_t pid = (pid_t)strtol(*list, &end, 10);
        if (end == *list || pid <= 0) return 0;
        if (is_kept(pid)) continue;
        *list = end;
        return pid;
    }
}

void strays_adopt(void)
{
    char *list = list_children();
    for (pid_t pid; (pid = next_child(&list)) > 0; others_at_start = true) strays_keep(pid);
    signal(SIGCHLD, SIG_DFL); /* were it ignored, a kept child's id could become another's */
    prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
}

static bool has_ended_child(void)
{
    siginfo_t info = {0};
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

/* It may be a kept one that waitid() sees, again and again, so it is not asked which. */
static bool collect_among_children(void)
{
    bool any = false;
    char *list = list_children();
    for (pid_t pid; (pid = next_child(&list)) > 0;)
        if (waitpid(pid, NULL, WNOHANG) > 0) any = true;
    return any;
}

void strays_collect(void)
{
    for (int round = 0; round < ROUNDS_MAX && has_ended_child() && collect_among_children();
         round++) {
    }
}

bool strays_await(pid_t child, int patience_ms, int *status)
{
    const int64_t deadline = now_us() + (int64_t)patience_ms * 1000;
    for (useconds_t pause_us = 50;; pause_us *= pause_us < PAUSE_MAX_US ? 2 : 1) {
        const pid_t collected = waitpid(child, status, WNOHANG);
        if (collected > 0 || (collected < 0 && errno != EINTR)) return true;
        if (now_us() > deadline) return false;
        usleep(pause_us);
    }
}

/* Kills those among the children that are to be killed. Returns whether one has ended by that. */
static bool kill_among_children(const char *entry)
{
    bool any = false;
    char *list = list_children();
    for (pid_t pid; (pid = next_child(&list)) > 0;) {
        if (entry && !has_entry(pid, entry, strlen(entry) + 1)) continue;
        if (kill_with_group(pid) && strays_await(pid, KILLED_PATIENCE_MS, NULL)) any = true;
    }
    return any;
}

static void kill_children(const char *entry)
{
    strays_collect();
    for (int round = 0; round < ROUNDS_MAX && kill_among_children(entry); round++) {
    }
}

void strays_kill_marked(const char *entry) { kill_children(entry); }

void strays_kill_rest(void)
{
    if (others_at_start)
        strays_collect();
    else
        kill_children(NULL);
}

static bool kill_among_all(const char *beginning)
{
    bool any = false;
    DIR *all = opendir("/proc");
    for (struct dirent *one; all && (one = readdir(all));) {
        pid_t pid = (pid_t)strtol(one->d_name, NULL, 10);
        if (pid <= 1 || pid == getpid() || !has_entry(pid, beginning, strlen(beginning))) continue;
        if (kill_with_group(pid)) any = true;
    }
    if (all) closedir(all);
    return any;
}

void strays_kill_everywhere(const char *beginning)
{
    for (int round = 0; round < ROUNDS_MAX && kill_among_all(beginning); round++) {
    }
}
