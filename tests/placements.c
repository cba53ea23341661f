#include "placements.h"

static void drop(Prng *prng, Position *pos, Man man)
{
    for (int tries = 0; tries < 50; tries++) {
        Square sq = (Square)prng_below(prng, SQUARE_COUNT);
        bool edge = rank_of(sq) == 0 || rank_of(sq) == 7;
        if (pos->men[sq] != NO_MAN || (man_kind(man) == PAWN && edge)) continue;
        position_put(pos, sq, man);
        return;
    }
}

static Man random_man(Prng *prng, const Position *pos, Color color, Kind kind)
{
    bool glass = rules_of((RulesId)pos->rules).two_boards && prng_below(prng, 2);
    return man_of(color, kind, glass ? BOARD_B : BOARD_A);
}

/* King and rooks at home now and then, with some of the rights. */
static void drop_castle(Prng *prng, Position *pos, Color color)
{
    int rank = color == WHITE ? 0 : 7;
    Man king = random_man(prng, pos, color, KING);
    Square at = square_at(1 + (int)prng_below(prng, 6), rank);
    if (pos->men[at] != NO_MAN) {
        drop(prng, pos, king);
        return;
    }
    position_put(pos, at, king);
    for (unsigned side = 0; side < 2; side++) {
        int files = side == 0 ? 7 - file_of(at) : file_of(at);
        int file = side == 0 ? file_of(at) + 1 : 0;
        Square rook = square_at(file + (int)prng_below(prng, (uint64_t)files), rank);
        if (pos->men[rook] != NO_MAN || prng_below(prng, 4) == 0) continue;
        position_put(pos, rook, man_of(color, ROOK, man_board(king)));
        position_add_right(pos, (color == WHITE ? 0u : 2u) + side, rook);
    }
}

void place_at_random(Prng *prng, const Game *game, Position *pos)
{
    static const Kind kinds[] = {PAWN, PAWN, PAWN, KNIGHT, BISHOP, BISHOP, ROOK, ROOK, QUEEN};
    position_clear(pos, game->rules);
    for (int color = WHITE; color <= BLACK; color++) {
        if (prng_below(prng, 3) == 0)
            drop_castle(prng, pos, (Color)color);
        else
            drop(prng, pos, random_man(prng, pos, (Color)color, KING));
        int men = (int)prng_below(prng, 14), pawns = 0;
        for (int i = 0; i < men; i++) {
            Kind kind = kinds[prng_below(prng, sizeof kinds / sizeof kinds[0])];
            if (kind == PAWN && ++pawns > MAX_PAWNS_A_SIDE) continue;
            if (popcount(pos->colors[color]) < MAX_MEN_A_SIDE)
                drop(prng, pos, random_man(prng, pos, (Color)color, kind));
        }
    }
    position_set_side(pos, (Color)prng_below(prng, 2));
}
