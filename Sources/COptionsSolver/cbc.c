#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libraries.h"

// The C interface of CBC 2.10, Cbc_C_Interface.h.
static struct {
  void *(*create)(void);
  void (*destroy)(void *model);
  void (*load)(void *model, int columns, int rows, const int *starts, const int *indices, const double *values,
               const double *lower, const double *upper, const double *costs, const double *row_lower,
               const double *row_upper);
  void (*set_integer)(void *model, int column);
  void (*set_parameter)(void *model, const char *name, const char *value);
  void (*set_log_level)(void *model, int level);
  int (*solve)(void *model);
  int (*is_optimal)(void *model);
  const double *(*best)(void *model);
} functions;

const char *cbc_load(void) {
#if defined(__APPLE__)
  void *library = dlopen("libCbcSolver.3.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libCbcSolver.so.3", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library)
    return NULL;
  const struct {
    void **function;
    const char *name;
  } all[] = {
      {(void **)&functions.create, "Cbc_newModel"},
      {(void **)&functions.destroy, "Cbc_deleteModel"},
      {(void **)&functions.load, "Cbc_loadProblem"},
      {(void **)&functions.set_integer, "Cbc_setInteger"},
      {(void **)&functions.set_parameter, "Cbc_setParameter"},
      {(void **)&functions.set_log_level, "Cbc_setLogLevel"},
      {(void **)&functions.solve, "Cbc_solve"},
      {(void **)&functions.is_optimal, "Cbc_isProvenOptimal"},
      {(void **)&functions.best, "Cbc_bestSolution"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    if (!(*all[i].function = dlsym(library, all[i].name)))
      return NULL;
  return "CBC (libCbcSolver.so.3)";
}

int cbc_solve(const csolver_program *program, double *solution) {
  const int columns = program->columns;
  double *const lower = calloc((size_t)columns + 1, sizeof *lower);
  void *const model = lower ? functions.create() : NULL;
  int result = CSOLVER_NONE;
  if (model) {
    char nodes[16], gap[32], seconds[32];
    snprintf(nodes, sizeof nodes, "%d", program->nodes);
    snprintf(gap, sizeof gap, "%.17g", program->gap);
    functions.set_log_level(model, 0);
    functions.load(model, columns, program->rows, program->starts, program->indices, program->values, lower,
                   program->upper, program->costs, program->row_lower, program->row_upper);
    for (int i = 0; i < columns; ++i)
      functions.set_integer(model, i);
    functions.set_parameter(model, "log", "0");
    functions.set_parameter(model, "threads", "0");
    functions.set_parameter(model, "maxNodes", nodes);
    functions.set_parameter(model, "ratioGap", "0");
    functions.set_parameter(model, "allowableGap", gap);
    if (program->seconds < HUGE_VAL) {
      // Without this mode, the time of all threads of the process counts.
      functions.set_parameter(model, "timeMode", "elapsed");
      snprintf(seconds, sizeof seconds, "%.9g", program->seconds);
      functions.set_parameter(model, "seconds", seconds);
    }
    functions.solve(model);
    const double *const best = functions.best(model);
    if (best) {
      memcpy(solution, best, (size_t)columns * sizeof *solution);
      result = functions.is_optimal(model) ? CSOLVER_FINISHED : CSOLVER_LIMITED;
    }
    functions.destroy(model);
  }
  free(lower);
  return result;
}
