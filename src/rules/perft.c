#include "rules/perft.h"

#include "rules/movegen.h"

static uint64_t count_tree(Position *pos, int depth, const atomic_bool *stop)
{
    if (depth == 1) return (uint64_t)count_legal(pos);
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        leaves += count_tree(pos, depth - 1, stop);
        position_unmake(pos, &undo);
        if (depth > 3 && stop && atomic_load_explicit(stop, memory_order_relaxed)) break;
    }
    return leaves;
}

uint64_t perft(Position *pos, int depth, const atomic_bool *stop)
{
    return depth <= 0 ? 1 : count_tree(pos, depth, stop);
}
