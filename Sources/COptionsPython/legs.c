// Columns of legs from Arrow arrays: numbers of any width, text and categories, rows of legs and lists of legs.
#if __has_include(<Python.h>)
#include "arrow.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// MARK: Schema

static int is_integer(const struct ArrowSchema *schema) {
  return !schema->dictionary && strlen(schema->format) == 1 && strchr("cCsSiIlL", schema->format[0]);
}
static int is_number(const struct ArrowSchema *schema) {
  return is_integer(schema) || (!schema->dictionary && (!strcmp(schema->format, "g") || !strcmp(schema->format, "f")));
}
static int is_text(const struct ArrowSchema *schema) {
  return !strcmp(schema->format, "u") || !strcmp(schema->format, "U") || !strcmp(schema->format, "vu");
}
static int is_type(const struct ArrowSchema *schema) {
  if (schema->dictionary) return strlen(schema->format) == 1 && strchr("cCsSiIlL", schema->format[0]) && is_text(schema->dictionary);
  return is_text(schema) || is_integer(schema);
}
static int is_list(const struct ArrowSchema *schema) {
  int lists = !strcmp(schema->format, "+l") || !strcmp(schema->format, "+L") || !strncmp(schema->format, "+w:", 3);
  return lists && schema->n_children == 1 && !strcmp(schema->children[0]->format, "+s");
}

static int64_t column(const struct ArrowSchema *schema, const char *name) {
  for (int64_t i = 0; i < schema->n_children; ++i)
    if (schema->children[i]->name && !strcmp(schema->children[i]->name, name)) return i;
  return -1;
}

static int require(const struct ArrowSchema *schema, const char *name, int is_required, int (*fits)(const struct ArrowSchema *),
                   const char *what, int64_t *found) {
  *found = column(schema, name);
  if (*found < 0 && !is_required) return 0;
  if (*found < 0) PyErr_Format(PyExc_TypeError, "the legs have no column '%s'", name);
  else if (fits(schema->children[*found])) return 0;
  else PyErr_Format(PyExc_TypeError, "the column '%s' must hold %s; its Arrow format is '%s'", name, what, schema->children[*found]->format);
  return -1;
}

int find_columns(const struct ArrowSchema *schema, leg_schema *found) {
  if (strcmp(schema->format, "+s")) {
    PyErr_SetString(PyExc_TypeError, "the legs must be a table");
    return -1;
  }
  if (require(schema, "legs", 0, is_list, "lists of structs", &found->legs)) return -1;
  const struct ArrowSchema *legs = found->legs < 0 ? schema : schema->children[found->legs]->children[0];
  return require(schema, "strategy", found->legs < 0, is_integer, "integers", &found->strategy) ||
                 require(legs, "type", 1, is_type, "text, or the integers 0 (call), 1 (put) and 2 (stock)", &found->type) ||
                 require(legs, "quantity", 1, is_integer, "integers, negative if sold", &found->quantity) ||
                 require(legs, "strike", 1, is_number, "numbers", &found->strike) ||
                 require(legs, "premium", 1, is_number, "numbers", &found->premium) ||
                 require(legs, "shares_per_contract", 0, is_integer, "integers", &found->shares)
             ? -1
             : 0;
}

// MARK: Elements

/// Part of an array: `count` elements from `start` on, in the elements of its buffers.
typedef struct {
  const struct ArrowSchema *schema;
  const struct ArrowArray *array;
  int64_t start, count;
} part;

static part child(part parent, int64_t index) {
  const struct ArrowArray *array = parent.array->children[index];
  return (part){parent.schema->children[index], array, parent.start + array->offset, parent.count};
}

static int has_bit(const void *bits, int64_t i) { return ((const uint8_t *)bits)[i >> 3] >> (i & 7) & 1; }

/// The bits of the elements that are not null; NULL if none is.
static const void *validity(part p) { return p.array->null_count == 0 || p.array->n_buffers < 1 ? NULL : p.array->buffers[0]; }

#define EACH_INTEGER(CASE)                                                                                                            \
  CASE('c', int8_t)                                                                                                                   \
  CASE('C', uint8_t)                                                                                                                  \
  CASE('s', int16_t)                                                                                                                  \
  CASE('S', uint16_t)                                                                                                                 \
  CASE('i', int32_t)                                                                                                                  \
  CASE('I', uint32_t)                                                                                                                 \
  CASE('l', int64_t)                                                                                                                  \
  CASE('L', uint64_t)

static void read_integers(part p, int64_t absent, int64_t *out) {
#define COPY(format, type)                                                                                                            \
  case format: {                                                                                                                      \
    const type *values = (const type *)p.array->buffers[1] + p.start;                                                                 \
    for (int64_t i = 0; i < p.count; ++i) out[i] = (int64_t)values[i];                                                                \
    break;                                                                                                                            \
  }
  switch (p.schema->format[0]) { EACH_INTEGER(COPY) }
  const void *valid = validity(p);
  for (int64_t i = 0; valid && i < p.count; ++i)
    if (!has_bit(valid, p.start + i)) out[i] = absent;
}

