#include "search/picker.h"

#include "judge/eval.h"
#include "judge/exchange.h"

/* Captures that gain, killers, the counter move, quiet moves by their history, captures that lose.
 */
enum {
    RANK_GOOD_CAPTURE = 1 << 24,
    RANK_QUEENING = 1 << 23,
    RANK_KILLER = 1 << 22,
    RANK_COUNTER = 1 << 21,
    RANK_BAD_CAPTURE = -(1 << 24)
};

int quiet_history(const Position *pos, const PickerHints *hints, Move move)
{
    Square from = move_from(move), to = move_to(move);
    int man = man_index(pos->men[from]);
    int value = 2 * hints->history->butterfly[pos->side][from][to];
    if (hints->continuation1) value += hints->continuation1[man][to];
    if (hints->continuation2) value += hints->continuation2[man][to];
    return value;
}

static int capture_rank(const Position *pos, const PickerHints *hints, Move move)
{
    Square taken = position_captured_square(pos, move);
    Kind victim = man_kind(pos->men[taken]);
    int man = man_index(pos->men[move_from(move)]);
    int value = exchange_value(pos, move);
    int history =
        hints->use_capture_history ? hints->history->capture[man][move_to(move)][victim] / 64 : 0;
    bool explodes = rules_of((RulesId)pos->rules).explodes;
    /* Where nothing explodes the exchange says whether it is good, the victim how good. */
    int order = explodes ? value : kind_value((RulesId)pos->rules, victim);
    return (value >= 0 ? RANK_GOOD_CAPTURE : RANK_BAD_CAPTURE) + 4 * order + history;
}

static int rank_move(const Position *pos, const PickerHints *hints, Move move)
{
    if (move_is_capture(move)) return capture_rank(pos, hints, move);
    if (move_is_promotion(move) && move_promoted_kind(move) == QUEEN) return RANK_QUEENING;
    if (move == hints->killers[0]) return RANK_KILLER + 1;
    if (move == hints->killers[1]) return RANK_KILLER;
    if (move == hints->counter) return RANK_COUNTER;
    return quiet_history(pos, hints, move);
}

static void take_to_front(Picker *picker, int index)
{
    MoveList *list = &picker->list;
    Move move = list->moves[index];
    int rank = picker->ranks[index];
    list->moves[index] = list->moves[picker->next];
    picker->ranks[index] = picker->ranks[picker->next];
    list->moves[picker->next] = move;
    picker->ranks[picker->next] = rank;
}

void picker_start(Picker *picker, const Position *pos, GenerateWhat what, const PickerHints *hints)
{
    picker->pos = pos;
    picker->hints = hints;
    picker->next = 0;
    picker->ranked = false;
    generate(pos, what, &picker->list);
    picker->end = picker->list.count;
}

static void rank_rest(Picker *picker)
{
    for (int i = picker->next; i < picker->list.count; i++)
        picker->ranks[i] = rank_move(picker->pos, picker->hints, picker->list.moves[i]);
    picker->ranked = true;
}

Move picker_next(Picker *picker)
{
    MoveList *list = &picker->list;
    if (picker->next == list->count) return MOVE_NONE;
    if (picker->next == 0 && picker->hints->first != MOVE_NONE && !picker->ranked) {
        for (int i = 0; i < list->count; i++) {
            if (list->moves[i] != picker->hints->first) continue;
            picker->ranks[0] = picker->ranks[i] = 0;
            take_to_front(picker, i);
            picker->ranks[0] = RANK_GOOD_CAPTURE;
            return list->moves[picker->next++];
        }
    }
    if (!picker->ranked) rank_rest(picker);
    int best = picker->next;
    for (int i = best + 1; i < list->count; i++)
        if (picker->ranks[i] > picker->ranks[best]) best = i;
    take_to_front(picker, best);
    return list->moves[picker->next++];
}

void picker_drop_quiets(Picker *picker, const CheckSquares *checks)
{
    MoveList *list = &picker->list;
    int kept = picker->next;
    for (int i = picker->next; i < list->count; i++) {
        const Move move = list->moves[i];
        const int rank = picker->ranks[i];
        if (!move_is_capture(move) && !gives_check(picker->pos, checks, move)) continue;
        list->moves[i] = list->moves[kept];
        picker->ranks[i] = picker->ranks[kept];
        list->moves[kept] = move;
        picker->ranks[kept++] = rank;
    }
    list->count = kept;
}

int picker_passed(Picker *picker)
{
    const int rank = picker->ranks[picker->next - 1];
    int passed = 0;
    for (int i = picker->list.count; i < picker->end;) {
        if (picker->ranks[i] > rank) {
            picker->ranks[i] = picker->ranks[--picker->end];
            passed++;
        } else {
            i++;
        }
    }
    return passed;
}

bool picker_last_was_good(const Picker *picker)
{
    return picker->ranks[picker->next - 1] > RANK_QUEENING;
}
