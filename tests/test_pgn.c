/* Games as records, as PGN and back; EPD lines. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "suites.h"
#include "tables.h"
#include "talk/epd.h"
#include "talk/pgn_read.h"
#include "talk/pgn_text.h"
#include "talk/pgn_write.h"

static PgnReader reader_of(const char *text, const Game *usual)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    must(in != NULL, "no memory");
    return (PgnReader){.in = in, .path = "test.pgn", .usual = usual};
}

/* ---- what is written is what is read ---- */

static void play_random_game(Record *record, const GameKind *kind, Prng *prng)
{
    Position start;
    int shuffle = kind->chess960 ? (int)prng_below(prng, SHUFFLE_COUNT) : (int)STANDARD_SHUFFLE;
    position_start(&start, kind->game, shuffle);
    record_start(record, kind, &start);
    for (int i = 0; i < 120 && record->result == RESULT_NONE; i++) {
        MoveList list;
        char text[UCI_MOVE_MAX];
        generate(&record->pos, GENERATE_ALL, &list);
        Move move = list.moves[prng_below(prng, (uint64_t)list.count)];
        Thought thought = {.scored = i % 5 != 0,
                           .mate = i % 7 == 0,
                           .exact = true,
                           .score = (int)prng_below(prng, 2000) - 1000,
                           .depth = i};
        move_write_uci(&record->pos, move, kind->chess960, text);
        if (i < 4)
            record_book_move(record, move);
        else
            record_play(record, text, &thought, i * 1000);
        record_judge(record, NULL);
    }
    if (record->result == RESULT_NONE)
        record_forfeit(record, (Color)prng_below(prng, 2), END_CRASH, "a \"detail\" with {braces}");
}

static void must_read_back(const Record *record, const char *text)
{
    PgnGame game;
    Error err;
    PgnReader reader = reader_of(text, must_find_game("chess"));
    must(pgn_read(&reader, &game, &err), "%s\n%s", err.text, text);
    must(game.kind.game == record->kind->game, "%s", text);
    must(game.move_count == record->count, "%zu of %zu moves\n%s", game.move_count, record->count,
         text);
    must(game.start.key == record->start.key && game.result == record->result, "%s", text);
    for (size_t i = 0; i < record->count; i++)
        must(game.moves[i].move == record->moves[i].move && game.moves[i].notes, "move %zu\n%s", i,
             text);
    ck_assert_str_eq(pgn_tag(&game, "White"), "A \"quoted\" \\ name");
    ck_assert_str_eq(pgn_tag(&game, "Result"), result_names[record->result]);
    ck_assert_str_eq(pgn_tag(&game, "Termination"), record_termination(record));
    pgn_game_free(&game);
    must(!pgn_read(&reader, &game, &err) && !*err.text, "more than one game\n%s", text);
    pgn_game_free(&game);
    fclose(reader.in);
}

START_TEST(games_come_back)
{
    Prng prng = {(uint64_t)_i};
    GameKind kind = {&games[_i % GAME_COUNT], _i >= GAME_COUNT};
    TimeControl fast = {.time_us = 1000000, .increment_us = 10000}, nodes = {.nodes = 5};
    Record record = {0};
    for (uint64_t n = scaled(60); n > 0; n--) {
        Buffer text = {0};
        PgnHeader header = {.event = "Test",
                            .site = "?",
                            .date = "2024.02.29",
                            .round = "1",
                            .white = "A \"quoted\" \\ name",
                            .black = "B",
                            .controls = {&fast, &nodes}};
        play_random_game(&record, &kind, &prng);
        pgn_write(&text, &record, &header);
        for (char *line = text.data, *end; (end = strchr(line, '\n')); line = end + 1)
            must(end - line <= 120, "a long line\n%s", text.data);
        must_read_back(&record, text.data);
        buffer_free(&text);
    }
    record_free(&record);
}
END_TEST

/* Tags that others read: lichess, cutechess, python-chess and chessops agree on these names. */
static const struct {
    const char *game;
    bool chess960;
    const char *variant;
} variants[] = {
    {"chess", false, NULL},
    {"chess", true, "Chess960"},
    {"atomic", false, "Atomic"},
    {"atomic", true, "Atomic"},
    {"alice", false, "Alice Chess"},
    {"aliceatomic", false, "Alice Atomic"},
    {"msalice", false, "Ms. Alice"},
    {"lookingglass", false, "Looking-glass Alice"},
    {"alice", true, "Alice Chess 960"},
};

