#pragma once
#include <stdint.h>

/// How many times this process has called malloc and its kin so far.
uint64_t allocation_count(void);
