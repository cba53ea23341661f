/* Boojum play: games in PGN files. A file's name is as a person types it: quotation marks around it
 * are not part of it, and `~/` is the home directory. */
#ifndef BOOJUM_TALK_PLAY_FILES_H
#define BOOJUM_TALK_PLAY_FILES_H

#include "talk/play_session.h"

/* Adds the game to the end of the file. What came of it is told, in a sentence without its full
 * stop. */
void save_game(Session *session, const char *typed, Error *told);

/* Goes on with the last game of the file; the person plays the side that is to move, unless two
 * people play. On failure an error, and the game is as it was. */
bool load_game(Session *session, const char *typed, Error *err);

#endif
