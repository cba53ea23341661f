/* Boojum: a game as it was played, and the referee's word on it.
 *
 * The rules library checks every move and says when the game is over. */
#ifndef BOOJUM_TALK_RECORD_H
#define BOOJUM_TALK_RECORD_H

#include "rules/outcome.h"
#include "talk/player.h"

typedef enum { RESULT_NONE, WHITE_WINS, BLACK_WINS, DRAWN, RESULT_COUNT } Result;

extern const char *const result_names[RESULT_COUNT]; /* "*", "1-0", "0-1", "1/2-1/2" */

typedef enum {
    END_NONE,
    END_CHECKMATE,
    END_EXPLOSION,
    END_STALEMATE,
    END_REPETITION,
    END_FIFTY_MOVES,
    END_MATERIAL,
    END_SCORE, /* adjudicated: won, both thought so */
    END_DRAW,  /* adjudicated: drawn, both thought so */
    END_LENGTH,
    END_TIME,
    END_ILLEGAL,
    END_START,
    END_CRASH,
    END_HANG,
    END_PROTOCOL,
    END_RESIGN,
    END_COUNT
} Ending;

/* One word each, for the state file, JSON and the table: "checkmate", "time". */
extern const char *const ending_names[END_COUNT];
/* END_COUNT if there is no such ending. */
Ending ending_find(const char *name);

/* Is it the loser's fault, not his play? */
bool ending_is_fault(Ending ending);

enum { TIME_UNKNOWN = -1 };

typedef struct PlayedMove {
    Move move;
    bool book; /* part of the opening: nobody thought about it */
    Thought thought;
    int64_t used_us; /* or TIME_UNKNOWN */
} PlayedMove;

/* The highest score that ends a game early, in centipawns; a mate counts for more. */
enum { ADJUDICATION_SCORE_MAX = 100000 };

/* How many full moves, and which scores in centipawns, end a game early; zero: off. */
typedef struct Adjudication {
    int resign_moves, resign_score;
    bool resign_two_sided;
    int draw_from, draw_moves, draw_score;
    int length; /* full moves, the opening's included */
} Adjudication;

typedef struct Record {
    const GameKind *kind;
    bool usual_start;
    Position start, pos;
    KeyStack keys; /* of the positions before `pos` */
    PlayedMove *moves;
    size_t count, capacity;
    Buffer line; /* the moves as UCI writes them, each after a blank */
    Result result;
    Ending ending;
    char detail[160];                                     /* of a fault: what exactly; else "" */
    int resigns[COLOR_COUNT], boasts[COLOR_COUNT], quiet; /* consecutive scores that adjudicate */
} Record;

/* A game from that position. Start it with `Record record = {0}`; it may be started again. */
void record_start(Record *record, const GameKind *kind, const Position *start);
void record_free(Record *record);

/* Plays a move of the opening. */
void record_book_move(Record *record, Move move);

/* Plays what an engine answered. An illegal move, or none, ends the game. */
void record_play(Record *record, const char *text, const Thought *thought, int64_t used_us);

/* After record_start(), a book move or a move: is the game over by the rules, or by adjudication
 * (which may be NULL)? Sets result and ending. */
void record_judge(Record *record, const Adjudication *rules);

/* Takes back the last move, of which there must be one: the game goes on, whatever its result was.
 * Scores that count towards adjudication are forgotten. */
void record_undo(Record *record);

/* That side has lost by its own fault, or gives up. */
void record_forfeit(Record *record, Color loser, Ending ending, const char *detail);

/* What follows "position ". */
void record_position(const Record *record, Buffer *text);

/* How it ended, in words: "White mates", "Black loses on time". */
void record_describe(const Record *record, char buf[200]);

/* Which value PGN's Termination tag has: "normal", "time forfeit", ... */
const char *record_termination(const Record *record);

#endif
