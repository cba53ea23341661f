/* Following a win through the transposition table.
 *
 * An entry holds how soon its position is won or lost at the latest. The attacker plays a move
 * after which the table knows the position to be lost soon enough; of the defences, all of which
 * must be known to lose, the line takes those that last longest. What was searched on the way to a
 * win lies in the table as far as nothing came in its place, so the walk seldom meets a gap. */
#include "search/proof.h"

#include "search/mate.h"
#include "search/ranked.h"

enum { GAP_MOVES_MAX = 3, NEVER = MAX_PLY + 1 };

/* In how many plies the side to move wins, or loses, at the latest, says the table; or NEVER. */
static int known_plies(const Thread *t, bool wins)
{
    TtEntry entry;
    const Bound bound = wins ? BOUND_LOWER : BOUND_UPPER;
    if (!tt_probe(&t->search->tt, t->pos.key, &entry) || !(entry.bound & bound)) return NEVER;
    const int score = wins ? entry.score : -entry.score;
    if (score <= SCORE_MATE_BOUND || !mate_is_in_time(score, t->pos.rule50)) return NEVER;
    return SCORE_MATE - score;
}

/* All moves, each with the plies after which it is known to have decided the game at the latest:
 * for a defence its rank, for an attack NEVER less its rank, so that the best is picked first.
 * False if the search must stop. */
static bool rank_by_plies(Thread *t, Ranked *moves, bool defends)
{
    generate(&t->pos, GENERATE_ALL, &moves->list);
    for (int i = 0; i < moves->list.count; i++) {
        if (thread_should_stop(t)) return false;
        Undo undo;
        position_make(&t->pos, moves->list.moves[i], &undo);
        thread_count_node(t);
        const Outcome outcome = outcome_of(&t->pos, NULL);
        const bool ends = outcome == CHECKMATE || outcome == EXPLODED; /* won by who moved */
        const int plies = !ends ? known_plies(t, defends) : defends ? NEVER : 0;
        moves->ranks[i] = (uint32_t)(defends ? plies : NEVER - plies);
        position_unmake(&t->pos, &undo);
    }
    return true;
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
    Ranked defences;
    if (!rank_by_plies(t, &defences, true)) return false;
    for (int i = 0; i < defences.list.count; i++) {
        const Move move = ranked_pick(&defences, i);
        const int known = (int)defences.ranks[i];
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
    if (plies < 1 || outcome_is_over(outcome_of(&t->pos, &t->keys))) return false;
    Ranked attacks;
    if (!rank_by_plies(t, &attacks, false)) return false;
    for (int i = 0; i < attacks.list.count; i++) {
        const Move move = ranked_pick(&attacks, i);
        if (NEVER - (int)attacks.ranks[i] >= plies) break;
        Undo undo;
        Line rest;
        thread_make(t, move, &undo);
        const bool won = follow_loss(t, plies - 1, &rest);
        thread_unmake(t, &undo);
        if (won) put_before(line, move, &rest);
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
