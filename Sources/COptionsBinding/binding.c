#if defined(__linux__)
#define _GNU_SOURCE
#include <sched.h>
#endif
#include "COptionsBinding.h"
#include <unistd.h>

int options_processor_count(void) {
#if defined(__linux__)
  // A container or taskset may limit them.
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}