START_TEST(variant_tags)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        GameKind kind = {must_find_game(variants[i].game), variants[i].chess960};
        const char *variant = pgn_variant(&kind);
        if (!variants[i].variant)
            must_hold(variant == NULL);
        else
            ck_assert_str_eq(variant, variants[i].variant);
    }
}
END_TEST

/* ---- reading what others write ---- */

static const struct {
    const char *text;
    const char *moves; /* as UCI, each after a blank */
    const char *notes; /* the last move's, or NULL */
    Result result;
} readings[] = {
    {"1. e4 e5 2. Nf3 *", " e2e4 e7e5 g1f3", NULL, RESULT_NONE},
    {"1.e4 e5 2.Nf3 1-0", " e2e4 e7e5 g1f3", NULL, WHITE_WINS},
    {"1.e4e5", NULL, NULL, RESULT_NONE},
    {"1. e4 1... e5 2 . Nf3 0-1", " e2e4 e7e5 g1f3", NULL, BLACK_WINS},
    {"e4 e5 Nf3 1/2-1/2", " e2e4 e7e5 g1f3", NULL, DRAWN},
    {"\xef\xbb\xbf[Event \"x\"]\n\n1. e4 *", " e2e4", NULL, RESULT_NONE},
    {"% nothing\n[Event \"x\"]\n% nothing [\n1. e4\n%e5\nd5 *", " e2e4 d7d5", NULL, RESULT_NONE},
    {"1. e4 e5 {54\n%% of these\n%} $1 {\n%}\n% {\n%x\n*", " e2e4 e7e5",
     "{54 %% of these %} $1 { %}", RESULT_NONE},
    {"{before} 1. e4 {one} {two} $1 $14 *", " e2e4", "{one} {two} $1 $14", RESULT_NONE},
    {"1. e4 ; to the end } {\n e5 *", " e2e4 e7e5", NULL, RESULT_NONE},
    {"1. e4 (1. d4 d5 (1... Nf6 {)} 2. c4) 2. c4) e5 *", " e2e4 e7e5", NULL, RESULT_NONE},
    {"1. e4 (1. d4 ; )\n d5) *", " e2e4", "(1. d4 { )} d5)", RESULT_NONE},
    {"1. e4! e5? 2. Nf3!? *", " e2e4 e7e5 g1f3", "$5", RESULT_NONE},
    {"1. e4 !! *", " e2e4", "$3", RESULT_NONE},
    {"1. e4+- *", " e2e4", "$18", RESULT_NONE},
    {"1. e4 e5 {a} -+ *", " e2e4 e7e5", "{a} $19", RESULT_NONE},
    {"1. e4+/= e5!?+/- $5 *", " e2e4 e7e5", "$5 $16 $5", RESULT_NONE},
    {"1. e4!!! *", " e2e4", "$1 $3", RESULT_NONE},
    {"1. e4 c5 2. Nf3 d6 3. Bb5+-+ *", " e2e4 c7c5 g1f3 d7d6 f1b5", "$19", RESULT_NONE},
    {"1. e4 c5 2. Nf3 d6 3. Bb5+= 1-0", " e2e4 c7c5 g1f3 d7d6 f1b5", "$14", WHITE_WINS},
    {"1. e4", " e2e4", NULL, RESULT_NONE},
    {"1. e2-e4 e7-e5 2. Ng1-f3 *", " e2e4 e7e5 g1f3", NULL, RESULT_NONE},
    {"1. e4 d5 2. exd5 e5 3. dxe6 e.p. *", " e2e4 d7d5 e4d5 e7e5 d5e6", NULL, RESULT_NONE},
    {"1. e4 d5 2. exd5 e5 3. dxe6e.p.! *", " e2e4 d7d5 e4d5 e7e5 d5e6", "$1", RESULT_NONE},
    {"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. 0-0 *", " e1g1", NULL, RESULT_NONE},
    {"[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=Q+ *", " a7a8q", NULL,
     RESULT_NONE},
    {"[Variant \"Chess960 (FRC)\"]\n1. e4 *", " e2e4", NULL, RESULT_NONE},
    {"[Variant \"From Position\"]\n1. e4 *", " e2e4", NULL, RESULT_NONE},
    {"[Variant \"standard\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n", " e2e4 e7e5 g1f3", NULL,
     RESULT_NONE},
    {"1. e4 1/2", " e2e4", NULL, DRAWN},
    {"1. e4 \u00bd-\u00bd", " e2e4", NULL, DRAWN},
    {"\ufeff1. e4 1-0", " e2e4", NULL, WHITE_WINS},
    {"*", "", NULL, RESULT_NONE},
    {"1. e4 {\x1b[2J\x7f\x01} *", " e2e4", "{ [2J  }", RESULT_NONE},
    {"{first} [Event \"x\"] {second} 1. e4 *", " e2e4", NULL, RESULT_NONE},
    {"[Event \"a \\\"b\\\" \\\\ c\"]\n*", "", NULL, RESULT_NONE},
};
enum { READING_COUNT = sizeof readings / sizeof *readings };

