#include "uci_driver.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "uci_lint.h"

struct UciProcess {
    pid_t pid;
    int in;  /* we write here what it reads; -1 when closed */
    int out; /* we read here */
    bool ended;
    UciLint *lint; /* NULL when bytes were sent that are no lines */
    char *buf;     /* read and not handed out yet: buf[start..length) */
    size_t start, length, capacity;
};

long long uci_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void run_engine(const char *const *arguments, int in, int out)
{
    const char *program = getenv("BOOJUM_ENGINE");
    char *argv[32] = {NULL};
    size_t count = 0;
    if (!program) program = TEST_ENGINE;
    argv[count++] = strdup(program);
    for (; arguments && *arguments && count < 31; arguments++) argv[count++] = strdup(*arguments);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execv(program, argv);
    fprintf(stderr, "cannot run %s: %s\n", program, strerror(errno));
    _exit(127);
}

UciProcess *uci_open(const char *const *arguments)
{
    int to[2], from[2];
    UciProcess *process = calloc(1, sizeof *process);
    ck_assert_ptr_nonnull(process);
    signal(SIGPIPE, SIG_IGN);
    ck_assert_int_eq(pipe2(to, O_CLOEXEC), 0);
    ck_assert_int_eq(pipe2(from, O_CLOEXEC), 0);
    process->lint = uci_lint_open();
    process->pid = fork();
    ck_assert_int_ge(process->pid, 0);
    if (process->pid == 0) run_engine(arguments, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    process->in = to[1];
    process->out = from[0];
    /* Writing must not block: an engine that has much to say may wait for us to read first. */
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    return process;
}

/* Takes in what there is to read, waiting for it at most so long. */
static void take_in(UciProcess *process, int timeout_ms)
{
    struct pollfd fd = {process->out, POLLIN, 0};
    if (process->ended || poll(&fd, 1, timeout_ms) <= 0) return;
    if (process->start > 0) {
        memmove(process->buf, process->buf + process->start, process->length - process->start);
        process->length -= process->start;
        process->start = 0;
    }
    if (process->capacity - process->length < 4096) {
        process->capacity = 2 * process->capacity + 8192;
        process->buf = realloc(process->buf, process->capacity);
        ck_assert_ptr_nonnull(process->buf);
    }
    ssize_t got =
        read(process->out, process->buf + process->length, process->capacity - process->length - 1);
    if (got > 0)
        process->length += (size_t)got;
    else if (got == 0 || errno != EINTR)
        process->ended = true;
}

static void write_all(UciProcess *process, const char *bytes, size_t length)
{
    long long deadline = uci_now_ms() + UCI_PATIENCE_MS;
    while (length > 0) {
        ssize_t written = write(process->in, bytes, length);
        if (written >= 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno == EPIPE) {
            return; /* what it printed before it ended tells more */
        } else {
            ck_assert_msg(errno == EAGAIN || errno == EINTR, "write: %s", strerror(errno));
            ck_assert_msg(uci_now_ms() < deadline, "the engine does not read its input");
            take_in(process, 10);
        }
    }
}

void uci_write(UciProcess *process, const char *bytes, size_t length)
{
    uci_lint_close(process->lint);
    process->lint = NULL;
    write_all(process, bytes, length);
}

void uci_send(UciProcess *process, const char *format, ...)
{
    char *line = NULL;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&line, format, args);
    va_end(args);
    ck_assert_int_ge(length, 0);
    if (process->lint) uci_lint_sent(process->lint, line);
    line[length] = '\n'; /* in the place of the NUL: one write, one line */
    write_all(process, line, (size_t)length + 1);
    free(line);
}

const char *uci_line(UciProcess *process, int timeout_ms)
{
    long long deadline = uci_now_ms() + timeout_ms;
    for (;;) {
        char *start = process->buf ? process->buf + process->start : NULL;
        char *end = start ? memchr(start, '\n', process->length - process->start) : NULL;
        if (end) {
            *end = '\0';
            process->start = (size_t)(end + 1 - process->buf);
            if (process->lint) uci_lint_heard(process->lint, start);
            return start;
        }
        long long left = deadline - uci_now_ms();
        if (process->ended || left < 0) return NULL;
        take_in(process, (int)left);
    }
}

const char *uci_expect(UciProcess *process, const char *pattern)
{
    long long deadline = uci_now_ms() + UCI_PATIENCE_MS;
    char last[512] = "";
    for (;;) {
        long long left = deadline - uci_now_ms();
        const char *line = left > 0 ? uci_line(process, (int)left) : NULL;
        ck_assert_msg(line != NULL, "no line `%s` %s; the last one was `%s`", pattern,
                      process->ended ? "before the output ended" : "in time", last);
        if (fnmatch(pattern, line, 0) == 0) return line;
        snprintf(last, sizeof last, "%s", line);
    }
}

void uci_close_input(UciProcess *process)
{
    if (process->in >= 0) close(process->in);
    process->in = -1;
}

void uci_close_output(UciProcess *process)
{
    close(process->out);
    process->ended = true;
    process->out = -1;
}

long long uci_proven(const UciProcess *process)
{
    return process->lint ? uci_lint_lines(process->lint) : 0;
}

bool uci_ended(const UciProcess *process) { return process->ended; }

int uci_pid(const UciProcess *process) { return (int)process->pid; }

void uci_signal(UciProcess *process, int number) { kill(process->pid, number); }

int uci_wait(UciProcess *process, int timeout_ms)
{
    long long deadline = uci_now_ms() + timeout_ms;
    int status = 0;
    pid_t done;
    while ((done = waitpid(process->pid, &status, WNOHANG)) == 0 && uci_now_ms() < deadline) {
        if (process->ended)
            usleep(1000);
        else
            take_in(process, 1); /* so that it never waits for us to read */
    }
    if (done == 0) {
        kill(process->pid, SIGKILL);
        waitpid(process->pid, &status, 0);
        ck_abort_msg("the engine does not end");
    }
    uci_close_input(process);
    if (process->out >= 0) close(process->out);
    free(process->buf);
    uci_lint_close(process->lint);
    free(process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void uci_quit(UciProcess *process)
{
    uci_send(process, "quit");
    ck_assert_int_eq(uci_wait(process, UCI_PATIENCE_MS), 0);
}
