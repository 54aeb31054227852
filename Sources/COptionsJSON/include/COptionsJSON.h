#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of JSON value.
typedef enum {
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT
} json_kind;

/// The result of reading a document.
typedef enum {
  JSON_OK,
  JSON_EMPTY,            ///< nothing but white space
  JSON_NOT_UTF8,         ///< bytes that are not UTF-8
  JSON_UNCLOSED_STRING,  ///< the document ends inside a string
  JSON_BAD_STRING,       ///< an unescaped control character or a wrong escape
  JSON_BAD_NUMBER,       ///< not a valid number
  JSON_BAD_LITERAL,      ///< not true, false or null
  JSON_BAD_STRUCTURE,    ///< a bracket, comma, colon or value is missing or in the wrong place
  JSON_INCOMPLETE,       ///< the document ends before its last bracket
  JSON_TRAILING,         ///< text after the value
  JSON_TOO_DEEP,         ///< nested deeper than the reader's limit
  JSON_TOO_LARGE,        ///< more bytes than a reader can index
  JSON_CANCELLED,        ///< the check ended the reading
  JSON_OUT_OF_MEMORY
} json_status;

/// The index of a name that is not in the reader's table.
#define JSON_NO_NAME (-1)

/// A value. The members of an object and the elements of an array follow their container, in document order. Members
/// whose name is not in the reader's table, unless the reader records all members, and array elements beyond the reader's
/// maximum are validated but produce no token.
typedef struct {
  json_kind kind;
  /// For a member of an object, the index of its name in the table; if the reader records all members, the number of
  /// its name among the strings, for json_reader_string. JSON_NO_NAME for all other values.
  int32_t name;
  /// The index of the first token after this value and its members or elements.
  uint32_t next;
  /// The position of the value in the input, in bytes. The length of a container is 0.
  uint32_t offset;
  uint32_t length;
  /// For an array, the number of its elements, including those without a token.
  uint32_t count;
  /// For a string, its number among the strings, for json_reader_string.
  uint32_t string;
  /// For a number, the nearest double; infinite if the number is beyond the range of double.
  double number;
} json_token;

/// Reads documents one at a time, reusing its memory. Not thread-safe.
typedef struct json_reader json_reader;

/// Creates a reader with an empty table of names, which records at most `maximum_elements` elements of an array.
/// Returns NULL if memory is exhausted.
json_reader *json_reader_create(size_t maximum_depth, size_t maximum_elements);

/// Appends a copy of `name` (UTF-8, not empty) to the table.
json_status json_reader_add_name(json_reader *reader, const char *name);

/// Makes the reader record all members of objects, including those whose names are not in the table.
void json_reader_record_all_members(json_reader *reader);

void json_reader_destroy(json_reader *reader);

/// Returns whether the reader must stop.
typedef bool json_check(const void *context);

/// Reads and validates one JSON text (RFC 8259), which may begin with a byte-order mark. The tokens are valid until the
/// next call with the same reader. `is_cancelled`, which may be NULL, is called with `context` for every 4,096th value.
json_status json_reader_read(json_reader *reader, const uint8_t *bytes, size_t count, json_check *is_cancelled,
                             const void *context);

/// A member, of an object with a token, whose name is not in the reader's table.
typedef struct {
  /// The token of the object.
  uint32_t object;
  /// The index of the first token after the member's name.
  uint32_t next;
  /// The number of the name among the strings, for json_reader_string.
  uint32_t string;
} json_unknown_member;

/// Reads the last text, which was read without an error, a second time, and produces its tokens again. The members that
/// have no token because their names are not in the table are then available until the next call.
json_status json_reader_find_unknown(json_reader *reader, json_check *is_cancelled, const void *context);

/// A digest of the members of the last text that have no token because their names are not in the table: 0 if there are
/// none, and the same for the same names in any order.
uint64_t json_reader_unknown_names(const json_reader *reader);

const json_unknown_member *json_reader_unknown(const json_reader *reader);
size_t json_reader_unknown_count(const json_reader *reader);

const json_token *json_reader_tokens(const json_reader *reader);
size_t json_reader_token_count(const json_reader *reader);

/// The bytes of the last text. The offsets of tokens are relative to the first of them.
const uint8_t *json_reader_text(const json_reader *reader);

typedef struct {
  const uint8_t *bytes;
  size_t count;
} json_bytes;

/// The text of a string, without quotes and escapes, in UTF-8; `string` is the number in its token.
json_bytes json_reader_string(const json_reader *reader, uint32_t string);

/// Returns the number of bytes before the first line feed, or `count` if there is none.
size_t json_line_length(const uint8_t *bytes, size_t count);

/// Returns the number of bytes before the first quotation mark, or `count` if there is none.
size_t json_length_before_quote(const uint8_t *bytes, size_t count);

/// Writes the shortest decimal that reads back as `number`, which must be finite: if `plain`, without an exponent;
/// otherwise with one digit before the point and an exponent with its sign and at least two digits. Returns the number
/// of bytes; 0 if `capacity` is too small.
size_t json_write_number(double number, bool plain, uint8_t *bytes, size_t capacity);

/// The version of the headers of simdjson with which the reader was compiled: 31203 is 3.12.3.
int32_t json_simdjson_version(void);

/// The offset of an error that has no position in the input.
#define JSON_NO_OFFSET (-1)

/// After a failure, the offset in bytes at which it was detected, at most the number of bytes of the input, or
/// JSON_NO_OFFSET.
ptrdiff_t json_reader_error_offset(const json_reader *reader);

#ifdef __cplusplus
}
#endif
