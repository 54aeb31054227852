// Shared by the files of the module: the limited API of CPython 3.11, which one binary uses in 3.11 and all later versions.
#pragma once
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include "COptionsBinding.h"

#define STATUS_COUNT (OPTIONS_NOT_CONVERGED + 1)

/// The parameters of `price`, `greeks` and `implied_volatility`.
typedef enum {
  FLAG,
  SPOT,
  STRIKE,
  TIME,
  RATE,
  VOLATILITY,
  YIELD,
  PRICE,
  MODEL,
  EXERCISE,
  DIVIDENDS,
  PROPORTIONAL_DIVIDENDS,
  UNITS,
  ORDER,
  ON_ERROR,
  THREADS,
  OUT,
  PARAMETER_COUNT
} parameter;

/// Objects that the functions use in every call.
typedef struct {
  /// The letters of flags, each of which Python has once.
  PyObject *call, *put, *upper_call, *upper_put;
  /// The names of the parameters.
  PyObject *names[PARAMETER_COUNT];
  /// The arrays of numpy, and its functions and types that create them.
  PyObject *ndarray, *empty, *float64, *uint8;
  /// The types of results, and the members of `Status` at their numbers.
  PyObject *greeks, *all_greeks, *implied_volatility, *statuses[STATUS_COUNT];
  /// Functions of the package in Python: the general path of a call, and the report of options without a result.
  PyObject *general, *report;
} native_state;

/// What a call asks for, apart from the columns.
typedef struct {
  options_model model;
  int rows, market_units, threads, is_reporting, finds_volatilities, finds_early_exercise;
} settings;

/// Inputs as the engine reads them; they hold the buffers of arrays until they are released.
typedef struct {
  options_inputs columns;
  double numbers[PRICE + 1];
  uint8_t flag, exercise;
  options_dividend *dividends;
  Py_buffer views[PARAMETER_COUNT];
  int view_count;
  /// The view whose shape the results have; -1 if all inputs are numbers.
  int shape;
  Py_ssize_t count;
  /// Whether an option takes microseconds.
  int is_slow;
} inputs;

/// Reads a number: 1 if `object` is one, otherwise 0 without an exception.
int read_number(PyObject *object, double *number);
/// Reads a flag: 0 for a call, 1 for a put, 255 for another text or number; -1 without an exception for other objects.
int read_flag(const native_state *state, PyObject *flag);
/// Reads inputs without a copy: 1 if it can, 0 if the general path must convert them first, -1 with an exception.
int read_inputs(const native_state *state, PyObject *const values[], const settings *asked, inputs *inputs);
void release_inputs(inputs *inputs);

/// Whether the buffer holds doubles, in order.
int is_contiguous(const Py_buffer *view);
int is_float64(const Py_buffer *view);

PyObject *price(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *names);
PyObject *greeks(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *names);
PyObject *implied_volatility(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *names);
PyObject *evaluate(PyObject *module, PyObject *const *arguments, Py_ssize_t count);
PyObject *answer(PyObject *module, PyObject *const *arguments, Py_ssize_t count);
PyObject *answer_lines(PyObject *module, PyObject *const *arguments, Py_ssize_t count);
PyObject *strategies(PyObject *module, PyObject *const *arguments, Py_ssize_t count);
extern const char price_doc[], greeks_doc[], implied_volatility_doc[];
