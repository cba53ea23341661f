/* Any bytes as the output of an engine that plays a match against itself, from `uciok` on: it gets
 * ready, is asked for moves, the referee plays them, and what it says is proven. The first byte
 * says at which game; a line `stop` ends the game while it thinks. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shared/watch.h"
#include "talk/record.h"

static EngineOption options[] = {
    {"Hash", "16"}, {"Ponder", "true"}, {"Style", "solid"}, {"Clear Hash", ""}};

static const EngineSpec spec = {
    .name = "input", .options = options, .option_count = sizeof options / sizeof *options};

static void on_finding(void *context, const LintFinding *finding)
{
    (void)context;
    must_say(finding->text);
}

static void start_game(Record *record, const GameKind *kind)
{
    Position start;
    position_start(&start, kind->game, STANDARD_SHUFFLE);
    record_start(record, kind, &start);
}

/* The move it has answered is played, and it is asked for the next. */
static void go_on(Player *player, Record *record)
{
    Buffer position = {0};
    char words[200];
    if (player->state == PLAYER_MOVED) {
        record_play(record, player->best_move, &player->thought, player->moved_us);
        if (record->result == RESULT_NONE) record_judge(record, NULL);
    }
    if (record->result != RESULT_NONE) {
        record_describe(record, words);
        must_say(words);
        start_game(record, player->kind);
    }
    lint_search_begin(player->lint, &record->pos, &record->keys, player->kind->chess960, false);
    record_position(record, &position);
    player_think(player, position.data, " nodes 1", TIME_NEVER);
    buffer_free(&position);
}

static void play(Player *player, Record *record)
{
    bool open = true;
    while (open) {
        open = child_read(&player->child);
        for (char *line; player->state != PLAYER_FAILED && (line = child_line(&player->child));) {
            if (strcmp(line, "stop") == 0) player_stop(player);
            player_line(player, line, now_us());
            if (player->state == PLAYER_READY || player->state == PLAYER_MOVED)
                go_on(player, record);
        }
    }
    for (size_t i = 0; i < spec.option_count; i++)
        if (player_complaint(player, i)) must_say(player_complaint(player, i));
    if (player->state == PLAYER_FAILED) must_say(player->failure);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    const GameKind kind = {&games[data[0] % GAME_COUNT], data[0] >= 'a'};
    const ChildSetting setting = {.name = "input"};
    LintTally tally = {0};
    Record record = {0};
    Player *player = player_create(&spec, &kind, 1000000, &setting);
    player->lint = lint_create(&tally, on_finding, NULL);
    player->state = PLAYER_STARTING;
    player->child.in = open("/dev/null", O_WRONLY | O_CLOEXEC);
    player->child.out = memfd_create("output", MFD_CLOEXEC);
    if (write(player->child.out, data + 1, size - 1) != (ssize_t)size - 1) wrong("no memory file");
    lseek(player->child.out, 0, SEEK_SET);
    start_game(&record, &kind);
    play(player, &record);
    lint_destroy(player->lint);
    player_destroy(player);
    record_free(&record);
    return 0;
}
