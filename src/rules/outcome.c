#include "rules/outcome.h"

#include "rules/movegen.h"

#include <stdlib.h>

const char *const outcome_names[OUTCOME_COUNT] = {
    [ONGOING] = "ongoing",
    [ONGOING_CHECK] = "ongoing check",
    [CHECKMATE] = "checkmate",
    [STALEMATE] = "stalemate",
    [EXPLODED] = "exploded",
    [DRAW_REPETITION] = "draw repetition",
    [DRAW_FIFTY_MOVES] = "draw fifty moves",
    [DRAW_MATERIAL] = "draw material",
};

bool key_stack_reserve(KeyStack *stack, size_t more)
{
    if (more <= stack->capacity - stack->count) return true;
    const size_t most = SIZE_MAX / sizeof(Key);
    if (more > most - stack->count) return false;
    size_t capacity = stack->capacity <= most / 2 ? stack->capacity * 2 : most;
    if (capacity < stack->count + more) capacity = stack->count + more;
    if (capacity < 64) capacity = 64;
    Key *keys = realloc(stack->keys, capacity * sizeof(Key));
    if (!keys) return false;
    stack->keys = keys;
    stack->capacity = capacity;
    return true;
}

bool key_stack_push(KeyStack *stack, Key key)
{
    if (!key_stack_reserve(stack, 1)) return false;
    stack->keys[stack->count++] = key;
    return true;
}

void key_stack_free(KeyStack *stack)
{
    free(stack->keys);
    *stack = (KeyStack){0};
}

/* A position can first come back after two moves of each side: out and back. Passing over without
 * moving (Ms. Alice) is no quicker. */
int repetitions(const Position *pos, const KeyStack *before)
{
    if (!before) return 0;
    size_t back = before->count < pos->rule50 ? before->count : pos->rule50;
    int found = 0;
    for (size_t plies = 4; plies <= back; plies += 2)
        found += before->keys[before->count - plies] == pos->key;
    return found;
}

bool dead_material(const Position *pos)
{
    int knights = popcount(pos->kinds[KNIGHT]), bishops = popcount(pos->kinds[BISHOP]);
    if (pos->kinds[PAWN] | pos->kinds[ROOK] | pos->kinds[QUEEN]) return false;
    switch ((RulesId)pos->rules) {
    case RULES_CHESS: {
        bool one_color = !(pos->kinds[BISHOP] & DARK_BITS) || !(pos->kinds[BISHOP] & ~DARK_BITS);
        return knights + bishops <= 1 || (knights == 0 && one_color);
    }
    case RULES_ATOMIC: return knights + bishops <= 1;
    case RULES_ALICE:
    case RULES_MSALICE: return knights + bishops == 0;
    case RULES_ALICEATOMIC:
    case RULES_COUNT: break;
    }
    return false;
}

Outcome outcome_of(const Position *pos, const KeyStack *before)
{
    if (!has_king(pos, WHITE) || !has_king(pos, BLACK)) return EXPLODED;
    bool check = position_checkers(pos) != 0;
    if (!has_legal_move(pos)) return check ? CHECKMATE : STALEMATE;
    if (dead_material(pos)) return DRAW_MATERIAL;
    if (repetitions(pos, before) >= 2) return DRAW_REPETITION;
    if (pos->rule50 >= FIFTY_MOVES) return DRAW_FIFTY_MOVES;
    return check ? ONGOING_CHECK : ONGOING;
}
