/* Boojum: processes that an engine has started and that have left its process group.
 *
 * What may not be killed, as another user's, is left alone.
 *
 * Each engine has a mark in its environment, which all its descendants inherit. When one of them
 * loses its parent it becomes a child of the match, and is found among its children; when the match
 * is gone, among all processes.
 *
 * Children that this process had before the match, when it was a shell, say, are others' affair:
 * they are neither killed nor collected. */
#ifndef BOOJUM_TALK_STRAYS_H
#define BOOJUM_TALK_STRAYS_H

#include <stdbool.h>
#include <sys/types.h>

/* What marks are made of: `NAME=ID/NUMBER`. */
#define STRAYS_VARIABLE "BOOJUM_MATCH"
enum { MARK_MAX = 64 };

/* How long one that was killed may take to end; much memory takes time to be given back. */
enum { KILLED_PATIENCE_MS = 30000 };

/* From now on descendants without a parent become this process's children. Those it has already are
 * kept for ever. Call it before any child is started. */
void strays_adopt(void);

/* Somebody waits for this child: nothing here kills or collects it, until it is released. */
void strays_keep(pid_t child);
void strays_release(pid_t child);

/* Collects this child, which has been told to end, and waits for it at most so long. False if it
 * has not ended by then. `status` is that of waitpid(), or NULL. */
bool strays_await(pid_t child, int patience_ms, int *status);

/* Collects the children that have ended, but those kept. Does not wait. */
void strays_collect(void);

/* Kills and collects those children whose environment has the whole entry, and collects the others
 * that have ended; but those kept. */
void strays_kill_marked(const char *entry);

/* Kills and collects all children but those kept. If there were children before the match an
 * unmarked process may be an orphan of theirs: then only those that have ended are collected. */
void strays_kill_rest(void);

/* Kills all processes of this user with an entry that begins like that. */
void strays_kill_everywhere(const char *beginning);

#endif
