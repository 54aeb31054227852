#pragma once
#include <stdint.h>

/// Returns the number of calls of malloc and related functions by this process.
uint64_t allocation_count(void);
