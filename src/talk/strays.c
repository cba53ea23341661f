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

enum {
    ENVIRONMENT_MAX = 1 << 18, /* bytes of it that are looked at */
    CHILDREN_MAX = 1 << 16, /* bytes of their list; the others' turn comes with the next engine */
    ROUNDS_MAX = 100        /* whoever is killed may have started another one meanwhile */
};

void strays_adopt(void) { prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L); }

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

static void kill_with_group(pid_t pid)
{
    if (getpgid(pid) == pid) kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
}

/* Kills those among the children that are to be killed. Returns whether there was one. */
static bool kill_among_children(const char *entry)
{
    static char list[CHILDREN_MAX];
    char path[64], *end;
    bool any = false;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    size_t length = read_whole(path, list, sizeof list);
    while (length > 0 && list[length - 1] != ' ') list[--length] = '\0'; /* half a number */
    for (char *at = list;; at = end) {
        pid_t pid = (pid_t)strtol(at, &end, 10);
        if (end == at || pid <= 0) return any;
        if (entry && !has_entry(pid, entry, strlen(entry) + 1)) continue;
        kill_with_group(pid);
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
        }
        any = true;
    }
}

void strays_kill_children(const char *entry)
{
    for (int round = 0; round < ROUNDS_MAX && kill_among_children(entry); round++) {
    }
}

static bool kill_among_all(const char *beginning)
{
    bool any = false;
    DIR *all = opendir("/proc");
    for (struct dirent *one; all && (one = readdir(all));) {
        pid_t pid = (pid_t)strtol(one->d_name, NULL, 10);
        if (pid <= 1 || pid == getpid() || !has_entry(pid, beginning, strlen(beginning))) continue;
        kill_with_group(pid);
        any = true;
    }
    if (all) closedir(all);
    return any;
}

void strays_kill_everywhere(const char *beginning)
{
    for (int round = 0; round < ROUNDS_MAX && kill_among_all(beginning); round++) {
    }
}