START_TEST(others_pgn)
{
    PgnGame game;
    Error err;
    PgnReader reader = reader_of(readings[_i].text, must_find_game("chess"));
    bool ok = pgn_read(&reader, &game, &err);
    must(ok == (readings[_i].moves != NULL), "%s: %s", readings[_i].text, err.text);
    Buffer moves = {0};
    Position pos = game.start;
    for (size_t i = 0; ok && i < game.move_count; i++) {
        char text[UCI_MOVE_MAX];
        Undo undo;
        move_write_uci(&pos, game.moves[i].move, false, text);
        buffer_add(&moves, " %s", text);
        position_make(&pos, game.moves[i].move, &undo);
    }
    if (ok) {
        ck_assert_str_eq(buffer_text(&moves), readings[_i].moves);
        must(game.result == readings[_i].result, "%s", readings[_i].text);
        const char *notes = game.move_count ? game.moves[game.move_count - 1].notes : NULL;
        if (readings[_i].notes) ck_assert_pstr_eq(notes, readings[_i].notes);
    }
    buffer_free(&moves);
    pgn_game_free(&game);
    fclose(reader.in);
}
END_TEST

/* What is said behind a result belongs to the game before, and nothing is a game but games. */
static const struct {
    const char *text, *notes; /* those of all games: of the beginning, then of each move */
    int count;
} sequences[] = {
    {"1. e4 * {a} ; b\n {c} $1 (1. d4 {d})\n\n1. d4 *", "1:{a} { b} {c} $1 (1. d4 {d}) 2:", 2},
    {"1. e4 * {a}[Event \"x\"]\n1. d4 1-0 ;b", "1:{a} 2:{b}", 2},
    {"1. e4 *\n\n{a}\n\n[Event \"x\"]\n{b} 1. d4 {c} 1-0\n;d\n;e\n", "1:{a} 2:{b}{c} {d} {e}", 2},
    {"* {a}\n* {b}\n", "1:{a} 2:{b}", 2},
    {"1. e4 {a}\n[Event \"x\"]\n{b} *", "1:{a} 2:{b}", 2},
    {"1. e4 *\n\x1a", "1:", 1},
    {"1. e4 *\x1a", "1:", 1},
    {"1. e4\x1a", "1:", 1},
    {"1. e4 * {a}\r\n\x1a\x1a\x1a", "1:{a}", 1},
    {"\x1a", "", 0},
    {"{a}", "", 0},
    {"1. e4 {a\n%% b} e5 *\n\n[Event \"x\"]\n\n1. d4 *", "1:{a %% b} 2:", 2},
    {";a\n;b", "", 0},
    {";a\n{b} [Event \"x\"]\n\n{c} 1. e4 {d} * {e}", "1:{a} {b} {c}{d} {e}", 1},
    {"% a\n;b\n% c\n[Event \"x\"]\n\n1. e4 *\n% {d}\n;e\n% f\n", "1:{b}{e}", 1},
};

