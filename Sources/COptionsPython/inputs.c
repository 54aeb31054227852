// Arguments as columns of the engine: numbers, and arrays of numpy where they lie.
#if __has_include(<Python.h>)
#include "native.h"
#include <string.h>

int read_number(PyObject *object, double *number) {
  if (PyFloat_Check(object)) {
    *number = PyFloat_AsDouble(object);
    return 1;
  }
  if (!PyLong_CheckExact(object)) return 0;
  *number = PyLong_AsDouble(object);
  if (*number != -1 || !PyErr_Occurred()) return 1;
  PyErr_Clear();
  return 0;
}

static int flag_of_letter(Py_UCS4 letter) { return (letter | 0x20) == 'c' ? 0 : (letter | 0x20) == 'p' ? 1 : 255; }

int read_flag(const native_state *state, PyObject *flag) {
  if (flag == state->call) return 0;
  if (flag == state->put) return 1;
  if (PyUnicode_Check(flag)) return PyUnicode_GetLength(flag) == 1 ? flag_of_letter(PyUnicode_ReadChar(flag, 0)) : 255;
  if (PyBytes_Check(flag)) return PyBytes_Size(flag) == 1 ? flag_of_letter((unsigned char)*PyBytes_AsString(flag)) : 255;
  if (PyLong_CheckExact(flag)) {
    int overflow;
    long number = PyLong_AsLongAndOverflow(flag, &overflow);
    return number == 0 || number == 1 ? (int)number : 255;
  }
  return -1;
}

int is_contiguous(const Py_buffer *view) { return PyBuffer_IsContiguous(view, 'C'); }

int is_float64(const Py_buffer *view) { return view->itemsize == 8 && !strcmp(view->format, "d"); }

static int has_shape(const Py_buffer *view, const Py_buffer *other) {
  return view->ndim == other->ndim && !memcmp(view->shape, other->shape, (size_t)view->ndim * sizeof *view->shape);
}

/// Takes the buffer of an array, whose elements have one distance; returns as `read_inputs`.
static int take(const native_state *state, PyObject *object, inputs *in, Py_buffer **taken, options_column *column) {
  if ((PyObject *)Py_TYPE(object) != state->ndarray) return 0;
  Py_buffer *view = &in->views[in->view_count];
  if (PyObject_GetBuffer(object, view, PyBUF_STRIDES | PyBUF_FORMAT)) {
    // Dates and objects, which the general path names.
    PyErr_Clear();
    return 0;
  }
  ++in->view_count;
  *taken = view;
  column->data = view->buf;
  column->stride = 0;
  if (view->ndim == 0) return 1;
  if (view->ndim == 1) column->stride = view->strides[0];
  else if (is_contiguous(view)) column->stride = view->itemsize;
  else return 0;
  if (in->shape < 0) {
    in->shape = in->view_count - 1;
    in->count = 1;
    for (int i = 0; i < view->ndim; ++i) in->count *= view->shape[i];
  }
  return has_shape(view, &in->views[in->shape]);
}

static int read_column(const native_state *state, PyObject *object, parameter name, inputs *in, options_column *column) {
  if (read_number(object, &in->numbers[name])) {
    column->data = &in->numbers[name];
    column->stride = 0;
    return 1;
  }
  Py_buffer *view;
  int taken = take(state, object, in, &view, column);
  return taken > 0 ? is_float64(view) : taken;
}

/// Reads a column of integers, or of letters if it may be text.
static int read_choices(const native_state *state, PyObject *object, int may_be_text, inputs *in, options_choices *choices) {
  Py_buffer *view;
  int taken = take(state, object, in, &view, &choices->column);
  if (taken <= 0) return taken;
  choices->width = (int)view->itemsize;
  choices->is_text = !strcmp(view->format, "1w") || !strcmp(view->format, "w") || !strcmp(view->format, "s") ||
                     !strcmp(view->format, "1s");
  if (choices->is_text) return may_be_text && (choices->width == 1 || choices->width == 4);
  return strlen(view->format) == 1 && strchr("bBhHiIlLqQ", view->format[0]) != NULL;
}

static int read_flags(const native_state *state, PyObject *object, inputs *in) {
  int flag = read_flag(state, object);
  if (flag < 0) return read_choices(state, object, 1, in, &in->columns.kind);
  in->flag = (uint8_t)flag;
  in->columns.kind = (options_choices){.column = {&in->flag, 0}, .width = 1};
  return 1;
}

