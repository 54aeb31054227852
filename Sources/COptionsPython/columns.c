// The functions `price`, `greeks` and `implied_volatility`. Numbers and arrays of doubles are answered here; a function in Python
// converts all other inputs to such arrays, and calls `evaluate`.
#if __has_include(<Python.h>)
#include "arguments.h"
#include <math.h>
#include <string.h>

/// Options that are evaluated without releasing the lock, which takes as long as some of them.
static const Py_ssize_t few = 64;

// MARK: Results

/// Creates a tuple of a type derived from `tuple`. Takes over the references in `values`, which may be NULL after an exception.
static PyObject *named_tuple(PyObject *type, PyObject **values, int count) {
  int is_complete = 1;
  for (int i = 0; i < count; ++i) is_complete &= values[i] != NULL;
  // The function in Python that such types have takes longer than the option. A tuple of 3.14 has a hash that this does not set.
  int is_plain = Py_Version < 0x030e0000;
  PyObject *result = !is_complete ? NULL : is_plain ? PyType_GenericAlloc((PyTypeObject *)type, count) : PyTuple_New(count);
  for (int i = 0; i < count; ++i) {
    if (result) PyTuple_SetItem(result, i, values[i]);
    else Py_XDECREF(values[i]);
  }
  if (is_plain || !result) return result;
  newfunc create = (newfunc)PyType_GetSlot(&PyTuple_Type, Py_tp_new);
  PyObject *arguments = PyTuple_Pack(1, result);
  Py_DECREF(result);
  result = arguments ? create((PyTypeObject *)type, arguments, NULL) : NULL;
  Py_XDECREF(arguments);
  return result;
}

static PyObject *result_type(const native_state *state, const settings *asked) {
  return asked->finds_volatilities ? state->implied_volatility : asked->rows == 6 ? state->greeks : state->all_greeks;
}

static PyObject *result_of_numbers(const native_state *state, const settings *asked, const double *values, int status) {
  if (asked->rows == 1 && !asked->finds_volatilities) return PyFloat_FromDouble(values[0]);
  PyObject *elements[17];
  for (int i = 0; i < asked->rows; ++i) elements[i] = PyFloat_FromDouble(values[i]);
  elements[asked->rows] = Py_NewRef(state->statuses[status]);
  return named_tuple(result_type(state, asked), elements, asked->rows + 1);
}

/// The shape of the results, with `rows` before it unless that is 0.
static PyObject *shape_of(const inputs *in, int rows) {
  const Py_buffer *view = in->shape < 0 ? NULL : &in->views[in->shape];
  int more = rows > 0, dimensions = view ? view->ndim : 0;
  PyObject *shape = PyTuple_New(more + dimensions);
  if (!shape) return NULL;
  if (more) PyTuple_SetItem(shape, 0, PyLong_FromLong(rows));
  for (int i = 0; i < dimensions; ++i) PyTuple_SetItem(shape, more + i, PyLong_FromSsize_t(view->shape[i]));
  return shape;
}

static PyObject *new_array(const native_state *state, const inputs *in, int rows, PyObject *type) {
  PyObject *shape = shape_of(in, rows);
  PyObject *array = shape ? PyObject_CallFunctionObjArgs(state->empty, shape, type, NULL) : NULL;
  Py_XDECREF(shape);
  return array;
}

/// Whether the elements of two buffers overlap without being the same elements.
static int overlaps(const Py_buffer *out, const Py_buffer *in) {
  const char *a = out->buf, *b = in->buf;
  Py_ssize_t extent = in->itemsize;
  if (in->len == 0) return 0;
  for (int i = 0; i < in->ndim; ++i) {
    Py_ssize_t reach = in->strides[i] * (in->shape[i] - 1);
    if (reach < 0) b += reach;
    extent += reach < 0 ? -reach : reach;
  }
  if (a + out->len <= b || b + extent <= a) return 0;
  return out->buf != in->buf || out->len != in->len || !is_contiguous(in);
}

/// Takes the buffer of an array for results. Returns -1 with an exception if it is none of their shape.
static int take_results(PyObject *array, const inputs *in, int rows, Py_buffer *view) {
  if (PyObject_GetBuffer(array, view, PyBUF_STRIDES | PyBUF_FORMAT | PyBUF_WRITABLE)) return -1;
  int more = rows > 0, dimensions = in->shape < 0 ? 0 : in->views[in->shape].ndim;
  int fits = is_float64(view) && is_contiguous(view) && view->ndim == more + dimensions && (!more || view->shape[0] == rows);
  for (int i = 0; fits && i < dimensions; ++i) fits = view->shape[more + i] == in->views[in->shape].shape[i];
  int shares = 0;
  for (int i = 0; fits && i < in->view_count; ++i) shares |= overlaps(view, &in->views[i]);
  if (fits && !shares) return 0;
  PyBuffer_Release(view);
  PyObject *shape = shape_of(in, rows);
  if (shares) PyErr_SetString(PyExc_ValueError, "out overlaps an input");
  else if (shape) PyErr_Format(PyExc_ValueError, "out must be a contiguous float64 array; the inputs broadcast to the shape %R", shape);
  Py_XDECREF(shape);
  return -1;
}

