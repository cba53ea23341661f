/* Tunes the weights of the evaluation from self-play, for each game separately.
 *
 *     make tune
 *     build/tune play atomic 2000 1000 1 > atomic.data     game, games, nodes a move, seed
 *     build/tune fit  atomic atomic.data > atomic.weights  prints the weights as C
 *
 * `play` writes a line for each quiet position: FEN;score;result, both from White's side, the score
 * in centipawns, the result 1, 0.5 or 0. `fit` minimises the squared difference between what the
 * evaluation, through a sigmoid, expects and what happened (P. Österlund, "Texel's tuning method",
 * 2014), half of it the game's result and half the search's score, by gradient descent (D. Kingma
 * and J. Ba, "Adam", 2015), with a pull towards the weights it begins from, so that a term that the
 * games say little about stays where it was.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "judge/eval.h"
#include "rules/fen.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "search/search.h"

enum { MAX_PLIES = 300, OPENING_PLIES = 8 };

static void die(const char *what)
{
    fprintf(stderr, "tune: %s\n", what);
    exit(2);
}

/* ---- play ---- */

typedef struct Match {
    Position pos;
    KeyStack before;
    char fens[MAX_PLIES][FEN_MAX];
    int scores[MAX_PLIES];
    int count;
} Match;

static bool random_opening(Match *m, const Game *game, Prng *prng)
{
    position_start(&m->pos, game,
                   prng_below(prng, 4) ? STANDARD_SHUFFLE : (int)prng_below(prng, 960));
    m->before.count = 0;
    m->count = 0;
    for (int ply = 0; ply < OPENING_PLIES + (int)prng_below(prng, 2); ply++) {
        MoveList list;
        Undo undo;
        generate(&m->pos, GENERATE_ALL, &list);
        if (list.count == 0) return false;
        if (!key_stack_push(&m->before, m->pos.key)) die("out of memory");
        position_make(&m->pos, list.moves[prng_below(prng, (uint64_t)list.count)], &undo);
    }
    return !outcome_is_over(outcome_of(&m->pos, &m->before));
}

static void note_position(Match *m, int score, Move best)
{
    bool quiet = !position_checkers(&m->pos) && !move_is_capture(best) && !move_is_promotion(best);
    if (!quiet || abs(score) > 2000 || m->count >= MAX_PLIES) return;
    fen_write(&m->pos, FEN_TWO_BOARD, true, m->fens[m->count]);
    m->scores[m->count++] = m->pos.side == WHITE ? score : -score;
}

static double result_of(const Position *pos, Outcome outcome)
{
    bool lost = outcome == CHECKMATE || outcome == EXPLODED;
    if (!lost) return 0.5;
    bool white_lost = outcome == EXPLODED ? !has_king(pos, WHITE) : pos->side == WHITE;
    return white_lost ? 0 : 1;
}

static void play_game(Match *m, Search *search, uint64_t nodes)
{
    SearchSignals signals = {0};
    int winning = 0;
    double result = -1;
    search_new_game(search);
    for (int ply = 0; ply < MAX_PLIES; ply++) {
        Outcome outcome = outcome_of(&m->pos, &m->before);
        if (outcome_is_over(outcome)) {
            result = result_of(&m->pos, outcome);
            break;
        }
        SearchLimits limits = {.nodes = nodes};
        SearchResult found;
        Undo undo;
        if (!search_run(search, &m->pos, &m->before, &limits, &signals, NULL, &found, NULL))
            die("out of memory");
        if (ply == 0 && abs(found.score) > 250) return; /* no balanced opening */
        note_position(m, found.score, found.best);
        winning = abs(found.score) > 1500 ? winning + 1 : 0;
        if (winning > 6) {
            result = (found.score > 0) == (m->pos.side == WHITE) ? 1 : 0;
            break;
        }
        if (!key_stack_push(&m->before, m->pos.key)) die("out of memory");
        position_make(&m->pos, found.best, &undo);
    }
    if (result < 0) result = 0.5;
    for (int i = 0; i < m->count; i++) printf("%s;%d;%.1f\n", m->fens[i], m->scores[i], result);
}

