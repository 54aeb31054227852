#include "evaluation.h"
#include "comparison.h"
#include <math.h>
#include <string.h>

const char *const value_names[VALUES] = {
    "price", "delta", "gamma", "theta", "vega",  "rho",    "epsilon",   "vanna",
    "vomma", "charm", "speed", "zomma", "color", "ultima", "dualDelta", "dualGamma",
};

static comparison alone;

void evaluate(kernel_isa isa, const value_kernel *kernel, const table *t, double values[VALUES][TABLE_MOST]) {
  kernel_options all = table_columns(t, 0);
  int is_unanswered = kernel->run(isa, t->count, &all, values[0], TABLE_MOST) != 0, has_nan = 0;
  for (size_t i = 0; i < t->count; ++i) {
    double single[VALUES];
    kernel_options one = table_columns(t, i);
    int differs = (kernel->run(isa, 1, &one, single, 1) != 0) != isnan(values[0][i]);
    for (int value = 0; value < kernel->outputs; ++value)
      if (memcmp(&single[value], &values[value][i], sizeof(double)) != 0) differs = 1;
    comparison_add(&alone, differs, kernel->name, i);
    if (isnan(values[0][i])) has_nan = 1;
  }
  comparison_add(&alone, is_unanswered != has_nan, kernel->name, t->count);
}

void evaluation_finish(void) {
  alone.kernel = "kernels of prices and greeks";
  alone.table = "rows evaluated alone";
  alone.unit = "differences";
  comparison_finish(&alone, alone.compared, 1);
  alone = (comparison){0};
}
