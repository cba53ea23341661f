#include "pty_driver.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "suites.h"
#include "tables.h"
#include "uci_driver.h"

enum { PTY_BYTES = 1 << 20 };

struct PtyProcess {
    pid_t pid;
    int terminal;
    bool ended;
    size_t length, text_length, found; /* `found`: in `text`, up to there */
    char raw[PTY_BYTES], text[PTY_BYTES];
};

static void run_program(char *command)
{
    const char *program = getenv("BOOJUM_ENGINE");
    char *argv[32] = {NULL};
    size_t count = 0;
    static const char *const unset[] = {"NO_COLOR", "LANG",    "LC_ALL",
                                        "LC_CTYPE", "INPUTRC", "COLORTERM"};
    if (!program) program = TEST_ENGINE;
    for (size_t i = 0; i < sizeof unset / sizeof *unset; i++) unsetenv(unset[i]);
    for (char *word = strtok(command, " "); word && count < 31; word = strtok(NULL, " ")) {
        if (count == 0 && strchr(word, '='))
            putenv(word);
        else
            argv[count++] = word;
    }
    execv(program, argv);
    _exit(127);
}

static void run_script(char *script)
{
    setenv("BOOJUM", getenv("BOOJUM_ENGINE") ? getenv("BOOJUM_ENGINE") : TEST_ENGINE, 1);
    execl("/bin/sh", "sh", "-mc", script, (char *)NULL);
    _exit(127);
}

static PtyProcess *start(void (*run)(char *), const char *command, int columns)
{
    struct winsize size = {.ws_row = 40, .ws_col = (unsigned short)columns};
    PtyProcess *process = calloc(1, sizeof *process);
    char *words = strdup(command);
    must(process && words, "out of memory");
    process->pid = forkpty(&process->terminal, NULL, NULL, &size);
    must(process->pid >= 0, "no terminal: %s", strerror(errno));
    if (process->pid == 0) run(words);
    free(words);
    return process;
}

PtyProcess *pty_open(const char *command, int columns)
{
    return start(run_program, command, columns);
}

PtyProcess *pty_open_shell(const char *script, int columns)
{
    return start(run_script, script, columns);
}

/* What is new in `raw` without escape codes and carriage returns goes to `text`. */
static void strip(PtyProcess *process)
{
    process->text_length = 0;
    for (const char *c = process->raw; *c; c++) {
        if (*c == '\033' && c[1] == '[') {
            c += 2;
            while (*c && (*c < '@' || *c > '~')) c++;
            if (!*c) break;
        } else if (*c != '\r' && *c != '\033') {
            process->text[process->text_length++] = *c;
        }
    }
    process->text[process->text_length] = '\0';
}

static void take_in(PtyProcess *process, int timeout_ms)
{
    struct pollfd fd = {process->terminal, POLLIN, 0};
    if (process->ended || poll(&fd, 1, timeout_ms) <= 0) return;
    size_t room = PTY_BYTES - 1 - process->length;
    must(room > 0, "the program writes without end");
    ssize_t got = read(process->terminal, process->raw + process->length, room);
    if (got > 0) {
        process->length += (size_t)got;
        process->raw[process->length] = '\0';
        strip(process);
    } else if (got == 0 || errno != EINTR) {
        process->ended = true;
    }
}

void pty_type(PtyProcess *process, const char *text)
{
    size_t length = strlen(text);
    must(write(process->terminal, text, length) == (ssize_t)length, "cannot type");
}

void pty_resize(PtyProcess *process, int columns)
{
    struct winsize size = {.ws_row = 40, .ws_col = (unsigned short)columns};
    must_hold(ioctl(process->terminal, TIOCSWINSZ, &size) == 0);
}

void pty_signal(PtyProcess *process, int number) { kill(process->pid, number); }

void pty_suspend(PtyProcess *process)
{
    struct termios mode;
    int status;
    kill(process->pid, SIGSTOP);
    must_hold(waitpid(process->pid, &status, WUNTRACED) == process->pid && WIFSTOPPED(status));
    must_hold(tcgetattr(process->terminal, &mode) == 0);
    mode.c_lflag |= ICANON | ECHO;
    must_hold(tcsetattr(process->terminal, TCSANOW, &mode) == 0);
    kill(process->pid, SIGCONT);
}

bool pty_is_raw(const PtyProcess *process)
{
    struct termios mode;
    must_hold(tcgetattr(process->terminal, &mode) == 0);
    return !(mode.c_lflag & (ICANON | ECHO));
}

void pty_expect(PtyProcess *process, const char *text)
{
    long long deadline = uci_now_ms() + UCI_PATIENCE_MS;
    char *found;
    while (!(found = strstr(process->text + process->found, text))) {
        must(!process->ended && uci_now_ms() < deadline, "`%s` does not come after\n%s", text,
             process->text + process->found);
        take_in(process, 100);
    }
    process->found = (size_t)(found - process->text) + strlen(text);
}

const char *pty_raw(const PtyProcess *process) { return process->raw; }
const char *pty_text(const PtyProcess *process) { return process->text; }

int pty_wait(PtyProcess *process)
{
    long long deadline = uci_now_ms() + UCI_PATIENCE_MS;
    int status = 0;
    pid_t done;
    while ((done = waitpid(process->pid, &status, WNOHANG)) == 0 && uci_now_ms() < deadline) {
        if (process->ended)
            usleep(1000);
        else
            take_in(process, 1);
    }
    if (done == 0) {
        kill(process->pid, SIGKILL);
        waitpid(process->pid, &status, 0);
        ck_abort_msg("the program does not end; it wrote\n%s", process->text);
    }
    must(WIFEXITED(status), "ended by signal %d", WTERMSIG(status));
    close(process->terminal);
    free(process);
    return WEXITSTATUS(status);
}
