/* Any bytes as a line of moves, in SAN or coordinates, from the start of the game that the first
 * byte names: each word is refused or a legal move, and what is written for that move is read as
 * that move. */
#include <stdlib.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "shared/watch.h"

static bool play(Position *pos, const char *word)
{
    Error err;
    Move move = move_read_san(pos, word, &err), other = move_read_uci(pos, word, &err);
    if (move == MOVE_NONE) move = other;
    if (move == MOVE_NONE) return false;
    char san[SAN_MAX], uci[UCI_MOVE_MAX];
    Undo undo;
    if (!is_legal(pos, move)) wrong("an illegal move");
    move_write_san(pos, move, san);
    move_write_uci(pos, move, true, uci);
    if (move_read_san(pos, san, NULL) != move || move_read_uci(pos, uci, NULL) != move)
        wrong("%s, %s: read back as another move", san, uci);
    position_make(pos, move, &undo);
    if (!position_consistent(pos, &err)) wrong("%s", err.text);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    char *text = text_of(data, size);
    Position pos;
    position_start(&pos, &games[data[0] % GAME_COUNT],
                   data[0] < 'a' ? (int)STANDARD_SHUFFLE : data[0] * 3);
    char *rest = text + 1;
    for (char *word; (word = strtok_r(rest, " \n", &rest));)
        if (!play(&pos, word)) continue;
    free(text);
    return 0;
}
