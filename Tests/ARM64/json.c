// A reader of JSON files. Values are allocated once and never freed.
#include "json.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void fail(const char *path, const char *reason) {
  fprintf(stderr, "%s: %s\n", path, reason);
  exit(1);
}

typedef struct {
  const char *path;
  char *at;
} reader;

static void skip_space(reader *r) { r->at += strspn(r->at, " \t\r\n"); }

// Moves past `symbol` if it is next.
static int accept(reader *r, char symbol) {
  skip_space(r);
  if (*r->at != symbol) return 0;
  ++r->at;
  return 1;
}

static void expect(reader *r, char symbol) {
  if (!accept(r, symbol)) fail(r->path, "is not JSON");
}

// Reads a string and ends it with a zero byte in place of the closing quotation mark.
static const char *read_string(reader *r) {
  expect(r, '"');
  char *start = r->at;
  while (*r->at && *r->at != '"') r->at += r->at[0] == '\\' && r->at[1] ? 2 : 1;
  if (!*r->at) fail(r->path, "ends within a string");
  *r->at++ = 0;
  return start;
}

static json *read_value(reader *r);

static void read_list(reader *r, json *list, char end) {
  json **last = &list->first;
  while (!accept(r, end)) {
    if (list->count > 0) expect(r, ',');
    const char *key = NULL;
    if (end == '}') {
      key = read_string(r);
      expect(r, ':');
    }
    *last = read_value(r);
    (*last)->key = key;
    last = &(*last)->next;
    ++list->count;
  }
}

static json *read_value(reader *r) {
  json *value = calloc(1, sizeof *value);
  if (!value) fail(r->path, "does not fit into memory");
  value->number = NAN;
  skip_space(r);
  char first = *r->at;
  if (first == '"') {
    value->text = read_string(r);
  } else if (accept(r, '{')) {
    read_list(r, value, '}');
  } else if (accept(r, '[')) {
    read_list(r, value, ']');
  } else if (first == '-' || (first >= '0' && first <= '9')) {
    value->number = strtod(r->at, &r->at);
  } else {
    const char *words[] = {"true", "false", "null"};
    size_t length = 0;
    for (int i = 0; i < 3; ++i)
      if (strncmp(r->at, words[i], strlen(words[i])) == 0) length = strlen(words[i]);
    if (length == 0) fail(r->path, "is not JSON");
    r->at += length;
  }
  return value;
}

const json *json_read(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path, "cannot be opened");
  size_t length = 0, room = 1 << 20;
  char *bytes = malloc(room);
  for (size_t got = 1; bytes && got > 0; length += got) {
    if (room - length < 2) bytes = realloc(bytes, room *= 2);
    got = bytes ? fread(bytes + length, 1, room - length - 1, file) : 0;
  }
  if (!bytes || ferror(file)) fail(path, "cannot be read");
  fclose(file);
  bytes[length] = 0;
  reader r = {path, bytes};
  const json *document = read_value(&r);
  skip_space(&r);
  if (r.at != bytes + length) fail(path, "is not JSON");
  return document;
}

const json *json_member(const json *object, const char *key) {
  for (const json *member = object->first; member; member = member->next)
    if (member->key && strcmp(member->key, key) == 0) return member;
  return NULL;
}

double json_number(const json *object, const char *key) {
  const json *member = json_member(object, key);
  double number = member ? member->number : NAN;
  if (member && member->text) {
    char *end;
    number = strtod(member->text, &end);
    if (end == member->text || *end) number = NAN;
  }
  if (isnan(number)) fail(key, "is not a number of the row");
  return number;
}

int json_is(const json *object, const char *key, const char *text) {
  const json *member = json_member(object, key);
  return member && member->text && strcmp(member->text, text) == 0;
}
