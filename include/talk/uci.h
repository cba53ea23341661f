/* Boojum: the UCI commands. PROTOCOL: UCI_VARIANT.md. */
#ifndef BOOJUM_TALK_UCI_H
#define BOOJUM_TALK_UCI_H

#include "talk/engine.h"

/* Carries out one line (its end of line may be there or not; NUL bytes may be in it). False after
 * `quit`. Whatever the line is, the engine lives and can take the next. */
bool uci_execute(Engine *engine, const char *line, size_t length);

/* Reads lines until `quit`, the end of the input, or until nobody reads the output. A search that
 * runs then is stopped and says its best move. Returns the process's exit status: 0, or 1 if there
 * is no memory to start with, or the input cannot be read or the output written. */
int uci_loop(FILE *in, FILE *out);

#endif
