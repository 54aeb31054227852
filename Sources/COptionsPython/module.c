// The module `_native`.
#if __has_include(<Python.h>)
#include "native.h"

/// The version of simdjson in `simdjson-requirements.txt`.
#define SIMDJSON 31203

static PyObject *instruction_set(PyObject *module, PyObject *ignored) {
  (void)module, (void)ignored;
  return PyUnicode_FromString(options_instruction_set());
}

static void replace(PyObject **target, PyObject *object) {
  PyObject *old = *target;
  *target = Py_NewRef(object);
  Py_XDECREF(old);
}

/// configure(general, report, Greeks, AllGreeks, ImpliedVolatility, {number: Status}): the objects of the package that calls use.
static PyObject *configure(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
  native_state *state = PyModule_GetState(module);
  PyObject **targets[] = {&state->general, &state->report, &state->greeks, &state->all_greeks, &state->implied_volatility};
  if (count != 6) return PyErr_Format(PyExc_TypeError, "configure takes 6 arguments");
  for (int i = 0; i < 5; ++i) replace(targets[i], arguments[i]);
  Py_ssize_t position = 0;
  PyObject *number, *status;
  while (PyDict_Next(arguments[5], &position, &number, &status)) {
    long index = PyLong_AsLong(number);
    if (index < 0 || index >= STATUS_COUNT) return PyErr_Format(PyExc_ValueError, "there is no status %ld", index);
    replace(&state->statuses[index], status);
  }
  Py_RETURN_NONE;
}

#define FAST(name) (PyCFunction)(void (*)(void))name
static PyMethodDef methods[] = {
    {"price", FAST(price), METH_FASTCALL | METH_KEYWORDS, price_doc},
    {"greeks", FAST(greeks), METH_FASTCALL | METH_KEYWORDS, greeks_doc},
    {"implied_volatility", FAST(implied_volatility), METH_FASTCALL | METH_KEYWORDS, implied_volatility_doc},
    {"evaluate", FAST(evaluate), METH_FASTCALL, NULL},
    {"answer", FAST(answer), METH_FASTCALL, NULL},
    {"answer_lines", FAST(answer_lines), METH_FASTCALL, NULL},
    {"strategies", FAST(strategies), METH_FASTCALL, NULL},
    {"configure", FAST(configure), METH_FASTCALL, NULL},
    {"instruction_set", instruction_set, METH_NOARGS,
     "instruction_set()\n--\n\nThe instruction set of the kernels on this processor: 'baseline', 'avx2' or 'avx512'."},
    {0}};

static int set_name(PyObject **target, const char *text) { return (*target = PyUnicode_InternFromString(text)) ? 0 : -1; }

static int initialise(PyObject *module) {
  if (options_simdjson_version() != SIMDJSON) {
    PyErr_Format(PyExc_ImportError, "the module was compiled with version %d of simdjson, not %d", options_simdjson_version(), SIMDJSON);
    return -1;
  }
  native_state *state = PyModule_GetState(module);
  static const char *const names[PARAMETER_COUNT] = {
      [FLAG] = "flag",   [SPOT] = "S",          [STRIKE] = "K",          [TIME] = "t",
      [RATE] = "r",      [VOLATILITY] = "sigma", [YIELD] = "q",          [PRICE] = "price",
      [MODEL] = "model", [EXERCISE] = "exercise", [DIVIDENDS] = "dividends", [PROPORTIONAL_DIVIDENDS] = "proportional_dividends",
      [UNITS] = "units", [ORDER] = "order",      [ON_ERROR] = "on_error", [THREADS] = "threads",
      [OUT] = "out"};
  for (int i = 0; i < PARAMETER_COUNT; ++i)
    if (set_name(&state->names[i], names[i])) return -1;
  if (set_name(&state->call, "c") || set_name(&state->put, "p")) return -1;
  PyObject *numpy = PyImport_ImportModule("numpy");
  if (!numpy) return -1;
  state->ndarray = PyObject_GetAttrString(numpy, "ndarray");
  state->empty = PyObject_GetAttrString(numpy, "empty");
  state->float64 = PyObject_CallMethod(numpy, "dtype", "s", "float64");
  state->uint8 = PyObject_CallMethod(numpy, "dtype", "s", "uint8");
  Py_DECREF(numpy);
  return state->ndarray && state->empty && state->float64 && state->uint8 ? 0 : -1;
}

/// Calls `VISIT` with each object of the state.
#define FOR_EACH(state, VISIT)                                                                                                        \
  do {                                                                                                                                \
    PyObject **all = (PyObject **)(state);                                                                                            \
    for (size_t i = 0; i < sizeof *(state) / sizeof *all; ++i) VISIT(all[i]);                                                         \
  } while (0)

static int traverse(PyObject *module, visitproc visit, void *arg) {
  native_state *state = PyModule_GetState(module);
  FOR_EACH(state, Py_VISIT);
  return 0;
}
static int clear(PyObject *module) {
  native_state *state = PyModule_GetState(module);
  FOR_EACH(state, Py_CLEAR);
  return 0;
}
static void destroy(void *module) { clear(module); }

static PyModuleDef_Slot slots[] = {{Py_mod_exec, initialise}, {0}};
static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "_native", .m_size = sizeof(native_state), .m_methods = methods,
    .m_slots = slots, .m_traverse = traverse, .m_clear = clear, .m_free = destroy};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
#endif
