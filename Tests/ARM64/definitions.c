// Kernels without a reference table: their results are defined to the last bit.
#include "checks.h"
#include "comparison.h"
#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

// The contents of array elements that the kernels must not write.
static const double UNTOUCHED = -7;

static uint64_t state;

// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
static uint64_t next_bits(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

// A number in [-1, 1).
static double next_number(void) { return (double)(int64_t)next_bits() * 0x1p-63; }

static int has_other_bits(double a, double b) { return memcmp(&a, &b, sizeof a) != 0; }

// Quotients of integers below 2^51 and powers of ten, as in DivideIntegersTests, for every count.
static void check_division(kernel_isa isa) {
  enum { MOST = 1000 };
  static int64_t numerator[MOST];
  static double quotient[MOST + 1];
  comparison all = {.kernel = "kernel_divide", .table = "definition", .unit = "quotients with other bits"};
  size_t expected = 0;
  double divisor = 1;
  for (int digits = 0; digits <= 22; ++digits, divisor *= 10) {
    for (size_t i = 0; i < MOST; ++i) numerator[i] = (int64_t)next_bits() / (1 << 12) >> i % 50;
    numerator[1] = ((int64_t)1 << 51) - 1;
    numerator[2] = -numerator[1];
    for (size_t count = 0; count <= MOST; count = count == 40 ? MOST : count + 1) {
      for (size_t i = 0; i <= count; ++i) quotient[i] = UNTOUCHED;
      kernel_divide(isa, divisor, count, numerator, quotient);
      for (size_t i = 0; i < count; ++i)
        comparison_add(&all, has_other_bits(quotient[i], (double)numerator[i] / divisor), "quotient", i);
      // The kernel must not write beyond the quotients.
      comparison_add(&all, quotient[count] != UNTOUCHED, "end", count);
      expected += count + 1;
      if (count == MOST) break;
    }
  }
  comparison_finish(&all, expected, expected);
}

enum { COMBINATIONS = 5, ROWS = 7, TERMS = 9, COLUMNS = 257, ROOM = COLUMNS + 16 };

static double constant[COMBINATIONS], weight[COMBINATIONS * TERMS], rows[ROWS * ROOM + 16];
static intptr_t start[COMBINATIONS + 1], row_of[COMBINATIONS * TERMS];

static void draw_combinations(void) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) rows[i] = next_number();
  for (int c = 0; c < COMBINATIONS; ++c) {
    constant[c] = next_number();
    start[c + 1] = start[c] + (intptr_t)(next_bits() % (TERMS + 1));
    for (intptr_t k = start[c]; k < start[c + 1]; ++k) {
      row_of[k] = (intptr_t)(next_bits() % ROWS);
      weight[k] = next_number();
    }
  }
}

// The definition: starts with the constant and adds the terms in order.
static double sum_of(kernel_isa isa, int c, const double *table, size_t length, size_t column) {
  double sum = 0 - constant[c];
  for (intptr_t k = start[c]; k < start[c + 1]; ++k) {
    double value = table[(size_t)row_of[k] * length + column];
    sum = is_fused(isa) ? fma(weight[k], value, sum) : weight[k] * value + sum;
  }
  return sum;
}

// Sums of weighted rows, as in CombineRowsTests, for counts around every number of lanes and every alignment.
static void check_combinations(kernel_isa isa) {
  static double sums[COMBINATIONS * ROOM + 16];
  comparison all = {.kernel = "kernel_combine_rows", .table = "definition", .unit = "sums with other bits"};
  size_t expected = 0;
  for (size_t columns = 1; columns <= COLUMNS; columns += columns < 66 ? 1 : 191)
    for (size_t offset = 0; offset <= 8; ++offset) {
      draw_combinations();
      size_t length = columns + offset % 4, gap = offset % 3, sums_length = columns + gap;
      for (size_t i = 0; i < sizeof sums / sizeof *sums; ++i) sums[i] = UNTOUCHED;
      int are_finite = kernel_combine_rows(isa, COMBINATIONS, constant, start, row_of, weight, ROWS, columns,
                                           rows + offset, length, sums + offset, sums_length);
      comparison_add(&all, !are_finite, "report of finite sums", columns);
      for (int c = 0; c < COMBINATIONS; ++c)
        for (size_t i = 0; i < sums_length; ++i) {
          double wanted = i < columns ? sum_of(isa, c, rows + offset, length, i) : UNTOUCHED;
          comparison_add(&all, has_other_bits(sums[offset + (size_t)c * sums_length + i], wanted), "sum", columns);
        }
      // A sum that is not finite is reported; the others keep their bits.
      rows[offset + columns - 1] = INFINITY;
      intptr_t from[2] = {0, 2}, used[2] = {0, 1};
      double ones[2] = {1, 1}, none = 0;
      int is_finite = kernel_combine_rows(isa, 1, &none, from, used, ones, ROWS, columns, rows + offset, length, sums,
                                          columns);
      comparison_add(&all, is_finite, "report of an infinite sum", columns);
      expected += 2 + COMBINATIONS * sums_length;
    }
  comparison_finish(&all, expected, expected);
}

void check_definitions(kernel_isa isa) {
  state = 1;
  check_division(isa);
  check_combinations(isa);
}