static int play(const Game *game, int games_wanted, uint64_t nodes, uint64_t seed)
{
    Prng prng = {seed};
    Match *m = calloc(1, sizeof *m);
    Search *search = search_create(NULL);
    if (!m || !search) die("out of memory");
    for (int i = 0; i < games_wanted; i++)
        if (random_opening(m, game, &prng)) play_game(m, search, nodes);
    key_stack_free(&m->before);
    search_destroy(search);
    free(m);
    return 0;
}

/* ---- fit ---- */

typedef struct Term {
    uint16_t index;
    int16_t count;
} Term;

typedef struct Sample {
    uint32_t first, terms; /* in the list of all terms */
    float mg, eg;          /* how much of each weight counts */
    float target;
} Sample;

typedef struct Data {
    Sample *samples;
    size_t count, room;
    Term *terms;
    size_t term_count, term_room;
} Data;

static const double sigmoid_scale = 1.0 / 220; /* of centipawns */

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

static void *grown(void *list, size_t *room, size_t size)
{
    *room = *room ? *room * 2 : 1 << 16;
    list = realloc(list, *room * size);
    if (!list) die("out of memory");
    return list;
}

static void add_sample(Data *data, const Position *pos, double target)
{
    EvalTrace trace;
    evaluate_explain(pos, &trace);
    if (data->count == data->room)
        data->samples = grown(data->samples, &data->room, sizeof *data->samples);
    Sample *sample = &data->samples[data->count++];
    double scale = (double)trace.scale / EVAL_SCALE_MAX,
           phase = (double)trace.phase / EVAL_PHASE_MAX;
    *sample = (Sample){.first = (uint32_t)data->term_count,
                       .mg = (float)(phase * scale),
                       .eg = (float)((1 - phase) * scale),
                       .target = (float)target};
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++) {
        if (!trace.terms[i]) continue;
        if (data->term_count == data->term_room)
            data->terms = grown(data->terms, &data->term_room, sizeof *data->terms);
        data->terms[data->term_count++] = (Term){(uint16_t)i, trace.terms[i]};
        sample->terms++;
    }
}

static void read_data(Data *data, const Game *game, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) die("cannot read the data");
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) > 0) {
        Position pos;
        char *score = strchr(line, ';'), *result = score ? strchr(score + 1, ';') : NULL;
        if (!result) continue;
        *score++ = '\0';
        if (!fen_read(&pos, game->rules, line, NULL)) continue;
        double expected = sigmoid(strtod(score, NULL) * sigmoid_scale);
        add_sample(data, &pos, 0.5 * expected + 0.5 * strtod(result + 1, NULL));
    }
    free(line);
    fclose(file);
}

typedef struct Model {
    double w[EVAL_WEIGHT_COUNT][2], start[EVAL_WEIGHT_COUNT][2];
    double m[EVAL_WEIGHT_COUNT][2], v[EVAL_WEIGHT_COUNT][2];
} Model;

static double predict(const Model *model, const Data *data, const Sample *s)
{
    double mg = 0, eg = 0;
    for (uint32_t i = s->first; i < s->first + s->terms; i++) {
        mg += model->w[data->terms[i].index][0] * data->terms[i].count;
        eg += model->w[data->terms[i].index][1] * data->terms[i].count;
    }
    return sigmoid((mg * (double)s->mg + eg * (double)s->eg) * sigmoid_scale);
}

/* One step over samples from..to; returns their summed squared error. */
static double step(Model *model, const Data *data, size_t from, size_t to, int time)
{
    static double gradient[EVAL_WEIGHT_COUNT][2];
    memset(gradient, 0, sizeof gradient);
    double error = 0;
    for (size_t k = from; k < to; k++) {
        const Sample *s = &data->samples[k];
        double p = predict(model, data, s), d = p - (double)s->target;
        error += d * d;
        double slope = d * p * (1 - p);
        for (uint32_t i = s->first; i < s->first + s->terms; i++) {
            gradient[data->terms[i].index][0] += slope * data->terms[i].count * (double)s->mg;
            gradient[data->terms[i].index][1] += slope * data->terms[i].count * (double)s->eg;
        }
    }
    const double rate = 1.0, b1 = 0.9, b2 = 0.999, pull = 2e-7;
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++)
        for (int j = 0; j < 2; j++) {
            double g =
                gradient[i][j] / (double)(to - from) + pull * (model->w[i][j] - model->start[i][j]);
            model->m[i][j] = b1 * model->m[i][j] + (1 - b1) * g;
            model->v[i][j] = b2 * model->v[i][j] + (1 - b2) * g * g;
            double m = model->m[i][j] / (1 - pow(b1, time)),
                   v = model->v[i][j] / (1 - pow(b2, time));
            model->w[i][j] -= rate * m / (sqrt(v) + 1e-9);
        }
    return error;
}

