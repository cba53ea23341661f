/* Boojum: how much time a player has, and the clock of a game.
 *
 * All times are microseconds of a clock that never goes back. What a player has used is counted in
 * whole milliseconds, the rest of one being given to it, as cutechess does. */
#ifndef BOOJUM_TALK_TIME_CONTROL_H
#define BOOJUM_TALK_TIME_CONTROL_H

#include <stdint.h>

#include "base/errors.h"
#include "talk/memory.h"

#define TIME_NEVER INT64_MAX

int64_t now_us(void);

/* Zero where there is no such limit; several may hold together. */
typedef struct TimeControl {
    int moves;            /* to each control; 0: one control for the whole game */
    int64_t time_us;      /* for each control */
    int64_t increment_us; /* after each move */
    int64_t move_us;      /* fixed time a move, instead of a clock */
    int64_t margin_us;    /* how far a player may overstep before he loses */
    uint64_t nodes;
    int depth;
} TimeControl;

/* Reads "moves/time+increment": "40/60", "10+0.1", "1:30+1" (minutes and seconds), "inf"; no moves
 * and "0/" are one control for the whole game. Changes
 * only these three fields. */
bool time_control_read(TimeControl *control, const char *text, Error *err);
/* Reads seconds: "0.25". */
bool seconds_read(int64_t *us, const char *text, Error *err);

/* As PGN's TimeControl tag has it: "40/60", "10+0.1", "1/5" for five seconds a move, "-" for none.
 */
void time_control_write(const TimeControl *control, char buf[64]);
/* As people read it, with all limits: "10+0.1, 1000 nodes". */
void time_control_describe(const TimeControl *control, char buf[128]);

/* Has it a game clock? Has it a clock of any kind? */
bool time_control_has_clock(const TimeControl *control);
bool time_control_is_timed(const TimeControl *control);

/* One player's side of the clock. */
typedef struct PlayerClock {
    const TimeControl *control;
    int64_t left_us;
    int moves_to_go; /* until the next control; 0 if there is none */
} PlayerClock;

void player_clock_start(PlayerClock *clock, const TimeControl *control);
/* How long the next move may take, margin and the rest of a millisecond included; TIME_NEVER
 * without a clock. */
int64_t player_clock_limit(const PlayerClock *clock);
/* How many milliseconds a move that took so long was too late; at least 1 beyond the limit. */
int64_t player_clock_late_ms(const PlayerClock *clock, int64_t used_us);
/* Accounts for a move that took so long and was within the limit. */
void player_clock_move(PlayerClock *clock, int64_t used_us);

/* Adds what follows `go`, for both clocks and the side to move: " wtime 1000 ...". */
void go_parameters(const PlayerClock clocks[2], int side, Buffer *text);

#endif
