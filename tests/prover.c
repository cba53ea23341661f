#include "prover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/outcome.h"

/* ---- over the library's rules ---- */

enum { SLOTS = 1 << 21, MOST_PLIES = 64 };

/* Of a position with the attacker to move. The key is the position's, with the rule set and the
 * count of fifty mixed in. */
typedef struct Slot {
    Key key;
    uint8_t refuted, proven; /* no win in so many moves; a win in so many, 0: none known */
} Slot;

struct Prover {
    Slot *slots;
    Move refutations[MOST_PLIES]; /* what refuted last, so many moves before the end */
};

Prover *prover_new(void)
{
    Prover *prover = calloc(1, sizeof *prover);
    if (prover) prover->slots = calloc(SLOTS, sizeof *prover->slots);
    if (prover && prover->slots) return prover;
    fputs("prover: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void prover_free(Prover *prover)
{
    free(prover->slots);
    free(prover);
}

static Key slot_key(const Position *pos)
{
    return (pos->key ^ ((Key)pos->rules << 32 | (Key)pos->rule50 << 8)) * 0x9e3779b97f4a7c15ull;
}

static bool wins(Prover *prover, Position *pos, int moves);

/* After the attacker's move. */
static bool loses(Prover *prover, Position *pos, int moves)
{
    if (!has_king(pos, (Color)pos->side)) return true;
    if (moves == 0) return position_checkers(pos) && !has_legal_move(pos);
    Outcome outcome = outcome_of(pos, NULL);
    if (outcome_is_over(outcome)) return outcome == CHECKMATE;
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    for (int i = 1; i < list.count; i++) {
        if (list.moves[i] != prover->refutations[moves]) continue;
        list.moves[i] = list.moves[0];
        list.moves[0] = prover->refutations[moves];
    }
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        position_make(pos, list.moves[i], &undo);
        bool lost = wins(prover, pos, moves);
        position_unmake(pos, &undo);
        if (lost) continue;
        prover->refutations[moves] = list.moves[i];
        return false;
    }
    return true;
}

/* Checks and explosions of the king first, then the rest; the last move must be one of them. */
static bool try_all(Prover *prover, Position *pos, int moves)
{
    MoveList list;
    generate(pos, GENERATE_ALL, &list);
    for (int forcing = 1; forcing >= (moves == 1); forcing--) {
        for (int i = 0; i < list.count; i++) {
            Undo undo;
            position_make(pos, list.moves[i], &undo);
            bool forces =
                position_in_check(pos, (Color)pos->side) || !has_king(pos, (Color)pos->side);
            bool won = forces == (forcing == 1) && loses(prover, pos, moves - 1);
            position_unmake(pos, &undo);
            if (won) return true;
        }
    }
    return false;
}

/* After the defender's move. */
static bool wins(Prover *prover, Position *pos, int moves)
{
    if (!has_king(pos, (Color)pos->side) || outcome_is_over(outcome_of(pos, NULL))) return false;
    const Key key = slot_key(pos);
    Slot *slot = &prover->slots[key >> 43];
    Slot known = slot->key == key ? *slot : (Slot){.key = key};
    for (int in = 1; in <= moves; in++) {
        if (known.proven && known.proven <= in) return true;
        if (known.refuted >= in) continue;
        if (try_all(prover, pos, in))
            known.proven = (uint8_t)in;
        else
            known.refuted = (uint8_t)in;
        if (moves > 1) *slot = known;
    }
    return known.proven && known.proven <= moves;
}

bool prover_wins(Prover *prover, const Position *pos, int moves)
{
    Position copy = *pos;
    return moves > 0 && wins(prover, &copy, moves);
}

bool prover_loses(Prover *prover, const Position *pos, int moves)
{
    Position copy = *pos;
    return loses(prover, &copy, moves);
}

/* ---- over the oracle's rules ---- */

static Oracle *after(const Oracle *game, const OracleMove *move)
{
    Oracle *next = oracle_copy(game);
    if (next && oracle_play(next, move->uci)) return next;
    fprintf(stderr, "prover: the oracle does not play %s\n", move->uci);
    exit(EXIT_FAILURE);
}

static bool ongoing(const char *state) { return strncmp(state, "ongoing", 7) == 0; }

/* After the attacker's move. `refutation` is tried first, and becomes what refutes. */
static bool oracle_loses(Oracle *game, int moves, OracleMove *refutation)
{
    const char *state = oracle_state(game);
    if (!ongoing(state)) return strcmp(state, "checkmate") == 0 || strcmp(state, "exploded") == 0;
    if (moves == 0) return false;
    OracleMove list[ORACLE_MAX_MOVES];
    int count = oracle_moves(game, list);
    for (int i = 1; i < count; i++) {
        if (strcmp(list[i].uci, refutation->uci) != 0) continue;
        list[i] = list[0];
        list[0] = *refutation;
    }
    for (int i = 0; i < count; i++) {
        Oracle *next = after(game, &list[i]);
        bool lost = ongoing(oracle_state(next)) && oracle_wins(next, moves);
        oracle_free(next);
        if (lost) continue;
        *refutation = list[i];
        return false;
    }
    return true;
}

bool oracle_wins(const Oracle *game, int moves)
{
    OracleMove list[ORACLE_MAX_MOVES], refutation = {""};
    Oracle *copy = oracle_copy(game);
    int count = oracle_moves(copy, list);
    oracle_free(copy);
    bool won = false;
    for (int in = 1; in <= moves && !won; in++) {
        for (int i = 0; i < count && !won; i++) {
            Oracle *next = after(game, &list[i]);
            won = oracle_loses(next, in - 1, &refutation);
            oracle_free(next);
        }
    }
    return won;
}
