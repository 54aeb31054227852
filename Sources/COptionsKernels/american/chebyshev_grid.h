#pragma once
#include "american/grids.h"
#include "american/grid.h"

// A grid for the options for which the fitted grids fail: polynomials of F^2 in z, which suit any boundary. Its
// weights would be a large table, so they are computed where they are needed, in twenty microseconds.
#define CHEBYSHEV_NODES 20
#define CHEBYSHEV_POINTS 20
#define CHEBYSHEV_PREMIUM_POINTS 56

typedef struct {
  double interpolation[CHEBYSHEV_NODES * CHEBYSHEV_POINTS * CHEBYSHEV_NODES];
  double premium_interpolation[CHEBYSHEV_PREMIUM_POINTS * CHEBYSHEV_NODES];
} chebyshev_weights;

// The barycentric formula. The value at 0, which is 0, has no weight in the row.
static inline void chebyshev_row(double z, double *row) {
  double sum = 0.5 / z;
  for (int j = 0; j < CHEBYSHEV_NODES; ++j) {
    double distance = z - CHEBYSHEV_NODE[j], factor = j == CHEBYSHEV_NODES - 1 ? 0.5 : 1.0;
    // A point of a quadrature is never a node, but rounding might make it one.
    if (distance == 0.0) distance = 0x1p-60;
    row[j] = (j % 2 == 0 ? -factor : factor) / distance;
    sum += row[j];
  }
  for (int j = 0; j < CHEBYSHEV_NODES; ++j) row[j] /= sum;
}

static inline void fill_chebyshev_weights(chebyshev_weights *weights) {
  double *row = weights->interpolation;
  for (int i = 0; i < CHEBYSHEV_NODES; ++i)
    for (int p = 0; p < CHEBYSHEV_POINTS; ++p, row += CHEBYSHEV_NODES)
      chebyshev_row(CHEBYSHEV_NODE[i] * CHEBYSHEV_COSINE[p], row);
  for (int p = 0; p < CHEBYSHEV_PREMIUM_POINTS; ++p)
    chebyshev_row(CHEBYSHEV_PREMIUM_COSINE[p], weights->premium_interpolation + p * CHEBYSHEV_NODES);
}

#define CHEBYSHEV_GRID(weights)                                                                                        \
  {                                                                                                                    \
    .nodes = CHEBYSHEV_NODES, .squared = 1, .node = CHEBYSHEV_NODE, .inverse_node = CHEBYSHEV_INVERSE_NODE,            \
    .points = CHEBYSHEV_POINTS, .sine = CHEBYSHEV_SINE, .inverse_sine = CHEBYSHEV_INVERSE_SINE,                        \
    .weight = CHEBYSHEV_WEIGHT, .interpolation = (weights)->interpolation,                                             \
    .premium_points = CHEBYSHEV_PREMIUM_POINTS, .premium_sine = CHEBYSHEV_PREMIUM_SINE,                                \
    .premium_inverse_sine = CHEBYSHEV_PREMIUM_INVERSE_SINE, .premium_weight = CHEBYSHEV_PREMIUM_WEIGHT,                \
    .premium_interpolation = (weights)->premium_interpolation,                                                         \
  }
