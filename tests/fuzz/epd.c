/* A file of positions in EPD; see shared/papers.h. */
#include "shared/papers.h"
#include "shared/watch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_papers(data, size, false);
    return 0;
}
