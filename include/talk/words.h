/* Boojum: taking a line apart. */
#ifndef BOOJUM_TALK_WORDS_H
#define BOOJUM_TALK_WORDS_H

/* Cuts the next word off: returns it, ended by a NUL, and moves *rest behind it. NULL when there is
 * none. Blanks of any kind separate words. */
char *next_word(char **rest);

/* *rest without the blanks before and after it. */
char *trimmed(char *rest);

/* The byte, or a blank in the place of one that a terminal would obey. */
char harmless_byte(char byte);

#endif
