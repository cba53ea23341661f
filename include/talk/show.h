/* Boojum: what it prints about a position for people, scripts and GUIs. */
#ifndef BOOJUM_TALK_SHOW_H
#define BOOJUM_TALK_SHOW_H

#include "talk/engine.h"

/* The `d` command: the board, or both side by side, and lines `Fen: `, `Key: `, `Checkers: `,
 * `State: `. */
void show_position(Engine *engine);

/* The `eval` command: the terms of the static evaluation, in centipawns. */
void show_evaluation(Engine *engine);

/* The `legal` command: a line for each legal move, of the man on `from` only unless that is
 * NO_SQUARE, then `legalok` and their number. */
void show_legal_moves(Engine *engine, Square from);

#endif
