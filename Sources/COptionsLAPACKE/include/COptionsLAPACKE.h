#pragma once

/// The functions of OpenBLAS and LAPACKE that are called, with the signatures of <cblas.h> and <lapacke.h>.
typedef struct {
  /// The name of the library that could not be loaded, or of the first function it lacks; null when all are there, and
  /// only then are the pointers below to be used.
  const char *missing;

  void (*dgemm)(unsigned layout, unsigned transpose_a, unsigned transpose_b, int m, int n, int k, double alpha,
                const double *a, int lda, const double *b, int ldb, double beta, double *c, int ldc);
  int (*dpotrf)(int layout, char triangle, int n, double *a, int lda);
  int (*dgelsy)(int layout, int m, int n, int nrhs, double *a, int lda, double *b, int ldb, int *pivots, double rcond,
                int *rank);
  char *(*kernels)(void);
  char *(*configuration)(void);
  int (*threads)(void);
} clapacke_functions;

/// Values of the arguments above.
enum { CLAPACKE_ROW_MAJOR = 101, CLAPACKE_COLUMN_MAJOR = 102, CLAPACKE_AS_IS = 111, CLAPACKE_TRANSPOSED = 112 };

/// Loads the libraries on the first call; every thread gets the same answer.
const clapacke_functions *clapacke_load(void);
