#if __has_include(<Python.h>)
#include "arguments.h"
#include <limits.h>
#include <string.h>

const signature signatures[4] = {
    {"price", 0, 0, 0, {FLAG, SPOT, STRIKE, TIME, RATE, VOLATILITY, YIELD}},
    {"greeks", 1, 0, 0, {FLAG, SPOT, STRIKE, TIME, RATE, VOLATILITY, YIELD}},
    {"implied_volatility", 0, 1, 0, {PRICE, SPOT, STRIKE, TIME, RATE, FLAG, YIELD}},
    {"early_exercise", 0, 0, 1, {FLAG, SPOT, STRIKE, TIME, RATE, VOLATILITY, YIELD}},
};

static int has_parameter(const signature *function, parameter name) {
  switch (name) {
  case VOLATILITY: return !function->finds_volatilities;
  case PRICE: return function->finds_volatilities;
  case UNITS:
  case ORDER: return function->is_greeks;
  default: return 1;
  }
}

int bind(const native_state *state, const signature *function, PyObject *const *arguments, Py_ssize_t count, PyObject *names,
         PyObject *values[PARAMETER_COUNT]) {
  memset(values, 0, PARAMETER_COUNT * sizeof *values);
  if (count > 7) {
    PyErr_Format(PyExc_TypeError, "%s() takes from 6 to 7 positional arguments but %zd were given", function->name, count);
    return -1;
  }
  for (Py_ssize_t i = 0; i < count; ++i) values[function->positional[i]] = arguments[i];
  Py_ssize_t named = names ? PyTuple_Size(names) : 0;
  for (Py_ssize_t i = 0; i < named; ++i) {
    PyObject *name = PyTuple_GetItem(names, i);
    int found = 0;
    // Names in source code are the same objects; others are compared.
    while (found < PARAMETER_COUNT && state->names[found] != name) ++found;
    if (found == PARAMETER_COUNT)
      for (found = 0; found < PARAMETER_COUNT && PyUnicode_Compare(state->names[found], name); ++found) {}
    if (found == PARAMETER_COUNT || !has_parameter(function, (parameter)found)) {
      PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", function->name, name);
      return -1;
    }
    if (values[found]) {
      PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%U'", function->name, name);
      return -1;
    }
    values[found] = arguments[count + i];
  }
  for (int i = 0; i < 6; ++i) {
    parameter name = function->positional[i];
    if (values[name]) continue;
    PyErr_Format(PyExc_TypeError, "%s() missing required argument: '%U'", function->name, state->names[name]);
    return -1;
  }
  return 0;
}

/// The position of a text among choices; -1 with an exception if it is none of them.
static int choice(PyObject *value, const char *name, const char *const choices[], int count) {
  if (!value) return 0;
  for (int i = 0; PyUnicode_Check(value) && i < count; ++i)
    if (!PyUnicode_CompareWithASCIIString(value, choices[i])) return i;
  PyErr_Format(PyExc_ValueError, count == 2 ? "%s must be '%s' or '%s', got %R" : "%s must be '%s', '%s' or '%s', got %R", name,
               choices[0], choices[1], count == 2 ? (void *)value : (void *)choices[2], value);
  return -1;
}

static int read_integer(PyObject *value, const char *name, int *number) {
  if (!value) return 0;
  long read = PyLong_AsLong(value);
  if (read == -1 && PyErr_Occurred()) return -1;
  if (read < 0 || read > INT_MAX) {
    PyErr_Format(PyExc_ValueError, "%s must not be negative, got %R", name, value);
    return -1;
  }
  *number = (int)read;
  return 0;
}

int read_settings(const signature *function, PyObject *const values[], settings *asked) {
  static const char *const models[] = {"black_scholes_merton", "black", "bachelier"};
  static const char *const reports[] = {"nan", "warn", "raise"};
  static const char *const units[] = {"mathematical", "market"};
  int order = 1;
  *asked = (settings){.finds_volatilities = function->finds_volatilities, .finds_early_exercise = function->finds_early_exercise};
  int model = choice(values[MODEL], "model", models, 3);
  if (model < 0) return -1;
  asked->model = (options_model)model;
  if ((asked->is_reporting = choice(values[ON_ERROR], "on_error", reports, 3)) < 0) return -1;
  if ((asked->market_units = choice(values[UNITS], "units", units, 2)) < 0) return -1;
  if (read_integer(values[THREADS], "threads", &asked->threads) || read_integer(values[ORDER], "order", &order)) return -1;
  if (order != 1 && order != 3) {
    PyErr_Format(PyExc_ValueError, "order must be 1 or 3, got %d", order);
    return -1;
  }
  asked->rows = !function->is_greeks ? 1 : order == 1 ? 6 : 16;
  return 0;
}
#endif
