/* Boojum: instructions beyond the oldest x86-64, chosen at run time.
 *
 * A hot function is written once as ALWAYS_INLINE and given two bodies that call it, one of them
 * marked WIDE_CPU; cpu_is_wide() says which may run. Where the compiler may use those instructions
 * everywhere (-march=native), and on other machines, both bodies are the same and the test is
 * constant.
 */
#ifndef BOOJUM_BASE_CPU_H
#define BOOJUM_BASE_CPU_H

#include <stdbool.h>

#if defined(__x86_64__) && !(defined(__POPCNT__) && defined(__BMI__) && defined(__BMI2__))
#define WIDE_CPU __attribute__((target("popcnt,bmi,bmi2")))
/* Set before main(), and never again: what the processor can, unless the environment says
 * BOOJUM_CPU=plain. */
extern bool cpu_wide;
static inline bool cpu_is_wide(void) { return cpu_wide; }
#else
#define WIDE_CPU
static inline bool cpu_is_wide(void) { return true; }
#endif

/* In a few words, which instructions run. Constant. */
const char *cpu_description(void);

#endif
