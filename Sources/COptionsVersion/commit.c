#include "COptionsVersion.h"

#ifndef OPTIONS_COMMIT
#define OPTIONS_COMMIT ""
#endif

const char *const options_commit = OPTIONS_COMMIT;
