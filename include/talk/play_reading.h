/* Boojum play: a move as a person types it. */
#ifndef BOOJUM_TALK_PLAY_READING_H
#define BOOJUM_TALK_PLAY_READING_H

#include "rules/position.h"
#include "talk/memory.h"

/* Reads a legal move in SAN or coordinates, also with the move's number, blanks, chess men or
 * letters of the other case. MOVE_NONE if it is none, or has a sign for a capture and captures
 * nothing; then *why is emptied and says which rule forbids it or what is missing, in a sentence
 * without its full stop, "Nxd7 is not legal: ...", or nothing if the text has not even nearly the
 * form of a move. */
Move typed_move(const Position *pos, const char *text, Buffer *why);

/* Adds the legal moves in SAN, a line each. */
void add_legal_moves(Buffer *lines, const Position *pos);

#endif
