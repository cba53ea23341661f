/* Boojum: an engine that plays in a match: a process that speaks UCI.
 *
 * Nothing here waits. The owner polls the process's descriptors, hands what happened to
 * player_read(), and looks at `state`. Every wait has its `deadline_us`; the owner calls
 * player_overdue() when that has passed.
 */
#ifndef BOOJUM_TALK_PLAYER_H
#define BOOJUM_TALK_PLAYER_H

#include "rules/games.h"
#include "talk/child.h"
#include "talk/lint.h"
#include "talk/time_control.h"

typedef struct EngineOption {
    char *name;
    char *value; /* "" for a button */
} EngineOption;

/* What the command line says about an engine. */
typedef struct EngineSpec {
    char *name; /* in the table and the PGN */
    char *cmd;
    char **arguments; /* ends with NULL, begins with the program */
    size_t argument_count, argument_capacity;
    char *dir; /* or NULL */
    char *log; /* where its stderr goes, or NULL */
    EngineOption *options;
    size_t option_count, option_capacity;
    TimeControl control;
    char *init;        /* lines to send when it is started, or NULL */
    bool restart;      /* a fresh process for each game */
    bool white_scores; /* its scores are White's, not those of the side that thinks */
} EngineSpec;

/* What all games of the match have in common. */
typedef struct GameKind {
    const Game *game;
    bool chess960;
} GameKind;

/* What an engine says about its move. */
typedef struct Thought {
    bool scored;
    bool mate;  /* `score` is moves to mate, else centipawns, for the side that thinks */
    bool exact; /* no lower or upper bound */
    int score;
    int depth;
    uint64_t nodes;
} Thought;

typedef enum {
    PLAYER_ABSENT,   /* no process */
    PLAYER_STARTING, /* `uci` was sent */
    PLAYER_GETTING_READY,
    PLAYER_READY,
    PLAYER_THINKING,
    PLAYER_MOVED,  /* best_move, thought and moved_us are new; player_think() goes on */
    PLAYER_FAILED, /* `failure` and `fault` say how; the process has been ended */
    PLAYER_LEAVING /* `quit` was sent */
} PlayerState;

typedef enum {
    FAULT_NONE,
    FAULT_SYSTEM,  /* not the engine's: no process, pipe or file is to be had, or one not ended */
    FAULT_UNFIT,   /* it is no program, or does not play the game: no match is to be had */
    FAULT_START,   /* could not be started or did not get ready */
    FAULT_CRASH,   /* the process ended, or closed a pipe */
    FAULT_HANG,    /* no answer, or no end of output */
    FAULT_PROTOCOL /* a bestmove that nobody asked for */
} PlayerFault;

typedef struct Player {
    const EngineSpec *spec;
    const GameKind *kind;
    int64_t patience_us; /* how long any answer may take that no clock limits */
    Child child;
    PlayerState state;
    int64_t deadline_us; /* TIME_NEVER if nothing is waited for */
    bool clocked;        /* while it thinks: the deadline is its flag */
    int readies;         /* `readyok` still to come */
    bool stopped;        /* `stop` was sent and the bestmove has not come yet */
    bool has_variant, has_chess960;
    bool variants_listed; /* it says which values UCI_Variant may have, */
    char variant[32];     /* and this one is the game; "" if none is */
    bool *is_text;        /* of each of the spec's options: it is a string */
    char **complaints;    /* about each of the spec's options, when `uciok` has come; or NULL */
    bool options_seen;    /* `uciok` came */
    uint64_t quiet_from;  /* child.received when it was last asked something */
    int64_t go_us;        /* when `go` was sent */
    int64_t asked_us;     /* the same, moved on by what the match itself has lost since */
    int64_t moved_us;     /* how long the answer took */
    char best_move[16];
    Thought thought;
    Lint *lint; /* reads what it says; the owner's, or NULL */
    Error left; /* about a process of its that could not be ended; or "" */
    PlayerFault fault;
    char failure[128];
} Player;

/* An engine without a process. The spec and the kind of game must outlive it. */
Player *player_create(const EngineSpec *spec, const GameKind *kind, int64_t patience_us,
                      const ChildSetting *setting);
/* Kills the process if there is one. NULL is allowed. */
void player_destroy(Player *player);

/* Gets ready for a new game: starts the process if there is none, and syncs. The state becomes
 * READY or FAILED in the end. */
void player_new_game(Player *player);

/* Asks for a move. `position` is what follows "position ", `go` what follows "go". Not answered
 * until `limit_us` have passed, the state stays THINKING: whether the flag has fallen is for the
 * owner to say; without a clock (TIME_NEVER) a player that is silent for too long has failed. */
void player_think(Player *player, const char *position, const char *go, int64_t limit_us);

/* The game is over while it thinks: its bestmove is awaited and forgotten. */
void player_stop(Player *player);

/* Takes in what the process says. `now` is when poll() returned. */
void player_read(Player *player, int64_t now);
/* One line of that, which is taken apart. */
void player_line(Player *player, char *line, int64_t now);
/* Writes what waits to be written. */
void player_write(Player *player);
/* The deadline has passed. */
void player_overdue(Player *player);

/* Says `quit`. The state becomes LEAVING, then ABSENT. */
void player_leave(Player *player);

/* What is wrong with an option in the spec, for this engine: "has no option Hash"; or NULL. */
const char *player_complaint(const Player *player, size_t option);

#endif
