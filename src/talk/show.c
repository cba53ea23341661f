#include "talk/show.h"

#include <inttypes.h>

#include "judge/eval.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"

/* --- d -----------------------------------------------------------------------------------------
 */

static void add_rank(Text *text, const Position *pos, int rank, Board board)
{
    for (int file = 0; file < 8; file++) {
        Square sq = square_at(file, rank);
        bool here = has(board_men(pos, board), sq);
        text_add(text, " %c", here ? man_letter(pos->men[sq]) : '.');
    }
}

static void show_boards(Output *output, const Position *pos)
{
    bool two = rules_of((RulesId)pos->rules).two_boards;
    static const char files[] = " a b c d e f g h";
    static const char gap[] = "     ";
    if (two) output_line(output, "   board A               board B");
    for (int rank = 7; rank >= 0; rank--) {
        Text text = {0};
        text_add(&text, "%d ", rank + 1);
        add_rank(&text, pos, rank, BOARD_A);
        if (two) {
            text_add(&text, "%s", gap);
            add_rank(&text, pos, rank, BOARD_B);
        }
        text_add(&text, "  %d", rank + 1);
        output_line(output, "%s", text.buf);
    }
    if (two)
        output_line(output, "  %s%s%s", files, gap, files);
    else
        output_line(output, "  %s", files);
    output_line(output, "%s", "");
}

void show_position(Engine *engine)
{
    Output *output = &engine->output;
    const Position *pos = &engine->pos;
    char fen[FEN_MAX];
    fen_write(pos, (FenStyle)engine->options.fen_style, engine->options.chess960, fen);
    Text checkers = {0};
    for (Bitboard set = position_checkers(pos); set;) {
        char name[3];
        square_write(pop_square(&set), name);
        text_add(&checkers, "%s%s", checkers.length ? " " : "", name);
    }
    output_hold(output);
    show_boards(output, pos);
    output_line(output, "Fen: %s", fen);
    output_line(output, "Key: %016" PRIX64, pos->key);
    output_line(output, "Checkers: %s", checkers.buf);
    output_line(output, "State: %s", outcome_names[outcome_of(pos, &engine->keys)]);
    output_release(output);
}

/* --- eval --------------------------------------------------------------------------------------
 */

void show_evaluation(Engine *engine)
{
    Output *output = &engine->output;
    const Position *pos = &engine->pos;
    EvalTrace trace;
    evaluate_explain(pos, &trace);
    output_hold(output);
    output_line(output, "%-16s %8s", "Term", "Balance");
    for (int i = 0; i < EVAL_GROUP_COUNT; i++)
        output_line(output, "%-16s %+8d", eval_groups[i].title,
                    evaluate_group(pos, &trace, &eval_groups[i]));
    int counts = eval_scales[pos->rules][trace.scale_index] * trace.certainty / EVAL_SCALE_MAX;
    if (counts < EVAL_SCALE_MAX)
        output_line(output, "Hard to win: only %d in %d of it counts", counts, EVAL_SCALE_MAX);
    output_line(output, "Evaluation: %+d centipawns for %s, to move", trace.total,
                pos->side == WHITE ? "White" : "Black");
    output_release(output);
}

/* --- legal -------------------------------------------------------------------------------------
 */

static void add_man(Text *text, const Position *pos, Square sq)
{
    char name[3];
    square_write(sq, name);
    text_add(text, "%c%s", man_letter(pos->men[sq]), name);
}

static void show_legal_move(Engine *engine, Move move)
{
    const Position *pos = &engine->pos;
    char coordinates[UCI_MOVE_MAX], san[SAN_MAX];
    move_write_uci(pos, move, engine->options.chess960, coordinates);
    move_write_san(pos, move, san);
    Board board = board_at(pos, move_from(move));
    bool passes_over = rules_of((RulesId)pos->rules).two_boards;
    Board lands = passes_over ? (Board)!board : board;

    Text text = {0};
    text_add(&text, "legal %s san %s board %c lands %c takes ", coordinates, san,
             board == BOARD_A ? 'A' : 'B', lands == BOARD_A ? 'A' : 'B');
    Square taken = position_captured_square(pos, move);
    if (taken == NO_SQUARE)
        text_add(&text, "-");
    else
        add_man(&text, pos, taken);
    text_add(&text, " blast ");
    Bitboard blast = position_blast(pos, move);
    if (!blast) text_add(&text, "-");
    while (blast) {
        add_man(&text, pos, pop_square(&blast));
        if (blast) text_add(&text, ",");
    }
    output_line(&engine->output, "%s", text.buf);
}

void show_legal_moves(Engine *engine, Square from)
{
    MoveList list;
    int shown = 0;
    generate(&engine->pos, GENERATE_ALL, &list);
    output_hold(&engine->output);
    for (int i = 0; i < list.count; i++) {
        if (from != NO_SQUARE && move_from(list.moves[i]) != from) continue;
        show_legal_move(engine, list.moves[i]);
        shown++;
    }
    output_line(&engine->output, "legalok %d", shown);
    output_release(&engine->output);
}
