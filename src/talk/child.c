#include "talk/child.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "talk/time_control.h"
#include "talk/words.h"

enum {
    READ_AT_ONCE = 8192, /* so much from one engine, then the others have their turn */
    UNKILLED_PATIENCE_MS = 1000
};

/* What the new process needs, made ready before fork(): after it only async-signal-safe calls. */
typedef struct Launch {
    char *const *arguments;
    const char *dir;
    char **environment;
    int in, out, log;
    int guard;
} Launch;

static void refuse(const char *reason)
{
    static const char head[] = "boojum-cannot-execute ";
    if (write(STDOUT_FILENO, head, sizeof head - 1) < 0 ||
        write(STDOUT_FILENO, reason, strlen(reason)) < 0 || write(STDOUT_FILENO, "\n", 1) < 0)
        _exit(126);
    _exit(127);
}

static void become(const Launch *launch)
{
    sigset_t none;
    setpgid(0, 0);
    guard_add(launch->guard, getpid());
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    dup2(launch->in, STDIN_FILENO);
    dup2(launch->out, STDOUT_FILENO);
    if (launch->log >= 0) dup2(launch->log, STDERR_FILENO);
    if (launch->dir && chdir(launch->dir) != 0) refuse("no such directory");
    execve(launch->arguments[0], launch->arguments, launch->environment);
    refuse(errno == ENOENT   ? "no such file"
           : errno == EACCES ? "permission denied"
                             : "not a program (a script begins with #!)");
}

