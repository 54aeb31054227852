#include "COptionsSolver.h"

/// Loads a library and its functions. Returns its name; NULL if it cannot be loaded, or lacks a function.
const char *highs_load(void);
const char *cbc_load(void);

/// As csolver_solve; the library is loaded.
int highs_solve(const csolver_program *program, double *solution);
int cbc_solve(const csolver_program *program, double *solution);
