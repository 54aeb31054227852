#pragma once
#include "COptionsKernels.h"

// A put on the strike 1 with b < a < 0, which is exercised early between two boundaries, if at all.
typedef struct {
  double deviation;   // v = sigma sqrt(T)
  double rate, yield; // a = rT, b = qT
  double s, x;        // the price of the underlying, and its logarithm
  double european;    // the price of the European put
} two_boundary_put;

// Its price, and the boundaries now: NaN if it is not exercised now at any price. A lower boundary that
// starts below 1e-12 is NaN.
typedef struct {
  double price, upper, lower;
} two_boundary_answer;

// Returns whether the price was found. `isa` must not exceed kernel_best_isa().
int kernel_two_boundaries(kernel_isa isa, const two_boundary_put *put, two_boundary_answer *answer);