static void close_pair(int ends[2])
{
    if (ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
}

Child child_none(ChildSetting setting) { return (Child){.setting = setting, .in = -1, .out = -1}; }

/* Ours, with the mark in front. Free it with free(). */
static char **marked_environment(char *mark)
{
    size_t count = 0;
    while (environ[count]) count++;
    char **marked = new_zeroed(count + 2, sizeof *marked);
    marked[0] = mark;
    memcpy(marked + 1, environ, count * sizeof *marked);
    return marked;
}

bool child_start(Child *child, char *const *arguments, const char *dir, const char *log, Error *err)
{
    static unsigned started;
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    *child = child_none(child->setting);
    /* Nobody waits for the reader of a FIFO. */
    const int how = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
    int log_fd = open(log ? log : "/dev/null", how | O_NONBLOCK, 0666);
    if (log_fd < 0) return error_set(err, "%s: %s", log ? log : "/dev/null", strerror(errno));
    fcntl(log_fd, F_SETFL, how & O_APPEND);
    snprintf(child->mark, sizeof child->mark, "%.48s%u", child->setting.guard->mark, ++started);
    char **environment = marked_environment(child->mark);
    bool piped = pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0;
    Launch launch = {arguments, dir, environment, to[0], from[1], log_fd, child->setting.guard->fd};
    pid_t pid = piped ? fork() : -1;
    if (pid == 0) become(&launch);
    int error = errno;
    close(log_fd);
    free(environment);
    if (pid < 0) {
        close_pair(to);
        close_pair(from);
        return error_set(err, "no process or pipe: %s", strerror(error));
    }
    strays_keep(pid);
    setpgid(pid, pid); /* whoever is first */
    close(to[0]);
    close(from[1]);
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    child->pid = pid;
    child->in = to[1];
    child->out = from[0];
    return true;
}

bool child_runs(const Child *child) { return child->pid > 0; }

bool child_flush(Child *child)
{
    while (child->pending.length > 0 && child->in >= 0) {
        ssize_t written = write(child->in, child->pending.data, child->pending.length);
        if (written >= 0)
            buffer_drop(&child->pending, (size_t)written);
        else if (errno == EAGAIN)
            return child->pending.length <= CHILD_PENDING_MAX;
        else if (errno != EINTR)
            child_close_input(child);
    }
    return child->in >= 0;
}

/* Writes each line of the text to the trace, with milliseconds and an arrow. */
static void trace(const Child *child, char arrow, const char *text)
{
    const ChildSetting *setting = &child->setting;
    while (setting->trace && *text) {
        size_t length = strcspn(text, "\n");
        bool tame = isatty(fileno(setting->trace));
        fprintf(setting->trace, "%" PRId64 " %c%s(%d): ", now_us() / 1000, arrow, setting->name,
                (int)child->pid);
        for (size_t i = 0; i < length; i++)
            putc(tame ? harmless_byte(text[i]) : text[i], setting->trace);
        putc('\n', setting->trace);
        text += length + (text[length] == '\n');
    }
}

bool child_send(Child *child, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = new_text_of(format, args);
    va_end(args);
    trace(child, '>', text);
    buffer_append(&child->pending, text, strlen(text));
    free(text);
    return child_flush(child);
}

bool child_read(Child *child)
{
    static char bytes[READ_AT_ONCE];
    if (child->out < 0) return false;
    ssize_t got = read(child->out, bytes, sizeof bytes);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (got <= 0) {
        close(child->out);
        child->out = -1;
        return false;
    }
    buffer_drop(&child->input, child->taken);
    child->taken = 0;
    buffer_append(&child->input, bytes, (size_t)got);
    child->received += (uint64_t)got;
    return true;
}

/* Keeps the beginning of an unfinished line and forgets the rest of it. */
static void cut_long_line(Child *child)
{
    size_t length = child->input.length - child->taken;
    if (length <= CHILD_LINE_MAX) return;
    child->cutting = true;
    child->input.length = child->taken + CHILD_LINE_MAX;
    child->input.data[child->input.length] = '\0';
}

char *child_line(Child *child)
{
    if (child->taken == child->input.length) return NULL;
    char *start = child->input.data + child->taken;
    size_t rest = child->input.length - child->taken;
    /* Of a line that is being cut CHILD_LINE_MAX bytes lie in front of what is skipped. */
    size_t kept = child->cutting ? (size_t)CHILD_LINE_MAX : 0;
    char *end = rest > kept ? memchr(start + kept, '\n', rest - kept) : NULL;
    if (!end) {
        cut_long_line(child);
        return NULL;
    }
    child->taken += (size_t)(end + 1 - start);
    child->cutting = false;
    if (end - start > CHILD_LINE_MAX) end = start + CHILD_LINE_MAX;
    if (end > start && end[-1] == '\r') end--;
    for (char *c = start; (c = memchr(c, '\0', (size_t)(end - c)));) *c = '?';
    *end = '\0';
    trace(child, '<', start);
    return start;
}

void child_close_input(Child *child)
{
    if (child->in >= 0) close(child->in);
    child->in = -1;
}

bool child_has_ended(const Child *child)
{
    siginfo_t info = {0};
    if (!child_runs(child)) return true;
    return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid != 0;
}

static void describe_end(int status, char how[64])
{
    if (WIFSIGNALED(status))
        snprintf(how, 64, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(how, 64, "exit status %d", WEXITSTATUS(status));
}

/* One that may not be killed has time to end by itself, if it has just been told that nobody
 * listens any more. */
static bool kill_and_collect(const Child *child, bool told, int *status, Error *err)
{
    kill(-child->pid, SIGKILL); /* its children too; before it is collected, so the id is its */
    const int refused = kill(child->pid, SIGKILL) == 0 ? 0 : errno;
    const int patience_ms = !refused ? KILLED_PATIENCE_MS : told ? UNKILLED_PATIENCE_MS : 0;
    return strays_await(child->pid, patience_ms, status) ||
           error_set(err, "its process %d cannot be ended: %s", (int)child->pid,
                     refused ? strerror(refused) : "it was killed and is still there");
}

bool child_end(Child *child, char how[64], Error *err)
{
    bool collected = true;
    if (how) how[0] = '\0';
    const bool ended = child_has_ended(child), told = child->in >= 0;
    child_close_input(child);
    if (child->out >= 0) close(child->out);
    if (child_runs(child)) {
        int status = 0;
        collected = kill_and_collect(child, told, &status, err);
        guard_remove(child->setting.guard->fd, child->pid);
        strays_release(child->pid);
        strays_kill_marked(child->mark);
        if (ended && how) describe_end(status, how);
    }
    buffer_free(&child->pending);
    buffer_free(&child->input);
    *child = child_none(child->setting);
    return collected;
}
