// Requests and responses as text.
#if __has_include(<Python.h>)
// Python's header comes first, because it selects what those of the system declare.
#include "native.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

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

/// A call without the lock of the interpreter, which ends if the handler of a signal raises an exception, as that of Ctrl-C does.
typedef struct {
  pthread_t thread;
  PyThreadState *state;
  double last_check;
  atomic_int is_interrupted;
} interruptible_call;

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/// Runs the handlers of signals every 50 ms on the thread of the call. They run if this is the main thread of Python.
static int is_interrupted(void *context) {
  interruptible_call *call = context;
  if (pthread_equal(pthread_self(), call->thread) && !call->is_interrupted && seconds() - call->last_check > 0.05) {
    PyEval_RestoreThread(call->state);
    if (PyErr_CheckSignals()) call->is_interrupted = 1;
    call->state = PyEval_SaveThread();
    call->last_check = seconds();
  }
  return call->is_interrupted;
}

/// answer(command, request, leaves_out_curve, strict, market_units, threads): bytes, or for a refusal a tuple of bytes: the error object,
/// its code and its path.
PyObject *answer(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
  (void)module;
  if (count != 6) return PyErr_Format(PyExc_TypeError, "answer takes 6 arguments");
  options_answering how;
  long command = PyLong_AsLong(arguments[0]);
  int threads = (int)PyLong_AsLong(arguments[5]);
  if (PyErr_Occurred() || read_answering(arguments + 2, &how)) return NULL;
  if (command < OPTIONS_CALCULATE || command > OPTIONS_CHART) return PyErr_Format(PyExc_ValueError, "there is no command %ld", command);
  Py_buffer request;
  if (PyObject_GetBuffer(arguments[1], &request, PyBUF_SIMPLE)) return NULL;
  interruptible_call call = {.thread = pthread_self(), .last_check = seconds(), .state = PyEval_SaveThread()};
  options_answer answer = options_answer_request((options_command)command, request.buf, (size_t)request.len, how, threads,
                                                 (options_ending){is_interrupted, &call});
  PyEval_RestoreThread(call.state);
  PyBuffer_Release(&request);
  if (call.is_interrupted) {
    options_free(answer.response.bytes);
    options_free(answer.code.bytes);
    options_free(answer.path.bytes);
    return NULL;
  }
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
