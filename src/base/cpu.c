#include "base/cpu.h"

#if defined(__x86_64__) && !(defined(__POPCNT__) && defined(__BMI__) && defined(__BMI2__))

#include <stdlib.h>
#include <string.h>

bool cpu_wide;

__attribute__((constructor)) static void choose(void)
{
    const char *wish = getenv("BOOJUM_CPU");
    __builtin_cpu_init();
    cpu_wide = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && !(wish && strcmp(wish, "plain") == 0);
}

const char *cpu_description(void)
{
    return cpu_wide ? "x86-64 with popcnt, bmi and bmi2" : "plain x86-64";
}

#else

const char *cpu_description(void) { return "those that it was built for"; }

#endif
