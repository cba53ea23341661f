/* Boojum: the text of a match's state file: what is written into it, and read from it. What the
 * file is for, and when which line is written, is told in journal.h.
 *
 * A line that is read must be what would be written: so nothing is cut short, too large or left
 * over. */
#ifndef BOOJUM_TALK_MATCH_STATE_H
#define BOOJUM_TALK_MATCH_STATE_H

#include "talk/lint.h"
#include "talk/match_options.h"
#include "talk/results.h"

/* A game's line. */
typedef struct StateGame {
    int64_t number; /* from 0 */
    Result result;
    Ending ending;
    size_t plies;
    int64_t start; /* of its PGN */
    size_t length;
    uint64_t checksum;
    size_t line;    /* of the state */
    bool is_void;   /* the state says so: it was played again, or was going to be */
    bool is_broken; /* it is not in the PGN as it was written */
    size_t remains; /* bytes of it there, if it is broken */
} StateGame;

/* All that a state file says. */
typedef struct MatchState {
    StateGame *games;
    size_t count, capacity;
    size_t saved; /* so many of them are on the disk */
    Opening *openings;
    size_t opening_count, opening_capacity;
    uint64_t seed;
    LintTally *said; /* of each engine */
    bool said_in_part;
    size_t line;   /* the number of the one that is read */
    size_t length; /* bytes of the whole lines */
} MatchState;

/* Everything that decides which games are played, the seed but not their number: what a state file
 * begins with. */
void match_state_begin(Buffer *text, const MatchOptions *options);
void match_state_add_game(Buffer *text, const StateGame *game);
void match_state_add_opening(Buffer *text, const MatchOptions *options, const Opening *opening);
/* What an engine, counted from 0, has said by then. */
void match_state_add_said(Buffer *text, size_t engine, const LintTally *said);
/* The game, counted from 0, does not count, as it has to be played again. */
void match_state_add_void(Buffer *text, int64_t number);
/* So many games are on the disk. */
void match_state_add_saved(Buffer *text, int64_t count);
/* Not everything that engines say is read. */
void match_state_add_unread(Buffer *text);
void match_state_add_finished(Buffer *text);

uint64_t match_state_checksum(const char *pgn, size_t length);

/* Does the text begin as a state file does? */
bool is_match_state(const Buffer *text);
/* Is it nothing, or the beginning of this match's own, which was not written whole? */
bool is_match_state_begun(const Buffer *text, const MatchOptions *options);
/* Has it games, and no end behind them? */
bool is_match_state_unfinished(const Buffer *text);

/* Reads the text, and cuts it up in doing so. False and an error, with the path and the number of
 * the line, if it is damaged or that of another match. In any case match_state_free() is due. */
bool match_state_read(MatchState *state, const char *path, const MatchOptions *options,
                      Buffer *text, Error *err);
/* Also of one that is all zeros. */
void match_state_free(MatchState *state);

#endif
