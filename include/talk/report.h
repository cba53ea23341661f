/* Boojum: the results of a match as a table. */
#ifndef BOOJUM_TALK_REPORT_H
#define BOOJUM_TALK_REPORT_H

#include "talk/match_options.h"
#include "talk/results.h"

/* Adds the table: of two engines score, Elo, pairs and SPRT, of more a ranking; then the faults,
 * and what was found in what they said. */
void report_table(Buffer *out, const MatchOptions *options, const Results *results);

/* What the SPRT says so far. */
SprtVerdict report_verdict(const MatchOptions *options, const Results *results, double *llr);

#endif
