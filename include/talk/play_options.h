/* Boojum play: its command line. */
#ifndef BOOJUM_TALK_PLAY_OPTIONS_H
#define BOOJUM_TALK_PLAY_OPTIONS_H

#include "talk/play_terminal.h"
#include "talk/record.h"

/* Seeds that nobody chose are below this, short enough to be typed. */
enum { PLAY_SEED_COUNT = 1000000000 };

typedef enum { PLAY_WHITE, PLAY_BLACK, PLAY_RANDOM, PLAY_BOTH } PlayColor;

typedef struct PlayOptions {
    GameKind kind;
    PlayColor color; /* of the person */
    int level;
    TimeControl control; /* a time a move of the engine, or a clock for both */
    const char *fen;     /* NULL: the start of the game */
    bool tutorial;
    uint64_t seed;
    TerminalWishes wishes;
} PlayOptions;

/* Reads the command line; argv[0] is "play". -1 when there is something to play, else the exit
 * status, with help printed or one line on stderr. */
int play_options_read(int argc, char **argv, PlayOptions *options);

/* Reads what follows `--time` and the command `time`: "5" (seconds a move), "3:00+2" or "40/90+1"
 * (a clock for both), "off" in letters of any case. False and an error if it is none of these. */
bool play_time_read(TimeControl *control, const char *text, Error *err);

#endif
