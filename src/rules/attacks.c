#include "rules/attacks.h"

AttackTables attack_tables;

/* 2^popcount(mask), summed over the squares. */
enum { ROOK_ATTACK_SETS = 102400, BISHOP_ATTACK_SETS = 5248 };
static Bitboard slider_attacks[ROOK_ATTACK_SETS + BISHOP_ATTACK_SETS];

/* clang-format off */
/* Found by bench/find_magics.c. */
static const Bitboard rook_magics[SQUARE_COUNT] = {
    0x0080002040008010ull, 0x2080108040002002ull, 0x238010000c802000ull, 0x1a00102008860040ull,
    0x0180080002812400ull, 0x2200041002000801ull, 0x5200008200080104ull, 0x4100004889000822ull,
    0x0000800020804000ull, 0x0021004000210081ull, 0x4300801000200080ull, 0x0129001005000820ull,
    0x18c4800401818800ull, 0x0872002442008810ull, 0x0c31002100442200ull, 0x2015000090420100ull,
    0x000126800640018dull, 0x0140220041008201ull, 0x0301828010002000ull, 0x8a29010010000821ull,
    0x0028008004008008ull, 0x8012010100040008ull, 0x3b403400060b0810ull, 0x0100020008810054ull,
    0x0208800480204000ull, 0x0820500040002000ull, 0x0020090100204010ull, 0x008200220010400aull,
    0x0405001300044800ull, 0x0440040080020080ull, 0x8001280400821021ull, 0x0100044e00141081ull,
    0x004001c182800020ull, 0x180040e002401000ull, 0x10c0801004802000ull, 0x8010000801803080ull,
    0x0208008008800402ull, 0x0000800200800400ull, 0x1912020001010004ull, 0x00080100a2000044ull,
    0x0100804000208000ull, 0x0380804001010028ull, 0x0000100020008080ull, 0x0301001000090022ull,
    0x000088010011003cull, 0x5082401004080120ull, 0x0110480201440010ull, 0x9a00244885020004ull,
    0x2040320100804200ull, 0x0014210040048100ull, 0x0001004010200100ull, 0x4088220010400a00ull,
    0x00008018000c0180ull, 0x4262001008040200ull, 0x80a2501822890400ull, 0x0148004100840200ull,
    0x0080008018204105ull, 0x0502188240220102ull, 0x41804220100a0082ull, 0x0001020420100009ull,
    0x0881000800100205ull, 0x0412000801100402ull, 0x0000008201081004ull, 0x0086103100840042ull,
};

static const Bitboard bishop_magics[SQUARE_COUNT] = {
    0x4408280808003020ull, 0x0020021220530a00ull, 0x00844808890b0004ull, 0x0004104604040400ull,
    0x0021104112081008ull, 0x04120242a0600000ull, 0x128100c804400000ull, 0x8000862801142010ull,
    0x1000202001dd0100ull, 0x8040200404829308ull, 0x808c0800f4008000ull, 0x3102280610420004ull,
    0x4048040504008041ull, 0x8030810420442020ull, 0x8510c20110021200ull, 0x0040004108011002ull,
    0x0c10604254110400ull, 0x08430ca044010a02ull, 0x8641000202040100ull, 0x0004000090220082ull,
    0x1124008220a00080ull, 0x0001000210020160ull, 0x000040040c022880ull, 0x0080204a0d040280ull,
    0x4202200c481810a0ull, 0x1094204004880094ull, 0x0100480010049010ull, 0x0410040040440008ull,
    0x0011001081004002ull, 0x9102108004100080ull, 0x5020809401041000ull, 0x880c0040a22d0408ull,
    0x1084224080881000ull, 0x1004012000a80281ull, 0x0103140220100080ull, 0x200d820080080080ull,
    0x80040440107c0100ull, 0x1081080200a28a01ull, 0x9108180104008098ull, 0x0888004048808a10ull,
    0x2209012060009000ull, 0x0082008220840804ull, 0x2000c02404401001ull, 0x02888060110c4804ull,
    0x0210012012000100ull, 0x0420220042020041ull, 0x0024210404020920ull, 0x0044410041000203ull,
    0x0804440a29400044ull, 0x5102940108120000ull, 0x0002003094100080ull, 0x1000168484042080ull,
    0x1a95026921010000ull, 0x0180040408021800ull, 0x0040048102020900ull, 0x0403840816810000ull,
    0x000a010101012010ull, 0x0408010052022080ull, 0x00806100241a0814ull, 0x00000c000020880dull,
    0x0022100090202210ull, 0x8240114085881080ull, 0x1040202041324080ull, 0x0042221202040300ull,
};

