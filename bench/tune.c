/* Tunes the weights of the evaluation from self-play, for each game separately.
 *
 *     make tune
 *     build/tune play atomic 2000 1000 1 > atomic.data     game, games, nodes a move, seed
 *     build/tune fit  atomic atomic.data > atomic.weights  prints the weights as C
 *     build/tune wdl  atomic atomic.data                   prints a row of wdl_models
 *
 * `play` writes a line for each quiet position: FEN;score;result, both from White's side, the score
 * in centipawns, the result 1, 0.5 or 0. `fit` minimises the squared difference between what the
 * evaluation, through a sigmoid, expects and what happened (P. Österlund, "Texel's tuning method",
 * 2014), half of it the game's result and half the search's score, by gradient descent (D. Kingma
 * and J. Ba, "Adam", 2015), with a pull towards the weights it begins from, so that a term that the
 * games say little about stays where it was. `wdl` fits the model of judge/wdl.h to the same data.
 * RESULT_SHARE=0.8 in the environment makes the target eight parts in ten the game's result.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prng.h"
#include "judge/eval.h"
#include "judge/wdl.h"
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
        if (score_is_mate(found.score)) {
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
    float mg, eg;          /* how much of each weight counts, before scaling */
    float certainty;
    int scale; /* of eval_scales */
    float target;
} Sample;

typedef struct Data {
    Sample *samples;
    size_t count, room;
    Term *terms;
    size_t term_count, term_room;
} Data;

static double result_share = 0.5;              /* of the target; the rest is the search's score */
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
    double phase = (double)trace.phase / EVAL_PHASE_MAX;
    *sample = (Sample){.first = (uint32_t)data->term_count,
                       .mg = (float)phase,
                       .eg = (float)(1 - phase),
                       .certainty = (float)trace.certainty / EVAL_SCALE_MAX,
                       .scale = trace.scale_index,
                       .target = (float)target};
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++) {
        if (!trace.terms[i]) continue;
        if (data->term_count == data->term_room)
            data->terms = grown(data->terms, &data->term_room, sizeof *data->terms);
        data->terms[data->term_count++] = (Term){(uint16_t)i, trace.terms[i]};
        sample->terms++;
    }
}

/* What `play` wrote, for each line of a file that can be read: the position, and score and result
 * from White's side. */
typedef void (*UseLine)(void *context, const Position *pos, double score, double result);

static void read_lines(const Game *game, const char *path, UseLine use, void *context)
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
        if (fen_read(&pos, game->rules, line, NULL))
            use(context, &pos, strtod(score, NULL), strtod(result + 1, NULL));
    }
    free(line);
    fclose(file);
}

static void take_sample(void *context, const Position *pos, double score, double result)
{
    double expected = sigmoid(score * sigmoid_scale);
    add_sample(context, pos, (1 - result_share) * expected + result_share * result);
}

/* What is fitted: a value, and what the descent remembers of its gradient. */
typedef struct Number {
    double value, start, m, v;
} Number;

typedef struct Model {
    Number w[EVAL_WEIGHT_COUNT][2], scale[EVAL_SCALE_COUNT];
} Model;

static void descend(Number *n, double gradient, double rate, int time)
{
    const double b1 = 0.9, b2 = 0.999;
    n->m = b1 * n->m + (1 - b1) * gradient;
    n->v = b2 * n->v + (1 - b2) * gradient * gradient;
    n->value -= rate * n->m / (1 - pow(b1, time)) / (sqrt(n->v / (1 - pow(b2, time))) + 1e-9);
}

static double unscaled(const Model *model, const Data *data, const Sample *s)
{
    double mg = 0, eg = 0;
    for (uint32_t i = s->first; i < s->first + s->terms; i++) {
        mg += model->w[data->terms[i].index][0].value * data->terms[i].count;
        eg += model->w[data->terms[i].index][1].value * data->terms[i].count;
    }
    return (mg * (double)s->mg + eg * (double)s->eg) * (double)s->certainty * sigmoid_scale;
}

static double predict(const Model *model, const Data *data, const Sample *s)
{
    return sigmoid(unscaled(model, data, s) * model->scale[s->scale].value);
}

