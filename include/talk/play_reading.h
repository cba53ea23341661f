/* Boojum play: a move as a person types it. */
#ifndef BOOJUM_TALK_PLAY_READING_H
#define BOOJUM_TALK_PLAY_READING_H

#include "rules/position.h"
#include "talk/memory.h"

/* Reads a legal move in SAN or coordinates. MOVE_NONE if it is none; then *why is emptied and says
 * which rule forbids it, in a sentence without its full stop, or nothing if the text has not even
 * the form of a move. */
Move typed_move(const Position *pos, const char *text, Buffer *why);

#endif