/// The rows of `values`, and the statuses. Takes over the references.
static PyObject *result_of_arrays(const native_state *state, const settings *asked, PyObject *values, PyObject *statuses) {
  if (asked->finds_early_exercise) {
    PyObject *both = PyTuple_Pack(2, values, statuses);
    Py_DECREF(values);
    Py_DECREF(statuses);
    return both;
  }
  if (asked->rows == 1 && !asked->finds_volatilities) {
    Py_DECREF(statuses);
    return values;
  }
  PyObject *elements[17];
  for (int i = 0; i < asked->rows; ++i) elements[i] = asked->rows == 1 ? Py_NewRef(values) : PySequence_GetItem(values, i);
  elements[asked->rows] = statuses;
  Py_DECREF(values);
  return named_tuple(result_type(state, asked), elements, asked->rows + 1);
}

// MARK: Errors

static int raise_outcome(options_outcome outcome) {
  switch (outcome) {
  case OPTIONS_ANSWERED: return 0;
  case OPTIONS_EXERCISE_NOT_SUPPORTED:
    PyErr_SetString(PyExc_ValueError, "the model 'bachelier' has no American exercise");
    return -1;
  case OPTIONS_INVALID_EXERCISE:
    PyErr_SetString(PyExc_ValueError, "exercise must be 'european' or 'american', or an array of 0 and 1");
    return -1;
  case OPTIONS_INVALID_DIVIDEND:
    PyErr_SetString(PyExc_ValueError, "dividends must have finite times, amounts of 0 or more, and proportions from 0 to 1");
    return -1;
  }
  return 0;
}

/// Reports the first option without a result as a warning or an exception. `given` are the arguments by name.
static int report(const native_state *state, const settings *asked, const uint8_t *statuses, Py_ssize_t failures, const inputs *in,
                  PyObject *given) {
  if (!asked->is_reporting || failures == 0) return 0;
  Py_ssize_t index = 0;
  while (statuses[index] == OPTIONS_OK) ++index;
  PyObject *shape = shape_of(in, 0);
  if (!shape) return -1;
  PyObject *done = PyObject_CallFunction(state->report, "iOnOnni", (int)statuses[index], given, index, shape, failures, in->count,
                                         asked->is_reporting == 2);
  Py_DECREF(shape);
  Py_XDECREF(done);
  return done ? 0 : -1;
}

// MARK: Evaluation

/// The arguments by the names of their parameters.
static PyObject *named(const native_state *state, PyObject *const values[]) {
  PyObject *named = PyDict_New();
  for (int i = 0; named && i < PARAMETER_COUNT; ++i)
    if (values[i] && PyDict_SetItem(named, state->names[i], values[i])) Py_CLEAR(named);
  return named;
}

static options_outcome run(const settings *asked, const inputs *in, double *values, uint8_t *statuses, size_t *failures) {
  if (asked->finds_early_exercise)
    return options_find_early_exercise(&in->columns, (size_t)in->count, values, statuses, asked->threads, failures);
  if (asked->finds_volatilities)
    return options_find_volatilities(&in->columns, (size_t)in->count, values, statuses, asked->threads, failures);
  return options_evaluate(&in->columns, (size_t)in->count, asked->rows, asked->market_units, values, statuses, asked->threads,
                          failures);
}

static options_outcome run_without_lock(const settings *asked, const inputs *in, double *values, uint8_t *statuses, size_t *failures) {
  if (in->count <= few && !in->is_slow && !asked->finds_early_exercise) return run(asked, in, values, statuses, failures);
  options_outcome outcome;
  Py_BEGIN_ALLOW_THREADS
  outcome = run(asked, in, values, statuses, failures);
  Py_END_ALLOW_THREADS
  return outcome;
}

/// Evaluates one European option without dividends, whose numbers are at the places of their parameters. Returns its status.
static int run_single(const settings *asked, int kind, const double *x, double *values) {
  for (int i = 0; i < asked->rows; ++i) values[i] = NAN;
  if (kind > 1) return OPTIONS_INVALID_FLAG;
  if (asked->finds_volatilities)
    return options_find_one_volatility(asked->model, kind, x[PRICE], x[SPOT], x[STRIKE], x[TIME], x[RATE], x[YIELD], values);
  return options_evaluate_one(asked->model, asked->rows, asked->market_units, kind, x[SPOT], x[STRIKE], x[TIME], x[RATE], x[YIELD],
                              x[VOLATILITY], values);
}

static PyObject *evaluate_numbers(const native_state *state, const settings *asked, const inputs *in, PyObject *given) {
  double values[16];
  uint8_t status = OPTIONS_OK;
  size_t failures = 0;
  if (in->view_count == 0 && !in->is_slow) {
    status = (uint8_t)run_single(asked, in->flag, in->numbers, values);
    failures = status != OPTIONS_OK;
  } else if (raise_outcome(run_without_lock(asked, in, values, &status, &failures))) {
    return NULL;
  }
  if (report(state, asked, &status, (Py_ssize_t)failures, in, given)) return NULL;
  return result_of_numbers(state, asked, values, status);
}

