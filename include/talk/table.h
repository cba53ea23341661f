/* Boojum: one game of a match while it is played, between two players and a referee. */
#ifndef BOOJUM_TALK_TABLE_H
#define BOOJUM_TALK_TABLE_H

#include "talk/openings.h"
#include "talk/record.h"

typedef enum {
    TABLE_FREE,
    TABLE_GETTING_READY, /* the players are */
    TABLE_PLAYING,
    TABLE_OVER,  /* record.result is set; the owner takes the players away */
    TABLE_BROKEN /* no game is to be had; a player's `failure` says why */
} TableState;

typedef struct Table {
    TableState state;
    Record record;
    Player *players[COLOR_COUNT];
    PlayerClock clocks[COLOR_COUNT];
    const Adjudication *adjudication;
} Table;

/* Starts a game. The players belong to the owner, and get ready. */
void table_start(Table *table, const GameKind *kind, const Opening *opening, Player *white,
                 Player *black, const Adjudication *adjudication);
void table_free(Table *table);

/* Looks at the players and does what follows: passes moves on, notes faults and flags. Call it
 * whenever anything may have happened. `now` is when poll() returned. */
void table_step(Table *table, int64_t now);

#endif
