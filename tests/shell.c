#include "shell.h"

#include <check.h>
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suites.h"
#include "tables.h"
#include "uci_driver.h"

static char directory[64];

const char *shell_directory(void)
{
    if (*directory) return directory;
    snprintf(directory, sizeof directory, "/tmp/boojum-test-XXXXXX");
    must(mkdtemp(directory) != NULL, "no directory for the test: %s", strerror(errno));
    return directory;
}

static void path_of(const char *name, char path[256])
{
    snprintf(path, 256, "%s/%s", shell_directory(), name);
}

char *shell_read(const char *name)
{
    char path[256], *text = strdup("");
    size_t length = 0;
    path_of(name, path);
    FILE *in = fopen(path, "r");
    if (!in) return text;
    char bytes[65536];
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, in)) > 0; length += got) {
        text = realloc(text, length + got + 1);
        must(text != NULL, "out of memory");
        memcpy(text + length, bytes, got);
        text[length + got] = '\0';
    }
    fclose(in);
    return text;
}

void shell_write(const char *name, const char *text)
{
    char path[256];
    path_of(name, path);
    FILE *out = fopen(path, "w");
    must(out && fputs(text, out) >= 0, "cannot write %s", path);
    must(fclose(out) == 0, "cannot write %s", path);
}

static void set_environment(void)
{
    char pids[256];
    const char *program = getenv("BOOJUM_ENGINE");
    if (!program) program = TEST_ENGINE;
    char *whole = realpath(program, NULL);
    path_of("pids", pids);
    setenv("BOOJUM", whole ? whole : program, 1);
    setenv("BOOJUM_ENGINE", whole ? whole : program, 1);
    setenv("T", shell_directory(), 1);
    setenv("TESTS", TEST_DATA, 1);
    setenv("FAULTY_PIDS", pids, 1);
}

static pid_t start(const char *format, va_list args)
{
    char *command = NULL, out[256], err[256];
    must(vasprintf(&command, format, args) >= 0, "out of memory");
    shell_directory();
    path_of("out", out);
    path_of("err", err);
    pid_t pid = fork();
    must(pid >= 0, "no process: %s", strerror(errno));
    if (pid == 0) {
        setpgid(0, 0);
        set_environment();
        signal(SIGPIPE, SIG_DFL);
        if (!freopen("/dev/null", "r", stdin) || !freopen(out, "w", stdout) ||
            !freopen(err, "w", stderr))
            _exit(126);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    setpgid(pid, pid);
    free(command);
    return pid;
}

pid_t shell_start(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pid_t pid = start(format, args);
    va_end(args);
    return pid;
}

int shell_wait(pid_t pid)
{
    long long deadline = uci_now_ms() + SHELL_PATIENCE_MS;
    int status;
    pid_t done;
    while ((done = waitpid(pid, &status, WNOHANG)) == 0 && uci_now_ms() < deadline) usleep(1000);
    if (done == 0) {
        kill(-pid, SIGKILL);
        waitpid(pid, &status, 0);
        ck_abort_msg("the command does not end");
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Shell shell(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pid_t pid = start(format, args);
    va_end(args);
    Shell result = {.status = shell_wait(pid)};
    result.out = shell_read("out");
    result.err = shell_read("err");
    return result;
}

void shell_free(Shell *result)
{
    free(result->out);
    free(result->err);
    *result = (Shell){0};
}

bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

int count_text(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part)) count++;
    return count;
}

bool shell_is_alive(const char *pid)
{
    char path[64], line[256], *state = NULL;
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *in = fopen(path, "r");
    if (!in) return false;
    if (fgets(line, sizeof line, in)) state = strrchr(line, ')');
    fclose(in);
    return state && state[1] && state[2] != 'Z' && state[2] != 'X';
}

int shell_check_none_left(void)
{
    char *pids = shell_read("pids");
    int count = 0;
    long long deadline = uci_now_ms() + 2000;
    for (char *pid = strtok(pids, "\n"); pid; pid = strtok(NULL, "\n")) {
        count++;
        while (shell_is_alive(pid) && uci_now_ms() < deadline) usleep(10000);
        must(!shell_is_alive(pid), "process %s is left", pid);
    }
    free(pids);
    return count;
}

void shell_clean_up(void)
{
    char command[128];
    if (!*directory) return;
    snprintf(command, sizeof command, "rm -rf %s", directory);
    if (system(command) != 0) fprintf(stderr, "%s is left\n", directory);
    directory[0] = '\0';
}
