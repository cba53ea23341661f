#include "talk/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"

enum { MATE_SCORE = ADJUDICATION_SCORE_MAX + 1 };

const char *const result_names[RESULT_COUNT] = {"*", "1-0", "0-1", "1/2-1/2"};

static const struct {
    const char *termination;
    const char *text; /* %s is the side that won or, of a fault, lost */
    bool fault;
} endings[END_COUNT] = {
    [END_NONE] = {"unterminated", "unterminated", false},
    [END_CHECKMATE] = {"normal", "%s mates", false},
    [END_EXPLOSION] = {"normal", "%s blows up the king", false},
    [END_STALEMATE] = {"normal", "Draw by stalemate", false},
    [END_REPETITION] = {"normal", "Draw by 3-fold repetition", false},
    [END_FIFTY_MOVES] = {"normal", "Draw by fifty moves rule", false},
    [END_MATERIAL] = {"normal", "Draw by insufficient mating material", false},
    [END_SCORE] = {"adjudication", "%s wins by adjudication", false},
    [END_DRAW] = {"adjudication", "Draw by adjudication", false},
    [END_LENGTH] = {"adjudication", "Draw by adjudication: maximum length", false},
    [END_TIME] = {"time forfeit", "%s loses on time", true},
    [END_ILLEGAL] = {"rules infraction", "%s makes an illegal move", true},
    [END_START] = {"abandoned", "%s is not ready to play", true},
    [END_CRASH] = {"abandoned", "%s disconnects", true},
    [END_HANG] = {"abandoned", "%s's connection stalls", true},
    [END_PROTOCOL] = {"rules infraction", "%s breaks the protocol", true},
    [END_RESIGN] = {"normal", "%s wins by resignation", false},
};

const char *const ending_names[END_COUNT] = {
    "unterminated", "checkmate", "explosion", "stalemate", "repetition", "fifty-moves",
    "material",     "score",     "draw",      "length",    "time",       "illegal-move",
    "start",        "crash",     "hang",      "protocol",  "resign",
};

Ending ending_find(const char *name)
{
    int i = 0;
    while (i < END_COUNT && strcmp(ending_names[i], name) != 0) i++;
    return (Ending)i;
}

bool ending_is_fault(Ending ending) { return endings[ending].fault; }

void record_start(Record *record, const GameKind *kind, const Position *start)
{
    Position usual;
    position_start(&usual, kind->game, STANDARD_SHUFFLE);
    record->kind = kind;
    record->start = record->pos = *start;
    record->usual_start = usual.key == start->key && start->rule50 == 0 && start->fullmove == 1;
    record->keys.count = 0;
    record->count = 0;
    buffer_clear(&record->line);
    record->result = RESULT_NONE;
    record->ending = END_NONE;
    record->detail[0] = '\0';
    memset(record->resigns, 0, sizeof record->resigns);
    memset(record->boasts, 0, sizeof record->boasts);
    record->quiet = 0;
}

void record_free(Record *record)
{
    key_stack_free(&record->keys);
    buffer_free(&record->line);
    free(record->moves);
    *record = (Record){0};
}

static void append(Record *record, PlayedMove played)
{
    Undo undo;
    char text[UCI_MOVE_MAX];
    move_write_uci(&record->pos, played.move, record->kind->chess960, text);
    buffer_add(&record->line, " %s", text);
    record->moves = grow(record->moves, record->count, &record->capacity, sizeof *record->moves);
    record->moves[record->count++] = played;
    if (!key_stack_push(&record->keys, record->pos.key)) {
        fputs("boojum: out of memory\n", stderr);
        exit(1);
    }
    position_make(&record->pos, played.move, &undo);
}

void record_book_move(Record *record, Move move)
{
    append(record, (PlayedMove){.move = move, .book = true});
}

/* Consecutive scores of the side that has just moved. A score that is missing ends every row. */
static void count_scores(Record *record, Color mover, const Thought *thought,
                         const Adjudication *rules)
{
    int score = thought->score;
    if (thought->mate) score = score > 0 ? MATE_SCORE : -MATE_SCORE;
    bool lost = thought->scored && score <= -rules->resign_score;
    bool won = thought->scored && score >= rules->resign_score;
    bool level = thought->scored && abs(score) <= rules->draw_score;
    record->resigns[mover] = lost ? record->resigns[mover] + 1 : 0;
    record->boasts[mover] = won ? record->boasts[mover] + 1 : 0;
    record->quiet = level ? record->quiet + 1 : 0;
}