static PyObject *evaluate_arrays(const native_state *state, const settings *asked, const inputs *in, PyObject *out, PyObject *given) {
  int rows = asked->finds_early_exercise ? 4 + (int)in->columns.dividend_count : asked->rows > 1 ? asked->rows : 0;
  PyObject *array = out ? Py_NewRef(out) : new_array(state, in, rows, state->float64);
  PyObject *statuses = array ? new_array(state, in, 0, state->uint8) : NULL;
  Py_buffer value_view, status_view;
  if (!statuses || take_results(array, in, rows, &value_view)) goto failed;
  if (PyObject_GetBuffer(statuses, &status_view, PyBUF_SIMPLE | PyBUF_WRITABLE)) {
    PyBuffer_Release(&value_view);
    goto failed;
  }
  size_t failures = 0;
  options_outcome outcome = OPTIONS_ANSWERED;
  if (in->count > 0) outcome = run_without_lock(asked, in, value_view.buf, status_view.buf, &failures);
  int failed = raise_outcome(outcome) || report(state, asked, status_view.buf, (Py_ssize_t)failures, in, given);
  PyBuffer_Release(&value_view);
  PyBuffer_Release(&status_view);
  if (!failed) return result_of_arrays(state, asked, array, statuses);
failed:
  Py_XDECREF(array);
  Py_XDECREF(statuses);
  return NULL;
}

/// Evaluates inputs that need no conversion, and returns NULL without an exception for others. `given` are the arguments as they were
/// given, for messages; NULL if they are `values`.
static PyObject *evaluate_inputs(const native_state *state, const settings *asked, PyObject *const values[], PyObject *given) {
  inputs in;
  PyObject *result = NULL;
  if (read_inputs(state, values, asked, &in) > 0) {
    PyObject *arguments = given ? Py_NewRef(given) : asked->is_reporting ? named(state, values) : Py_NewRef(Py_None);
    PyObject *out = values[OUT] == Py_None ? NULL : values[OUT];
    if (arguments) {
      int is_number = in.shape < 0 && !out && !asked->finds_early_exercise;
      result = is_number ? evaluate_numbers(state, asked, &in, arguments)
                                    : evaluate_arrays(state, asked, &in, out, arguments);
      Py_DECREF(arguments);
    }
  }
  release_inputs(&in);
  return result;
}

/// One European option in few words: numbers by position alone.
static PyObject *evaluate_positions(const native_state *state, const signature *function, PyObject *const *arguments,
                                    Py_ssize_t count) {
  double x[PRICE + 1];
  int kind = -1;
  x[YIELD] = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    parameter name = function->positional[i];
    if (name == FLAG ? (kind = read_flag(state, arguments[i])) < 0 : !read_number(arguments[i], &x[name])) return NULL;
  }
  settings asked = {.rows = function->is_greeks ? 6 : 1, .finds_volatilities = function->finds_volatilities};
  double values[6];
  int status = run_single(&asked, kind, x, values);
  return result_of_numbers(state, &asked, values, status);
}

static PyObject *call(PyObject *module, int index, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  const native_state *state = PyModule_GetState(module);
  const signature *function = &signatures[index];
  if (!names && (count == 6 || count == 7)) {
    PyObject *result = evaluate_positions(state, function, arguments, count);
    if (result || PyErr_Occurred()) return result;
  }
  PyObject *values[PARAMETER_COUNT];
  settings asked;
  if (bind(state, function, arguments, count, names, values) || read_settings(function, values, &asked)) return NULL;
  PyObject *result = evaluate_inputs(state, &asked, values, NULL);
  if (result || PyErr_Occurred()) return result;
  PyObject *given = named(state, values);
  if (!given) return NULL;
  result = PyObject_CallFunction(state->general, "iO", index, given);
  Py_DECREF(given);
  return result;
}

PyObject *price(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  return call(module, 0, arguments, count, names);
}
PyObject *greeks(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  return call(module, 1, arguments, count, names);
}
PyObject *implied_volatility(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  return call(module, 2, arguments, count, names);
}

/// evaluate(function, arguments, given): a call of the function at an index, whose arguments need no conversion. `given` are those that
/// the caller gave, for messages. Both are dictionaries by the names of parameters.
PyObject *evaluate(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
  const native_state *state = PyModule_GetState(module);
  long index = count == 3 ? PyLong_AsLong(arguments[0]) : -1;
  if (index < 0 || index >= (long)(sizeof signatures / sizeof *signatures) || !PyDict_Check(arguments[1])) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "evaluate takes a function, its arguments and those that were given");
    return NULL;
  }
  PyObject *values[PARAMETER_COUNT];
  for (int i = 0; i < PARAMETER_COUNT; ++i) values[i] = PyDict_GetItemWithError(arguments[1], state->names[i]);
  settings asked;
  if (read_settings(&signatures[index], values, &asked)) return NULL;
  PyObject *result = evaluate_inputs(state, &asked, values, arguments[2]);
  if (!result && !PyErr_Occurred()) PyErr_SetString(PyExc_SystemError, "the inputs were not converted");
  return result;
}
#endif
