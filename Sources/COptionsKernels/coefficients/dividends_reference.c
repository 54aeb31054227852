// A slow reference for options with discrete dividends, independent of the kernel: finite differences in S itself, on a
// grid S = c sinh(i h) that begins at S = 0, so that nothing is cut off below; second order in space, TR-BDF2 in time,
// exercise by policy iteration, cubic interpolation at ex-dates. dividends_check.py compiles it and extrapolates over
// two resolutions.
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int n;
  double h, c;
  double *S, *lower, *upper; // of the operator a V_{i-1} - (a + b + r) V_i + b V_{i+1}
} grid;

static double interpolate(const grid *g, const double *V, double S) {
  double x = asinh(S / g->c) / g->h;
  int i = (int)x - 1;
  i = i < 0 ? 0 : i > g->n - 4 ? g->n - 4 : i;
  double t = x - i, a = t, b = t - 1, c = t - 2, d = t - 3;
  return -b * c * d / 6 * V[i] + a * c * d / 2 * V[i + 1] - a * b * d / 2 * V[i + 2] + a * b * c / 6 * V[i + 3];
}

double reference(int put, int american, double spot, double K, double T, double r, double q, double sigma,
                 int dividends, const double *time, const double *keep, const double *amount, int nodes, int steps) {
  double v = sigma * sqrt(T), c = 0.3 * fmin(K, spot) * exp(-2 * v);
  double top = log(fmax(spot, 1.0 * K)) + fmax(0, (r - q) * T) + v * v / 2 + 6.5 * v;
  double range = asinh(exp(top) / c), strike = asinh(K / c);
  grid g = {.c = c};
  g.h = strike / ceil(strike / (range / nodes));
  g.n = (int)ceil(range / g.h) + 1;
  const int n = g.n;
  double *memory = malloc(sizeof(double) * (size_t)n * 11);
  char *act = calloc((size_t)n, 1);
  g.S = memory, g.lower = memory + n, g.upper = memory + 2 * n;
  double *V = memory + 3 * n, *W = memory + 4 * n, *X = memory + 5 * n, *R = memory + 6 * n, *pay = memory + 7 * n;
  double *cp = memory + 8 * n, *dp = memory + 9 * n;
  for (int i = 0; i < n; ++i) {
    g.S[i] = c * sinh(i * g.h);
    V[i] = pay[i] = put ? fmax(K - g.S[i], 0) : fmax(g.S[i] - K, 0);
  }
  for (int i = 1; i < n - 1; ++i) {
    double dn = g.S[i] - g.S[i - 1], up = g.S[i + 1] - g.S[i];
    double s2 = sigma * sigma * g.S[i] * g.S[i], m = (r - q) * g.S[i];
    g.lower[i] = (s2 - m * up) / (dn * (dn + up)), g.upper[i] = (s2 + m * dn) / (up * (dn + up));
  }
  double stretch = (g.S[n - 1] - g.S[n - 2]) / (g.S[n - 2] - g.S[n - 3]), end = T;
  for (int k = dividends;; --k) {
    double start = k > 0 ? time[k - 1] : 0, length = end - start;
    int m = (int)(steps * sqrt(length / T));
    m = m < steps / 12 ? steps / 12 : m;
    if (m < 16) m = 16;
    for (int i = 1; american && i < n - 1; ++i) act[i] = V[i] <= pay[i];
    for (int j = 0; length > 0 && j < m; ++j) {
      double a0 = (double)j / m, a1 = (j + 1.0) / m, dt = length * (a1 * a1 - a0 * a0), gamma = 2 - sqrt(2);
      double tau = T - end + length * a1 * a1, tau_middle = tau - (1 - gamma) * dt;
      for (int stage = 0; stage < 2; ++stage) {
        double w = stage ? (1 - gamma) / (2 - gamma) * dt : gamma * dt / 2;
        for (int i = 1; i < n - 1; ++i)
          R[i] = stage ? W[i] / (gamma * (2 - gamma)) - V[i] * (1 - gamma) * (1 - gamma) / (gamma * (2 - gamma))
                       : V[i] + w * (g.lower[i] * V[i - 1] - (g.lower[i] + g.upper[i] + r) * V[i]
                                     + g.upper[i] * V[i + 1]);
        // The value at a price of 0.
        double at = stage ? tau : tau_middle, zero = put ? (american && r > 0 ? K : K * exp(-r * at)) : 0;
        for (int it = 0; it < 50; ++it) {
          for (int i = 1; i < n - 1; ++i) {
            double l = -w * g.lower[i], u = -w * g.upper[i], d = 1 + w * (g.lower[i] + g.upper[i] + r), y = R[i];
            if (i == 1) y -= l * zero, l = 0;
            if (i == n - 2) d += u * (1 + stretch), l -= u * stretch, u = 0;
            if (act[i]) l = u = 0, d = 1, y = pay[i];
            double e = 1 / (d - (i > 1 ? l * cp[i - 1] : 0));
            cp[i] = u * e, dp[i] = (y - (i > 1 ? l * dp[i - 1] : 0)) * e;
          }
          X[n - 2] = dp[n - 2];
          for (int i = n - 3; i > 0; --i) X[i] = dp[i] - cp[i] * X[i + 1];
          X[0] = zero, X[n - 1] = (1 + stretch) * X[n - 2] - stretch * X[n - 3];
          if (!american) break;
          int changed = 0;
          for (int i = 1; i < n - 1; ++i) {
            double l = -w * g.lower[i], u = -w * g.upper[i], d = 1 + w * (g.lower[i] + g.upper[i] + r);
            double residual = d * X[i] + l * X[i - 1] + u * X[i + 1] - R[i], excess = X[i] - pay[i];
            char now = excess < residual;
            if (fabs(excess) < 1e-13 * K && fabs(residual) < 1e-13 * K) now = act[i];
            if (now != act[i]) act[i] = now, changed = 1;
          }
          if (!changed) break;
        }
        double *swap = stage ? V : W;
        if (stage) V = X; else W = X;
        X = swap;
      }
    }
    if (k == 0) break;
    double bottom = put ? (american && r > 0 ? K : K * exp(-r * (T - start))) : 0;
    for (int i = 0; i < n; ++i) {
      double left = g.S[i] * keep[k - 1] - amount[k - 1];
      // On the expiration the payoff is exact; elsewhere the value is interpolated.
      double value = left <= 0 ? bottom
          : length <= 0 && k == dividends ? (put ? fmax(K - left, 0) : fmax(left - K, 0)) : interpolate(&g, V, left);
      X[i] = american ? fmax(value, pay[i]) : value;
    }
    double *swap = V;
    V = X, X = swap, end = start;
  }
  double value = interpolate(&g, V, spot);
  if (american) value = fmax(value, put ? K - spot : spot - K);
  free(memory), free(act);
  return value;
}
