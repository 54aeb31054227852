#pragma once

// The nodes and the quadrature with which a boundary of a region with two is solved for. The table of the nodes is filled
// up to whole vectors.
typedef struct {
  int nodes; // values of z in ascending order, the last of which is 1; Chebyshev's, without 0
  int points; // a multiple of the lanes
  const double *node, *sine, *cosine, *weight; // weights contain the factor 2 cosine
} edge_grid;

#define MOST_EDGE_NODES 40