static int read_exercise(const native_state *state, PyObject *object, inputs *in) {
  if (!object) return 1;
  if (PyUnicode_Check(object)) {
    if (!PyUnicode_CompareWithASCIIString(object, "european")) return 1;
    if (PyUnicode_CompareWithASCIIString(object, "american")) {
      PyErr_Format(PyExc_ValueError, "exercise must be 'european' or 'american', or an array of 0 and 1, got %R", object);
      return -1;
    }
    in->exercise = 1;
    in->columns.exercise = (options_choices){.column = {&in->exercise, 0}, .width = 1};
  } else {
    int read = read_choices(state, object, 0, in, &in->columns.exercise);
    if (read <= 0) return read;
  }
  in->is_slow = 1;
  return 1;
}

/// Adds the dividends of an array of years and values.
static int read_dividends(const native_state *state, PyObject *object, int is_proportion, inputs *in) {
  if (!object || object == Py_None) return 1;
  if ((PyObject *)Py_TYPE(object) != state->ndarray) return 0;
  Py_buffer view;
  if (PyObject_GetBuffer(object, &view, PyBUF_STRIDES | PyBUF_FORMAT)) {
    PyErr_Clear();
    return 0;
  }
  int read = view.ndim == 2 && view.shape[1] == 2 && is_float64(&view) && is_contiguous(&view);
  if (read && view.shape[0] > 0) {
    size_t old = in->columns.dividend_count, count = old + (size_t)view.shape[0];
    options_dividend *all = PyMem_Realloc(in->dividends, count * sizeof *all);
    if (!all) {
      PyErr_NoMemory();
      read = -1;
    } else {
      in->dividends = all;
      const double *pairs = view.buf;
      for (size_t i = old; i < count; ++i, pairs += 2)
        all[i] = (options_dividend){.time = pairs[0], .value = pairs[1], .is_proportion = is_proportion};
      in->columns.dividends = all;
      in->columns.dividend_count = count;
      in->is_slow = 1;
    }
  }
  PyBuffer_Release(&view);
  return read;
}

static int read_yield(const native_state *state, PyObject *object, const settings *asked, inputs *in) {
  if (asked->model == OPTIONS_BLACK_SCHOLES_MERTON) {
    if (object) return read_column(state, object, YIELD, in, &in->columns.yield);
    in->columns.yield.data = &in->numbers[YIELD];
    return 1;
  }
  double yield = 0;
  if (!object || (read_number(object, &yield) && yield == 0)) return 1;
  PyErr_SetString(PyExc_ValueError, "q must be 0 in the models 'black' and 'bachelier', whose S is a forward price");
  return -1;
}

int read_inputs(const native_state *state, PyObject *const values[], const settings *asked, inputs *in) {
  memset(in, 0, sizeof *in);
  in->columns.model = asked->model;
  in->shape = -1;
  in->count = 1;
  int read;
#define READ(call) if ((read = (call)) <= 0) return read
  READ(read_flags(state, values[FLAG], in));
  READ(read_column(state, values[SPOT], SPOT, in, &in->columns.spot));
  READ(read_column(state, values[STRIKE], STRIKE, in, &in->columns.strike));
  READ(read_column(state, values[TIME], TIME, in, &in->columns.time));
  READ(read_column(state, values[RATE], RATE, in, &in->columns.rate));
  READ(read_yield(state, values[YIELD], asked, in));
  if (asked->finds_volatilities) {
    READ(read_column(state, values[PRICE], PRICE, in, &in->columns.price));
  } else {
    READ(read_column(state, values[VOLATILITY], VOLATILITY, in, &in->columns.volatility));
  }
  READ(read_exercise(state, values[EXERCISE], in));
  if (asked->finds_early_exercise && asked->model == OPTIONS_BACHELIER) {
    PyErr_SetString(PyExc_ValueError, "the model 'bachelier' has no American exercise");
    return -1;
  }
  READ(read_dividends(state, values[DIVIDENDS], 0, in));
  READ(read_dividends(state, values[PROPORTIONAL_DIVIDENDS], 1, in));
  if (in->columns.dividend_count > 0 && asked->model != OPTIONS_BLACK_SCHOLES_MERTON) {
    PyErr_SetString(PyExc_ValueError, "dividends must be empty in the models 'black' and 'bachelier', whose S is a forward price");
    return -1;
  }
  return 1;
}

void release_inputs(inputs *in) {
  while (in->view_count > 0) PyBuffer_Release(&in->views[--in->view_count]);
  PyMem_Free(in->dividends);
  in->dividends = NULL;
}
#endif
