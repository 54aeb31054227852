// Requests and responses as text.
#if __has_include(<Python.h>)
#include "native.h"

static PyObject *bytes_of(options_text text) {
  PyObject *bytes = PyBytes_FromStringAndSize((const char *)text.bytes, (Py_ssize_t)text.count);
  options_free(text.bytes);
  return bytes;
}

/// Reads three arguments, 0 or 1, from `flags`. Returns -1 with an exception.
static int read_answering(PyObject *const *flags, options_answering *how) {
  int *members[] = {&how->leaves_out_curve, &how->strict, &how->market_units};
  for (int i = 0; i < 3; ++i)
    if ((*members[i] = PyObject_IsTrue(flags[i])) < 0) return -1;
  return 0;
}

/// answer(command, request, leaves_out_curve, strict, market_units): bytes, or for a refusal a tuple of bytes: the error object, its
/// code and its path.
PyObject *answer(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
  (void)module;
  if (count != 5) return PyErr_Format(PyExc_TypeError, "answer takes 5 arguments");
  options_answering how;
  long command = PyLong_AsLong(arguments[0]);
  if (PyErr_Occurred() || read_answering(arguments + 2, &how)) return NULL;
  if (command < OPTIONS_CALCULATE || command > OPTIONS_CHART) return PyErr_Format(PyExc_ValueError, "there is no command %ld", command);
  Py_buffer request;
  if (PyObject_GetBuffer(arguments[1], &request, PyBUF_SIMPLE)) return NULL;
  options_answer answer;
  Py_BEGIN_ALLOW_THREADS
  answer = options_answer_request((options_command)command, request.buf, (size_t)request.len, how);
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&request);
  PyObject *response = bytes_of(answer.response);
  if (!answer.is_refusal) return response;
  PyObject *code = bytes_of(answer.code), *path = bytes_of(answer.path), *refusal = NULL;
  if (response && code && path) refusal = PyTuple_Pack(3, response, code, path);
  Py_XDECREF(response);
  Py_XDECREF(code);
  Py_XDECREF(path);
  return refusal;
}

/// answer_lines(lines, leaves_out_curve, strict, market_units, threads): bytes, and the numbers of answers and refusals.
PyObject *answer_lines(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
  (void)module;
  if (count != 5) return PyErr_Format(PyExc_TypeError, "answer_lines takes 5 arguments");
  options_answering how;
  int threads = (int)PyLong_AsLong(arguments[4]);
  if (PyErr_Occurred() || read_answering(arguments + 1, &how)) return NULL;
  Py_buffer lines;
  if (PyObject_GetBuffer(arguments[0], &lines, PyBUF_SIMPLE)) return NULL;
  options_answers answers;
  Py_BEGIN_ALLOW_THREADS
  answers = options_answer_lines(lines.buf, (size_t)lines.len, how, threads);
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&lines);
  PyObject *bytes = bytes_of(answers.lines);
  if (!bytes) return NULL;
  PyObject *result = Py_BuildValue("(Onn)", bytes, (Py_ssize_t)answers.answered, (Py_ssize_t)answers.refused);
  Py_DECREF(bytes);
  return result;
}
#endif
