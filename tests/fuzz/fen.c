/* Any bytes as a FEN of any game: refused, or a sound position that is written and read back the
 * same. */
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/movegen.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(RulesId rules, const char *text)
{
    Position pos, again;
    Error err;
    if (!fen_read(&pos, rules, text, &err)) {
        if (!err.text[0]) abort();
        return;
    }
    if (!position_consistent(&pos, &err)) abort();
    if (count_legal(&pos) > MAX_MOVES) abort();
    for (int style = 0; style < FEN_STYLE_COUNT; style++) {
        char fen[FEN_MAX];
        fen_write(&pos, (FenStyle)style, true, fen);
        if (!fen_read(&again, rules, fen, &err) || again.key != pos.key) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (int rules = 0; rules < RULES_COUNT; rules++) check((RulesId)rules, text);
    free(text);
    return 0;
}
