/* Boojum play: what a move does, and how a game has ended, in words. */
#ifndef BOOJUM_TALK_PLAY_TELL_H
#define BOOJUM_TALK_PLAY_TELL_H

#include "talk/record.h"

/* Adds a sentence about the move, legal in that position, without its full stop: "Nf3xe5 takes the
 * pawn on e5 of board A and passes to board B, where it explodes: the knight c6 goes with it". */
void tell_move(Buffer *text, const Position *before, Move move);

/* Adds sentences about the end of a game that is over. */
void tell_ending(Buffer *text, const Record *record);

#endif
