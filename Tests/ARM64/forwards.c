// Prices and greeks of options on forwards in the models of Black (1976) and Bachelier.
#include "checks.h"
#include "comparison.h"
#include "evaluation.h"
#include <float.h>
#include <math.h>

#pragma STDC FP_CONTRACT OFF

static const value_kernel black76_kernels[] = {{"kernel_forward_price", kernel_forward_price, 1},
                                               {"kernel_forward_greeks", kernel_forward_greeks, 6},
                                               {"kernel_forward_all_greeks", kernel_forward_all_greeks, 16}};
static const value_kernel bachelier_kernels[] = {{"kernel_normal_price", kernel_normal_price, 1},
                                                 {"kernel_normal_greeks", kernel_normal_greeks, 6},
                                                 {"kernel_normal_all_greeks", kernel_normal_all_greeks, 16}};

// The bound is that of ForwardKernelReferenceTests, "all values": 2^-50 of a value or, if greater, of its sensitivity.
// Values below the least normal double have fewer digits.
static void check_kernel(kernel_isa isa, const value_kernel *kernel, const char *name, const table *t) {
  static double values[VALUES][TABLE_MOST];
  comparison all = {.kernel = kernel->name, .table = name, .bound = 8, .unit = "x 2^-53 x sensitivity"};
  evaluate(isa, kernel, t, values);
  for (size_t i = 0; i < t->count; ++i) {
    const json *exact = json_member(t->row[i], "values"), *change = json_member(t->row[i], "sensitivities");
    for (int value = 0; value < kernel->outputs; ++value) {
      const char *of = value_names[value];
      // One of the tables leaves out epsilon, which is always 0.
      int is_listed = value != 6 || json_member(exact, of);
      double expected = is_listed ? json_number(exact, of) : 0;
      double size = fmax(fabs(expected), is_listed ? json_number(change, of) : 0);
      double error = fabs(values[value][i] - expected) - DBL_MIN;
      comparison_add(&all, error <= 0 ? 0 : error / size * 0x1p53, of, i);
    }
  }
  comparison_finish(&all, (size_t)kernel->outputs * t->count, 1);
}

// Checks the rows of a model in one table. The rows with a spot price are not for these kernels.
static void check_table(kernel_isa isa, const char *name, const char *model, const value_kernel kernels[3]) {
  static table t;
  t.count = 0;
  for (const json *row = table_cases(name)->first; row; row = row->next)
    if (json_member(row, "F") && (!json_member(row, "model") || json_is(row, "model", model)))
      table_append(&t, row, json_number(row, "F"), NAN);
  for (int k = 0; k < 3; ++k) check_kernel(isa, &kernels[k], name, &t);
}

void check_forwards(kernel_isa isa) {
  // volatilities.c checks the quotes.
  const char *const models[] = {"black76", "bachelier", "quote"};
  table_require_groups("forward_columns", "model", models, 3);
  check_table(isa, "black76", "black76", black76_kernels);
  check_table(isa, "forward_columns", "black76", black76_kernels);
  check_table(isa, "bachelier", "bachelier", bachelier_kernels);
  check_table(isa, "forward_columns", "bachelier", bachelier_kernels);
}
