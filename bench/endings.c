/* Which small endings are won? Solves them backwards from the ends of the game.
 *
 *     make endings
 *     build/endings atomic QvP QvR RBv     White's men, `v`, Black's; the kings are understood
 *
 * For each ending, of all legal positions with that side to move (mirrored ones counted once): how
 * many White wins, how many Black wins (by percent), and in how many plies at most. No pawns: they
 * do not stay in the ending. Fifty moves are not counted, so "at most" above 100 may be a draw. An
 * ending of n men needs 2 * 64^n bytes on one board, 2 * 128^n on two.
 *
 * The method is the oldest: every position that is not decided yet is looked at again and again
 * until a pass decides none (K. Thompson, "Retrograde analysis of certain endgames", 1986).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/outcome.h"

enum { MEN_MAX = 5, TABLES_MAX = 64, UNDECIDED = 0, IMPOSSIBLE = 255, PLIES_MAX = 250 };

/* The men of an ending, kings first. */
typedef struct Ending {
    Man men[MEN_MAX];
    int count;
} Ending;

/* A value is 1 + the plies to the end: odd is lost for the side to move, even is won. */
typedef struct Table {
    Ending ending;
    uint8_t *values;
    size_t size; /* for each side to move */
} Table;

static RulesId rules;
static size_t slots; /* where a man can stand */
static Table tables[TABLES_MAX];
static int table_count;

static void die(const char *what)
{
    fprintf(stderr, "endings: %s\n", what);
    exit(2);
}

static Man white(Kind kind) { return man_of(WHITE, kind, BOARD_A); }
static Man black(Kind kind) { return man_of(BLACK, kind, BOARD_A); }

/* ---- positions and their numbers ---- */

static bool unpack(const Ending *ending, size_t number, Color side, Position *pos)
{
    position_clear(pos, rules);
    for (int i = ending->count - 1; i >= 0; i--, number /= slots) {
        size_t slot = number % slots;
        Square sq = (Square)(slot & 63);
        if (pos->men[sq] != NO_MAN) return false;
        Man man = ending->men[i];
        position_put(pos, sq, man_of(man_color(man), man_kind(man), slot < 64 ? BOARD_A : BOARD_B));
    }
    position_set_side(pos, side);
    return !position_in_check(pos, (Color)!side);
}

/* Without pawns and castling the boards can be mirrored, turned and exchanged: positions are looked
 * at with the white king in the triangle a1-d1-d4 of board A. */
static bool in_triangle(size_t slot)
{
    return slot < 64 && file_of((Square)slot) < 4 && rank_of((Square)slot) <= file_of((Square)slot);
}

static Square turned(Square sq, Square king)
{
    int file = file_of(sq), rank = rank_of(sq), king_file = file_of(king),
        king_rank = rank_of(king);
    if (king_file > 3) file = 7 - file, king_file = 7 - king_file;
    if (king_rank > 3) rank = 7 - rank, king_rank = 7 - king_rank;
    return king_rank > king_file ? square_at(rank, file) : square_at(file, rank);
}

static size_t number_of(const Ending *ending, const Position *pos)
{
    size_t number = 0;
    Bitboard used = 0;
    const Square king = king_square(pos, WHITE);
    const Board board = board_at(pos, king);
    for (int i = 0; i < ending->count; i++) {
        Man man = ending->men[i];
        Bitboard men = men_of(pos, man_color(man), man_kind(man)) & ~used;
        Square sq = first_square(men);
        used |= bit(sq);
        number = number * slots + (size_t)turned(sq, king) + (board_at(pos, sq) != board ? 64 : 0);
    }
    return number;
}

static const Table *table_of(const Position *pos)
{
    for (int i = 0; i < table_count; i++) {
        const Ending *ending = &tables[i].ending;
        bool same = popcount(occupied(pos)) == ending->count;
        int have[2][KIND_COUNT] = {{0}};
        for (int j = 0; j < ending->count; j++)
            have[man_color(ending->men[j])][man_kind(ending->men[j])]++;
        for (int color = WHITE; color <= BLACK; color++)
            for (int kind = PAWN; kind <= KING; kind++)
                same = same && popcount(men_of(pos, (Color)color, (Kind)kind)) == have[color][kind];
        if (same) return &tables[i];
    }
    return NULL;
}

/* ---- solving ---- */

/* The value of a position after a move. A draw stays undecided for ever. */
static int value_after(const Table *table, const Position *pos)
{
    if (!has_king(pos, (Color)pos->side)) return 1;
    const Table *found = popcount(occupied(pos)) == table->ending.count ? table : table_of(pos);
    if (!found) return UNDECIDED;
    return found->values[pos->side * found->size + number_of(&found->ending, pos)];
}