/* What pieces can do against a lone king is known from bench/endings.c and not left to chance. */
static bool lone_king_scale(int index) { return index % 12 == 0 && index / 12 % 3 == 0; }

/* One step over samples from..to; returns their summed squared error. */
static double step(Model *model, const Data *data, size_t from, size_t to, int time)
{
    static double gradient[EVAL_WEIGHT_COUNT][2], by_scale[EVAL_SCALE_COUNT];
    memset(gradient, 0, sizeof gradient);
    memset(by_scale, 0, sizeof by_scale);
    double error = 0;
    for (size_t k = from; k < to; k++) {
        const Sample *s = &data->samples[k];
        double x = unscaled(model, data, s), scale = model->scale[s->scale].value;
        double p = sigmoid(x * scale), d = p - (double)s->target;
        error += d * d;
        double slope = d * p * (1 - p);
        by_scale[s->scale] += slope * x;
        slope *= scale * (double)s->certainty;
        for (uint32_t i = s->first; i < s->first + s->terms; i++) {
            gradient[data->terms[i].index][0] += slope * data->terms[i].count * (double)s->mg;
            gradient[data->terms[i].index][1] += slope * data->terms[i].count * (double)s->eg;
        }
    }
    const double many = (double)(to - from), pull = 1e-6;
    for (int i = 0; i < EVAL_SCALE_COUNT; i++) {
        if (lone_king_scale(i)) continue;
        Number *scale = &model->scale[i];
        /* The pull is that of some thousand positions; those of one game are much alike. */
        double g = by_scale[i] / many + 300 * pull * (scale->value - scale->start);
        descend(scale, g, 0.004, time);
        scale->value = fmin(fmax(scale->value, 0.02), 1.5);
    }
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++)
        for (int j = 0; j < 2 && (i < EVAL_LONE_KING || i > EVAL_LONE_KING_LAST); j++) {
            Number *w = &model->w[i][j];
            descend(w, gradient[i][j] / many + pull * (w->value - w->start), 1.0, time);
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
            printf("%sS(%ld, %ld),", i % 8 == 0 ? " \\\n    " : " ",
                   lround(model->w[index][0].value), lround(model->w[index][1].value));
        }
    }
    printf("\n\n#define %s_SCALES", name);
    for (int i = 0; i < EVAL_SCALE_COUNT; i++)
        printf("%s%ld,", i % 12 == 0 ? " \\\n    " : " ",
               lround(model->scale[i].value * EVAL_SCALE_MAX));
    printf("\n\n");
}

static int fit(const Game *game, int files, char **paths)
{
    Data data = {0};
    for (int i = 0; i < files; i++) read_lines(game, paths[i], take_sample, &data);
    if (data.count < 1000) die("fewer than 1000 positions");
    shuffle(&data);
    static Model model;
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++) {
        model.w[i][0].value = model.w[i][0].start = weight_mg(eval_weights[game->rules][i]);
        model.w[i][1].value = model.w[i][1].start = weight_eg(eval_weights[game->rules][i]);
    }
    for (int i = 0; i < EVAL_SCALE_COUNT; i++)
        model.scale[i].value = model.scale[i].start =
            (double)eval_scales[game->rules][i] / EVAL_SCALE_MAX;
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

/* ---- wdl ---- */

enum { SCORE_STEP = 10, SCORE_STEPS = 401, WDL_PARAMETERS = 4 };

/* Games by phase, score (in steps, from -2000) and result (loss, draw, win of the side to move). */
typedef double WdlCounts[EVAL_PHASE_MAX + 1][SCORE_STEPS][3];

static void count_wdl(void *context, const Position *pos, double score, double result)
{
    double(*counts)[SCORE_STEPS][3] = context;
    int sign = pos->side == WHITE ? 1 : -1;
    int step = (int)lround(sign * score / SCORE_STEP) + SCORE_STEPS / 2;
    int won = 1 + sign * (int)lround(2 * result - 1);
    if (step >= 0 && step < SCORE_STEPS) counts[game_phase(pos)][step][won]++;
}

