#include "talk/table.h"

#include <inttypes.h>
#include <stdio.h>

void table_start(Table *table, const GameKind *kind, const Opening *opening, Player *white,
                 Player *black, const Adjudication *adjudication)
{
    record_start(&table->record, kind, &opening->start);
    for (size_t i = 0; i < opening->count; i++) record_book_move(&table->record, opening->moves[i]);
    table->adjudication = adjudication;
    table->players[WHITE] = white;
    table->players[BLACK] = black;
    table->state = TABLE_GETTING_READY;
    for (int color = 0; color < COLOR_COUNT; color++) {
        player_clock_start(&table->clocks[color], &table->players[color]->spec->control);
        player_new_game(table->players[color]);
    }
}

void table_free(Table *table) { record_free(&table->record); }

static void forfeit(Table *table, Color loser, Ending ending, const char *detail)
{
    record_forfeit(&table->record, loser, ending, detail);
    table->state = TABLE_OVER;
    /* Whoever still thinks, the loser or the other, is not to do so in the next game. */
    for (int color = 0; color < COLOR_COUNT; color++) player_stop(table->players[color]);
}

static void ask(Table *table)
{
    const Record *record = &table->record;
    Color side = (Color)record->pos.side;
    Lint *lint = table->players[side]->lint;
    Buffer position = {0}, go = {0};
    if (lint)
        lint_search_begin(lint, &record->pos, &record->keys, record->kind->chess960,
                          table->players[side]->spec->white_scores);
    record_position(record, &position);
    go_parameters(table->clocks, (int)side, &go);
    player_think(table->players[side], position.data, buffer_text(&go),
                 player_clock_limit(&table->clocks[side]));
    buffer_free(&position);
    buffer_free(&go);
}

static bool look_for_faults(Table *table)
{
    static const Ending endings[] = {
        [FAULT_NONE] = END_CRASH,       [FAULT_SYSTEM] = END_CRASH, [FAULT_UNFIT] = END_START,
        [FAULT_START] = END_START,      [FAULT_CRASH] = END_CRASH,  [FAULT_HANG] = END_HANG,
        [FAULT_PROTOCOL] = END_PROTOCOL};
    for (int color = 0; color < COLOR_COUNT; color++) {
        const Player *player = table->players[color];
        if (player->state != PLAYER_FAILED) continue;
        if (player->fault == FAULT_SYSTEM || player->fault == FAULT_UNFIT)
            table->state = TABLE_BROKEN;
        else
            forfeit(table, (Color)color, endings[player->fault], player->failure);
        return true;
    }
    return false;
}

static void lose_on_time(Table *table, Color loser, int64_t used_us)
{
    char detail[64];
    snprintf(detail, sizeof detail, "%" PRId64 " ms late",
             player_clock_late_ms(&table->clocks[loser], used_us));
    forfeit(table, loser, END_TIME, detail);
}

/* Gives the table to the next move, if the game goes on. */
static void go_on(Table *table)
{
    record_judge(&table->record, table->adjudication);
    if (table->record.result != RESULT_NONE)
        table->state = TABLE_OVER;
    else
        ask(table);
}

static void take_move(Table *table, Color side)
{
    Player *player = table->players[side];
    if (player->moved_us > player_clock_limit(&table->clocks[side])) {
        lose_on_time(table, side, player->moved_us);
        return;
    }
    player_clock_move(&table->clocks[side], player->moved_us);
    if (player->spec->white_scores && side == BLACK) player->thought.score *= -1;
    record_play(&table->record, player->best_move, &player->thought, player->moved_us);
    go_on(table);
}

static void step(Table *table, int64_t now)
{
    Color side = (Color)table->record.pos.side;
    Player *player = table->players[side];
    if (table->state == TABLE_GETTING_READY) {
        if (table->players[WHITE]->state != PLAYER_READY ||
            table->players[BLACK]->state != PLAYER_READY)
            return;
        table->state = TABLE_PLAYING;
        go_on(table);
    } else if (player->state == PLAYER_MOVED) {
        take_move(table, side);
    } else if (player->state == PLAYER_THINKING && player->clocked && now > player->deadline_us) {
        lose_on_time(table, side, now - player->asked_us);
    }
}

void table_step(Table *table, int64_t now)
{
    if (table->state != TABLE_GETTING_READY && table->state != TABLE_PLAYING) return;
    if (look_for_faults(table)) return;
    step(table, now);
    if (table->state == TABLE_PLAYING) look_for_faults(table); /* whoever was asked may be gone */
}
