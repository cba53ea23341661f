/* Boojum: what the command line says about an engine of a match. */
#ifndef BOOJUM_TALK_ENGINE_SPEC_H
#define BOOJUM_TALK_ENGINE_SPEC_H

#include "talk/player.h"

/* KEY=VALUE words in the order in which they came. Start it as `EngineDraft draft = {0}`. */
typedef struct EngineDraft {
    struct {
        char *key, *value;
    } * words;
    size_t count, capacity;
} EngineDraft;

/* Notes a word. False and an error if there is no such key, or not that value for it. */
bool engine_draft_set(EngineDraft *draft, const char *key, const char *value, Error *err);
void engine_draft_free(EngineDraft *draft);

/* Makes a spec of what is said of each engine and of this one. False and an error if the program
 * does not exist, or there is no limit to its thinking. Free it in both cases. */
bool engine_spec_make(EngineSpec *spec, const EngineDraft *own, const EngineDraft *each,
                      Error *err);
void engine_spec_free(EngineSpec *spec);

/* Is it a key that may stand without a value? */
bool engine_key_stands_alone(const char *key);

/* Gives a number to the second and later engines of a name, so that no two have the same. */
void engine_specs_name_apart(EngineSpec *specs, size_t count);

#endif
