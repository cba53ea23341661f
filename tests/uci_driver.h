/* Boojum's tests: a process that speaks UCI, at the other end of two pipes.
 *
 * Every wait has a limit; what does not come in time is a failure of the test, never a pass. So is
 * whatever an engine says of a search that talk/lint.h finds fault with, until uci_write() is used.
 */
#ifndef BOOJUM_TESTS_UCI_DRIVER_H
#define BOOJUM_TESTS_UCI_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

/* The program under test, unless the environment's BOOJUM_ENGINE names another. */
#ifndef TEST_ENGINE
#define TEST_ENGINE "./boojum"
#endif

/* How long an answer may take, in milliseconds; sanitizers and a busy machine are slow. */
enum { UCI_PATIENCE_MS = 20000 };

typedef struct UciProcess UciProcess;

/* Starts the engine with these arguments (NULL-terminated, without the program's name; NULL for
 * none). Fails the test if it cannot. */
UciProcess *uci_open(const char *const *arguments);

/* Writes the bytes; then nobody knows any more what is searched. Or a line with its newline. */
void uci_write(UciProcess *process, const char *bytes, size_t length);
void uci_send(UciProcess *process, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next line without its newline, valid until the next call; NULL if none comes within that time
 * or the output has ended. */
const char *uci_line(UciProcess *process, int timeout_ms);

/* Reads lines until one matches the fnmatch(3) pattern, and returns it. Fails the test if none does
 * in time. */
const char *uci_expect(UciProcess *process, const char *pattern);

/* How many lines about searches were read and found right. */
long long uci_proven(const UciProcess *process);

/* Closes the engine's input, or our end of its output. */
void uci_close_input(UciProcess *process);
void uci_close_output(UciProcess *process);
/* Has the output ended (after uci_line() gave NULL)? */
bool uci_ended(const UciProcess *process);

/* The process, for who looks at it from outside. */
int uci_pid(const UciProcess *process);

/* Sends the process a signal. */
void uci_signal(UciProcess *process, int number);

/* Waits for the process to end; kills it and fails the test if it does not in time. Returns the
 * exit status, or 128 + N after signal N, and frees the process. */
int uci_wait(UciProcess *process, int timeout_ms);
/* Sends `quit` and expects the engine to end well. */
void uci_quit(UciProcess *process);

/* Milliseconds of a clock that only goes forward. */
long long uci_now_ms(void);

#endif
