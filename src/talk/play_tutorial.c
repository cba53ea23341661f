#include "talk/play_tutorial.h"

#include <string.h>
#include <strings.h>

#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/outcome.h"
#include "talk/play_board.h"
#include "talk/play_reading.h"
#include "talk/play_tell.h"
#include "talk/play_words.h"
#include "talk/words.h"

typedef struct Tutorial {
    Terminal *terminal;
    LineReader *lines;
    int number; /* of the lesson, from 0 */
    Position pos;
    int interrupts; /* in a row */
    bool quit;
} Tutorial;

bool lesson_solved_by(const Lesson *lesson, const Position *pos, Move move)
{
    char text[UCI_MOVE_MAX];
    move_write_uci(pos, move, false, text);
    return strstr(lesson->solutions, text) != NULL;
}

static const Lesson *lesson_of(const Tutorial *t) { return &lessons[t->number]; }

/* ---- showing ---- */

static void show_position(const Tutorial *t, const Position *pos, const BoardMarks *marks)
{
    BoardStyle style = {t->terminal->unicode, t->terminal->color, false, t->terminal->eight,
                        terminal_width(t->terminal)};
    Buffer text = {0};
    draw_boards(&text, pos, marks, &style);
    show_text(t->terminal, text.data);
    buffer_free(&text);
}

static void describe(const Tutorial *t)
{
    Buffer text = {0};
    describe_position(&text, &t->pos);
    if (!outcome_is_over(outcome_of(&t->pos, NULL))) describe_turn(&text, &t->pos);
    say_text(t->terminal, text.data);
    buffer_free(&text);
}

static void show_lesson(const Tutorial *t)
{
    const Lesson *lesson = lesson_of(t);
    say(t->terminal, "%s", "");
    say(t->terminal, "%d of %d: %s", t->number + 1, lesson_count, lesson->title);
    say(t->terminal, "%s", lesson->text);
    if (t->terminal->reader)
        describe(t);
    else
        show_position(t, &t->pos, NULL);
    say(t->terminal, "%s", lesson->task);
}

/* ---- going on ---- */

static void enter_lesson(Tutorial *t)
{
    if (t->number == lesson_count) {
        say(t->terminal, "%s", "");
        say(t->terminal, "These are the rules. `boojum play` is a game against the engine.");
        t->quit = true;
        return;
    }
    fen_read(&t->pos, RULES_ALICEATOMIC, lesson_of(t)->fen, NULL);
    show_lesson(t);
}

static void next_lesson(Tutorial *t)
{
    t->number++;
    enter_lesson(t);
}

static void solved(Tutorial *t, Move move)
{
    Position after = t->pos;
    Undo undo;
    BoardMarks marks = board_marks(&t->pos, move);
    position_make(&after, move, &undo);
    if (!t->terminal->reader) show_position(t, &after, &marks);
    say(t->terminal, "Well done.");
    if (lesson_of(t)->after) say(t->terminal, "%s", lesson_of(t)->after);
    next_lesson(t);
}

static void take_move(Tutorial *t, const char *typed)
{
    Buffer text = {0};
    Error clean; /* of bytes that could upset a terminal */
    Move move = typed_move(&t->pos, typed, &text);
    error_set(&clean, "%.40s", typed);
    if (move != MOVE_NONE) {
        buffer_clear(&text);
        tell_move(&text, &t->pos, move);
        say(t->terminal, "%s.", text.data);
        if (lesson_solved_by(lesson_of(t), &t->pos, move))
            solved(t, move);
        else
            say(t->terminal, "That is legal, but not what was asked, so it is taken back. %s",
                lesson_of(t)->task);
    } else if (text.length > 0) {
        say(t->terminal, "%s.", text.data);
    } else {
        say(t->terminal,
            "`%s` is neither a move nor one of hint, solution, skip, back, board, describe, "
            "again, quit.",
            clean.text);
    }
    buffer_free(&text);
}

/* ---- commands ---- */

static void command_hint(Tutorial *t) { say(t->terminal, "%s", lesson_of(t)->hint); }
static void command_solution(Tutorial *t)
{
    MoveList list;
    generate(&t->pos, GENERATE_ALL, &list);
    for (int i = 0; i < list.count; i++) {
        if (!lesson_solved_by(lesson_of(t), &t->pos, list.moves[i])) continue;
        char san[SAN_MAX];
        move_write_san(&t->pos, list.moves[i], san);
        say(t->terminal, "It is %s. Type it and see.", san);
        return;
    }
}
static void command_again(Tutorial *t) { show_lesson(t); }
static void command_board(Tutorial *t) { show_position(t, &t->pos, NULL); }
static void command_describe(Tutorial *t) { describe(t); }
static void command_quit(Tutorial *t) { t->quit = true; }
static void command_back(Tutorial *t)
{
    if (t->number > 0) t->number--;
    enter_lesson(t);
}
static void command_skip(Tutorial *t) { next_lesson(t); }
static void command_help(Tutorial *t)
{
    say(t->terminal,
        "Type a move, for example Nf3 or g1f3, or: hint; solution; skip, to the next task; "
        "back, to the one before; board, draw it again; describe, say it in words; "
        "again, the whole task; quit.");
}

static const struct {
    const char *name;
    void (*run)(Tutorial *t);
} commands[] = {
    {"hint", command_hint},   {"solution", command_solution},
    {"skip", command_skip},   {"next", command_skip},
    {"back", command_back},   {"board", command_board},
    {"again", command_again}, {"describe", command_describe},
    {"help", command_help},   {"quit", command_quit},
    {"?", command_help},      {"h", command_help},
    {"q", command_quit},
};

static void offer_words(void *context, const char *before, Buffer *words)
{
    const Tutorial *t = context;
    if (*before) return;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        buffer_add(words, "%s\n", commands[i].name);
    add_legal_moves(words, &t->pos);
}

static void take_line_of_person(Tutorial *t, char *line)
{
    line = trimmed(line);
    if (!*line) return;
    size_t length = strcspn(line, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const char *name = commands[i].name;
        if (strlen(name) != length || strncasecmp(line, name, length) != 0) continue;
        if (line[length])
            say(t->terminal, "`%s` takes no argument.", name);
        else
            commands[i].run(t);
        return;
    }
    take_move(t, line);
}

static void interrupted(Tutorial *t)
{
    if (++t->interrupts > 1 || !line_reader_interactive(t->lines))
        t->quit = true;
    else
        say(t->terminal, "Once more Ctrl-C, or `quit`, leaves the tutorial.");
}

void tutorial_run(Terminal *terminal, LineReader *lines)
{
    Tutorial t = {.terminal = terminal, .lines = lines};
    say(terminal,
        "The rules of Alice Atomic in %d tasks. You are White. `help` lists what you can "
        "type besides moves.",
        lesson_count);
    enter_lesson(&t);
    line_reader_offer(lines, offer_words, &t);
    while (!t.quit && !terminal_closed(terminal)) {
        char *line;
        switch (line_read(lines, "Your move> ", &line)) {
        case LINE_READ:
            t.interrupts = 0;
            take_line_of_person(&t, line);
            break;
        case LINE_INTERRUPTED: interrupted(&t); break;
        case LINE_CLEARED:
        case LINE_TOO_LONG: t.interrupts = 0; break;
        case LINE_END: t.quit = true; break;
        }
    }
}
