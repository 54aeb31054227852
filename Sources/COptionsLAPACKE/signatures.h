// Neither the headers nor the libraries are needed to build. If the headers are installed, the compiler compares the
// signatures.
#if __has_include(<cblas.h>) && __has_include(<lapacke.h>)
#include <cblas.h>
#include <lapacke.h>

#include "COptionsLAPACKE.h"

#define SAME_SIGNATURE(member, function)                                                                               \
  _Static_assert(__builtin_types_compatible_p(__typeof__(((clapacke_functions *)0)->member), __typeof__(function) *),  \
                 #function)

SAME_SIGNATURE(dgemm, cblas_dgemm);
SAME_SIGNATURE(dpotrf, LAPACKE_dpotrf);
#if defined(OPENBLAS_VERSION)
SAME_SIGNATURE(kernels, openblas_get_corename);
SAME_SIGNATURE(configuration, openblas_get_config);
SAME_SIGNATURE(threads, openblas_get_num_threads);
#endif

_Static_assert(CLAPACKE_ROW_MAJOR == CblasRowMajor && CLAPACKE_ROW_MAJOR == LAPACK_ROW_MAJOR, "row major");
_Static_assert(CLAPACKE_COLUMN_MAJOR == CblasColMajor && CLAPACKE_COLUMN_MAJOR == LAPACK_COL_MAJOR, "column major");
_Static_assert(CLAPACKE_AS_IS == CblasNoTrans, "transposition");
#endif
