#include "talk/lint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "talk/memory.h"
#include "talk/words.h"

enum {
    SPEED_FROM_MS = 100,  /* before that nps is mostly rounding */
    TIME_SLACK_MS = 1000, /* for clocks of other kinds, and set while we look */
    /* More moves than a game can have: it ends fifty moves after the last capture or move of a pawn
       at the latest, and from the usual men there are 30 of the former and 96 of the latter. */
    MATE_MAX = (30 + 96 + 1) * 50
};

const char *const lint_kind_names[LINT_KIND_COUNT] = {
    [LINT_SYNTAX] = "syntax",
    [LINT_UNKNOWN] = "unknown-word",
    [LINT_ILLEGAL] = "illegal-move",
    [LINT_NOTATION] = "notation",
    [LINT_PAST_END] = "past-end",
    [LINT_FINISHED] = "finished-game",
    [LINT_MATE_DISTANCE] = "mate-distance",
    [LINT_MATE_NOT_KEPT] = "mate-not-kept",
    [LINT_MULTIPV] = "multipv",
    [LINT_DECREASE] = "decrease",
    [LINT_SPEED] = "nps",
    [LINT_LAST_LINE] = "last-line",
    [LINT_BESTMOVE] = "bestmove",
    [LINT_PONDER] = "ponder",
    [LINT_SCORE] = "score",
    [LINT_TIME] = "time",
    [LINT_UNASKED] = "unasked",
    [LINT_MATE_SHORT] = "mate-pv-incomplete",
    [LINT_LAST_BOUND] = "last-score-bound",
};

bool lint_is_lesser(LintKind kind) { return kind == LINT_MATE_SHORT || kind == LINT_LAST_BOUND; }

int64_t lint_tally_findings(const LintTally *tally)
{
    int64_t sum = 0;
    for (int i = 0; i < LINT_KIND_COUNT; i++)
        if (!lint_is_lesser((LintKind)i)) sum += tally->kinds[i];
    return sum;
}

/* The score of a line that counts: what it says, and its first two moves. */
typedef struct Score {
    bool given, exact, mate;
    int64_t value; /* moves to mate, else centipawns */
    int64_t depth; /* -1 if not given */
    Move first, second;
} Score;

/* The last line that was numbered so. */
typedef struct Numbered {
    bool seen;
    int64_t exact_depth; /* the greatest of its exact scores; -1 if there was none */
    unsigned batch;
    Score score;
} Numbered;

/* A mate that the engine has announced for itself and begun. */
typedef struct Promise {
    int64_t mate; /* in so many moves; 0: none */
    Key key;      /* of the position behind its move */
    size_t ply;   /* of that position */
} Promise;

typedef enum {
    UNASKED, /* no search yet */
    IDLE,    /* its search does not matter any more */
    SEARCHING,
    ANSWERED /* its bestmove has come */
} LintState;

struct Lint {
    LintTally *tally;
    LintListener listener;
    void *context;
    LintState state;
    bool chess960;
    bool turn_scores; /* they are those of the other side */
    Position root;
    Outcome outcome; /* of the root */
    int legal;       /* moves there */
    KeyStack keys;   /* of the positions before the root; those of a line come on top */
    size_t root_ply; /* how many those are without the line */
    int64_t nodes, time;
    Numbered lines[MAX_MOVES + 1]; /* by `multipv` */
    int line_count;                /* the highest number so far */
    unsigned batch;                /* lines with different numbers that came one after the other */
    Score last;                    /* of the last line with a score and number 1 */
    Score last_exact;
    Promise promise; /* made in the last search */
    int64_t owed;    /* this search follows one that announced mate in so many; 0: none */
    Buffer words;    /* the line, to be taken apart */
    const char *line;
    int64_t passed_ms; /* since `go` */
};

