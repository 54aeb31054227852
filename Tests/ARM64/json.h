#pragma once
#include <stddef.h>

/// A value of a JSON document. The elements of an array and the members of an object form a list.
typedef struct json {
  const char *key;  ///< The name of a member; NULL for other values.
  const char *text; ///< The text of a string, with escape sequences as they are written; NULL for other values.
  double number;    ///< NaN if the value is not a number.
  size_t count;     ///< The number of elements or members.
  struct json *first, *next;
} json;

/// Reads a JSON file. If the file is missing or is not JSON, prints the reason and exits with status 1.
const json *json_read(const char *path);

/// Returns the member `key` of an object, or NULL.
const json *json_member(const json *object, const char *key);

/// Returns the number of the member `key`: a JSON number, or a string that contains a number. If there is none, prints
/// the name and exits with status 1.
double json_number(const json *object, const char *key);

/// Returns whether the member `key` is the string `text`.
int json_is(const json *object, const char *key, const char *text);
