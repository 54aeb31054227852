#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "libraries.h"

// The C interface of HiGHS 1.x, highs_c_api.h. HighsInt is int in distributed builds.
static struct {
  void *(*create)(void);
  void (*destroy)(void *highs);
  int (*set_bool)(void *highs, const char *option, int value);
  int (*set_int)(void *highs, const char *option, int value);
  int (*set_double)(void *highs, const char *option, double value);
  int (*pass)(void *highs, int columns, int rows, int entries, int format, int sense, double offset, const double *costs,
              const double *lower, const double *upper, const double *row_lower, const double *row_upper,
              const int *starts, const int *indices, const double *values, const int *integrality);
  int (*run)(void *highs);
  int (*model_status)(const void *highs);
  int (*int_info)(const void *highs, const char *name, int *value);
  int (*solution)(const void *highs, double *columns, double *column_duals, double *rows, double *row_duals);
} functions;

const char *highs_load(void) {
#if defined(__APPLE__)
  void *library = dlopen("libhighs.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libhighs.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library)
    return NULL;
  const struct {
    void **function;
    const char *name;
  } all[] = {
      {(void **)&functions.create, "Highs_create"},
      {(void **)&functions.destroy, "Highs_destroy"},
      {(void **)&functions.set_bool, "Highs_setBoolOptionValue"},
      {(void **)&functions.set_int, "Highs_setIntOptionValue"},
      {(void **)&functions.set_double, "Highs_setDoubleOptionValue"},
      {(void **)&functions.pass, "Highs_passMip"},
      {(void **)&functions.run, "Highs_run"},
      {(void **)&functions.model_status, "Highs_getModelStatus"},
      {(void **)&functions.int_info, "Highs_getIntInfoValue"},
      {(void **)&functions.solution, "Highs_getSolution"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    if (!(*all[i].function = dlsym(library, all[i].name)))
      return NULL;
  return "HiGHS (libhighs.so.1)";
}

int highs_solve(const csolver_program *program, double *solution) {
  enum { BY_COLUMNS = 1, MINIMISE = 1, INTEGER = 1, OPTIMAL = 7, FEASIBLE = 2 };
  const int columns = program->columns, rows = program->rows;
  double *const lower = calloc((size_t)columns + 1, sizeof *lower);
  double *const other = calloc((size_t)(columns > rows ? columns : rows) + 1, sizeof *other);
  int *const integrality = calloc((size_t)columns + 1, sizeof *integrality);
  int result = CSOLVER_NONE;
  void *const highs = functions.create();
  if (highs && lower && other && integrality) {
    for (int i = 0; i < columns; ++i)
      integrality[i] = INTEGER;
    functions.set_bool(highs, "output_flag", 0);
    functions.set_int(highs, "threads", 1);
    functions.set_int(highs, "mip_max_nodes", program->nodes);
    functions.set_double(highs, "mip_rel_gap", 0);
    functions.set_double(highs, "mip_abs_gap", program->gap);
    functions.set_double(highs, "time_limit", program->seconds);
    functions.pass(highs, columns, rows, program->starts[columns], BY_COLUMNS, MINIMISE, 0, program->costs, lower,
                   program->upper, program->row_lower, program->row_upper, program->starts, program->indices,
                   program->values, integrality);
    functions.run(highs);
    int primal = 0;
    functions.int_info(highs, "primal_solution_status", &primal);
    if (primal == FEASIBLE && functions.solution(highs, solution, other, other, other) == 0)
      result = functions.model_status(highs) == OPTIMAL ? CSOLVER_FINISHED : CSOLVER_LIMITED;
  }
  if (highs)
    functions.destroy(highs);
  free(lower);
  free(other);
  free(integrality);
  return result;
}