START_TEST(games_in_a_row)
{
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        PgnReader reader = reader_of(sequences[i].text, must_find_game("chess"));
        Buffer notes = {0};
        PgnGame game;
        Error err;
        int count = 0;
        reader.keeps_text = i % 2;
        for (; pgn_read(&reader, &game, &err); pgn_game_free(&game)) {
            buffer_add(&notes, "%s%d:%s", count ? " " : "", count + 1,
                       game.notes ? game.notes : "");
            for (size_t k = 0; k < game.move_count; k++)
                buffer_add(&notes, "%s", game.moves[k].notes ? game.moves[k].notes : "");
            count++;
        }
        must(!*err.text && count == sequences[i].count, "row %zu: %d games %s", i, count, err.text);
        ck_assert_str_eq(buffer_text(&notes), sequences[i].notes);
        pgn_game_free(&game);
        buffer_free(&notes);
        buffer_free(&reader.text);
        fclose(reader.in);
    }
}
END_TEST

/* However many there are of one move, of which reading each must not mean to copy all before. */
START_TEST(many_notes)
{
    enum { COUNT = 400000 };
    static const char *const forms[] = {"{a}", "$1", "(1. d4)"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        Buffer text = {0};
        PgnGame game;
        Error err;
        buffer_add(&text, "1. e4");
        for (int k = 0; k < COUNT; k++) buffer_add(&text, " %s", forms[i]);
        const size_t length = text.length - strlen("1. e4 ");
        buffer_add(&text, " e5 *");
        PgnReader reader = reader_of(text.data, must_find_game("chess"));
        must(pgn_read(&reader, &game, &err), "%s", err.text);
        must_hold(game.move_count == 2 && strlen(game.moves[0].notes) == length);
        must_hold(memcmp(game.moves[0].notes, text.data + strlen("1. e4 "), length) == 0);
        pgn_game_free(&game);
        fclose(reader.in);
        buffer_free(&text);
    }
}
END_TEST

/* However long, what is read is whole. */
START_TEST(long_notes)
{
    enum { LENGTH = 3 << 20 };
    static const char *const forms[][2] = {{"{", "}"}, {"({", "})"}, {"(1. d4 {", "} d5)"}};
    char *words = malloc(LENGTH + 1);
    must(words != NULL, "no memory");
    memset(words, 'x', LENGTH);
    words[LENGTH] = '\0';
    for (size_t i = 0; i < LENGTH; i += 7) words[i] = i ? ' ' : 'x';
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        Buffer note = {0}, text = {0}, out = {0};
        PgnGame game;
        Error err;
        buffer_add(&note, "%s%s%s", forms[i][0], words, forms[i][1]);
        buffer_add(&text, "1. e4 %s e5 *", note.data);
        PgnReader reader = reader_of(text.data, must_find_game("chess"));
        must(pgn_read(&reader, &game, &err), "%s", err.text);
        must_hold(game.move_count == 2 && strcmp(game.moves[0].notes, note.data) == 0);
        pgn_add_words(&(Paragraph){&out, 0}, game.moves[0].notes);
        must_hold(out.length == note.length);
        pgn_game_free(&game);
        fclose(reader.in);
        buffer_free(&note);
        buffer_free(&text);
        buffer_free(&out);
    }
    free(words);
}
END_TEST

static const struct {
    const char *text;
    const char *error;
} wrongs[] = {
    {"1. e5 *", "test.pgn, line 1: illegal move e5"},
    {"[Event \"x\"]\n\n1. e4\ne5\n2. Nf4 *", "test.pgn, line 5: illegal move Nf4"},
    {"[Event x]\n", "test.pgn, line 1: a tag is not [Name \"value\"]"},
    {"[Event \"x\n", "test.pgn, line 1: a tag is not [Name \"value\"]"},
    {"[\"x\"]\n", "test.pgn, line 1: a tag is not [Name \"value\"]"},
    {"1. e4 {no end", "test.pgn, line 1: a comment does not end"},
    {"1. e4 (no end", "test.pgn, line 1: a variation does not end"},
    {"1. e4 } *", "test.pgn, line 1: misplaced }"},
    {"1. e4 ) *", "test.pgn, line 1: misplaced )"},
    {"[Variant \"Crazyhouse\"]\n1. e4 *", "test.pgn, line 1: `Crazyhouse` is no game played here"},
    {"[Event \"x\"]\n[FEN \"8/8\"]\n[Site \"x\"]\n\n1. e4 *", "test.pgn, line 2: fen "},
    {"[FEN \"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1\"]\n1. Nd2 *",
     "test.pgn, line 2: ambiguous move Nd2"},
    {"1. -- *", "test.pgn, line 1: "},
    {"1. Qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq *", "test.pgn, line 1: "},
};

