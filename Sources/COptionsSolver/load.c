#include <pthread.h>
#include <stddef.h>

#include "COptionsSolver.h"
#include "libraries.h"

static const char *name;
static int (*solve)(const csolver_program *program, double *solution);

static void load(void) {
  if ((name = highs_load()))
    solve = highs_solve;
  else if ((name = cbc_load()))
    solve = cbc_solve;
}

const char *csolver_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return name;
}

int csolver_solve(const csolver_program *program, double *solution) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  const int status = solve(program, solution);
  pthread_mutex_unlock(&mutex);
  return status;
}
