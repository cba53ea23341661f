/* Boojum's tests: running commands, in a directory of their own. */
#ifndef BOOJUM_TESTS_SHELL_H
#define BOOJUM_TESTS_SHELL_H

#include <stdbool.h>
#include <sys/types.h>

/* What a command did. Free it with shell_free(). */
typedef struct Shell {
    int status;      /* its exit status; 128 + N after signal N */
    char *out, *err; /* what it wrote */
} Shell;

/* How long a command may take, in milliseconds. */
enum { SHELL_PATIENCE_MS = 240000 };

/* Runs `sh -c` with the command, and waits for it; too long is a failure of the test. In the
 * environment: $BOOJUM the program under test, $T the test's own directory (new for each process),
 * $TESTS that of the tests, $FAULTY_PIDS a file in $T. */
Shell shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
void shell_free(Shell *result);

/* The same without waiting: the process, which leads a process group. */
pid_t shell_start(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Waits for it. */
int shell_wait(pid_t pid);

/* The test's own directory. */
const char *shell_directory(void);
/* The content of a file in it; "" if there is none. The caller frees it. */
char *shell_read(const char *name);
void shell_write(const char *name, const char *text);

bool begins_with(const char *text, const char *beginning);
/* How often a text is in another. */
int count_text(const char *text, const char *part);

/* Does the process run? A zombie that nobody has collected yet does nothing any more. */
bool shell_is_alive(const char *pid);

/* Fails the test unless every process whose id stands in $FAULTY_PIDS ends within two seconds.
 * Returns how many there were. */
int shell_check_none_left(void);

/* Removes the directory. */
void shell_clean_up(void);

#endif
