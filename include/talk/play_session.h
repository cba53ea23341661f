/* Boojum play: one person, or two, at the board. */
#ifndef BOOJUM_TALK_PLAY_SESSION_H
#define BOOJUM_TALK_PLAY_SESSION_H

#include "base/prng.h"
#include "talk/play_line.h"
#include "talk/play_options.h"
#include "talk/play_think.h"

typedef struct Session {
    Terminal *terminal;
    LineReader *lines;
    Thinker *thinker; /* NULL until the engine first thinks */
    Prng prng;
    PlayColor color;                /* of the person, as it was asked for */
    bool engine_plays[COLOR_COUNT]; /* neither: two people */
    int level;
    GameKind kind;
    Record record;
    bool turned; /* the board is not seen from the usual side */
    TimeControl control;
    PlayerClock clocks[COLOR_COUNT];
    int64_t turn_us; /* when the side to move began to think */
    bool quit;
} Session;

/* Plays until the person leaves, or the input or the output ends. */
void session_run(Session *session);

/* ---- for the commands (talk/play_commands.h) ---- */

/* What is random from now on follows from this number, which is said. */
void session_set_seed(Session *session, uint64_t seed);
/* A new game from its start, or a random Chess960 start, or that position (NULL: none), and what a
 * person needs to see of it. */
void session_new_game(Session *session, const GameKind *kind, const Position *start);
/* Who plays, from now on. */
void session_set_color(Session *session, PlayColor color);

void session_show_board(Session *session);
/* Says what the last move did. */
void session_tell_last(Session *session);
/* Says how the game stands: whose move, check, or how it ended. */
void session_show_state(Session *session);

/* Plays a move for the side to move, and tells about it. */
void session_play(Session *session, Move move, const Thought *thought);

/* Lets the engine think about the position with at most so many nodes, for a hint. False if it
 * could not, which has been said. */
bool session_think(Session *session, const SearchLimits *limits, SearchResult *result);

/* Says who is at which side. */
void session_show_players(Session *session);
/* Sets the clocks anew. */
void session_start_clocks(Session *session);
/* Takes what the side to move has used off its clock: the game ends without a move. */
void session_stop_clock(Session *session);
bool session_has_clock(const Session *session);

ALWAYS_INLINE bool session_is_over(const Session *session)
{
    return session->record.result != RESULT_NONE;
}

#endif
