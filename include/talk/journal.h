/* Boojum: the state of a match on disk, so that it can be taken up again after any kind of end.
 *
 * The state file says which match it is, one line for each thing that decides its games; then comes
 * one line for each game that was finished, with how long the PGN file is after it. A game is
 * written to the PGN first and to the state second. So, whenever the match is killed, the state
 * knows all games but perhaps the last one in the PGN; on resuming that is cut off and played
 * again. No game is lost or counted twice. (The promise holds for the death of the process; a
 * computer that loses power may forget what it had not written to its disk.)
 *
 * The PGN and the state file are locked, so that two matches cannot write to one of them.
 */
#ifndef BOOJUM_TALK_JOURNAL_H
#define BOOJUM_TALK_JOURNAL_H

#include "talk/match_options.h"
#include "talk/results.h"

typedef struct Journal {
    const char *pgn_path, *state_path; /* or NULL */
    int pgn, state;                    /* descriptors; -1 if there is none */
    int64_t pgn_length;
} Journal;

/* Opens the files that the options name. With `resume`, what the state file says is added to the
 * results, and the seed in it taken over unless `options->seeded`. False and an error if a file
 * cannot be used, or the state is that of another match. */
bool journal_open(Journal *journal, MatchOptions *options, Results *results, Error *err);
void journal_close(Journal *journal);

/* Adds a finished game to both files. */
bool journal_add(Journal *journal, int64_t number, const Record *record, const char *pgn_text,
                 size_t pgn_length, Error *err);

#endif
