/* Boojum: the command line of `boojum match`. */
#ifndef BOOJUM_TALK_MATCH_OPTIONS_H
#define BOOJUM_TALK_MATCH_OPTIONS_H

#include "talk/openings.h"
#include "talk/record.h"
#include "talk/schedule.h"
#include "talk/stats.h"

typedef struct MatchOptions {
    EngineSpec *engines;
    size_t engine_count;
    GameKind kind;
    Schedule schedule;
    int concurrency;
    uint64_t seed;
    bool seeded; /* by the user */

    OpeningFile file; /* path NULL: openings are made */
    OpeningSettings made;

    Adjudication adjudication;
    bool use_sprt;
    Sprt sprt;

    const char *event, *site;
    const char *pgn; /* or NULL */
    char *state;     /* or NULL */
    bool pgn_minimal;
    bool resume;
    bool json;
    bool lint;
    const char *lint_file;   /* or NULL */
    bool lint_fails;         /* findings show in the exit status */
    int64_t rating_interval; /* games between two tables; 0: only the last, and the live one */
    int64_t patience_us;
    int64_t wait_us;        /* between two games at one table */
    bool trace;             /* write down all that engines are told and say, */
    const char *trace_file; /* here; NULL: stderr */
} MatchOptions;

/* Reads the arguments behind "match". -1 when there is work to do, else the exit status: 0 after
 * help, 2 after one line on stderr about what is wrong. */
int match_options_read(MatchOptions *options, int argc, char **argv);
/* Uses that seed for everything. */
void match_options_set_seed(MatchOptions *options, uint64_t seed);
void match_options_free(MatchOptions *options);

#endif
