#pragma once

// The nodes and quadratures with which one version of the kernel solves for an exercise boundary. Times run from 0 to
// 1, the horizon; z is the root of the time to expiration.
typedef struct {
  // The boundary is known at `nodes` values of z, in ascending order, the last of which is 1. With `squared`, the
  // squares of its values are interpolated, otherwise the values.
  int nodes, squared;
  const double *node, *inverse_node;
  // The integral of node i has `points` points, w = z_i sine, u = z_i cosine; interpolation[i][point][j] is the weight
  // of node j in the value at u. Weights contain the factor 2 cosine.
  int points;
  const double *sine, *inverse_sine, *weight, *interpolation;
  // The integral of the premium. Weights contain the factor 2 sine cosine.
  int premium_points;
  const double *premium_sine, *premium_inverse_sine, *premium_weight, *premium_interpolation;
  // prolongation[i][j] is the weight of node j of the coarse grid in the value at node i.
  const double *prolongation;
} boundary_grid;

// The first guess of the boundary at the nodes of a grid: ln(-F_i / z_i) is a polynomial in three variables. Its terms are
// products of Chebyshev polynomials whose degrees, in parts of the highest ones, add up to 1 at most, in the order of
// guess_body.h.
typedef struct {
  const double *origin, *scale, *coefficients;
} boundary_guess;

// The highest degree of a variable in terms with the degrees j in the first and i in the second.
#define GUESS_TERMS(j, i, degree) \
  ((BEND_DEGREE * SLOWNESS_DEGREE - SLOWNESS_DEGREE * (j) - BEND_DEGREE * (i)) * (degree) / (BEND_DEGREE * SLOWNESS_DEGREE))

#define MOST_NODES 16
#define MOST_POINTS 17
#define MOST_PREMIUM_POINTS 40
