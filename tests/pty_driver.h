/* Boojum's tests: the program at a terminal, a pseudo-terminal that we hold the other end of.
 *
 * Every wait has a limit; what does not come in time is a failure of the test, never a pass.
 */
#ifndef BOOJUM_TESTS_PTY_DRIVER_H
#define BOOJUM_TESTS_PTY_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct PtyProcess PtyProcess;

/* Starts the program under test with these words, of which the first may be settings of the
 * environment, in a terminal of that width: "TERM=xterm LC_ALL=C.UTF-8 boojum play". */
PtyProcess *pty_open(const char *command, int columns);

/* Runs a script of the shell that has job control, for whose jobs Ctrl-Z has a meaning. $BOOJUM is
 * the program under test. */
PtyProcess *pty_open_shell(const char *script, int columns);

/* Types it. */
void pty_type(PtyProcess *process, const char *text);
/* Changes the width, which sends SIGWINCH. */
void pty_resize(PtyProcess *process, int columns);
void pty_signal(PtyProcess *process, int number);
/* Stops the program, gives the terminal the mode that shells leave it in, and continues it. */
void pty_suspend(PtyProcess *process);
/* Does the terminal hand over each key as it is typed, unechoed? */
bool pty_is_raw(const PtyProcess *process);

/* Reads until the text comes, after whatever was found before. Escape codes are no text. */
void pty_expect(PtyProcess *process, const char *text);

/* All that has come so far, with and without escape codes. */
const char *pty_raw(const PtyProcess *process);
const char *pty_text(const PtyProcess *process);

/* Reads until the program ends, frees the process and returns the exit status. */
int pty_wait(PtyProcess *process);

#endif
