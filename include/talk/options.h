/* Boojum: the UCI options, one table of them (src/talk/options.c). */
#ifndef BOOJUM_TALK_OPTIONS_H
#define BOOJUM_TALK_OPTIONS_H

#include "base/errors.h"
#include "talk/output.h"

struct Engine;

/* What the options are set to. Written only by options_default() and options_set(). */
typedef struct OptionValues {
    int variant;       /* index into games[] */
    bool chess960;     /* castling is written king takes rook, FENs with Shredder letters */
    int fen_style;     /* FenStyle that `d` prints */
    int move_overhead; /* milliseconds lost for each move on its way to the clock */
    int hash_mb;       /* the transposition table, MiB */
    int threads;
    int multipv;         /* how many lines are reported */
    bool ponder;         /* the GUI may send `go ponder`; it tells us for information */
    int skill;           /* SKILL_MAX: as strong as can be */
    bool limit_strength; /* `elo` holds, and `skill` does not */
    int elo;
    bool show_wdl;     /* chances of a win, draw, loss beside each score */
    bool analyse_mode; /* the GUI analyses rather than plays: drawn games are searched, too */
} OptionValues;

void options_default(OptionValues *values);

/* Prints the `option name ...` lines. */
void options_print(Output *output);

/* Sets the option of that name, in any letter case. `value` is NULL where none was given. No search
 * may be running. False and an error if there is no such option or value; then nothing has changed.
 */
bool options_set(struct Engine *engine, const char *name, const char *value, Error *err);

#endif