/* clang-format on */

typedef int Step[2]; /* files, ranks */

static const Step rook_steps[4] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
static const Step bishop_steps[4] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const Step knight_steps[8] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const Step king_steps[8] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                   {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const Step pawn_steps[COLOR_COUNT][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};

static Bitboard leap(Square sq, const Step *steps, int count)
{
    Bitboard attacks = 0;
    for (int i = 0; i < count; i++) {
        int file = file_of(sq) + steps[i][0], rank = rank_of(sq) + steps[i][1];
        if (on_board(file, rank)) attacks |= bit(square_at(file, rank));
    }
    return attacks;
}

/* One ray, up to and including the first occupied square. */
static Bitboard slide(Square sq, const Step step, Bitboard occupied)
{
    Bitboard attacks = 0;
    int file = file_of(sq) + step[0], rank = rank_of(sq) + step[1];
    for (; on_board(file, rank); file += step[0], rank += step[1]) {
        attacks |= bit(square_at(file, rank));
        if (has(occupied, square_at(file, rank))) break;
    }
    return attacks;
}

static Bitboard slide_all(Square sq, const Step steps[4], Bitboard occupied)
{
    Bitboard attacks = 0;
    for (int i = 0; i < 4; i++) attacks |= slide(sq, steps[i], occupied);
    return attacks;
}

/* A man on the last square of a ray hides nothing, so that square's occupancy does not matter. */
static Bitboard relevant_squares(Square sq, const Step steps[4])
{
    Bitboard mask = 0;
    for (int i = 0; i < 4; i++) {
        Bitboard ray = slide(sq, steps[i], 0);
        int file = file_of(sq), rank = rank_of(sq);
        while (on_board(file + steps[i][0], rank + steps[i][1]))
            file += steps[i][0], rank += steps[i][1];
        mask |= ray & ~bit(square_at(file, rank));
    }
    return mask;
}

/* Fills one square's part of the table; returns where the next square's begins. */
static Bitboard *fill_magic(Magic *m, Bitboard magic, Square sq, const Step steps[4],
                            Bitboard *table)
{
    m->mask = relevant_squares(sq, steps);
    m->magic = magic;
    m->shift = 64 - (unsigned)popcount(m->mask);
    m->attacks = table;
    Bitboard subset = 0;
    do { /* all subsets of the mask, by the carry-rippler */
        table[subset * magic >> m->shift] = slide_all(sq, steps, subset);
        subset = (subset - m->mask) & m->mask;
    } while (subset);
    return table + (1ull << popcount(m->mask));
}

static void fill_lines(Square sq, const Step steps[4])
{
    for (int i = 0; i < 4; i++) {
        Bitboard ray = slide(sq, steps[i], 0);
        Step back = {-steps[i][0], -steps[i][1]};
        Bitboard whole = ray | bit(sq) | slide(sq, back, 0);
        for (Bitboard rest = ray; rest;) {
            Square other = pop_square(&rest);
            attack_tables.line[sq][other] = whole;
            attack_tables.between[sq][other] = slide(sq, steps[i], bit(other)) & ~bit(other);
        }
    }
}

/* Before main(), so that nobody can forget it and no lock is needed. */
__attribute__((constructor)) static void fill_attack_tables(void)
{
    AttackTables *t = &attack_tables;
    Bitboard *next = slider_attacks;
    for (int i = 0; i < SQUARE_COUNT; i++) {
        Square sq = (Square)i;
        next = fill_magic(&t->rook[i], rook_magics[i], sq, rook_steps, next);
        next = fill_magic(&t->bishop[i], bishop_magics[i], sq, bishop_steps, next);
        t->rook_rays[i] = slide_all(sq, rook_steps, 0);
        t->bishop_rays[i] = slide_all(sq, bishop_steps, 0);
        t->knight[i] = leap(sq, knight_steps, 8);
        t->king[i] = leap(sq, king_steps, 8);
        t->pawn[WHITE][i] = leap(sq, pawn_steps[WHITE], 2);
        t->pawn[BLACK][i] = leap(sq, pawn_steps[BLACK], 2);
        fill_lines(sq, rook_steps);
        fill_lines(sq, bishop_steps);
    }
}
