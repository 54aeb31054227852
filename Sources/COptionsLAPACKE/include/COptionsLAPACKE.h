#pragma once

/// The functions of OpenBLAS and LAPACKE that this package calls, with the signatures of <cblas.h> and <lapacke.h>.
typedef struct {
  /// The name of the library that could not be loaded, or of the first missing function; NULL if all are available. The
  /// pointers below are valid only in that case.
  const char *missing;

  void (*dgemm)(unsigned layout, unsigned transpose_a, unsigned transpose_b, int m, int n, int k, double alpha,
                const double *a, int lda, const double *b, int ldb, double beta, double *c, int ldc);
  int (*dpotrf)(int layout, char triangle, int n, double *a, int lda);
  char *(*kernels)(void);
  char *(*configuration)(void);
  int (*threads)(void);
} clapacke_functions;

/// Argument values of the functions above.
enum { CLAPACKE_ROW_MAJOR = 101, CLAPACKE_COLUMN_MAJOR = 102, CLAPACKE_AS_IS = 111 };

/// Loads the libraries on the first call. Every call returns the same pointer.
const clapacke_functions *clapacke_load(void);
