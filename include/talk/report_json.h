/* Boojum: the results of a match for programs. */
#ifndef BOOJUM_TALK_REPORT_JSON_H
#define BOOJUM_TALK_REPORT_JSON_H

#include "talk/match_options.h"
#include "talk/results.h"

/* Adds one JSON object and a line end. Numbers that are infinite or undefined are null. */
void report_json(Buffer *out, const MatchOptions *options, const Results *results,
                 bool interrupted);

#endif