static void found(const Lint *lint, LintKind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void found(const Lint *lint, LintKind kind, const char *format, ...)
{
    char text[ERROR_MAX];
    Error clean;
    va_list args;
    va_start(args, format);
    if (vsnprintf(text, sizeof text, format, args) < 0) text[0] = '\0';
    va_end(args);
    error_set(&clean, "%s", text);
    lint->tally->kinds[kind]++;
    const LintFinding finding = {kind, clean.text, lint->line};
    lint->listener(lint->context, &finding);
}

/* --- Words -------------------------------------------------------------------------------------
 */

typedef enum {
    DEPTH,
    SELDEPTH,
    MULTIPV,
    NODES,
    NPS,
    TIME,
    HASHFULL,
    TBHITS,
    SBHITS,
    CPULOAD,
    CURRMOVENUMBER,
    NUMBER_COUNT, /* those above have one number behind them */
    SCORE = NUMBER_COUNT,
    LOWERBOUND,
    UPPERBOUND,
    WDL,
    CURRMOVE,
    PV,
    REFUTATION,
    CURRLINE,
    STRING,
    TOKEN_COUNT
} Token;

static const struct {
    const char *name;
    int64_t min, max;
} tokens[TOKEN_COUNT] = {
    [DEPTH] = {"depth", 0, INT32_MAX},
    [SELDEPTH] = {"seldepth", 0, INT32_MAX},
    [MULTIPV] = {"multipv", 1, INT32_MAX},
    [NODES] = {"nodes", 0, INT64_MAX},
    [NPS] = {"nps", 0, INT64_MAX},
    [TIME] = {"time", 0, INT64_MAX},
    [HASHFULL] = {"hashfull", 0, 1000},
    [TBHITS] = {"tbhits", 0, INT64_MAX},
    [SBHITS] = {"sbhits", 0, INT64_MAX},
    [CPULOAD] = {"cpuload", 0, 1000},
    [CURRMOVENUMBER] = {"currmovenumber", 1, MAX_MOVES},
    [SCORE] = {"score", INT32_MIN, INT32_MAX},
    [LOWERBOUND] = {"lowerbound", 0, 0},
    [UPPERBOUND] = {"upperbound", 0, 0},
    [WDL] = {"wdl", 0, 1000},
    [CURRMOVE] = {"currmove", 0, 0},
    [PV] = {"pv", 0, 0},
    [REFUTATION] = {"refutation", 0, 0},
    [CURRLINE] = {"currline", 0, 0},
    [STRING] = {"string", 0, 0},
};

/* TOKEN_COUNT if the word is none. */
static Token token_named(const char *word)
{
    int i = 0;
    while (i < TOKEN_COUNT && strcmp(tokens[i].name, word) != 0) i++;
    return (Token)i;
}

/* A line of play, as far as it could be followed. */
typedef struct Play {
    bool whole; /* every move was legal */
    int plies;
    Move first, second;
    Outcome end; /* of the position it leads to */
} Play;

/* What is read of a line. */
typedef struct Info {
    Lint *lint;
    char *rest;
    char *pending; /* a word that was looked at and belongs to what follows */
    unsigned seen;
    int64_t numbers[NUMBER_COUNT]; /* -1 if not given, or wrong */
    bool scored;                   /* properly */
    bool mate;
    int64_t score;
    bool chances;   /* `wdl` is there, properly: */
    int64_t wdl[3]; /* win, draw, loss */
    Play pv;
} Info;

static bool said(const Info *info, Token token) { return info->seen >> token & 1; }

static char *take_word(Info *info)
{
    char *word = info->pending;
    info->pending = NULL;
    return word ? word : next_word(&info->rest);
}

/* The next word, unless it is the name of something else. */
static char *take_argument(Info *info)
{
    char *word = take_word(info);
    if (!word || token_named(word) == TOKEN_COUNT) return word;
    info->pending = word;
    return NULL;
}

/* Digits, behind a sign if there may be less than 0. */
static bool is_number(const char *word, bool sign)
{
    const char *digits = word + (sign && *word == '-');
    size_t length = strspn(digits, "0123456789");
    return length > 0 && !digits[length];
}

static bool take_number(Info *info, Token token, int64_t *number)
{
    const char *name = tokens[token].name, *word = take_argument(info);
    int64_t min = tokens[token].min, max = tokens[token].max;
    if (!word) {
        found(info->lint, LINT_SYNTAX, "%s: the number is missing", name);
        return false;
    }
    if (!is_number(word, true)) {
        found(info->lint, LINT_SYNTAX, "%s: `%.30s` is no number", name, word);
        return false;
    }
    errno = 0;
    int64_t value = strtoll(word, NULL, 10);
    if (value < min || value > max || errno) {
        if (max != INT64_MAX && max != INT32_MAX)
            found(info->lint, LINT_SYNTAX, "%s: %.30s is not from %" PRId64 " to %" PRId64, name,
                  word, min, max);
        else if (value < min || *word == '-')
            found(info->lint, LINT_SYNTAX, "%s: %.30s is less than %" PRId64, name, word, min);
        else
            found(info->lint, LINT_SYNTAX, "%s: %.30s is too large", name, word);
        return false;
    }
    *number = value;
    return true;
}

/* --- Moves -------------------------------------------------------------------------------------
 */

/* MOVE_NONE if it is illegal, which is then found. `what` names it. */
static Move read_move(const Lint *lint, const Position *pos, const char *word, LintKind kind,
                      const char *what)
{
    char usual[UCI_MOVE_MAX];
    Error why;
    Move move = move_read_uci(pos, word, &why);
    if (move == MOVE_NONE) {
        found(lint, kind, "%s: %.60s", what, why.text);
        return MOVE_NONE;
    }
    move_write_uci(pos, move, lint->chess960, usual);
    if (strcmp(usual, word) != 0)
        found(lint, LINT_NOTATION, "%s: `%s` is written `%s` in this game", what, word, usual);
    return move;
}

static bool is_drawn_by_rule(Outcome outcome)
{
    return outcome == DRAW_REPETITION || outcome == DRAW_FIFTY_MOVES || outcome == DRAW_MATERIAL;
}

static bool is_lost(Outcome outcome) { return outcome == CHECKMATE || outcome == EXPLODED; }

/* Whoever searches a game that is drawn by rule looks beyond its end. */
static Outcome outcome_in_line(const Lint *lint, const Position *pos)
{
    Outcome outcome = outcome_of(pos, &lint->keys);
    return is_drawn_by_rule(lint->outcome) && is_drawn_by_rule(outcome) ? ONGOING : outcome;
}

static void push_key(KeyStack *keys, Key key)
{
    keys->keys = grow(keys->keys, keys->count, &keys->capacity, sizeof *keys->keys);
    keys->keys[keys->count++] = key;
}

/* Plays one more move of a line. False if that cannot be. */
static bool follow(Lint *lint, Position *pos, Play *play, const char *word, Token token)
{
    char what[32];
    Undo undo;
    snprintf(what, sizeof what, "%s, move %d", tokens[token].name, play->plies + 1);
    if (outcome_is_over(play->end)) {
        found(lint, LINT_PAST_END, "%s: the game is over before it, by %s", what,
              outcome_names[play->end]);
        return false;
    }
    Move move = read_move(lint, pos, word, LINT_ILLEGAL, what);
    if (move == MOVE_NONE) return false;
    push_key(&lint->keys, pos->key);
    position_make(pos, move, &undo);
    if (play->plies == 0) play->first = move;
    if (play->plies == 1) play->second = move;
    play->plies++;
    play->end = outcome_in_line(lint, pos);
    return true;
}

/* The moves behind that word, from the root. */
static Play read_play(Info *info, Token token)
{
    Lint *lint = info->lint;
    Position pos = lint->root;
    Play play = {.whole = true, .end = is_drawn_by_rule(lint->outcome) ? ONGOING : lint->outcome};
    char *word = take_argument(info);
    if (token == CURRLINE && word && is_number(word, false)) word = take_argument(info);
    if (!word) found(lint, LINT_SYNTAX, "%s: the moves are missing", tokens[token].name);
    for (; word; word = take_argument(info))
        if (play.whole) play.whole = follow(lint, &pos, &play, word, token);
    lint->keys.count = lint->root_ply;
    return play;
}

/* --- The parts of `info` -----------------------------------------------------------------------
 */

static void read_score(Info *info)
{
    const char *unit = take_argument(info);
    if (!unit || (strcmp(unit, "cp") != 0 && strcmp(unit, "mate") != 0)) {
        found(info->lint, LINT_SYNTAX, "score: neither cp nor mate");
        return;
    }
    info->mate = *unit == 'm';
    info->scored = take_number(info, SCORE, &info->score);
    if (info->scored && info->mate && (info->score > MATE_MAX || info->score < -MATE_MAX)) {
        found(info->lint, LINT_SYNTAX, "score: mate %" PRId64 ", but no game has so many moves",
              info->score);
        info->scored = false;
    }
    if (info->lint->turn_scores) info->score = -info->score;
}

static void read_wdl(Info *info)
{
    int64_t sum = 0;
    for (int i = 0; i < 3; sum += info->wdl[i++])
        if (!take_number(info, WDL, &info->wdl[i])) return;
    info->chances = sum == 1000;
    if (sum != 1000) found(info->lint, LINT_SYNTAX, "wdl: the sum is %" PRId64 ", not 1000", sum);
}

static void read_currmove(Info *info)
{
    const char *word = take_argument(info);
    if (word)
        read_move(info->lint, &info->lint->root, word, LINT_ILLEGAL, "currmove");
    else
        found(info->lint, LINT_SYNTAX, "currmove: the move is missing");
}

static void read_token(Info *info, Token token)
{
    if (said(info, token)) found(info->lint, LINT_SYNTAX, "%s is there twice", tokens[token].name);
    info->seen |= 1u << token;
    switch (token) {
    case SCORE: read_score(info); break;
    case WDL: read_wdl(info); break;
    case CURRMOVE: read_currmove(info); break;
    case PV: info->pv = read_play(info, token); break;
    case REFUTATION:
    case CURRLINE: read_play(info, token); break;
    case STRING: info->rest += strlen(info->rest); break;
    case LOWERBOUND:
    case UPPERBOUND: break;
    default: take_number(info, token, &info->numbers[token]); break;
    }
}

static void read_info(Info *info)
{
    for (int i = 0; i < NUMBER_COUNT; i++) info->numbers[i] = -1;
    bool empty = true;
    for (char *word; (word = take_word(info)); empty = false) {
        Token token = token_named(word);
        if (token == TOKEN_COUNT)
            found(info->lint, LINT_UNKNOWN, "`%.30s` is no word of `info`", word);
        else
            read_token(info, token);
    }
    if (empty) found(info->lint, LINT_SYNTAX, "an empty `info`");
    if ((said(info, LOWERBOUND) || said(info, UPPERBOUND)) && !said(info, SCORE))
        found(info->lint, LINT_SYNTAX, "a bound without a score");
    if (said(info, LOWERBOUND) && said(info, UPPERBOUND))
        found(info->lint, LINT_SYNTAX, "a lower and an upper bound at once");
}

/* --- What an `info` line says as a whole -------------------------------------------------------
 */

static void check_rising(const Info *info, Token token, int64_t *highest)
{
    int64_t number = info->numbers[token];
    if (number < 0) return;
    if (number < *highest)
        found(info->lint, LINT_DECREASE, "%s was %" PRId64 " already", tokens[token].name,
              *highest);
    else
        *highest = number;
}

static void check_speed(const Info *info)
{
    int64_t nodes = info->numbers[NODES], nps = info->numbers[NPS], time = info->numbers[TIME];
    if (nodes < 0 || nps < 0 || time < SPEED_FROM_MS) return;
    double real = (double)nodes * 1000 / (double)time;
    if ((double)nps > 2 * real + 1 || (double)nps < real / 2 - 1)
        found(info->lint, LINT_SPEED, "nps is %" PRId64 ", but nodes through time is %.0f", nps,
              real);
}

/* The engine's clock started behind ours, and its line was written before we read it. */
static void check_time(const Info *info)
{
    int64_t time = info->numbers[TIME], passed = info->lint->passed_ms;
    if ((time - TIME_SLACK_MS) / 2 > passed)
        found(info->lint, LINT_TIME, "time is %" PRId64 ", but `go` was %" PRId64 " ms ago", time,
              passed);
}

/* In a position without moves there is nothing else to say than `mate 0` or `cp 0`. */
static void check_finished(const Info *info)
{
    const Lint *lint = info->lint;
    if (info->numbers[DEPTH] == 0 && !outcome_is_over(lint->outcome))
        found(lint, LINT_FINISHED, "depth 0, but the game goes on");
    if (!info->scored) return;
    const bool mated = info->mate && info->score == 0;
    /* The side to move has won if it is the other king that is missing; only a FEN says so. */
    const bool won = lint->outcome == EXPLODED && has_king(&lint->root, (Color)lint->root.side);
    if (won) {
        if (mated || info->score < 0)
            found(lint, LINT_FINISHED, "a loss, but it is the other king that is missing");
        return;
    }
    if (mated && !is_lost(lint->outcome))
        found(lint, LINT_FINISHED, "mate 0, but the game is not lost: %s",
              outcome_names[lint->outcome]);
    else if (!mated && is_lost(lint->outcome))
        found(lint, LINT_FINISHED, "not mate 0, but the game is lost: %s",
              outcome_names[lint->outcome]);
    else if (lint->outcome == STALEMATE && (info->mate || info->score != 0))
        found(lint, LINT_FINISHED, "not cp 0 in a stalemate");
}

static bool is_exact(const Info *info)
{
    return info->scored && !said(info, LOWERBOUND) && !said(info, UPPERBOUND);
}

/* The side that moves last in a line to the end of the game has won. */
static void check_mate(const Info *info)
{
    const Play *pv = &info->pv;
    if (!is_exact(info) || !info->mate || info->score == 0 || pv->plies == 0 || !pv->whole) return;
    int64_t plies = info->score > 0 ? 2 * info->score - 1 : -2 * info->score;
    if (pv->plies == plies && is_lost(pv->end)) return;
    if (pv->plies < plies && !outcome_is_over(pv->end))
        found(info->lint, LINT_MATE_SHORT,
              "mate %" PRId64 " takes %" PRId64 " plies, the pv has %d", info->score, plies,
              pv->plies);
    else
        found(info->lint, LINT_MATE_DISTANCE,
              "mate %" PRId64 " takes %" PRId64 " plies, the pv has %d; then: %s", info->score,
              plies, pv->plies, outcome_names[pv->end]);
}

/* Who sees the end of the game in a line has seen the mate. Only a tablebase knows a win without
 * its length, and some engines then go on with the line as far as they can. */
static void check_centipawns(const Info *info)
{
    const Play *pv = &info->pv;
    bool searched = is_exact(info) && !info->mate && info->numbers[TBHITS] <= 0;
    if (searched && pv->plies > 0 && pv->whole && is_lost(pv->end))
        found(info->lint, LINT_SCORE, "centipawns, but the pv of %d plies ends the game: %s",
              pv->plies, outcome_names[pv->end]);
}

/* A mate is certain. (With scores of White nobody says whose view `wdl` has.) */
static void check_chances(const Info *info)
{
    const int64_t *wdl = info->wdl;
    if (!is_exact(info) || !info->mate || !info->chances || info->lint->turn_scores) return;
    if (wdl[info->score > 0 ? 0 : 2] != 1000)
        found(info->lint, LINT_SCORE, "mate %" PRId64 ", but wdl %" PRId64 " %" PRId64 " %" PRId64,
              info->score, wdl[0], wdl[1], wdl[2]);
}

static Score score_of(const Info *info)
{
    return (Score){.given = true,
                   .exact = is_exact(info),
                   .mate = info->mate,
                   .value = info->score,
                   .depth = info->numbers[DEPTH],
                   .first = info->pv.first,
                   .second = info->pv.second};
}

/* Mates before all centipawns, the shorter the better. */
static int64_t rank_of_score(const Score *score)
{
    const int64_t mate = (int64_t)1 << 40;
    if (!score->mate) return score->value;
    return score->value > 0 ? mate - score->value : -mate - score->value;
}

/* Two lines of one batch: each has a move of its own, and the better ones come first. */
static void compare_lines(const Lint *lint, int upper, int lower)
{
    const Numbered *a = &lint->lines[upper], *b = &lint->lines[lower];
    if (!a->score.exact || !b->score.exact) return;
    if (a->score.first != MOVE_NONE && a->score.first == b->score.first)
        found(lint, LINT_MULTIPV, "multipv %d and %d begin with the same move", upper, lower);
    else if (a->score.depth == b->score.depth &&
             rank_of_score(&a->score) < rank_of_score(&b->score))
        found(lint, LINT_MULTIPV, "multipv %d has a better score than %d", lower, upper);
}

static void check_batch(Lint *lint, int number)
{
    for (int i = 1; i <= lint->line_count; i++) {
        if (i == number || lint->lines[i].batch != lint->batch) continue;
        if (i < number)
            compare_lines(lint, i, number);
        else
            compare_lines(lint, number, i);
    }
}

/* Bounds are left out of the depth: behind one of an iteration that was broken off, the last result
 * is that of the iteration before. */
static void check_line(Info *info)
{
    Lint *lint = info->lint;
    int64_t number = info->numbers[MULTIPV] < 0 ? 1 : info->numbers[MULTIPV];
    if (number > (lint->legal > 1 ? lint->legal : 1)) {
        found(lint, LINT_MULTIPV, "multipv %" PRId64 ", but there are %d legal moves", number,
              lint->legal);
        return;
    }
    for (; lint->line_count < number; lint->line_count++)
        lint->lines[lint->line_count + 1] = (Numbered){.exact_depth = -1};
    Numbered *line = &lint->lines[number];
    if (line->seen && line->batch == lint->batch) lint->batch++;
    line->seen = true;
    line->batch = lint->batch;
    line->score = score_of(info);
    if (line->score.exact) check_rising(info, DEPTH, &line->exact_depth);
    check_batch(lint, (int)number);
    if (number > 1) return;
    lint->last = line->score;
    if (line->score.exact) lint->last_exact = line->score;
}

static void take_info(Lint *lint, char *rest)
{
    Info info = {.lint = lint, .rest = rest};
    read_info(&info);
    check_rising(&info, NODES, &lint->nodes);
    check_rising(&info, TIME, &lint->time);
    check_speed(&info);
    check_time(&info);
    check_finished(&info);
    check_mate(&info);
    check_centipawns(&info);
    check_chances(&info);
    if (info.scored) check_line(&info);
}

/* --- The best move -----------------------------------------------------------------------------
 */

static bool is_no_move(const char *word)
{
    return strcmp(word, "(none)") == 0 || strcmp(word, "0000") == 0;
}

static Move read_best(const Lint *lint, const char *word)
{
    if (!word) {
        found(lint, LINT_BESTMOVE, "bestmove without a move");
        return MOVE_NONE;
    }
    if (!is_no_move(word)) return read_move(lint, &lint->root, word, LINT_BESTMOVE, "bestmove");
    if (!outcome_is_over(lint->outcome))
        found(lint, LINT_BESTMOVE, "no best move, but the game goes on");
    return MOVE_NONE;
}

static void check_last_line(const Lint *lint, Move best)
{
    char text[UCI_MOVE_MAX];
    move_write_uci(&lint->root, lint->last.first, lint->chess960, text);
    if (!lint->last.given)
        found(lint, LINT_LAST_LINE, "no line with a score came before it");
    else if (!lint->last.exact)
        found(lint, LINT_LAST_BOUND, "the last score before it is a bound");
    else if (lint->last.first == MOVE_NONE)
        found(lint, LINT_LAST_LINE, "the last score before it has no pv");
    else if (lint->last.first != best)
        found(lint, LINT_LAST_LINE, "the last pv before it begins with %s", text);
}

static void check_numbers(const Lint *lint)
{
    for (int i = 1; i <= lint->line_count; i++) {
        if (lint->lines[i].seen) continue;
        found(lint, LINT_MULTIPV, "of %d lines number %d never came", lint->line_count, i);
        return;
    }
}

static void check_ponder(const Lint *lint, Move best, const char *word)
{
    Position after = lint->root;
    Undo undo;
    char text[UCI_MOVE_MAX];
    const Score *last = &lint->last;
    if (!word) {
        found(lint, LINT_SYNTAX, "ponder: the move is missing");
        return;
    }
    if (best == MOVE_NONE) {
        found(lint, LINT_PONDER, "a move to ponder, but no best move");
        return;
    }
    position_make(&after, best, &undo);
    Move move = read_move(lint, &after, word, LINT_PONDER, "ponder");
    if (move == MOVE_NONE || last->first != best || last->second == MOVE_NONE) return;
    move_write_uci(&after, last->second, lint->chess960, text);
    if (move != last->second) found(lint, LINT_PONDER, "ponder, but the last pv goes on %s", text);
}

/* What was announced in the search before binds this one. */
static void check_promise(const Lint *lint)
{
    const Score *now = &lint->last_exact;
    if (!lint->owed || (now->given && now->mate && now->value > 0 && now->value < lint->owed))
        return;
    if (now->given)
        found(lint, LINT_MATE_NOT_KEPT,
              "its last move began a mate in %" PRId64 ", now it says %s %" PRId64
              " at depth %" PRId64,
              lint->owed, now->mate ? "mate" : "cp", now->value, now->depth);
    else
        found(lint, LINT_MATE_NOT_KEPT,
              "its last move began a mate in %" PRId64 ", now there is no score", lint->owed);
}

static void make_promise(Lint *lint, Move best)
{
    const Score *score = &lint->last_exact;
    Position after = lint->root;
    Undo undo;
    lint->promise = (Promise){0};
    if (!score->given || !score->mate || score->value <= 0 || score->first != best) return;
    position_make(&after, best, &undo);
    lint->promise = (Promise){score->value, after.key, lint->root_ply + 1};
}

static void take_bestmove(Lint *lint, char *rest)
{
    Move best = read_best(lint, next_word(&rest));
    const char *word = next_word(&rest);
    if (word && strcmp(word, "ponder") == 0) {
        check_ponder(lint, best, next_word(&rest));
        word = next_word(&rest);
    }
    if (word) found(lint, LINT_UNKNOWN, "`%.30s` does not belong to `bestmove`", word);
    if (best != MOVE_NONE) check_last_line(lint, best);
    check_numbers(lint);
    check_promise(lint);
    lint->promise = (Promise){0};
    if (best != MOVE_NONE) make_promise(lint, best);
    lint->state = ANSWERED;
}

/* --- The whole ---------------------------------------------------------------------------------
 */

Lint *lint_create(LintTally *tally, LintListener listener, void *context)
{
    Lint *lint = new_zeroed(1, sizeof *lint);
    lint->tally = tally;
    lint->listener = listener;
    lint->context = context;
    return lint;
}

void lint_destroy(Lint *lint)
{
    if (!lint) return;
    key_stack_free(&lint->keys);
    buffer_free(&lint->words);
    free(lint);
}

void lint_search_begin(Lint *lint, const Position *pos, const KeyStack *before, bool chess960,
                       bool white_scores)
{
    const Promise *promise = &lint->promise;
    lint->keys.count = 0;
    for (size_t i = 0; before && i < before->count; i++) push_key(&lint->keys, before->keys[i]);
    size_t ply = lint->root_ply = lint->keys.count;
    bool goes_on =
        promise->mate && ply == promise->ply + 1 && lint->keys.keys[promise->ply] == promise->key;
    lint->owed = goes_on ? promise->mate : 0;
    lint->promise = (Promise){0};
    lint->chess960 = chess960;
    lint->turn_scores = white_scores && pos->side == BLACK;
    lint->root = *pos;
    lint->outcome = outcome_of(pos, &lint->keys);
    lint->legal = count_legal(pos);
    lint->nodes = lint->time = 0;
    lint->line_count = 0;
    lint->batch = 1;
    lint->last = lint->last_exact = (Score){0};
    lint->state = SEARCHING;
}

void lint_search_abandon(Lint *lint)
{
    lint->state = IDLE;
    lint->promise = (Promise){0};
}

/* What an engine may say at any time. */
static bool is_usual(const char *word)
{
    static const char *const usual[] = {"id", "option", "uciok", "copyprotection", "registration"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i], word) == 0) return true;
    return false;
}