void record_play(Record *record, const char *text, const Thought *thought, int64_t used_us)
{
    char detail[64];
    Move move = move_read_uci(&record->pos, text, NULL);
    if (move == MOVE_NONE) {
        snprintf(detail, sizeof detail, "%s", *text ? text : "no move");
        record_forfeit(record, (Color)record->pos.side, END_ILLEGAL, detail);
        return;
    }
    append(record, (PlayedMove){move, false, *thought, used_us});
}

static void finish(Record *record, Result result, Ending ending)
{
    record->result = result;
    record->ending = ending;
}

void record_undo(Record *record)
{
    record->count--;
    record->keys.count--;
    record->line.length = (size_t)(strrchr(record->line.data, ' ') - record->line.data);
    record->line.data[record->line.length] = '\0';
    record->pos = record->start;
    for (size_t i = 0; i < record->count; i++) {
        Undo undo;
        position_make(&record->pos, record->moves[i].move, &undo);
    }
    finish(record, RESULT_NONE, END_NONE);
    record->detail[0] = '\0';
    memset(record->resigns, 0, sizeof record->resigns);
    memset(record->boasts, 0, sizeof record->boasts);
    record->quiet = 0;
}

static Result win_of(Color color) { return color == WHITE ? WHITE_WINS : BLACK_WINS; }

static void judge_by_rules(Record *record)
{
    Color mover = (Color)!record->pos.side;
    switch (outcome_of(&record->pos, &record->keys)) {
    case CHECKMATE: finish(record, win_of(mover), END_CHECKMATE); break;
    case EXPLODED:
        finish(record, win_of(has_king(&record->pos, WHITE) ? WHITE : BLACK), END_EXPLOSION);
        break;
    case STALEMATE: finish(record, DRAWN, END_STALEMATE); break;
    case DRAW_REPETITION: finish(record, DRAWN, END_REPETITION); break;
    case DRAW_FIFTY_MOVES: finish(record, DRAWN, END_FIFTY_MOVES); break;
    case DRAW_MATERIAL: finish(record, DRAWN, END_MATERIAL); break;
    case ONGOING:
    case ONGOING_CHECK:
    case OUTCOME_COUNT: break;
    }
}

static void judge_by_scores(Record *record, const Adjudication *rules)
{
    const PlayedMove *last = &record->moves[record->count - 1];
    Color mover = (Color)!record->pos.side, other = (Color)record->pos.side;
    int moves = (int)(record->count / 2);
    if (!last->book) count_scores(record, mover, &last->thought, rules);
    if (rules->resign_moves && record->resigns[mover] >= rules->resign_moves &&
        (!rules->resign_two_sided || record->boasts[other] >= rules->resign_moves))
        finish(record, win_of(other), END_SCORE);
    else if (rules->draw_moves && moves >= rules->draw_from &&
             record->quiet >= 2 * rules->draw_moves)
        finish(record, DRAWN, END_DRAW);
    else if (rules->length && moves >= rules->length)
        finish(record, DRAWN, END_LENGTH);
}

void record_judge(Record *record, const Adjudication *rules)
{
    if (record->result != RESULT_NONE) return;
    judge_by_rules(record);
    if (record->result == RESULT_NONE && rules && record->count > 0) judge_by_scores(record, rules);
}

void record_forfeit(Record *record, Color loser, Ending ending, const char *detail)
{
    finish(record, win_of((Color)!loser), ending);
    snprintf(record->detail, sizeof record->detail, "%s", detail);
    for (char *c = record->detail; *c; c++) /* it becomes part of a PGN comment */
        if (*c < ' ' || *c > '~' || *c == '{' || *c == '}') *c = '?';
}

void record_position(const Record *record, Buffer *text)
{
    char fen[FEN_MAX];
    if (record->usual_start) {
        buffer_add(text, "startpos");
    } else {
        fen_write(&record->start, FEN_TWO_BOARD, record->kind->chess960, fen);
        buffer_add(text, "fen %s", fen);
    }
    if (record->count > 0) buffer_add(text, " moves%s", record->line.data);
}

void record_describe(const Record *record, char buf[200])
{
    bool fault = endings[record->ending].fault;
    bool white = (record->result == WHITE_WINS) != fault;
    char who[8];
    snprintf(who, sizeof who, "%s", white ? "White" : "Black");
    const char *text = endings[record->ending].text, *mark = strstr(text, "%s");
    int length = mark ? snprintf(buf, 200, "%.*s%s%s", (int)(mark - text), text, who, mark + 2)
                      : snprintf(buf, 200, "%s", text);
    if (*record->detail) snprintf(buf + length, 200 - (size_t)length, ": %s", record->detail);
}

const char *record_termination(const Record *record) { return endings[record->ending].termination; }