static void shuffle(Data *data)
{
    Prng prng = {1};
    for (size_t i = data->count; i > 1; i--) {
        size_t j = (size_t)prng_below(&prng, i);
        Sample s = data->samples[i - 1];
        data->samples[i - 1] = data->samples[j];
        data->samples[j] = s;
    }
}

static double error_of(const Model *model, const Data *data, size_t from)
{
    double error = 0;
    for (size_t k = from; k < data->count; k++) {
        double d = predict(model, data, &data->samples[k]) - (double)data->samples[k].target;
        error += d * d;
    }
    return error / (double)(data->count - from);
}

static void print_weights(const Model *model, const char *name)
{
    printf("#define %s_WEIGHTS", name);
    for (int g = 0; g < EVAL_GROUP_COUNT; g++) {
        printf(" \\\n    /* %s */", eval_groups[g].title);
        for (int i = 0; i < eval_groups[g].count; i++) {
            int index = eval_groups[g].first + i;
            printf("%sS(%ld, %ld),", i % 8 == 0 ? " \\\n    " : " ", lround(model->w[index][0]),
                   lround(model->w[index][1]));
        }
    }
    printf("\n");
}

static int fit(const Game *game, int files, char **paths)
{
    Data data = {0};
    for (int i = 0; i < files; i++) read_data(&data, game, paths[i]);
    if (data.count < 1000) die("fewer than 1000 positions");
    shuffle(&data);
    static Model model;
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++) {
        model.w[i][0] = model.start[i][0] = weight_mg(eval_weights[game->rules][i]);
        model.w[i][1] = model.start[i][1] = weight_eg(eval_weights[game->rules][i]);
    }
    size_t training = data.count * 9 / 10, batch = 8192, best_at = 0;
    if (batch > training) batch = training;
    static Model best;
    double least = error_of(&model, &data, training);
    best = model;
    fprintf(stderr, "%zu positions, validation error %.6f\n", data.count, least);
    int time = 0;
    for (size_t epoch = 1; epoch <= 400 && epoch - best_at < 25; epoch++) {
        double error = 0;
        for (size_t from = 0; from + batch <= training; from += batch)
            error += step(&model, &data, from, from + batch, ++time);
        double validation = error_of(&model, &data, training);
        if (validation < least) least = validation, best = model, best_at = epoch;
        if (epoch % 20 == 0)
            fprintf(stderr, "epoch %zu: training %.6f validation %.6f\n", epoch,
                    error / (double)(training / batch * batch), validation);
    }
    fprintf(stderr, "best validation error %.6f after %zu epochs\n", least, best_at);
    char name[32];
    snprintf(name, sizeof name, "%s", game->name);
    for (char *c = name; *c; c++)
        if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
    print_weights(&best, name);
    free(data.samples);
    free(data.terms);
    return 0;
}

int main(int argc, char **argv)
{
    const Game *game = argc > 2 ? game_find(argv[2], NULL, NULL) : NULL;
    if (game && argc == 6 && strcmp(argv[1], "play") == 0)
        return play(game, atoi(argv[3]), strtoull(argv[4], NULL, 10), strtoull(argv[5], NULL, 10));
    if (game && argc > 3 && strcmp(argv[1], "fit") == 0) return fit(game, argc - 3, argv + 3);
    fprintf(stderr, "usage: tune play GAME GAMES NODES SEED | tune fit GAME FILE...\n");
    return 2;
}
