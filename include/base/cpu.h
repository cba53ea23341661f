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
static inline bool cpu_is_wide(void)
{
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}
#else
#define WIDE_CPU
static inline bool cpu_is_wide(void) { return true; }
#endif

#endif
