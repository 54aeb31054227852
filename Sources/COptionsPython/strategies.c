// The stream of metrics that `strategies` returns: it pulls a batch of legs, and answers the strategies that it completes.
#if __has_include(<Python.h>)
#include "arrow.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  /// The capsule that holds the stream of legs.
  PyObject *source;
  struct ArrowArrayStream *legs;
  struct ArrowSchema schema;
  leg_schema found;
  leg_table table;
  int64_t rows;
  int threads, is_finished;
  char error[256];
} state;

static int answer_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  (void)stream;
  return result_schema(out);
}

static const char *last_error(struct ArrowArrayStream *stream) {
  state *s = stream->private_data;
  return s->error[0] ? s->error : NULL;
}

/// Pulls batches of legs until a strategy is complete or the legs end. The producer may run Python, for which it needs the lock.
static int pull(state *s) {
  while (!s->is_finished && s->table.strategies < (s->found.legs >= 0 ? 1 : 2)) {
    struct ArrowArray batch = {0};
    PyGILState_STATE lock = PyGILState_Ensure();
    int error = s->legs->get_next(s->legs, &batch);
    if (error) {
      const char *text = s->legs->get_last_error(s->legs);
      snprintf(s->error, sizeof s->error, "%s", text ? text : "the stream of legs failed");
    }
    PyGILState_Release(lock);
    if (error) return error;
    if (!batch.release) {
      s->is_finished = 1;
      break;
    }
    error = append_rows(&s->table, &s->schema, &s->found, &batch, s->rows);
    s->rows += batch.length;
    lock = PyGILState_Ensure();
    batch.release(&batch);
    PyGILState_Release(lock);
    if (error) return error;
  }
  return 0;
}

/// Releases the lock if this thread holds it; a consumer may call with or without it.
static PyThreadState *leave_lock(void) {
  PyGILState_STATE lock = PyGILState_Ensure();
  PyGILState_Release(lock);
  return lock == PyGILState_LOCKED ? PyEval_SaveThread() : NULL;
}

static int answer_batch(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  state *s = stream->private_data;
  memset(out, 0, sizeof *out);
  int error = pull(s);
  if (error) return error;
  // A row after this batch may belong to its last strategy.
  int keeps = !s->is_finished && s->found.legs < 0;
  leg_table *t = &s->table;
  size_t count = t->strategies - (size_t)(keeps && t->strategies > 0);
  if (count == 0) return 0;
  options_metrics metrics;
  int64_t *ids = malloc(count * sizeof *ids);
  if (!ids || allocate_metrics(&metrics, count)) {
    free(ids);
    return ENOMEM;
  }
  memcpy(ids, t->ids, count * sizeof *ids);
  options_legs legs = {t->kind, t->quantity, t->strike, t->premium, s->found.shares >= 0 ? t->shares : NULL};
  PyThreadState *thread = leave_lock();
  double *break_evens = options_find_metrics(&legs, t->starts, count, s->threads, &metrics);
  if (thread) PyEval_RestoreThread(thread);
  if (keeps) keep_last(t);
  else t->legs = t->strategies = 0;
  return result_batch(out, (int64_t)count, ids, &metrics, break_evens);
}

static void release_stream(struct ArrowArrayStream *stream) {
  state *s = stream->private_data;
  // After the end of Python, nothing of it can be released.
  if (Py_IsInitialized()) {
    PyGILState_STATE lock = PyGILState_Ensure();
    if (s->schema.release) s->schema.release(&s->schema);
    Py_XDECREF(s->source);
    PyGILState_Release(lock);
  }
  free_legs(&s->table);
  free(s);
  stream->release = NULL;
}

static void destroy_capsule(PyObject *capsule) {
  struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
  if (stream->release) stream->release(stream);
  free(stream);
}

/// strategies(legs, threads): a capsule of a stream of metrics, from an object with `__arrow_c_stream__`.
PyObject *strategies(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
  (void)module;
  if (count != 2) return PyErr_Format(PyExc_TypeError, "strategies takes 2 arguments");
  int threads = (int)PyLong_AsLong(arguments[1]);
  if (PyErr_Occurred()) return NULL;
  state *s = calloc(1, sizeof *s);
  struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
  if (!s || !stream) {
    free(s);
    free(stream);
    return PyErr_NoMemory();
  }
  *stream = (struct ArrowArrayStream){answer_schema, answer_batch, last_error, release_stream, s};
  PyObject *capsule = PyCapsule_New(stream, "arrow_array_stream", destroy_capsule);
  if (!capsule) {
    free(s);
    free(stream);
    return NULL;
  }
  s->threads = threads;
  s->source = PyObject_CallMethod(arguments[0], "__arrow_c_stream__", NULL);
  s->legs = s->source ? PyCapsule_GetPointer(s->source, "arrow_array_stream") : NULL;
  if (s->legs) {
    int error = s->legs->get_schema(s->legs, &s->schema);
    const char *text = error ? s->legs->get_last_error(s->legs) : NULL;
    if (error) PyErr_Format(PyExc_ValueError, "the stream of legs has no schema: %s", text ? text : "unknown error");
    else if (!find_columns(&s->schema, &s->found)) return capsule;
  }
  Py_DECREF(capsule);
  return NULL;
}
#endif
