// Binding of arguments to parameters, and what a call asks for.
#pragma once
#include "native.h"

/// A function of columns.
typedef struct {
  const char *name;
  int is_greeks, finds_volatilities, finds_early_exercise;
  /// The parameters that may be given by position; the last one may be left out.
  parameter positional[7];
} signature;

extern const signature signatures[4];

/// Binds arguments to parameters; parameters without one are NULL. Returns -1 with an exception.
int bind(const native_state *state, const signature *function, PyObject *const *arguments, Py_ssize_t count, PyObject *names,
         PyObject *values[PARAMETER_COUNT]);

/// Reads what a call asks for. Returns -1 with an exception.
int read_settings(const signature *function, PyObject *const values[], settings *asked);