static void read_numbers(part p, double *out) {
#define CONVERT(format, type)                                                                                                         \
  case format: {                                                                                                                      \
    const type *values = (const type *)p.array->buffers[1] + p.start;                                                                 \
    for (int64_t i = 0; i < p.count; ++i) out[i] = (double)values[i];                                                                 \
    break;                                                                                                                            \
  }
  switch (p.schema->format[0]) {
    EACH_INTEGER(CONVERT)
    CONVERT('f', float)
    CONVERT('g', double)
  }
  const void *valid = validity(p);
  for (int64_t i = 0; valid && i < p.count; ++i)
    if (!has_bit(valid, p.start + i)) out[i] = NAN;
}

/// Kinds as the engine reads them, and one for anything else.
enum { CALL, PUT, STOCK, UNKNOWN = 255 };

static uint8_t kind_of_text(const char *text, int64_t length) {
  static const struct {
    const char *name;
    uint8_t kind;
  } names[] = {{"call", CALL}, {"put", PUT}, {"stock", STOCK}, {"c", CALL}, {"p", PUT}};
  for (size_t n = 0; n < sizeof names / sizeof *names; ++n) {
    if ((int64_t)strlen(names[n].name) != length) continue;
    int64_t i = 0;
    while (i < length && (text[i] | 0x20) == names[n].name[i]) ++i;
    if (i == length) return names[n].kind;
  }
  return UNKNOWN;
}

/// Reads text: utf8, large utf8, or views, whose elements hold texts of up to 12 bytes.
static void read_text(part p, uint8_t *out) {
  const char format = p.schema->format[0];
  for (int64_t i = 0; i < p.count; ++i) {
    int64_t k = p.start + i;
    if (format == 'v') {
      const char *view = (const char *)p.array->buffers[1] + 16 * k;
      int32_t length;
      memcpy(&length, view, sizeof length);
      out[i] = length <= 12 ? kind_of_text(view + 4, length) : UNKNOWN;
    } else if (format == 'u') {
      const int32_t *ends = p.array->buffers[1];
      out[i] = kind_of_text((const char *)p.array->buffers[2] + ends[k], ends[k + 1] - ends[k]);
    } else {
      const int64_t *ends = p.array->buffers[1];
      out[i] = kind_of_text((const char *)p.array->buffers[2] + ends[k], ends[k + 1] - ends[k]);
    }
  }
}

static void forget_nulls(part p, uint8_t *kinds) {
  const void *valid = validity(p);
  for (int64_t i = 0; valid && i < p.count; ++i)
    if (!has_bit(valid, p.start + i)) kinds[i] = UNKNOWN;
}

static int read_kinds(part p, uint8_t *out) {
  if (!p.schema->dictionary && is_text(p.schema)) {
    read_text(p, out);
  } else {
    int64_t *numbers = malloc((size_t)p.count * sizeof *numbers + 1);
    if (!numbers) return ENOMEM;
    read_integers(p, -1, numbers);
    if (p.schema->dictionary) {
      const struct ArrowArray *texts = p.array->dictionary;
      part all = {p.schema->dictionary, texts, texts->offset, texts->length};
      uint8_t *kinds = malloc((size_t)all.count + 1);
      if (!kinds) {
        free(numbers);
        return ENOMEM;
      }
      read_text(all, kinds);
      forget_nulls(all, kinds);
      for (int64_t i = 0; i < p.count; ++i) out[i] = numbers[i] >= 0 && numbers[i] < all.count ? kinds[numbers[i]] : UNKNOWN;
      free(kinds);
    } else {
      for (int64_t i = 0; i < p.count; ++i) out[i] = numbers[i] >= CALL && numbers[i] <= STOCK ? (uint8_t)numbers[i] : UNKNOWN;
    }
    free(numbers);
  }
  forget_nulls(p, out);
  return 0;
}

// MARK: Table

static int grow(void *memory, size_t size, size_t count) {
  void **old = memory, *larger = realloc(*old, size * count + 1);
  if (!larger) return ENOMEM;
  *old = larger;
  return 0;
}

static int reserve(leg_table *t, size_t legs, size_t strategies, int has_shares) {
  if (t->legs + legs > t->leg_capacity) {
    size_t n = t->legs + legs > 2 * t->leg_capacity ? t->legs + legs : 2 * t->leg_capacity;
    if (grow(&t->kind, 1, n) || grow(&t->quantity, 8, n) || grow(&t->strike, 8, n) || grow(&t->premium, 8, n)) return ENOMEM;
    if (has_shares && grow(&t->shares, 8, n)) return ENOMEM;
    t->leg_capacity = n;
  }
  if (!t->starts || t->strategies + strategies > t->strategy_capacity) {
    size_t n = t->strategies + strategies > 2 * t->strategy_capacity ? t->strategies + strategies : 2 * t->strategy_capacity;
    if (grow(&t->ids, 8, n) || grow(&t->starts, sizeof *t->starts, n + 1)) return ENOMEM;
    t->strategy_capacity = n;
  }
  return 0;
}

