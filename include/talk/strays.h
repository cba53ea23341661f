/* Boojum: processes that an engine has started and that have left its process group.
 *
 * Each engine has a mark in its environment, which all its descendants inherit. When one of them
 * loses its parent it becomes a child of the match, and is found among its children; when the match
 * is gone, among all processes. */
#ifndef BOOJUM_TALK_STRAYS_H
#define BOOJUM_TALK_STRAYS_H

#include <stdbool.h>
#include <sys/types.h>

/* What marks are made of: `NAME=ID/NUMBER`. */
#define STRAYS_VARIABLE "BOOJUM_MATCH"
enum { MARK_MAX = 64 };

/* From now on descendants without a parent become this process's children. */
void strays_adopt(void);

/* Kills and collects those children of this process whose environment has the whole entry; NULL:
 * all children. Those that have ended already are left alone. */
void strays_kill_children(const char *entry);

/* Kills all processes of this user with an entry that begins like that. */
void strays_kill_everywhere(const char *beginning);

#endif