START_TEST(wrong_pgn)
{
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        PgnGame game;
        Error err;
        PgnReader reader = reader_of(wrongs[i].text, must_find_game("chess"));
        must(!pgn_read(&reader, &game, &err), "`%s` was read", wrongs[i].text);
        must(strncmp(err.text, wrongs[i].error, strlen(wrongs[i].error)) == 0, "`%s` said `%s`",
             wrongs[i].text, err.text);
        pgn_game_free(&game);
        fclose(reader.in);
    }
}
END_TEST

/* Bad games between good ones, each in a file: the others are read, and so is the bad one's text.
 */
static const char *const bad_games[] = {
    "[Event \"bad\"]\n\n1. e4 -- 2. e5 *",
    "[Event \"bad\"]\n\n1. e4 Z0 2. e5 {\n[%eval 1.0]\n} *",
    "[Event \"bad\"]\n[FEN \"8/8\"]\n\n1. e4 *",
    "[Event \"bad\"]\n[x]\n[Site \"y\"]\n\n1. e4 *",
    "[Event \"bad\"]\n[Variant \"Crazyhouse\"]\n\n*",
    "[Event \"bad\"]\n\n1. e4 e5\n2. Ke3\n2... d5 3. --\n*",
    "[Event \"bad\"]\n\n1. e4 ) *",
    "[Event \"bad\"]\n\n1. e4 {\n%a}\n% b\n-- 2. e5 {\n%c\n}\n% d\n*",
};

START_TEST(bad_games_are_left_out)
{
    for (size_t i = 0; i < sizeof bad_games / sizeof *bad_games; i++) {
        Buffer text = {0};
        PgnGame game;
        Error err;
        PgnSkipped skipped = {0};
        int good = 0;
        buffer_add(&text,
                   "%s\n\n[Event \"1\"]\n\n1. d4 *\n\n%s\n\n[Event \"2\"]\n[Site \"x\"]\n\n"
                   "1. d4 *\n\n[Event \"3\"]\n\n1. d4 *\n\n%s",
                   bad_games[i], bad_games[i], bad_games[i]);
        PgnReader reader = reader_of(text.data, must_find_game("chess"));
        reader.keeps_text = true;
        while (pgn_read(&reader, &game, &err) || *err.text) {
            if (*err.text) {
                pgn_skip(&reader, &game, &skipped, &err);
                must(strncmp(reader.text.data, bad_games[i], strlen(bad_games[i])) == 0,
                     "%zu: `%s`", i, reader.text.data);
                must(strspn(reader.text.data + strlen(bad_games[i]), "\n") ==
                         strlen(reader.text.data) - strlen(bad_games[i]),
                     "%zu: `%s`", i, reader.text.data);
            } else {
                must_hold(game.move_count == 1 && atoi(pgn_tag(&game, "Event")) == ++good);
                pgn_game_free(&game);
            }
        }
        must(good == 3 && skipped.count == 3, "%zu: %d good, %zu bad", i, good, skipped.count);
        pgn_game_free(&game);
        pgn_skipped_free(&skipped);
        buffer_free(&reader.text);
        buffer_free(&text);
        fclose(reader.in);
    }
}
END_TEST

/* Lines are broken between words, but no line begins with what makes a reader pass it over. */
START_TEST(no_line_is_an_escape)
{
    static const char alphabet[] = "%%x; [{";
    Prng prng = {5};
    for (uint64_t n = scaled(300); n > 0; n--) {
        char words[600];
        Buffer out = {0};
        Paragraph paragraph = {&out, 0};
        size_t length = prng_below(&prng, sizeof words - 1);
        for (size_t i = 0; i < length; i++)
            words[i] = alphabet[prng_below(&prng, sizeof alphabet - 1)];
        words[length] = '\0';
        pgn_add_word(&paragraph, "1.");
        pgn_add_words(&paragraph, words);
        must(!strstr(out.data, "\n%"), "%s", out.data);
        must(length < 200 || strchr(out.data, '\n'), "one long line: %s", out.data);
        buffer_free(&out);
    }
}
END_TEST

