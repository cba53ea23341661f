/* Boojum: the table of the games.
 *
 * A rule set is two switches (and Ms. Alice's pass). A game is a rule set with a name and a start.
 */
#ifndef BOOJUM_RULES_GAMES_H
#define BOOJUM_RULES_GAMES_H

#include "base/errors.h"
#include "base/types.h"

typedef enum {
    RULES_CHESS,
    RULES_ATOMIC,
    RULES_ALICE,
    RULES_MSALICE,
    RULES_ALICEATOMIC,
    RULES_COUNT
} RulesId;

typedef struct Rules {
    bool two_boards; /* the looking-glass: what moves passes over */
    bool explodes;   /* captures explode, kings do not capture */
    bool passes;     /* a man may pass over without moving */
} Rules;

ALWAYS_INLINE Rules rules_of(RulesId id)
{
    switch (id) {
    case RULES_ATOMIC: return (Rules){false, true, false};
    case RULES_ALICE: return (Rules){true, false, false};
    case RULES_MSALICE: return (Rules){true, false, true};
    case RULES_ALICEATOMIC: return (Rules){true, true, false};
    case RULES_CHESS:
    case RULES_COUNT: break;
    }
    return (Rules){false, false, false};
}

/* En passant is played everywhere but in the Alice games without explosions. */
ALWAYS_INLINE bool rules_en_passant(Rules rules) { return !rules.two_boards || rules.explodes; }

typedef struct Game {
    const char *name;  /* as UCI_Variant lists it */
    const char *title; /* as a person would write it */
    RulesId rules;
    bool black_on_b;   /* Black's army starts on board B */
    bool gui_knows_it; /* no `info string variant` line is needed */
} Game;

enum { GAME_COUNT = 6, STANDARD_SHUFFLE = 518, SHUFFLE_COUNT = 960 };

/* The games in the order in which UCI_Variant lists them; games[0] is aliceatomic, the default. */
extern const Game games[GAME_COUNT];

/* Finds a game by any spelling of its name: letter case, '-', '_', '.', brackets and blanks do
 * not matter, nor does a final `chess`; `standard`, `normal` and `classical` are chess, and `960`,
 * `frc` or `fischerandom` in the name means the Chess960 shuffle of the game (*shuffled is set
 * true; otherwise it is left alone; it may be NULL). NULL and an error if there is no such game.
 * The result is constant data.
 */
const Game *game_find(const char *name, bool *shuffled, Error *err);

#endif
