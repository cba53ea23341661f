/* Any lines as the words that `boojum match -engine` takes, and their values as time controls. */
#include <stdlib.h>
#include <string.h>

#include "shared/watch.h"
#include "talk/engine_spec.h"

static void use_clock(const TimeControl *control)
{
    char text[128];
    PlayerClock clocks[2];
    Buffer go = {0};
    time_control_write(control, text);
    must_say(text);
    time_control_describe(control, text);
    for (int i = 0; i < 2; i++) player_clock_start(&clocks[i], control);
    for (int i = 0; i < 100; i++) {
        if (player_clock_limit(&clocks[i % 2]) == TIME_NEVER) break;
        player_clock_move(&clocks[i % 2], clocks[i % 2].left_us / 2);
        buffer_clear(&go);
        go_parameters(clocks, i % 2, &go);
    }
    buffer_free(&go);
}

static void check_word(EngineDraft *draft, char *line)
{
    TimeControl control = {0};
    Error err;
    char *value = strchr(line, '=');
    if (value) *value++ = '\0';
    if (!value) value = line + strlen(line);
    if (!engine_draft_set(draft, line, value, &err)) must_say(err.text);
    if (time_control_read(&control, value, &err))
        use_clock(&control);
    else
        must_say(err.text);
    if (!seconds_read(&control.move_us, value, &err)) must_say(err.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    EngineDraft own = {0}, each = {0};
    EngineSpec spec;
    Error err;
    char *text = text_of(data, size), *rest = text;
    engine_draft_set(&each, "cmd", "sh", &err);
    engine_draft_set(&each, "nodes", "1", &err);
    for (char *line; (line = strsep(&rest, "\n"));) check_word(&own, line);
    if (engine_spec_make(&spec, &own, &each, &err))
        use_clock(&spec.control);
    else
        must_say(err.text);
    engine_spec_free(&spec);
    engine_draft_free(&own);
    engine_draft_free(&each);
    free(text);
    return 0;
}