/* Whatever bytes come, it ends, and says no nonsense. */
START_TEST(random_bytes)
{
    static const char alphabet[] = "eNfgh123456.x+=QO-*{}()[]\"; \n%$!?\\KR8\xff";
    Prng prng = {4};
    for (uint64_t n = scaled(3000); n > 0; n--) {
        char text[200];
        size_t length = prng_below(&prng, sizeof text - 1) + 1;
        for (size_t i = 0; i < length; i++) text[i] = alphabet[prng_below(&prng, sizeof alphabet)];
        FILE *in = fmemopen(text, length, "r");
        must_hold(in != NULL);
        PgnReader reader = {.in = in, .path = "x", .usual = &games[prng_below(&prng, GAME_COUNT)]};
        PgnGame game;
        Error err;
        int count = 0;
        reader.keeps_text = n % 2;
        while (pgn_read(&reader, &game, &err) || *err.text) {
            must_hold(count++ < 300);
            if (*err.text)
                pgn_skip(&reader, &game, NULL, &err);
            else
                pgn_game_free(&game);
        }
        pgn_game_free(&game);
        buffer_free(&reader.text);
        fclose(in);
    }
}
END_TEST

/* ---- the referee ---- */

/* Scores in centipawns, White's and Black's in turn, each for the side that moves; the shuffling of
 * knights that they belong to. X: no score. */
enum { X = 99999, MATE = 88888 }; /* -MATE: it is mated */
static const struct {
    Adjudication rules;
    int scores[16];
    int ends_at; /* the ply after which it is over, from 1; 0: not over after 16 */
    Result result;
    Ending ending;
} adjudications[] = {
    {{0}, {900, -900, 900, -900, 900, -900, 900, -900}, 8, DRAWN, END_REPETITION},
    {{.resign_moves = 2, .resign_score = 800}, {900, -900, 900, -900}, 4, WHITE_WINS, END_SCORE},
    {{.resign_moves = 2, .resign_score = 800}, {0, -900, 0, -900}, 4, WHITE_WINS, END_SCORE},
    {{.resign_moves = 2, .resign_score = 800}, {-800, 0, -800, 0}, 3, BLACK_WINS, END_SCORE},
    {{.resign_moves = 2, .resign_score = 800},
     {-900, 0, X, 0, -900, 0, 0, 0},
     8,
     DRAWN,
     END_REPETITION},
    {{.resign_moves = 2, .resign_score = 800, .resign_two_sided = true},
     {0, -900, 0, -900, 0, -900, 0, -900},
     8,
     DRAWN,
     END_REPETITION},
    {{.resign_moves = 2, .resign_score = 800, .resign_two_sided = true},
     {0, -900, 900, -900, 900, -900, 900, -900},
     6,
     WHITE_WINS,
     END_SCORE},
    {{.draw_moves = 2, .draw_score = 10}, {0, 5, -10, 10}, 4, DRAWN, END_DRAW},
    {{.draw_moves = 2, .draw_score = 10}, {11, 5, -10, 10, 0}, 5, DRAWN, END_DRAW},
    {{.draw_moves = 2, .draw_score = 10}, {0, 5, X, 10, 0, 0, 0}, 7, DRAWN, END_DRAW},
    {{.draw_from = 3, .draw_moves = 1, .draw_score = 10}, {0, 0, 0, 0, 0, 0}, 6, DRAWN, END_DRAW},
    {{.length = 2}, {0, 0, 0, 0}, 4, DRAWN, END_LENGTH},
    {{.draw_moves = 1, .draw_score = ADJUDICATION_SCORE_MAX},
     {MATE, -MATE, MATE, 0, MATE, -MATE, 0, -MATE},
     8,
     DRAWN,
     END_REPETITION},
    {{.resign_moves = 1, .resign_score = ADJUDICATION_SCORE_MAX, .resign_two_sided = true},
     {MATE, -MATE},
     2,
     WHITE_WINS,
     END_SCORE},
};