/* Minus the logarithm of the likelihood, for each position. */
static double wdl_surprise(WdlCounts counts, const WdlModel *model)
{
    if (model->a_full < 0 || model->a_bare < 0 || model->b_full < 1 || model->b_bare < 1)
        return HUGE_VAL;
    double sum = 0, all = 0;
    for (int phase = 0; phase <= EVAL_PHASE_MAX; phase++)
        for (int step = 0; step < SCORE_STEPS; step++) {
            const double *count = counts[phase][step];
            double here = count[0] + count[1] + count[2];
            if (here < 1) continue;
            double score = (step - SCORE_STEPS / 2) * SCORE_STEP;
            double win = wdl_win_probability(model, phase, score);
            double loss = wdl_win_probability(model, phase, -score);
            sum -= count[2] * log(win + 1e-9) + count[0] * log(loss + 1e-9) +
                   count[1] * log(fmax(1 - win - loss, 0) + 1e-9);
            all += here;
        }
    return sum / all;
}

/* Pattern search: one parameter after the other, by steps that get smaller (R. Hooke and T. A.
 * Jeeves, "Direct search", 1961). */
static int fit_wdl(const Game *game, int files, char **paths)
{
    static WdlCounts counts;
    for (int i = 0; i < files; i++) read_lines(game, paths[i], count_wdl, counts);
    WdlModel model = {200, 200, 100, 100};
    double *parameters[WDL_PARAMETERS] = {&model.a_full, &model.a_bare, &model.b_full,
                                          &model.b_bare};
    double least = wdl_surprise(counts, &model);
    for (double step = 64; step >= 1;) {
        bool better = false;
        for (int i = 0; i < 2 * WDL_PARAMETERS; i++) {
            double before = *parameters[i / 2];
            *parameters[i / 2] += i % 2 ? step : -step;
            double surprise = wdl_surprise(counts, &model);
            if (surprise < least)
                least = surprise, better = true;
            else
                *parameters[i / 2] = before;
        }
        if (!better) step /= 2;
    }
    printf("    {%.0f, %.0f, %.0f, %.0f}, /* %s */\n", model.a_full, model.a_bare, model.b_full,
           model.b_bare, game->name);
    fprintf(stderr, "%.4f nats a position\n", least);
    /* How well it fits: what happened in ranges of the score, and what the model says. */
    fprintf(stderr, "  score  positions   won  model  lost  model\n");
    for (int from = 0; from < SCORE_STEPS; from += 20) {
        double happened[3] = {0}, said[2] = {0}, all = 0;
        for (int phase = 0; phase <= EVAL_PHASE_MAX; phase++)
            for (int step = from; step < from + 20 && step < SCORE_STEPS; step++) {
                const double *count = counts[phase][step];
                double here = count[0] + count[1] + count[2];
                double score = (step - SCORE_STEPS / 2) * SCORE_STEP;
                for (int i = 0; i < 3; i++) happened[i] += count[i];
                said[0] += here * wdl_win_probability(&model, phase, score);
                said[1] += here * wdl_win_probability(&model, phase, -score);
                all += here;
            }
        if (all > 0)
            fprintf(stderr, "%+7d %10.0f %5.3f  %5.3f %5.3f  %5.3f\n",
                    (from + 10 - SCORE_STEPS / 2) * SCORE_STEP, all, happened[2] / all,
                    said[0] / all, happened[0] / all, said[1] / all);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const Game *game = argc > 2 ? game_find(argv[2], NULL, NULL) : NULL;
    if (getenv("RESULT_SHARE")) result_share = strtod(getenv("RESULT_SHARE"), NULL);
    if (game && argc == 6 && strcmp(argv[1], "play") == 0)
        return play(game, atoi(argv[3]), strtoull(argv[4], NULL, 10), strtoull(argv[5], NULL, 10));
    if (game && argc > 3 && strcmp(argv[1], "fit") == 0) return fit(game, argc - 3, argv + 3);
    if (game && argc > 3 && strcmp(argv[1], "wdl") == 0) return fit_wdl(game, argc - 3, argv + 3);
    fprintf(stderr, "usage: tune play GAME GAMES NODES SEED | tune fit|wdl GAME FILE...\n");
    return 2;
}
