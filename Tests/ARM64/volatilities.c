// Implied volatilities. The bound is that of docs/accuracy.md: 8 x 2^-53 x max(1, condition number), relative to the
// exact inverse of the price.
#include "checks.h"
#include "comparison.h"
#include "table.h"
#include <math.h>

#pragma STDC FP_CONTRACT OFF

static table t;
// The exact volatilities, and the factors of the bound that depend on the row.
static double exact[TABLE_MOST], factor[TABLE_MOST];

typedef int (*inverse)(kernel_isa isa, size_t count, const kernel_options *in, const double *price,
                       double *volatility, uint8_t *status);

// Inverts all prices of `t`. The kernel must answer at least `least` quotes. A status other than KERNEL_OK and
// KERNEL_UNANSWERED is an infinite error, because all rows have a volatility.
static void check_inverse(kernel_isa isa, inverse run, const char *kernel, const char *name, size_t least) {
  static double found[TABLE_MOST];
  static uint8_t status[TABLE_MOST];
  comparison all = {.kernel = kernel, .table = name, .bound = 8, .unit = "x 2^-53 x condition"};
  kernel_options in = table_columns(&t, 0);
  run(isa, t.count, &in, t.price, found, status);
  for (size_t i = 0; i < t.count; ++i) {
    if (status[i] == KERNEL_UNANSWERED && isnan(found[i])) {
      ++all.unanswered;
      continue;
    }
    double error = status[i] == KERNEL_OK ? fabs(found[i] - exact[i]) / exact[i] : NAN;
    comparison_add(&all, error * 0x1p53 / factor[i], "volatility", i);
  }
  comparison_finish(&all, t.count, least);
}

// A row of the normalised table as an option with spot and strike 1, as `ReferenceVolatility.quote` in _TestSupport:
// with total rates of +-x/2, the discounted forward is e^(x/2) and the discounted strike e^(-x/2).
static void append_quote(const json *row, int is_put) {
  const double years = 16;
  size_t i = t.count++;
  t.row[i] = row;
  t.kind[i] = (uint8_t)is_put;
  t.spot[i] = t.strike[i] = 1;
  t.time[i] = years;
  t.rate[i] = fabs(json_number(row, "log_moneyness")) / 2 / years * (is_put ? 1 : -1);
  t.yield[i] = -t.rate[i];
  t.price[i] = json_number(row, "price");
  exact[i] = json_number(row, "implied_total_vol_of_double_price") / sqrt(years);
  factor[i] = fmax(1, json_number(row, "condition_number"));
}

// As ImpliedVolatilitiesTests, "the exact inverse of a price, at 50 digits". The quotes that the kernel leaves
// unanswered have rates outside its range, or need more digits for discounting.
static void check_normalised(kernel_isa isa) {
  const json *cases = table_cases("implied_vol");
  for (int is_put = 0; is_put < 2; ++is_put) {
    t.count = 0;
    for (const json *row = cases->first; row; row = row->next)
      if (json_is(row, "group", "otm_normalised_grid")) append_quote(row, is_put);
    check_inverse(isa, kernel_implied_volatility, "kernel_implied_volatility",
                  is_put ? "implied_vol, puts" : "implied_vol, calls", is_fused(isa) ? 150 : 100);
  }
}

// The same rows, of which `t` contains the puts, for the kernel that takes transformed quotes: forward e^(x/2), strike
// e^(-x/2), out of the money. The kernel must answer all of them.
static void check_transformed(kernel_isa isa) {
  comparison all = {
      .kernel = "kernel_total_volatility", .table = "implied_vol", .bound = 8, .unit = "x 2^-53 x condition"};
  for (size_t i = 0; i < t.count; ++i) {
    double x = fabs(json_number(t.row[i], "log_moneyness")), price = t.price[i];
    double total = json_number(t.row[i], "implied_total_vol_of_double_price");
    double found = kernel_total_volatility(isa, price, price, exp(-x / 2), x, 2 * sinh(x / 2) / price);
    comparison_add(&all, fabs(found - total) / total * 0x1p53 / factor[i], "volatility", i);
  }
  comparison_finish(&all, t.count, t.count);
}

// Exact prices of published options, rounded to doubles. The bound is that of ImpliedVolatilityTableTests: the
// documented one, and half a unit of the price times its condition number, price / (vega sigma). As there, four fifths
// of the rows must have a volatility.
static void check_published(kernel_isa isa, const char *group) {
  static double values[6][TABLE_MOST];
  t.count = 0;
  for (const json *row = table_cases("implied_vol")->first; row; row = row->next) {
    if (!json_is(row, "group", group)) continue;
    size_t i = t.count;
    table_append(&t, row, json_number(row, json_member(row, "F") ? "F" : "S"),
                 json_member(row, "q_yield") ? json_number(row, "q_yield") : 0);
    t.price[i] = json_number(row, json_member(row, "exact_black_price") ? "exact_black_price" : "exact_price");
    exact[i] = t.volatility[i];
  }
  kernel_options in = table_columns(&t, 0);
  kernel_greeks(isa, t.count, &in, values[0], TABLE_MOST);
  for (size_t i = 0; i < t.count; ++i) {
    double condition = t.price[i] / (values[4][i] * exact[i]);
    factor[i] = fmax(1, condition) + condition / 8;
  }
  check_inverse(isa, kernel_implied_volatility, "kernel_implied_volatility", group, t.count * 8 / 10);
}

// As ForwardKernelReferenceTests, "the exact inverse of a price in the normal model".
static void check_normal(kernel_isa isa) {
  t.count = 0;
  for (const json *row = table_cases("forward_columns")->first; row; row = row->next) {
    if (!json_is(row, "model", "quote")) continue;
    size_t i = t.count;
    table_append(&t, row, json_number(row, "F"), NAN);
    t.price[i] = json_number(json_member(row, "values"), "price");
    exact[i] = t.volatility[i];
    factor[i] = fmax(1, json_number(json_member(row, "sensitivities"), "condition"));
  }
  check_inverse(isa, kernel_normal_volatility, "kernel_normal_volatility", "forward_columns", 190);
}

void check_volatilities(kernel_isa isa) {
  const char *const groups[] = {"otm_normalised_grid", "lets_be_rational_testvalues", "unit_tests", "opengamma_strata",
                                "py_vollib_deep", "extreme_dimensional"};
  const size_t count = sizeof groups / sizeof *groups;
  table_require_groups("implied_vol", "group", groups, count);
  check_normalised(isa);
  check_transformed(isa);
  for (size_t i = 1; i < count; ++i) check_published(isa, groups[i]);
  check_normal(isa);
}
