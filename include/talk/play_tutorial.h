/* Boojum play: the rules of Alice Atomic in small tasks. */
#ifndef BOOJUM_TALK_PLAY_TUTORIAL_H
#define BOOJUM_TALK_PLAY_TUTORIAL_H

#include "rules/position.h"
#include "talk/play_line.h"

/* One rule and a position in which to use it. */
typedef struct Lesson {
    const char *title;
    const char *fen;
    const char *text; /* the rule */
    const char *task; /* what to find */
    const char *hint;
    const char *solutions; /* every move that does it, in coordinates, with blanks between */
    const char *after;     /* what is said when it has been found; or NULL */
} Lesson;

extern const Lesson lessons[];
extern const int lesson_count;

/* Is the move a solution? */
bool lesson_solved_by(const Lesson *lesson, const Position *pos, Move move);

/* Goes through the lessons until the person leaves or the input or the output ends. */
void tutorial_run(Terminal *terminal, LineReader *lines);

#endif
