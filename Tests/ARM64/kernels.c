// Compares the kernels of COptionsKernels with the reference tables, on every instruction set that the processor
// supports. Prints `kernel, table: worst error, bound` lines. The status is 1 if an error exceeds its bound, if a table
// is missing or empty, or if a row was not compared.
//
// usage: kernels [folder of the reference tables]
//
// The bounds are those of docs/accuracy.md and of the Swift tests, which the comments name. The program needs no Swift,
// so it also runs under an emulator of arm64 (`.ci/arm64`).
#include "checks.h"
#include "comparison.h"
#include "evaluation.h"
#include <stdio.h>

#if defined(__aarch64__)
#define ARCHITECTURE "arm64"
#else
#define ARCHITECTURE "x86-64"
#endif

int main(int count, char **arguments) {
  const char *const names[] = {"baseline", "AVX2", "AVX-512"};
  if (count > 1) table_folder = arguments[1];
  size_t before = 0;
  for (kernel_isa isa = KERNEL_BASELINE; isa <= kernel_best_isa(); ++isa) {
    printf("%s %s\n", ARCHITECTURE, names[isa]);
    check_values(isa);
    check_forwards(isa);
    evaluation_finish();
    check_volatilities(isa);
    check_definitions(isa);
    size_t failed = comparison_failures - before;
    before = comparison_failures;
    if (failed > 0)
      printf("%s %s: %zu comparisons FAILED\n", ARCHITECTURE, names[isa], failed);
    else
      printf("%s %s: kernels within the documented bounds\n", ARCHITECTURE, names[isa]);
  }
  return comparison_failures > 0;
}
