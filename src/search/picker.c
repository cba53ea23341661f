#include "search/picker.h"

#include <string.h>

#include "judge/eval.h"
#include "judge/exchange.h"

/* The move of the principal variation, captures that gain, killers, quiet moves by their history
 * (0 to HISTORY_MAX), captures that lose. A gain is at most GAIN_KING and some thousands. */
enum {
    RANK_FIRST = 1 << 30,
    RANK_GOOD_CAPTURE = 1 << 24,
    RANK_QUEENING = 1 << 23,
    RANK_KILLER = 1 << 22,
    RANK_BAD_CAPTURE = -(1 << 24),
    HISTORY_MAX = 1 << 20
};

void history_reward(History *history, const Position *pos, Move move, int depth, int ply)
{
    Move *killers = history->killers[ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    int *entry = &history->butterfly[pos->side][move_from(move)][move_to(move)];
    *entry += depth * depth;
    if (*entry < HISTORY_MAX) return;
    int *all = &history->butterfly[0][0][0];
    for (int i = 0; i < COLOR_COUNT * SQUARE_COUNT * SQUARE_COUNT; i++) all[i] /= 2;
}

static int rank_move(const Position *pos, const History *history, Move move, int ply)
{
    if (move_is_capture(move)) {
        int gain = 16 * capture_gain(pos, move);
        /* Of equal gains, let the cheapest man take. */
        gain -= kind_value((RulesId)pos->rules, man_kind(pos->men[move_from(move)])) / 64;
        return gain >= 0 ? RANK_GOOD_CAPTURE + gain : RANK_BAD_CAPTURE + gain;
    }
    if (move_is_promotion(move) && move_promoted_kind(move) == QUEEN) return RANK_QUEENING;
    if (move == history->killers[ply][0]) return RANK_KILLER + 1;
    if (move == history->killers[ply][1]) return RANK_KILLER;
    return history->butterfly[pos->side][move_from(move)][move_to(move)];
}

void picker_start(Picker *picker, const Position *pos, GenerateWhat what, const History *history,
                  Move first, int ply)
{
    generate(pos, what, &picker->list);
    picker->next = 0;
    for (int i = 0; i < picker->list.count; i++) {
        Move move = picker->list.moves[i];
        picker->ranks[i] = move == first ? RANK_FIRST : rank_move(pos, history, move, ply);
    }
}

Move picker_next(Picker *picker)
{
    MoveList *list = &picker->list;
    if (picker->next == list->count) return MOVE_NONE;
    int best = picker->next;
    for (int i = best + 1; i < list->count; i++)
        if (picker->ranks[i] > picker->ranks[best]) best = i;
    /* The others keep their order: equal ranks come as they were generated. */
    Move move = list->moves[best];
    int rank = picker->ranks[best];
    size_t between = (size_t)(best - picker->next);
    memmove(&list->moves[picker->next + 1], &list->moves[picker->next], between * sizeof(Move));
    memmove(&picker->ranks[picker->next + 1], &picker->ranks[picker->next], between * sizeof(int));
    list->moves[picker->next] = move;
    picker->ranks[picker->next] = rank;
    picker->next++;
    return move;
}
