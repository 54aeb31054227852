// Prices and greeks of the Black–Scholes–Merton model.
#include "checks.h"
#include "comparison.h"
#include "evaluation.h"
#include <float.h>
#include <math.h>

// This program computes its bounds with the same rounding on every architecture.
#pragma STDC FP_CONTRACT OFF

static const value_kernel kernels[] = {
    {"kernel_price", kernel_price, 1},
    {"kernel_greeks", kernel_greeks, 6},
    {"kernel_all_greeks", kernel_all_greeks, 16},
};

static double values[VALUES][TABLE_MOST], expected[VALUES][TABLE_MOST], magnitudes[VALUES][TABLE_MOST];

// The sum of the magnitudes of the terms of each value's formula, as `ReferenceOption.magnitudes` in _TestSupport.
static void find_magnitudes(const table *t, size_t i) {
  double S = t->spot[i], K = t->strike[i], T = t->time[i], r = t->rate[i], q = t->yield[i], sigma = t->volatility[i];
  double s = sigma * sqrt(T), bound = (fabs(log(S / K)) + fabs((r - q) * T)) / s + s / 2;
  double delta = expected[1][i], gamma = expected[2][i], vega = expected[4][i];
  double density = vega / (S * sqrt(T)), slope = fabs(r - q) / s + bound / (2 * T);
  for (int value = 0; value < VALUES; ++value) magnitudes[value][i] = fabs(expected[value][i]);
  magnitudes[3][i] = vega * sigma / (2 * T) + fabs(q * S * delta) + fabs(r * K * expected[14][i]);
  magnitudes[7][i] = density / sigma * bound;
  magnitudes[8][i] = vega / sigma * bound * bound;
  magnitudes[9][i] = fabs(q * delta) + density * slope;
  magnitudes[10][i] = gamma / S * (bound / s + 1);
  magnitudes[11][i] = gamma / sigma * (bound * bound + 1);
  magnitudes[12][i] = gamma * (fabs(q) + 1 / (2 * T) + bound * slope);
  magnitudes[13][i] = vega / (sigma * sigma) * (pow(bound, 4) + 3 * bound * bound);
}

// Reads a value. These tables write dual_delta and dual_gamma.
static double number(const json *object, int value) {
  return json_number(object, value == 14 ? "dual_delta" : value == 15 ? "dual_gamma" : value_names[value]);
}

// The bounds are those of EvaluateOptionsReferenceTests, "all values within the measured errors": 8e-16 of the price
// and 3e-16 of the others, times the conditioning. docs/accuracy.md permits 4e-15 and, for some greeks, 1e-12.
static void check_kernel(kernel_isa isa, const value_kernel *kernel, const table *t) {
  comparison price = {.kernel = kernel->name, .table = "bsm_mpmath, price", .bound = 8e-16, .unit = "x conditioning"};
  comparison greeks = {.kernel = kernel->name, .table = "bsm_mpmath, greeks", .bound = 3e-16, .unit = "x conditioning"};
  evaluate(isa, kernel, t, values);
  for (size_t i = 0; i < t->count; ++i)
    for (int value = 0; value < kernel->outputs; ++value) {
      double error = fabs(values[value][i] - expected[value][i]) / magnitudes[value][i];
      comparison_add(value == 0 ? &price : &greeks, error / table_conditioning(t, i), value_names[value], i);
    }
  comparison_finish(&price, t->count, 0);
  if (kernel->outputs > 1) comparison_finish(&greeks, (size_t)(kernel->outputs - 1) * t->count, 0);
}

// The bounds are those of EvaluateOptionsReferenceTests, "near the money within units in the last place": 20 units of
// 2^-53 for each value, and root mean squares of 1.3 for the price and 2.8 for the others. `values` contains the
// results of kernel_all_greeks.
static void check_near_the_money(const table *t) {
  const char *kernel = "kernel_all_greeks", *unit = "x 2^-53";
  comparison each = {.kernel = kernel, .table = "bsm_mpmath, near the money", .bound = 20, .unit = unit};
  comparison price = {
      .kernel = kernel, .table = "bsm_mpmath, near the money, price, root mean square", .bound = 1.3, .unit = unit};
  comparison greeks = {
      .kernel = kernel, .table = "bsm_mpmath, near the money, greeks, root mean square", .bound = 2.8, .unit = unit};
  double squares[VALUES] = {0};
  size_t near = 0;
  for (size_t i = 0; i < t->count; ++i) {
    double d1 = table_upper_distance(t, i), d2 = d1 - t->volatility[i] * sqrt(t->time[i]);
    if (!(fabs(d1) < 2 && fabs(d2) < 2)) continue;
    ++near;
    for (int value = 0; value < VALUES; ++value) {
      double units = fabs(values[value][i] - expected[value][i]) / magnitudes[value][i] * 0x1p53;
      // The error of the price is relative to the terms whose difference it is.
      if (value == 0) units *= expected[0][i] / (fabs(expected[6][i]) + fabs(expected[5][i])) * t->time[i];
      comparison_add(&each, units, value_names[value], i);
      squares[value] += units * units;
    }
  }
  for (int value = 0; value < VALUES; ++value)
    comparison_add(value == 0 ? &price : &greeks, sqrt(squares[value] / (double)near), value_names[value], NO_ROW);
  comparison_finish(&each, 151 * VALUES, 0); // of the 202 rows, as in the test
  comparison_finish(&price, 1, 0);
  comparison_finish(&greeks, VALUES - 1, 0);
}

