#define _GNU_SOURCE
#include "COptionsServer.h"

#if defined(__linux__)
#include <sched.h>

int options_server_processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}
#else
int options_server_processors(void) { return 0; }
#endif
