#include "judge/exchange.h"

#include "judge/eval.h"

static int man_worth(const Position *pos, Square sq)
{
    Kind kind = man_kind(pos->men[sq]);
    return kind == KING ? GAIN_KING : kind_value((RulesId)pos->rules, kind);
}

int capture_gain(const Position *pos, Move move)
{
    RulesId rules = (RulesId)pos->rules;
    int gain = man_worth(pos, position_captured_square(pos, move));
    if (!rules_of(rules).explodes) {
        if (move_is_promotion(move))
            gain += kind_value(rules, move_promoted_kind(move)) - kind_value(rules, PAWN);
        return gain;
    }
    gain -= man_worth(pos, move_from(move));
    for (Bitboard blast = position_blast(pos, move); blast;) {
        Square sq = pop_square(&blast);
        gain += man_color(pos->men[sq]) == pos->side ? -man_worth(pos, sq) : man_worth(pos, sq);
    }
    return gain;
}