// The bound is that of EvaluateChainTests: 1e-15 times the conditioning.
static void check_chain(kernel_isa isa, const table *t) {
  comparison all = {.kernel = "kernel_chain_greeks", .table = "bsm_mpmath", .bound = 1e-15, .unit = "x conditioning"};
  for (size_t i = 0; i < t->count; ++i) {
    double found[6];
    kernel_options one = table_columns(t, i);
    one.spot = one.time = one.rate = one.yield = NULL;
    if (kernel_chain_greeks(isa, 1, &one, t->spot[i], t->time[i], t->rate[i], t->yield[i], found, 1)) {
      all.unanswered += 6;
      continue;
    }
    for (int value = 0; value < 6; ++value) {
      double error = fabs(found[value] - expected[value][i]) / magnitudes[value][i];
      comparison_add(&all, error / table_conditioning(t, i), value_names[value], i);
    }
  }
  comparison_finish(&all, 6 * t->count, 6 * t->count);
}

static void check_derivatives(kernel_isa isa) {
  static table t;
  t.count = 0;
  for (const json *row = table_cases("bsm_mpmath")->first; row; row = row->next)
    table_append(&t, row, json_number(row, "S"), json_number(row, "q"));
  for (size_t i = 0; i < t.count; ++i) {
    for (int value = 0; value < VALUES; ++value)
      expected[value][i] = number(json_member(t.row[i], "expected"), value);
    find_magnitudes(&t, i);
  }
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) check_kernel(isa, &kernels[k], &t);
  check_near_the_money(&t);
  check_chain(isa, &t);
}

// Published options. The bound is that of EuropeanTableTests and docs/accuracy.md: 4e-15 times the conditioning.
static void check_published(kernel_isa isa, const char *name) {
  static table t;
  t.count = 0;
  for (const json *row = table_cases(name)->first; row; row = row->next)
    table_append(&t, row, json_number(row, "S"), json_number(row, "q"));
  comparison all = {.kernel = "kernel_greeks", .table = name, .bound = 4e-15, .unit = "x conditioning"};
  evaluate(isa, &kernels[1], &t, values);
  for (size_t i = 0; i < t.count; ++i) {
    int value = 0;
    if (json_member(t.row[i], "greek"))
      while (value < 6 && !json_is(t.row[i], "greek", value_names[value])) ++value;
    if (value == 6) continue; // the kernel has no such value: the row counts as not compared
    double exact = json_number(t.row[i], "high_precision_value"), magnitude = fabs(exact);
    if (value == 3) // theta is a sum that may cross zero
      magnitude = values[4][i] * t.volatility[i] / (2 * t.time[i]) + fabs(t.yield[i] * t.spot[i] * values[1][i])
                  + fabs(t.rate[i] * values[5][i] / t.time[i]);
    double error = fabs(values[value][i] - exact) - DBL_TRUE_MIN;
    comparison_add(&all, error <= 0 ? 0 : error / magnitude / table_conditioning(&t, i), value_names[value], i);
  }
  comparison_finish(&all, t.count, t.count);
}

static int is_within(double x, double least, double bound) { return x >= least && x < bound; }

// The range of the kernels that their header documents.
static int is_in_range(const table *t, size_t i) {
  return is_within(t->spot[i], 0x1p-32, 0x1p32) && is_within(t->strike[i], 0x1p-32, 0x1p32)
         && is_within(t->volatility[i], 0x1p-32, 0x1p32) && is_within(t->time[i], 0x1p-59, 0x1p5)
         && fabs(t->rate[i]) < 2 && fabs(t->yield[i]) < 2;
}

// The ends of the range of doubles. The bounds are those of LimitTableTests, "all values": the documented one, and
// twice the magnitude where e^{-qT} phi(d1) is below the smallest normal double and has few digits or none. The values
// of a row outside the range of the kernels must be NaN.
static void check_limits(kernel_isa isa) {
  static table t;
  t.count = 0;
  for (const json *row = table_cases("limits")->first; row; row = row->next)
    table_append(&t, row, json_number(row, "S"), json_number(row, "q"));
  comparison precise = {.kernel = "kernel_all_greeks", .table = "limits", .bound = 1, .unit = "x documented bound"};
  comparison faint = {.kernel = "kernel_all_greeks", .table = "limits, faint", .bound = 2, .unit = "x magnitude"};
  comparison outside = {.kernel = "kernel_all_greeks", .table = "limits, outside the range", .unit = "are numbers"};
  evaluate(isa, &kernels[2], &t, values);
  for (size_t i = 0; i < t.count; ++i) {
    const json *exact = json_member(t.row[i], "expected"), *magnitude = json_member(t.row[i], "magnitude");
    int is_apart = json_is(t.row[i], "group", "apart");
    double least = 1e-305 * fmax(1, t.spot[i]) * fmax(1, sqrt(t.time[i]));
    int is_precise = is_apart || json_number(exact, "vega") >= least;
    double documented = fmin(1, 4e-15 * json_number(t.row[i], "conditioning"));
    double underflow = 4 * DBL_TRUE_MIN * (is_apart ? 1 : fmax(1, t.spot[i]));
    for (int value = 0; value < VALUES; ++value) {
      if (!is_in_range(&t, i)) {
        comparison_add(&outside, !isnan(values[value][i]), value_names[value], i);
        continue;
      }
      double error = fabs(values[value][i] - number(exact, value)) - underflow;
      double unit = number(magnitude, value) * (is_precise ? documented : 1);
      comparison_add(is_precise ? &precise : &faint, error <= 0 ? 0 : error / unit, value_names[value], i);
    }
  }
  comparison_finish(&precise, VALUES * t.count - faint.compared - outside.compared, 1);
  comparison_finish(&faint, faint.compared, 1);
  comparison_finish(&outside, outside.compared, 1);
}

void check_values(kernel_isa isa) {
  check_derivatives(isa);
  check_published(isa, "european_prices");
  check_published(isa, "european_greeks");
  check_limits(isa);
}
