/* Boojum: searching many positions with several threads. */
#ifndef BOOJUM_TALK_ANALYSIS_H
#define BOOJUM_TALK_ANALYSIS_H

#include "rules/outcome.h"
#include "search/search.h"

enum { ANALYSIS_LINES_MAX = 10 };

/* What each search is allowed; at least one of the first three is not 0. */
typedef struct AnalysisLimits {
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    int lines;   /* how many best moves */
    int hash_mb; /* of each thread's transposition table */
} AnalysisLimits;

typedef struct AnalysisLine {
    int score; /* as in search/search.h, for the side to move */
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    int length;
    Move *moves;
} AnalysisLine;

/* A position to search. Nothing is found where the game is over. */
typedef struct AnalysisTask {
    Position pos;
    KeyStack before; /* the game's earlier positions; the memory belongs to somebody else */
    AnalysisLine lines[ANALYSIS_LINES_MAX];
    int line_count;
    bool done;
} AnalysisTask;

typedef struct Analysis Analysis;

/* Starts to search, in the order of the tasks, which must stay where they are, with no more threads
 * than tasks. NULL and an error if there is no thread to be had, or no memory for all their
 * transposition tables. */
Analysis *analysis_start(AnalysisTask *tasks, size_t count, const AnalysisLimits *limits,
                         int threads, Error *err);

/* Waits until that task is done, at most so long. False if it is not, or, with an error (else
 * err->text is ""), if the analysis cannot go on. */
bool analysis_wait(Analysis *analysis, size_t task, int timeout_ms, Error *err);

/* How many tasks are done. */
size_t analysis_done(Analysis *analysis);

/* Stops what runs and frees everything but the tasks. NULL is allowed. */
void analysis_stop(Analysis *analysis);

/* Frees a task's lines. */
void analysis_task_free(AnalysisTask *task);

#endif
