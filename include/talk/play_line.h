/* Boojum play: reading lines from a person or a pipe.
 *
 * At a terminal a library edits the line and remembers earlier ones, if the program was built with
 * one (BOOJUM_READLINE or BOOJUM_EDITLINE); else, and in a pipe, lines are read as they come. The
 * bell (talk/play_bell.h) must be open. */
#ifndef BOOJUM_TALK_PLAY_LINE_H
#define BOOJUM_TALK_PLAY_LINE_H

#include <stdbool.h>

#include "talk/play_terminal.h"

typedef enum {
    LINE_READ,
    LINE_INTERRUPTED, /* Ctrl-C */
    LINE_CLEARED,     /* Ctrl-C where something was typed already, as far as can be told */
    LINE_TOO_LONG,    /* which has been said, and none of it is handed out */
    LINE_END          /* end of file, or a signal that ends the program */
} LineEvent;

/* Of the bytes of a line, without its end. */
enum { LINE_MAX_READ = 2048 };

typedef struct LineReader LineReader;

/* NULL when memory is out. */
LineReader *line_reader_create(Terminal *terminal);
void line_reader_destroy(LineReader *reader);

/* Adds what may follow the word `before`, or, if that is "", begin a line; a line each. */
typedef void (*LineWords)(void *context, const char *before, Buffer *words);
/* From now on Tab completes these words, and behind `save` and `load` names of files; where there
 * is no library it does not. Without this it completes nothing. */
void line_reader_offer(LineReader *reader, LineWords words, void *context);

/* Is a person typing? */
bool line_reader_interactive(const LineReader *reader);

/* Why the input could not be read to its end, as in `errno`; else 0. */
int line_reader_error(const LineReader *reader);

/* Waits for a line, with a prompt if a person types. The line, without its end, belongs to the
 * reader and may be changed until the next call. */
LineEvent line_read(LineReader *reader, const char *prompt, char **line);

#endif
