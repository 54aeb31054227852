#include "CGates.h"

#include <stdlib.h>

// The empty assembly statement prevents the compiler from removing calls of the function.
__attribute__((noinline)) void gate_mark(void) { __asm__ volatile(""); }

__attribute__((noinline)) void gate_allocate(void) {
  void *block = malloc(64);
  __asm__ volatile("" : : "r"(block) : "memory");
  free(block);
}
