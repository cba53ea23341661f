/* Files of positions and games, as `boojum analyse` reads and writes them. */
#ifndef FUZZ_PAPERS_H
#define FUZZ_PAPERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first byte says which game is played where the file does not; the rest is the file. It is
 * refused with a word, or what is written of it is read as the same positions and written the same
 * again. */
void check_papers(const uint8_t *data, size_t size, bool pgn);

#endif
