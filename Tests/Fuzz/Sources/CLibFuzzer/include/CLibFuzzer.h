#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop, as its own `main` calls it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
