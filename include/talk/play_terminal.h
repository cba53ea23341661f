/* Boojum play: what the person's terminal can show, and writing to it. */
#ifndef BOOJUM_TALK_PLAY_TERMINAL_H
#define BOOJUM_TALK_PLAY_TERMINAL_H

#include "talk/memory.h"
#include "talk/output.h"

/* What the person asked for on the command line. */
typedef struct TerminalWishes {
    bool ascii;    /* letters for men, whatever the terminal can */
    bool no_color; /* no escape codes */
    bool reader;   /* a screen reader: words, no drawings unless asked for */
} TerminalWishes;

typedef struct Terminal {
    Output output;
    bool screen;  /* output is a terminal */
    bool unicode; /* it shows chess men */
    bool color;   /* it understands escape codes */
    bool eight;   /* it has only eight colours */
    bool reader;
} Terminal;

/* Looks at standard output, TERM, NO_COLOR and the locale. False when the system has no lock. */
bool terminal_open(Terminal *terminal, const TerminalWishes *wishes);
void terminal_close(Terminal *terminal);

/* The width in columns now; 0 when output is no terminal. */
int terminal_width(const Terminal *terminal);

/* Writes a line, on a terminal broken between words. */
void say(Terminal *terminal, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the text line by line; each is broken as say() does. */
void say_text(Terminal *terminal, const char *text);
/* Writes lines as they are. */
void show_text(Terminal *terminal, const char *text);

/* Has the reader of the output gone? */
bool terminal_closed(Terminal *terminal);

#endif
