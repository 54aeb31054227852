#pragma once
#include "COptionsKernels.h"

// A put on the strike 1 that may be exercised early. With b < a < 0 it is exercised between two boundaries, if at all.
typedef struct {
  double deviation;   // v = sigma sqrt(T)
  double rate, yield; // a = rT, b = qT
  double s, x;        // the price of the underlying, and its logarithm
  double european;    // the price of the European put
} careful_put;

// Its price, and the boundaries now: NaN if it is not exercised now at any price. A lower boundary that starts below
// 1e-12 is NaN.
typedef struct {
  double price, upper, lower;
  int exercised; // whether exercise now is optimal
} careful_answer;

// The slopes of the premium over the European put, if it is not exercised now.
typedef struct {
  double by_x, by_deviation, by_rate, by_yield;
  double curvature; // P_xx - P_x
} careful_slopes;

// Values puts that differ in the price of the underlying only. Solves for their boundary on two grids, the prices on
// which must agree, in 0.2 ms. Returns whether they do. `slopes` may be null; otherwise it takes 0.3 ms more. `isa`
// must not exceed kernel_best_isa().
int kernel_careful_american(kernel_isa isa, size_t count, const careful_put *puts, careful_answer *answers,
                            careful_slopes *slopes);
