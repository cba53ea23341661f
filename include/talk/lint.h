/* Boojum: proving what a UCI engine says while it thinks.
 *
 * A Lint follows one engine, whichever it is. Its owner says when a search begins and in which
 * position, and hands over every line that comes; the Lint reads each and tells the listener what
 * is wrong with it. It changes nothing, and knows of no match and no process.
 *
 * What is proven: the grammar of `info` and `bestmove` and the range of each number; every move
 * legal and in the notation of the game; no line of play longer than the game; mate distances
 * against the line that leads to them, and no centipawns for a line that ends in one; `wdl` against
 * mates; a mate once announced kept in the next search of the same game; the best move and the move
 * to ponder against the last line; that depth, nodes and time never go down, no more time goes by
 * than there is, and nps is what nodes and time say; nothing of a search that was not asked for.
 *
 * Not proven: centipawns for a line that ends in a draw. Many engines give a draw some small number
 * on purpose (contempt, or a bit of chance against repetitions).
 */
#ifndef BOOJUM_TALK_LINT_H
#define BOOJUM_TALK_LINT_H

#include "rules/outcome.h"

typedef enum {
    LINT_SYNTAX,   /* an argument missing, of the wrong kind or out of range; a word twice */
    LINT_UNKNOWN,  /* a word, or a whole line, that UCI does not have */
    LINT_ILLEGAL,  /* a move of a line of play, or a `currmove` */
    LINT_NOTATION, /* a legal move written in another way than in this game */
    LINT_PAST_END, /* a line of play that goes on when the game is over */
    LINT_FINISHED, /* `depth 0` or `mate 0` in a game that goes on, or none in one that does not */
    LINT_MATE_DISTANCE, /* an exact score's line mates too early or too late, or not at all */
    LINT_MATE_NOT_KEPT, /* mate in N, then neither the end of the game nor mate in N - 1 or less */
    LINT_MULTIPV,       /* more lines than moves, one missing, two of one move, or in wrong order */
    LINT_DECREASE,      /* nodes, time, or the depth of exact scores goes down */
    LINT_SPEED,         /* nps is not nodes through time, after a tenth of a second of thinking */
    LINT_LAST_LINE,     /* the last score before the best move is missing or of another move */
    LINT_BESTMOVE,      /* illegal, none, or not exactly one */
    LINT_PONDER,        /* illegal, or not the second move of the last line */
    LINT_SCORE,         /* exact centipawns for a line that ends in mate, or `wdl` against a mate */
    LINT_TIME,          /* far more time than has passed since `go` */
    LINT_UNASKED,       /* `readyok`, but nobody asked */
    LINT_MATE_SHORT,    /* lesser: the line stops on its way to the mate that the score says */
    LINT_LAST_BOUND,    /* lesser: the last score before the best move is a bound */
    LINT_KIND_COUNT
} LintKind;

/* One word each, for the table and JSON: "syntax", "mate-distance". */
extern const char *const lint_kind_names[LINT_KIND_COUNT];

/* Is it a shortcoming rather than a fault? A line cut off by the hash table is no lie, nor
 * is the bound of a search that time ended. */
bool lint_is_lesser(LintKind kind);

typedef struct LintFinding {
    LintKind kind;
    const char *text; /* what is wrong, in printable characters without a newline */
    const char *line; /* as the engine wrote it */
} LintFinding;

/* Called from lint_line(); what the finding points to is gone afterwards. */
typedef void (*LintListener)(void *context, const LintFinding *finding);

/* What an engine has said. */
typedef struct LintTally {
    int64_t lines; /* from `go` to `bestmove` */
    int64_t kinds[LINT_KIND_COUNT];
} LintTally;

/* All findings but the lesser ones. */
int64_t lint_tally_findings(const LintTally *tally);

typedef struct Lint Lint;

/* Adds to the tally and tells the listener; the tally must outlive it. Nothing has been asked of
 * the engine yet. Ends the program when memory is out, as all of talk/memory.h does. */
Lint *lint_create(LintTally *tally, LintListener listener, void *context);
/* NULL is allowed. */
void lint_destroy(Lint *lint);

/* `go` is about to be sent. `before` are the keys of the game's earlier positions, as in
 * rules/outcome.h; may be NULL (then no repetition is known, and no mate remembered). Everything is
 * copied. A search that has not ended is forgotten. `white_scores`: the engine gives scores from
 * White's view, and not, as UCI has it, from that of the side to move; what is found speaks of the
 * latter. */
void lint_search_begin(Lint *lint, const Position *pos, const KeyStack *before, bool chess960,
                       bool white_scores);
/* Its answer does not matter any more: what comes until the next search is not looked at. */
void lint_search_abandon(Lint *lint);

/* A line without its newline, and how long ago `go` was sent (INT64_MAX if that is not known; it is
 * looked at in a search only). Call it with all lines, those before `go` and after the `bestmove`
 * included (there should be none of a search), but not with a `readyok` that was asked for. */
void lint_line(Lint *lint, const char *line, int64_t passed_ms);

#endif