static void take_line(Lint *lint, const char *word, char *rest)
{
    lint->tally->lines++;
    if (strcmp(word, "info") == 0)
        take_info(lint, rest);
    else if (strcmp(word, "bestmove") == 0)
        take_bestmove(lint, rest);
    else if (!is_usual(word))
        found(lint, LINT_UNKNOWN, "a line that is not UCI");
}

/* Outside of a search: remarks may come; what belongs to a search may not. */
static void take_line_outside(const Lint *lint, const char *word, char *rest)
{
    bool before = lint->state == UNASKED;
    if (strcmp(word, "bestmove") == 0) {
        found(lint, LINT_BESTMOVE, before ? "a bestmove without a `go`" : "a second bestmove");
    } else if (strcmp(word, "info") == 0) {
        const char *first = next_word(&rest);
        if (first && strcmp(first, "string") != 0)
            found(lint, LINT_BESTMOVE,
                  before ? "an info line without a `go`" : "an info line behind the bestmove");
    }
}

void lint_line(Lint *lint, const char *line, int64_t passed_ms)
{
    if (lint->state == IDLE) return;
    buffer_clear(&lint->words);
    buffer_append(&lint->words, line, strlen(line));
    lint->line = line;
    lint->passed_ms = passed_ms;
    char *rest = lint->words.data;
    const char *word = next_word(&rest);
    if (!word) return;
    if (strcmp(word, "readyok") == 0)
        found(lint, LINT_UNASKED, "readyok, but nobody asked");
    else if (lint->state == SEARCHING)
        take_line(lint, word, rest);
    else
        take_line_outside(lint, word, rest);
}
