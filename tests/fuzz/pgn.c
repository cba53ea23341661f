/* A file of games in PGN; see shared/papers.h. */
#include "shared/papers.h"
#include "shared/watch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_papers(data, size, true);
    return 0;
}
