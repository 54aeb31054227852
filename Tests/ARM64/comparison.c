#include "comparison.h"
#include <math.h>
#include <stdio.h>

size_t comparison_failures = 0;

void comparison_add(comparison *all, double error, const char *value, size_t row) {
  if (isnan(error)) error = INFINITY;
  if (all->compared == 0 || error > all->worst) {
    all->worst = error;
    all->worst_value = value;
    all->worst_row = row;
  }
  ++all->compared;
}

void comparison_finish(const comparison *all, size_t expected, size_t least) {
  printf("%s, %s: %.3g %s, bound %g; %zu compared", all->kernel, all->table, all->worst, all->unit, all->bound,
         all->compared);
  if (all->unanswered > 0) printf(", %zu unanswered", all->unanswered);
  if (all->worst > 0) printf("; worst: %s", all->worst_value);
  if (all->worst > 0 && all->worst_row != NO_ROW) printf(" of row %zu", all->worst_row);
  const char *failure = NULL;
  if (!(all->worst <= all->bound)) failure = "exceeds the bound";
  if (all->compared == 0 || all->compared < least) failure = "too few compared";
  if (all->compared + all->unanswered != expected) failure = "not all rows compared";
  if (failure) {
    printf("  FAILED: %s", failure);
    ++comparison_failures;
  }
  printf("\n");
}
