/* Following a win through the transposition table.
 *
 * An entry holds how soon its position is won or lost at the latest. The attacker plays a move
 * after which the table knows the position to be lost soon enough; of the defences, all of which
 * must be known to lose, the line takes those that last longest. What was searched on the way to a
 * win lies in the table as far as nothing came in its place, so the walk seldom meets a gap. */
#include "search/proof.h"

#include "search/mate.h"

enum { GAP_MOVES_MAX = 3, NEVER = MAX_PLY + 1 };

/* Moves, and after how many plies at the latest each is known to have decided the game for the
 * attacker. */
typedef struct Timed {
    MoveList list;
    int plies[MAX_MOVES];
} Timed;

/* In how many plies the side to move wins, or loses, at the latest, says the table; or NEVER. */
static int known_plies(const Thread *t, bool wins)
{
    TtEntry entry;
    const Bound bound = wins ? BOUND_LOWER : BOUND_UPPER;
    if (!tt_probe(&t->search->tt, t->pos.key, &entry) || !(entry.bound & bound)) return NEVER;
    const int score = wins ? entry.score : -entry.score;
    const int plies = SCORE_MATE - score;
    return score > SCORE_MATE_BOUND && t->pos.rule50 + plies <= FIFTY_MOVES ? plies : NEVER;
}

static void time_moves(Thread *t, Timed *timed, bool wins)
{
    generate(&t->pos, GENERATE_ALL, &timed->list);
    for (int i = 0; i < timed->list.count; i++) {
        Undo undo;
        position_make(&t->pos, timed->list.moves[i], &undo);
        thread_count_node(t);
        const Outcome outcome = outcome_of(&t->pos, NULL);
        const bool ends = outcome == CHECKMATE || outcome == EXPLODED; /* won by who moved */
        timed->plies[i] = !ends ? known_plies(t, wins) : wins ? NEVER : 0;
        position_unmake(&t->pos, &undo);
    }
}

/* Brings the move of the least, or the most, plies from `next` on to `next`. */
static void pick(Timed *timed, int next, bool most)
{
    int best = next;
    for (int i = next + 1; i < timed->list.count; i++)
        if (most ? timed->plies[i] > timed->plies[best] : timed->plies[i] < timed->plies[best])
            best = i;
    const Move move = timed->list.moves[best];
    const int plies = timed->plies[best];
    timed->list.moves[best] = timed->list.moves[next];
    timed->plies[best] = timed->plies[next];
    timed->list.moves[next] = move;
    timed->plies[next] = plies;
}

static void put_before(Line *line, Move move, const Line *rest)
{
    line->length = rest->length + 1;
    line->moves[0] = move;
    for (int i = 0; i < rest->length; i++) line->moves[i + 1] = rest->moves[i];
}

static bool follow_win(Thread *t, int plies, Line *line);

/* Has the side to move lost, or does it lose in at most so many plies, whatever it plays? */
static bool follow_loss(Thread *t, int plies, Line *line)
{
    line->length = 0;
    const Outcome outcome = outcome_of(&t->pos, &t->keys);
    if (outcome == CHECKMATE || outcome == EXPLODED) return true;
    if (outcome_is_over(outcome) || plies < 2) return false;
    Timed defences;
    time_moves(t, &defences, true);
    for (int i = 0; i < defences.list.count; i++) {
        pick(&defences, i, true);
        const Move move = defences.list.moves[i];
        const int known = defences.plies[i];
        if (known < line->length) break; /* this and the rest are over sooner than the line */
        Undo undo;
        Line rest;
        thread_make(t, move, &undo);
        const bool lost = follow_win(t, known < plies ? known : plies - 1, &rest);
        thread_unmake(t, &undo);
        if (!lost) return false;
        if (rest.length >= line->length) put_before(line, move, &rest);
    }
    return true;
}

/* Does the side to move win in at most so many plies? */
static bool follow_win(Thread *t, int plies, Line *line)
{
    if (plies < 1 || thread_should_stop(t) || outcome_is_over(outcome_of(&t->pos, &t->keys)))
        return false;
    Timed attacks;
    time_moves(t, &attacks, false);
    for (int i = 0; i < attacks.list.count; i++) {
        pick(&attacks, i, false);
        if (attacks.plies[i] >= plies) break;
        Undo undo;
        Line rest;
        thread_make(t, attacks.list.moves[i], &undo);
        const bool won = follow_loss(t, plies - 1, &rest);
        thread_unmake(t, &undo);
        if (won) put_before(line, attacks.list.moves[i], &rest);
        if (won || t->stopped) return won;
    }
    const int moves = (plies + 1) / 2;
    return mate_find(t, moves < GAP_MOVES_MAX ? moves : GAP_MOVES_MAX, line);
}

bool proof_follow(Thread *t, int plies, Line *line)
{
    line->length = 0;
    return plies <= MAX_PLY && follow_win(t, plies, line);
}