START_TEST(adjudication)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    const GameKind kind = {must_find_game("chess"), false};
    for (size_t i = 0; i < sizeof adjudications / sizeof *adjudications; i++) {
        Record record = {0};
        Position start;
        position_start(&start, kind.game, STANDARD_SHUFFLE);
        record_start(&record, &kind, &start);
        int ply = 0;
        while (record.result == RESULT_NONE && ply < 16) {
            int score = adjudications[i].scores[ply];
            bool mate = abs(score) == MATE;
            Thought thought = {.scored = score != X,
                               .mate = mate,
                               .exact = true,
                               .score = mate ? score / MATE * 3 : score};
            record_play(&record, moves[ply++ % 4], &thought, 0);
            record_judge(&record, &adjudications[i].rules);
        }
        must(ply == adjudications[i].ends_at && record.result == adjudications[i].result &&
                 record.ending == adjudications[i].ending,
             "row %zu: %s by %s after %d plies", i, result_names[record.result],
             ending_names[record.ending], ply);
        record_free(&record);
    }
}
END_TEST

static const struct {
    const char *game, *fen, *move;
    Result result;
    Ending ending;
    const char *words;
} ends[] = {
    {"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", WHITE_WINS, END_CHECKMATE, "White mates"},
    {"chess", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", DRAWN, END_STALEMATE, "Draw by stalemate"},
    {"chess", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f4f", BLACK_WINS, END_ILLEGAL,
     "White makes an illegal move: f5f4f"},
    {"chess", "7k/8/6K1/8/8/8/8/r7 b - - 0 1", "", WHITE_WINS, END_ILLEGAL,
     "Black makes an illegal move: no move"},
    {"chess", "7k/8/6K1/8/8/8/8/r7 b - - 99 90", "a1a2", DRAWN, END_FIFTY_MOVES,
     "Draw by fifty moves rule"},
    {"chess", "7k/8/5K2/8/8/8/8/5Nr1 b - - 0 1", "g1f1", RESULT_NONE, END_NONE, "unterminated"},
    {"chess", "7k/8/8/8/8/8/6K1/5Nr1 w - - 0 1", "g2g1", DRAWN, END_MATERIAL,
     "Draw by insufficient mating material"},
    {"atomic", "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", WHITE_WINS, END_EXPLOSION,
     "White blows up the king"},
};

START_TEST(endings)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const GameKind kind = {must_find_game(ends[i].game), false};
        Record record = {0};
        Position start;
        Thought thought = {0};
        char words[200];
        must_hold(fen_read(&start, kind.game->rules, ends[i].fen, NULL));
        record_start(&record, &kind, &start);
        record_play(&record, ends[i].move, &thought, 0);
        record_judge(&record, NULL);
        record_describe(&record, words);
        must(record.result == ends[i].result && record.ending == ends[i].ending, "%s %s: %s",
             ends[i].fen, ends[i].move, words);
        ck_assert_str_eq(words, ends[i].words);
        record_free(&record);
    }
}
END_TEST

/* ---- EPD ---- */

