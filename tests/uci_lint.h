/* Boojum's tests: proving (talk/lint.h) what our engine says in a UCI session, whatever it is told.
 *
 * A second engine inside the test reads the same commands and so knows which position each search
 * is of.
 */
#ifndef BOOJUM_TESTS_UCI_LINT_H
#define BOOJUM_TESTS_UCI_LINT_H

typedef struct UciLint UciLint;

/* Free it with uci_lint_close(); NULL is allowed there. */
UciLint *uci_lint_open(void);
void uci_lint_close(UciLint *follower);

/* The command is being sent. */
void uci_lint_sent(UciLint *follower, const char *command);
/* The line was read. Fails the test if there is anything wrong with it, but for a mate's line that
 * was cut off and a mate that was lost again. */
void uci_lint_heard(UciLint *follower, const char *line);

/* How many lines of searches it has read. */
long long uci_lint_lines(const UciLint *follower);

#endif
