#pragma once

/// An integer program: least costs · x with row_lower ≤ matrix · x ≤ row_upper and 0 ≤ x ≤ upper, all x integers.
/// An infinite bound is HUGE_VAL or -HUGE_VAL.
typedef struct {
  int columns, rows;
  /// The matrix by columns: the entries of column j are those from starts[j] up to starts[j + 1].
  const int *starts, *indices;
  const double *values;
  const double *upper, *costs;
  const double *row_lower, *row_upper;
  /// The search ends after this number of nodes.
  int nodes;
  /// The search ends after this number of seconds, in which it also waits for others; HUGE_VAL for no limit.
  double seconds;
  /// Solutions whose costs differ by less are equally good.
  double gap;
} csolver_program;

/// Results of a search.
enum {
  /// The solution is the least, within the gap.
  CSOLVER_FINISHED,
  /// The search reached the limit. The solution is the best one found.
  CSOLVER_LIMITED,
  /// No solution was found.
  CSOLVER_NONE
};

/// Loads a solver on the first call: HiGHS, else CBC. Returns its name; NULL if neither can be loaded.
const char *csolver_load(void);

/// Solves a program, and stores the values of its columns in `solution`. Requires that csolver_load has returned a name.
/// Uses one thread and prints nothing. Calls from several threads wait for one another.
int csolver_solve(const csolver_program *program, double *solution);