#define PAIR_A "4k3/8/8/8/8/8/8/4K2R w K"
#define PAIR_B "8/8/8/8/8/8/8/8 w -"
static const struct {
    const char *line;
    int rule50, fullmove; /* fullmove -1: refused */
    const char *id;
} epds[] = {
    {"4k3/8/8/8/8/8/8/4K2R w K -", 0, 1, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7 12", 7, 12, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7 12 id \"x\";", 7, 12, "x"},
    {"4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a; b\"; hmvc 5; fmvn 9;", 5, 9, "a; b"},
    {"  4k3/8/8/8/8/8/8/4K2R   w  K  -   id x ;\r\n", 0, 1, "x"},
    {"4k3/8/8/8/8/8/8/4K2R w K - D1 20 ;D2 400", 0, 1, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - hmvc 65535; fmvn 65535;", 65535, 65535, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 65535 65535", 65535, 65535, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7x; hmvc 5; fmvn 9;", 5, 9, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7 x; hmvc 5; fmvn 9;", 7, 9, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7 12; id x;", 7, 12, "x"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7 12 ; id x;", 7, 12, "x"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7 12;", 7, 12, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7 id x;", 7, 1, "x"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7; id x; fmvn 9;", 7, 9, "x"},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7", 7, 1, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - hmvc -1; fmvn 0;", 0, 1, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 123456 7; hmvc 5; fmvn 9;", 5, 9, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - 7 12\x1a", 7, 12, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w K - id x;\x1a", 0, 1, "x"},
    {PAIR_A " - | " PAIR_B " - id x;", 0, 1, "x"},
    {PAIR_A " - 7 12 | " PAIR_B " - id x;", 7, 12, "x"},
    {PAIR_A " - | " PAIR_B " - 7 12 id x;", 7, 12, "x"},
    {PAIR_A " - | " PAIR_B " - hmvc 7; fmvn 12;", 7, 12, NULL},
    {PAIR_A " - | " PAIR_B " - 7 12; id x;", 7, 12, "x"},
    {PAIR_A " - 7 | " PAIR_B " - id x; fmvn 12;", 7, 12, "x"},
    {PAIR_A " - 7 | " PAIR_B " - 7 id x;", 7, 1, "x"},
    {PAIR_A " - 7 12 | " PAIR_B " - hmvc 5; fmvn 9;", 7, 12, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", 0, -1, NULL},
    {"", 0, -1, NULL},
    {"hello", 0, -1, NULL},
};

START_TEST(epd_lines)
{
    for (size_t i = 0; i < sizeof epds / sizeof *epds; i++) {
        Position pos;
        Error err;
        const char *operations = "";
        char id[32];
        RulesId rules = strchr(epds[i].line, '|') ? RULES_ALICE : RULES_CHESS;
        bool ok = epd_read(&pos, rules, epds[i].line, &operations, &err);
        must(ok == (epds[i].fullmove >= 0), "`%s`: %s", epds[i].line, err.text);
        if (!ok) continue;
        must(pos.rule50 == epds[i].rule50 && pos.fullmove == epds[i].fullmove, "`%s`",
             epds[i].line);
        bool has_id = epd_operation(operations, "id", id, sizeof id);
        must(has_id == (epds[i].id != NULL), "`%s`", epds[i].line);
        if (has_id) ck_assert_str_eq(id, epds[i].id);
    }
}
END_TEST

/* Every way of writing a position on two boards, with operations behind it. */
START_TEST(epd_of_two_boards)
{
    Prng prng = {8};
    for (int i = 0; i < 200; i++) {
        const Game *game = &games[prng_below(&prng, 4)];
        Position pos, read;
        position_start(&pos, game, STANDARD_SHUFFLE);
        for (int ply = 0; ply < 10; ply++) {
            MoveList list;
            Undo undo;
            generate(&pos, GENERATE_ALL, &list);
            if (list.count > 0)
                position_make(&pos, list.moves[prng_below(&prng, (uint64_t)list.count)], &undo);
        }
        for (int style = 0; style < FEN_STYLE_COUNT; style++) {
            char fen[FEN_MAX], line[FEN_MAX + 32], id[8];
            const char *operations = "";
            Error err = {""};
            fen_write(&pos, (FenStyle)style, false, fen);
            snprintf(line, sizeof line, "%s id \"y\";", fen);
            must(epd_read(&read, game->rules, line, &operations, &err), "%s: %s", line, err.text);
            must(read.key == pos.key && read.fullmove == pos.fullmove, "%s", line);
            must(epd_operation(operations, "id", id, sizeof id) && strcmp(id, "y") == 0, "%s",
                 line);
        }
    }
}
END_TEST

Suite *pgn_suite(void)
{
    Suite *suite = suite_create("pgn");
    TCase *pgn = tcase_create("pgn");
    tcase_set_timeout(pgn, 120);
    tcase_add_loop_test(pgn, games_come_back, 0, 2 * GAME_COUNT);
    tcase_add_test(pgn, variant_tags);
    tcase_add_loop_test(pgn, others_pgn, 0, READING_COUNT);
    tcase_add_test(pgn, games_in_a_row);
    tcase_add_test(pgn, long_notes);
    tcase_add_test(pgn, many_notes);
    tcase_add_test(pgn, many_notes);
    tcase_add_test(pgn, wrong_pgn);
    tcase_add_test(pgn, bad_games_are_left_out);
    tcase_add_test(pgn, no_line_is_an_escape);
    tcase_add_test(pgn, random_bytes);
    suite_add_tcase(suite, pgn);
    TCase *referee = tcase_create("referee");
    tcase_add_test(referee, adjudication);
    tcase_add_test(referee, endings);
    suite_add_tcase(suite, referee);
    TCase *epd = tcase_create("epd");
    tcase_add_test(epd, epd_lines);
    tcase_add_test(epd, epd_of_two_boards);
    suite_add_tcase(suite, epd);
    return suite;
}
