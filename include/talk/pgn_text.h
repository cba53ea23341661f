/* Boojum: the pieces that a PGN file is put together from. */
#ifndef BOOJUM_TALK_PGN_TEXT_H
#define BOOJUM_TALK_PGN_TEXT_H

#include "rules/position.h"
#include "talk/memory.h"

/* Adds `[Name "value"]` and a line end. */
void pgn_add_tag(Buffer *out, const char *name, const char *value);

/* Words with blanks or line ends between them. Start it as `Paragraph paragraph = {buffer, 0}`. */
typedef struct Paragraph {
    Buffer *out;
    size_t column;
} Paragraph;

void pgn_add_word(Paragraph *paragraph, const char *word);
/* Words with single blanks between them, each of which may end up on the next line. */
void pgn_add_words(Paragraph *paragraph, const char *text);

/* Adds the legal move, with its number if it is White's or if `numbered`, and plays it. */
void pgn_add_move(Paragraph *paragraph, Position *pos, Move move, bool numbered);

#endif