static void begin(leg_table *t, int64_t id, size_t leg) {
  t->ids[t->strategies] = id;
  t->starts[t->strategies++] = leg;
}

static int append_legs(leg_table *t, part legs, const leg_schema *found) {
  read_integers(child(legs, found->quantity), 0, t->quantity + t->legs);
  read_numbers(child(legs, found->strike), t->strike + t->legs);
  read_numbers(child(legs, found->premium), t->premium + t->legs);
  if (found->shares >= 0) read_integers(child(legs, found->shares), 0, t->shares + t->legs);
  int error = read_kinds(child(legs, found->type), t->kind + t->legs);
  forget_nulls(legs, t->kind + t->legs);
  t->legs += (size_t)legs.count;
  return error;
}

/// The place of the end of list `i` among the legs; lists have ends of 32 or 64 bits, or one length.
static int64_t list_end(part lists, int64_t i) {
  const char *format = lists.schema->format;
  if (!strcmp(format, "+l")) return ((const int32_t *)lists.array->buffers[1])[lists.start + i];
  if (!strcmp(format, "+L")) return ((const int64_t *)lists.array->buffers[1])[lists.start + i];
  return (lists.start + i) * strtoll(format + 3, NULL, 10);
}

static int append_lists(leg_table *t, part rows, const leg_schema *found, int64_t first_row) {
  part lists = child(rows, found->legs);
  int64_t first = list_end(lists, 0), count = list_end(lists, rows.count) - first;
  const struct ArrowArray *structs = lists.array->children[0];
  part legs = {lists.schema->children[0], structs, structs->offset + first, count};
  if (reserve(t, (size_t)count, (size_t)rows.count, found->shares >= 0)) return ENOMEM;
  size_t before = t->legs, firsts = t->strategies;
  int error = append_legs(t, legs, found);
  if (error) return error;
  for (int64_t i = 0; i < rows.count; ++i) begin(t, first_row + i, before + (size_t)(list_end(lists, i) - first));
  // A list that is null may have elements.
  const void *valid = validity(lists);
  for (int64_t i = 0; valid && i < rows.count; ++i)
    if (!has_bit(valid, lists.start + i)) {
      int64_t start = list_end(lists, i) - first;
      memset(t->kind + before + start, UNKNOWN, (size_t)(list_end(lists, i + 1) - first - start));
    }
  if (found->strategy >= 0) read_integers(child(rows, found->strategy), INT64_MIN, t->ids + firsts);
  t->starts[t->strategies] = t->legs;
  return 0;
}

int append_rows(leg_table *t, const struct ArrowSchema *schema, const leg_schema *found, const struct ArrowArray *batch,
                int64_t first_row) {
  part rows = {schema, batch, batch->offset, batch->length};
  if (rows.count == 0) return 0;
  if (found->legs >= 0) return append_lists(t, rows, found, first_row);
  if (reserve(t, (size_t)rows.count, (size_t)rows.count, found->shares >= 0)) return ENOMEM;
  int64_t *ids = malloc((size_t)rows.count * sizeof *ids);
  if (!ids) return ENOMEM;
  read_integers(child(rows, found->strategy), INT64_MIN, ids);
  for (int64_t i = 0; i < rows.count; ++i)
    if (t->strategies == 0 || t->ids[t->strategies - 1] != ids[i]) begin(t, ids[i], t->legs + (size_t)i);
  free(ids);
  int error = append_legs(t, rows, found);
  t->starts[t->strategies] = t->legs;
  return error;
}

void keep_last(leg_table *t) {
  if (t->strategies == 0) return;
  size_t start = t->starts[t->strategies - 1], count = t->legs - start;
  memmove(t->kind, t->kind + start, count);
  memmove(t->quantity, t->quantity + start, count * 8);
  memmove(t->strike, t->strike + start, count * 8);
  memmove(t->premium, t->premium + start, count * 8);
  if (t->shares) memmove(t->shares, t->shares + start, count * 8);
  t->ids[0] = t->ids[t->strategies - 1];
  t->starts[0] = 0;
  t->starts[1] = count;
  t->strategies = 1;
  t->legs = count;
}

void free_legs(leg_table *t) {
  free(t->kind);
  free(t->quantity);
  free(t->shares);
  free(t->strike);
  free(t->premium);
  free(t->ids);
  free(t->starts);
}
#endif
