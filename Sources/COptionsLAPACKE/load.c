#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#include "COptionsLAPACKE.h"
#include "environment.h"
#include "signatures.h"

#if defined(__APPLE__)
#define LIBRARY(name, version) {"lib" name "." #version ".dylib", "lib" name ".dylib", HOMEBREW "lib" name ".dylib"}
#define HOMEBREW "/opt/homebrew/opt/openblas/lib/"
#else
#define LIBRARY(name, version) {"lib" name ".so." #version, "lib" name ".so"}
#endif

static const char *const openblas_names[] = LIBRARY("openblas", 0);
static const char *const lapacke_names[] = LIBRARY("lapacke", 3);
enum { NAMES = sizeof openblas_names / sizeof *openblas_names };

static clapacke_functions functions;

static void *open_library(const char *const names[]) {
  void *library = NULL;
  for (int i = 0; i < NAMES && !library; ++i)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library && !functions.missing)
    functions.missing = names[0];
  return library;
}

static void *find(void *library, const char *name) {
  void *function = library ? dlsym(library, name) : NULL;
  if (!function && !functions.missing)
    functions.missing = name;
  return function;
}

static void open_libraries(void) {
  void *openblas = open_library(openblas_names);
  if (!openblas)
    return;
  // Debian has LAPACKE in a separate library, which calls the same OpenBLAS. Other distributions include it in
  // OpenBLAS.
  void *lapacke = dlsym(openblas, "LAPACKE_dpotrf") ? openblas : open_library(lapacke_names);
  functions.dgemm = find(openblas, "cblas_dgemm");
  functions.dpotrf = find(lapacke, "LAPACKE_dpotrf");
  functions.kernels = find(openblas, "openblas_get_corename");
  functions.configuration = find(openblas, "openblas_get_config");
  functions.threads = find(openblas, "openblas_get_num_threads");
}

// OpenBLAS identifies processors by a list of models and treats an unknown model as a Pentium 4. This function selects
// by instruction set instead. The names are those of the least specific cores with the corresponding kernels.
static const char *core_type(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    return "OPENBLAS_CORETYPE=SKYLAKEX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return "OPENBLAS_CORETYPE=HASWELL";
#endif
  return NULL;
}

// OpenBLAS reads its environment variables once, while it is loaded.
static void load(void) {
  const char *const core = core_type();
  const char *const additions[] = {"OPENBLAS_NUM_THREADS=1", core};
  environment_with(additions, core ? 2 : 1, open_libraries);
}

const clapacke_functions *clapacke_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return &functions;
}