/* The value as far as those up to `plies` tell. */
static int decide(const Table *table, Position *pos, int plies)
{
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    if (list.count == 0) return position_checkers(pos) ? 1 : UNDECIDED;
    bool all_lost = true;
    int best = PLIES_MAX, longest = 0;
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        int value = value_after(table, pos);
        position_unmake(pos, &undo);
        if (value == UNDECIDED || value > plies) {
            all_lost = false;
        } else if (value % 2) {
            all_lost = false;
            if (value < best) best = value;
        } else if (value > longest) {
            longest = value;
        }
    }
    if (best < PLIES_MAX) return best + 1;
    return all_lost ? longest + 1 : UNDECIDED;
}

static void solve(Table *table)
{
    bool more = true;
    for (int plies = 0; plies < PLIES_MAX - 2 && (more || plies < 4); plies++) {
        more = false;
        for (int side = WHITE; side <= BLACK; side++)
            for (size_t i = 0; i < table->size; i++) {
                uint8_t *value = &table->values[(size_t)side * table->size + i];
                Position pos;
                if (*value != UNDECIDED) continue;
                if (!in_triangle(i / (table->size / slots)) ||
                    !unpack(&table->ending, i, (Color)side, &pos)) {
                    *value = IMPOSSIBLE;
                    continue;
                }
                int decided = decide(table, &pos, plies);
                if (decided == UNDECIDED) continue;
                *value = (uint8_t)decided;
                more = true;
            }
    }
}

static void report(const Table *table, const char *name)
{
    for (int side = WHITE; side <= BLACK; side++) {
        size_t won = 0, lost = 0, all = 0;
        int longest = 0;
        for (size_t i = 0; i < table->size; i++) {
            int value = table->values[(size_t)side * table->size + i];
            if (value == IMPOSSIBLE) continue;
            all++;
            if (value == UNDECIDED) continue;
            if (value - 1 > longest) longest = value - 1;
            if ((value % 2 == 0) == (side == WHITE))
                won++;
            else
                lost++;
        }
        printf("%-8s %s to move: %9zu positions, White wins %5.1f %%, Black wins %5.1f %%, in at "
               "most %d plies\n",
               name, side == WHITE ? "White" : "Black", all, 100 * (double)won / (double)all,
               100 * (double)lost / (double)all, longest);
    }
    fflush(stdout);
}

/* ---- which tables are needed ---- */

static const Table *solved(const Ending *ending)
{
    Position pos;
    position_clear(&pos, rules);
    for (int i = 0; i < ending->count; i++) position_put(&pos, (Square)i, ending->men[i]);
    const Table *known = table_of(&pos);
    if (known) return known;
    /* What is left when a man, or all but the kings, have gone: exchanges and blasts. */
    for (int i = 2; i < ending->count; i++) {
        Ending less = {.count = 0};
        for (int j = 0; j < ending->count; j++)
            if (j != i) less.men[less.count++] = ending->men[j];
        solved(&less);
    }
    if (table_count == TABLES_MAX) die("too many tables");
    Table *table = &tables[table_count];
    table->ending = *ending;
    table->size = 1;
    for (int i = 0; i < ending->count; i++) table->size *= slots;
    table->values = calloc(2 * table->size, 1);
    if (!table->values) die("out of memory");
    table_count++;
    if (!dead_material(&pos)) solve(table);
    return table;
}

static void run(const char *name)
{
    Ending ending = {.men = {white(KING), black(KING)}, .count = 2};
    Color color = WHITE;
    for (const char *c = name; *c; c++) {
        static const char letters[] = "NBRQ";
        const char *at = strchr(letters, *c);
        if (*c == 'v' && color == WHITE) {
            color = BLACK;
            continue;
        }
        if (!at) die("an ending is written like QvR, with the letters Q R B N");
        if (ending.count == MEN_MAX) die("too many men");
        Kind kind = (Kind)(KNIGHT + (at - letters));
        ending.men[ending.count++] = color == WHITE ? white(kind) : black(kind);
    }
    report(solved(&ending), name);
}

int main(int argc, char **argv)
{
    const Game *game = argc > 2 ? game_find(argv[1], NULL, NULL) : NULL;
    if (!game) {
        fprintf(stderr, "usage: endings GAME ENDING...\n");
        return 2;
    }
    rules = game->rules;
    slots = rules_of(rules).two_boards ? 128 : 64;
    for (int i = 2; i < argc; i++) run(argv[i]);
    for (int i = 0; i < table_count; i++) free(tables[i].values);
    return 0;
}
