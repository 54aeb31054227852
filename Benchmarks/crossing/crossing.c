// Compares two ways to evaluate payoffs, a matrix product and linear pieces, for strategies of four legs from a set of
// contracts on one grid of 101 prices. Prints `name: value unit` lines: the fastest of 15 samples, on one thread.
#define _POSIX_C_SOURCE 199309L
#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POINTS = 101, LEGS = 4, STRATEGIES = 4096 };
static double price[POINTS], result[STRATEGIES][POINTS];
static int leg[STRATEGIES][LEGS], shares[STRATEGIES][LEGS];

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// All options are calls: at each strike, the slope increases by the shares.
static void pieces(int contracts) {
  (void)contracts;
  for (int s = 0; s < STRATEGIES; ++s) {
    int order[LEGS];
    for (int i = 0; i < LEGS; ++i) {
      int k = i;
      for (; k > 0 && leg[s][order[k - 1]] > leg[s][i]; --k) order[k] = order[k - 1];
      order[k] = i;
    }
    double value = 0, slope = 0, knot = 0;
    int point = 0;
    for (int i = 0; i <= LEGS; ++i) {
      // A strike is a grid point, so the index at which its piece begins is known.
      int end = i < LEGS ? leg[s][order[i]] % POINTS : POINTS;
      for (int j = point; j < end; ++j) result[s][j] = value + slope * (price[j] - knot);
      if (i == LEGS) break;
      if (end > point) point = end;
      value += slope * (price[end] - knot);
      knot = price[end];
      slope += shares[s][order[i]];
    }
  }
}

static double *holdings, *payoffs;

static void product(int contracts) {
  memset(holdings, 0, sizeof(double) * STRATEGIES * (size_t)contracts);
  for (int s = 0; s < STRATEGIES; ++s)
    for (int i = 0; i < LEGS; ++i) holdings[s * contracts + leg[s][i]] += shares[s][i];
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, STRATEGIES, POINTS, contracts, 1, holdings, contracts, payoffs,
              POINTS, 0, result[0], POINTS);
}

static double fastest(void (*run)(int), int contracts) {
  double best = 1e9;
  for (int k = 0; k < 15; ++k) {
    double start = seconds();
    run(contracts);
    double time = seconds() - start;
    if (time < best) best = time;
  }
  return best / STRATEGIES * 1e9;
}

int main(void) {
  openblas_set_num_threads(1);
  printf("openblas: %s\n", openblas_get_config());
  for (int contracts = 4; contracts <= 64; contracts *= 2) {
    holdings = malloc(sizeof(double) * STRATEGIES * (size_t)contracts);
    payoffs = malloc(sizeof(double) * POINTS * (size_t)contracts);
    for (int j = 0; j < POINTS; ++j) price[j] = 100 + j;
    for (int c = 0; c < contracts; ++c)
      for (int j = 0; j < POINTS; ++j) {
        double value = price[j] - price[c % POINTS];
        payoffs[c * POINTS + j] = value > 0 ? value : 0;
      }
    srand(1);
    for (int s = 0; s < STRATEGIES; ++s)
      for (int i = 0; i < LEGS; ++i) leg[s][i] = rand() % contracts, shares[s][i] = 100 * (rand() % 21 - 10);
    printf("pieces_%d_contracts: %.1f ns a strategy\n", contracts, fastest(pieces, contracts));
    double sum = 0, difference = 0;
    for (int s = 0; s < STRATEGIES; ++s) for (int j = 0; j < POINTS; ++j) sum += result[s][j];
    printf("product_%d_contracts: %.1f ns a strategy\n", contracts, fastest(product, contracts));
    for (int s = 0; s < STRATEGIES; ++s) for (int j = 0; j < POINTS; ++j) difference += result[s][j];
    if (sum != difference) return fprintf(stderr, "the results differ: %g and %g\n", sum, difference), 1;
    free(holdings);
    free(payoffs);
  }
  return 0;
}
