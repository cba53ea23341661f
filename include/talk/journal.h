/* Boojum: the state of a match on disk, so that it can be taken up again after any kind of end.
 *
 * The state file says which match it is, one line for each thing that decides its games. Then come
 * the openings that were made, and one line for each finished game: its result, and where its PGN
 * is and what it looks like (a checksum). The line is written first and the PGN second. So,
 * whenever the match is killed, only the last game can be broken: on resuming what there is of it
 * is cut off, and it is played again. What others have added to the PGN stays. No game is lost or
 * counted twice. With `-lint` there is also what was found in each engine's words so far, written
 * before the line of each of its games.
 *
 * Once a second while games end both files are put on the disk (by a thread, since that may take
 * long), and the state then says how many games are saved. If the computer loses power, games after
 * that may be played again, and one may then stand in the PGN twice.
 *
 * A state that was damaged or changed is refused with the number of its line and the reason, and
 * left as it is: each line must be one that would be written there, and the games must stand in the
 * PGN, one behind the other, as they were written. Only a last line without its end is cut off (and
 * zero bytes, if no line is behind them).
 *
 * The PGN and the state file are locked, so that two matches cannot write to one of them.
 */
#ifndef BOOJUM_TALK_JOURNAL_H
#define BOOJUM_TALK_JOURNAL_H

#include <pthread.h>

#include "talk/match_options.h"
#include "talk/results.h"

typedef struct Journal {
    const char *pgn_path, *state_path; /* or NULL */
    int pgn, state;                    /* descriptors; -1 if there is none */
    Opening *openings;                 /* that were made before the match was resumed */
    size_t opening_count;              /* of these */
    size_t noted;                      /* openings in the state */
    bool fresh;                        /* the state is to be written anew when the match begins */
    bool unread;                       /* it is noted that nobody reads what engines say */
    /* The thread that saves; it is started with the first game. */
    bool saving;
    pthread_t thread;
    pthread_mutex_t lock; /* of the fields below */
    pthread_cond_t changed;
    int64_t games, saved; /* lines of games in the state; those that are on the disk */
    bool quit, broken;    /* broken: a game could not be written, or not be saved */
} Journal;

/* Opens the files that the options name. With `resume`, what the state file says is added to the
 * results, and the seed in it taken over unless `options->seeded`. False and an error if a file
 * cannot be used, is not what the state says, or the state is that of another match, or, without
 * `resume`, of one that has not ended. */
bool journal_open(Journal *journal, MatchOptions *options, Results *results, Error *err);
/* The first game is about to begin: from now on the files are those of this match, and what an
 * earlier one that had ended left in the state file is gone. */
bool journal_begin(Journal *journal, const MatchOptions *options, Error *err);
/* Saves and closes. May be called of a journal that could not be opened. */
void journal_close(Journal *journal);

/* Adds an opening that was made, when a game is about to begin with it; once only. */
bool journal_note_opening(Journal *journal, const MatchOptions *options, const Opening *opening,
                          Error *err);

/* Notes all that an engine has said since the match began, so that it is known when the match is
 * resumed. What is noted last counts. */
bool journal_note_said(Journal *journal, int engine, const LintTally *said, Error *err);
/* Notes, once, that games are played of which nobody reads what the engines say. */
bool journal_note_unread(Journal *journal, Error *err);

/* Are the files still those that the options name? False and an error if not: what is added then is
 * lost. */
bool journal_in_place(const Journal *journal, Error *err);

/* Adds a finished game to both files, if they are in place. */
bool journal_add(Journal *journal, int64_t number, const Record *record, const char *pgn_text,
                 size_t pgn_length, Error *err);

/* Notes that the match has ended: the files may be used for another one. */
bool journal_finish(Journal *journal, Error *err);

#endif
