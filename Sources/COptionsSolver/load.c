// For nanosleep and clock_gettime.
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

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

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int csolver_solve(const csolver_program *program, double *solution) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  csolver_program limited = *program;
  if (program->seconds < HUGE_VAL) {
    // macOS has no lock with a time limit.
    const struct timespec pause = {.tv_nsec = 1000000};
    const double end = seconds_now() + program->seconds;
    while (pthread_mutex_trylock(&mutex) != 0) {
      if (limited.seconds <= 0)
        return CSOLVER_NONE;
      nanosleep(&pause, NULL);
      limited.seconds = end - seconds_now();
    }
  } else {
    pthread_mutex_lock(&mutex);
  }
  const int status = solve(&limited, solution);
  pthread_mutex_unlock(&mutex);
  return status;
}
