/* Boojum: reading the `go` command. */
#ifndef BOOJUM_TALK_GO_H
#define BOOJUM_TALK_GO_H

#include "talk/engine.h"

/* Reads what follows `go` (the text is taken apart) into a request for the engine's position. What
 * is wrong is reported, one line each, and left out; numbers beyond the largest are taken as that.
 * Without any limit the search runs until `stop`; if there was one that could not
 * be read, it is a short one. False only if `perft` has no depth:
 * then there is nothing to do. `start_ms` is when the command came. */
bool go_read(Engine *engine, char *text, int64_t start_ms, GoRequest *request);

#endif
