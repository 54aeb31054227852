// simdjson's on-demand reader behind a C interface.
//
// On demand means that simdjson validates only the values that are read. To validate the whole document, this reader
// visits every value in document order, including those without a token. Because simdjson keeps numbers as text until
// they are read, a number beyond the range of double can be distinguished from invalid text.
//
// Source: Keiser and Lemire, "On-demand JSON: a better way to parse documents?", Software: Practice and Experience
// 54(6), 2024, doi:10.1002/spe.3313.

// Disables assertions in a release. Those of simdjson become assumptions of the optimiser, so the fuzzer and the tests with the address
// sanitizer define DEBUG.
#if !defined(DEBUG) && !defined(NDEBUG)
#define NDEBUG
#endif

#include "COptionsJSON.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

using namespace simdjson;

struct json_reader {
  ondemand::parser parser;
  struct name {
    std::string text;
    int32_t index;
  };
  /// The names of each length; few names have the same length.
  std::vector<std::vector<name>> names;
  int32_t name_count = 0;
  size_t maximum_depth;
  size_t maximum_elements;
  /// Whether members are recorded even if their names are not in the table.
  bool records_all_members = false;
  std::unique_ptr<char[]> buffer;
  size_t capacity = 0;
  std::vector<json_token> tokens;
  /// The texts of the strings, in order; they point into the parser's memory.
  std::vector<std::string_view> strings;
  /// The sum of the digests of names that are not in the table.
  uint64_t unknown_names = 0;
  /// Members whose names are not in the table; filled by json_reader_find_unknown.
  std::vector<json_unknown_member> unknown;
  /// The length of the last text.
  size_t count = 0;
  ptrdiff_t error_offset = JSON_NO_OFFSET;
};

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The digest FNV-1a (Fowler, Noll and Vo, 1991) of a name.
uint64_t digest(std::string_view name) {
  uint64_t digest = 0xcbf29ce484222325;
  for (char c : name) digest = (digest ^ uint8_t(c)) * 0x100000001b3;
  return digest;
}

/// Parses a number of any length by the grammar of RFC 8259:
///
///     number = [ "-" ] ( "0" / digit1-9 *digit ) [ "." 1*digit ] [ ( "e" / "E" ) [ "-" / "+" ] 1*digit ]
///
/// Returns false if `text` is not a number. Beyond the range of double, `number` is infinite or 0.
bool parse_number(std::string_view text, double &number) {
  size_t i = 0;
  auto is = [&](char c) { return i < text.size() && text[i] == c; };
  auto skip_digits = [&] {
    size_t start = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - start;
  };
  bool negative = is('-');
  if (negative) ++i;
  size_t mantissa = i;
  bool leading_zero = is('0');
  size_t whole = skip_digits();
  if (whole == 0 || (leading_zero && whole > 1)) return false;
  if (is('.')) {
    ++i;
    if (skip_digits() == 0) return false;
  }
  size_t mantissa_end = i;
  bool small_exponent = false;
  long long exponent = 0;
  if (is('e') || is('E')) {
    ++i;
    small_exponent = is('-');
    if (is('+') || is('-')) ++i;
    size_t start = i;
    if (skip_digits() == 0) return false;
    for (size_t j = start; j < i; ++j) exponent = std::min(exponent * 10 + (text[j] - '0'), 1'000'000'000'000LL);
  }
  if (i != text.size()) return false;

  auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec == std::errc::result_out_of_range) {
    // The power of ten of the first nonzero digit shows whether the number is too large or too small.
    size_t first = text.find_first_of("123456789", mantissa);
    auto digits = std::string_view(text).substr(0, mantissa_end);
    long long power = small_exponent ? -exponent : exponent;
    if (first < digits.size()) power += (long long)(mantissa + whole) - (long long)first;
    number = first < digits.size() && power > 0 ? std::numeric_limits<double>::infinity() : 0;
    if (negative) number = -number;
  }
  return true;
}

json_status status(error_code error, json_status otherwise) {
  switch (error) {
  case SUCCESS: return JSON_OK;
  case EMPTY: return JSON_EMPTY;
  case UTF8_ERROR: return JSON_NOT_UTF8;
  case UNCLOSED_STRING: return JSON_UNCLOSED_STRING;
  case UNESCAPED_CHARS:
  case STRING_ERROR: return JSON_BAD_STRING;
  case NUMBER_ERROR: return JSON_BAD_NUMBER;
  case T_ATOM_ERROR:
  case F_ATOM_ERROR:
  case N_ATOM_ERROR: return JSON_BAD_LITERAL;
  case INCOMPLETE_ARRAY_OR_OBJECT: return JSON_INCOMPLETE;
  case CAPACITY: return JSON_TOO_LARGE;
  case MEMALLOC: return JSON_OUT_OF_MEMORY;
  default: return otherwise;
  }
}

/// Visits all values of one document.
class walk {
public:
  walk(json_reader &reader, json_check *is_cancelled, const void *context, bool finds_unknown = false)
      : reader(reader), is_cancelled(is_cancelled), context(context), finds_unknown(finds_unknown) {}

  json_status document(size_t count) {
    char closing = 0;
    auto result = text(count, closing);
    if (!closing) return result;
    // Later versions of simdjson begin with a check that the last token closes the first one. If it is appended, they find the error that
    // comes first, as earlier versions do.
    reader.buffer[count] = closing;
    reader.error_offset = JSON_NO_OFFSET;
    result = text(count + 1, closing);
    reader.buffer[count] = ' ';
    if (result == JSON_OK) result = JSON_INCOMPLETE;
    if (reader.error_offset == JSON_NO_OFFSET || reader.error_offset > ptrdiff_t(count)) reader.error_offset = ptrdiff_t(count);
    return result;
  }

private:
  json_reader &reader;
  json_check *is_cancelled;
  const void *context;
  bool finds_unknown;
  size_t visits = 0;

  size_t offset(const char *location) const { return size_t(location - reader.buffer.get()); }

  int32_t name_index(std::string_view text) const {
    if (text.size() >= reader.names.size()) return JSON_NO_NAME;
    for (auto &name : reader.names[text.size()])
      // The last bytes differ more often than the first ones.
      if (name.text.back() == text.back() && std::memcmp(name.text.data(), text.data(), text.size()) == 0)
        return name.index;
    return JSON_NO_NAME;
  }

  /// Adds a name to the strings and returns its number; JSON_NO_NAME without `record`.
  int32_t name_string(std::string_view text, bool record) {
    if (!record) return JSON_NO_NAME;
    reader.strings.push_back(text);
    return int32_t(reader.strings.size() - 1);
  }

  /// Adds a token and returns its index; 0 without `record`.
  [[gnu::always_inline]] size_t add(bool record, json_kind kind, int32_t name, const char *start, size_t length) {
    if (!record) return 0;
    auto index = reader.tokens.size();
    reader.tokens.push_back({kind, name, uint32_t(index + 1), uint32_t(offset(start)), uint32_t(length), 0, 0, 0});
    return index;
  }

  /// Visits the first `count` bytes; `closing` receives the token that is missing at their end, if nothing was visited for this reason.
  json_status text(size_t count, char &closing) {
    ondemand::document document;
    auto error = reader.parser.iterate(padded_string_view(reader.buffer.get(), count, reader.capacity)).get(document);
    if (error) return status(error, JSON_BAD_STRUCTURE);
    auto result = root(document, count, closing);
    if (result != JSON_OK && reader.error_offset == JSON_NO_OFFSET) {
      // After the last token simdjson has no location; the error is the end of the document.
      const char *location;
      reader.error_offset = ptrdiff_t(document.current_location().get(location) ? count : offset(location));
    }
    return result;
  }

  /// Visits the value at the root. simdjson converts a document to a value only if the root is an array or an object.
  json_status root(ondemand::document &document, size_t count, char &closing) {
    ondemand::json_type type;
    if (auto error = document.type().get(type)) return status(error, JSON_BAD_STRUCTURE);
    if (type == ondemand::json_type::array || type == ondemand::json_type::object) {
      ondemand::value value;
      if (auto error = document.get_value().get(value)) {
        if (error == INCOMPLETE_ARRAY_OR_OBJECT) closing = type == ondemand::json_type::array ? ']' : '}';
        return status(error, JSON_BAD_STRUCTURE);
      }
      auto result = visit(value, 1, true, JSON_NO_NAME);
      const char *rest;
      return result == JSON_OK && !document.current_location().get(rest) ? JSON_TRAILING : result;
    }
    std::string_view raw;
    if (auto error = document.raw_json_token().get(raw)) return status(error, JSON_BAD_STRUCTURE);
    // The raw text of a token extends to the next token.
    auto end = offset(raw.data()) + raw.size();
    if (end < count) {
      reader.error_offset = ptrdiff_t(end);
      return JSON_TRAILING;
    }
    return scalar(document, type, trimmed(raw), true, JSON_NO_NAME);
  }

  json_status visit(ondemand::value value, size_t depth, bool record, int32_t name) {
    if (++visits % 4096 == 0 && is_cancelled && is_cancelled(context)) return JSON_CANCELLED;
    ondemand::json_type type;
    if (auto error = value.type().get(type)) return status(error, JSON_BAD_STRUCTURE);
    auto raw = trimmed(value.raw_json_token());
    switch (type) {
    case ondemand::json_type::array: return array(value, depth, record, name, raw.data());
    case ondemand::json_type::object: return object(value, depth, record, name, raw.data());
    default: return scalar(value, type, raw, record, name);
    }
  }

  json_status array(ondemand::value &value, size_t depth, bool record, int32_t name, const char *start) {
    if (depth > reader.maximum_depth) return JSON_TOO_DEEP;
    auto token = add(record, JSON_ARRAY, name, start, 0);
    ondemand::array array;
    if (auto error = value.get_array().get(array)) return status(error, JSON_BAD_STRUCTURE);
    size_t count = 0;
    for (auto element : array) {
      ondemand::value child;
      if (auto error = element.get(child)) return status(error, JSON_BAD_STRUCTURE);
      auto result = visit(child, depth + 1, record && count < reader.maximum_elements, JSON_NO_NAME);
      if (result != JSON_OK) return result;
      ++count;
    }
    if (record) {
      reader.tokens[token].count = uint32_t(count);
      reader.tokens[token].next = uint32_t(reader.tokens.size());
    }
    return JSON_OK;
  }

  json_status object(ondemand::value &value, size_t depth, bool record, int32_t name, const char *start) {
    if (depth > reader.maximum_depth) return JSON_TOO_DEEP;
    auto token = add(record, JSON_OBJECT, name, start, 0);
    ondemand::object object;
    if (auto error = value.get_object().get(object)) return status(error, JSON_BAD_STRUCTURE);
    for (auto member : object) {
      ondemand::field field;
      if (auto error = std::move(member).get(field)) return status(error, JSON_BAD_STRUCTURE);
      std::string_view key;
      auto key_start = field.key().raw() - 1;
      if (auto error = field.unescaped_key().get(key)) {
        reader.error_offset = ptrdiff_t(offset(key_start));
        return status(error, JSON_BAD_STRING);
      }
      auto member_name = reader.records_all_members ? name_string(key, record) : name_index(key);
      if (member_name == JSON_NO_NAME && record) {
        if (finds_unknown) {
          reader.unknown.push_back(
              {uint32_t(token), uint32_t(reader.tokens.size()), uint32_t(reader.strings.size())});
          reader.strings.push_back(key);
        } else {
          reader.unknown_names += digest(key);
        }
      }
      auto result = visit(field.value(), depth + 1, record && member_name != JSON_NO_NAME, member_name);
      if (result != JSON_OK) return result;
    }
    if (record) reader.tokens[token].next = uint32_t(reader.tokens.size());
    return JSON_OK;
  }

  /// `Source` is a value or, at the root, a document.
  template <typename Source>
  json_status scalar(Source &source, ondemand::json_type type, std::string_view raw, bool record, int32_t name) {
    switch (type) {
    case ondemand::json_type::number: {
      // simdjson reads numbers of up to 19 characters. It rejects numbers beyond the range of double and overflows on
      // exponents of 19 digits. If simdjson does not read a number, its iterator skips it.
      double number;
      if (raw.size() > 19 || source.get_double().get(number)) {
        if (!parse_number(raw, number)) return JSON_BAD_NUMBER;
      }
      auto token = add(record, JSON_NUMBER, name, raw.data(), raw.size());
      if (record) reader.tokens[token].number = number;
      return JSON_OK;
    }
    case ondemand::json_type::string: {
      std::string_view text;
      if (auto error = source.get_string().get(text)) {
        reader.error_offset = ptrdiff_t(offset(raw.data()));
        return status(error, JSON_BAD_STRING);
      }
      auto token = add(record, JSON_STRING, name, raw.data(), raw.size());
      if (record) {
        reader.tokens[token].string = uint32_t(reader.strings.size());
        reader.strings.push_back(text);
      }
      return JSON_OK;
    }
    case ondemand::json_type::boolean: {
      bool truth;
      if (source.get_bool().get(truth)) return JSON_BAD_LITERAL;
      add(record, truth ? JSON_TRUE : JSON_FALSE, name, raw.data(), raw.size());
      return JSON_OK;
    }
    default:
      if (raw != "null") return JSON_BAD_LITERAL;
      bool is_null;
      if (simdjson_result<bool>(source.is_null()).get(is_null) || !is_null) return JSON_BAD_LITERAL;
      add(record, JSON_NULL, name, raw.data(), raw.size());
      return JSON_OK;
    }
  }
};

} // namespace

json_reader *json_reader_create(size_t maximum_depth, size_t maximum_elements) try {
  auto reader = std::make_unique<json_reader>();
  reader->maximum_depth = maximum_depth;
  reader->maximum_elements = maximum_elements;
  return reader.release();
} catch (const std::bad_alloc &) {
  return nullptr;
}

json_status json_reader_add_name(json_reader *reader, const char *name) try {
  std::string text(name);
  if (text.size() >= reader->names.size()) reader->names.resize(text.size() + 1);
  reader->names[text.size()].push_back({text, reader->name_count++});
  return JSON_OK;
} catch (const std::bad_alloc &) {
  return JSON_OUT_OF_MEMORY;
}

void json_reader_record_all_members(json_reader *reader) { reader->records_all_members = true; }

void json_reader_destroy(json_reader *reader) { delete reader; }

json_status json_reader_read(json_reader *reader, const uint8_t *bytes, size_t count, json_check *is_cancelled,
                             const void *context) try {
  reader->tokens.clear();
  reader->strings.clear();
  reader->unknown.clear();
  reader->unknown_names = 0;
  reader->count = 0;
  reader->error_offset = JSON_NO_OFFSET;
  if (count > std::numeric_limits<uint32_t>::max() - SIMDJSON_PADDING - 1) return JSON_TOO_LARGE;
  // The memory of a large text is released before a text of ordinary size.
  const size_t large = 1 << 20;
  if (reader->capacity > 2 * large && count < large) {
    reader->buffer.reset();
    reader->capacity = 0;
    reader->tokens = {};
    reader->strings = {};
    reader->unknown = {};
    reader->parser = ondemand::parser();
  }
  // One byte more than the padding, for a closing token.
  const size_t padding = SIMDJSON_PADDING + 1;
  if (count + padding > reader->capacity) {
    reader->capacity = 0;
    reader->buffer.reset(new char[count + count / 2 + padding]);
    reader->capacity = count + count / 2 + padding;
  }
  auto buffer = reader->buffer.get();
  if (count > 0) std::memcpy(buffer, bytes, count);
  std::memset(buffer + count, ' ', padding);
  // A byte-order mark is replaced by white space, so that offsets are those of the input.
  if (count >= 3 && std::memcmp(buffer, "\xEF\xBB\xBF", 3) == 0) std::memset(buffer, ' ', 3);
  reader->count = count;
  return walk(*reader, is_cancelled, context).document(count);
} catch (const std::bad_alloc &) {
  return JSON_OUT_OF_MEMORY;
}

json_status json_reader_find_unknown(json_reader *reader, json_check *is_cancelled, const void *context) try {
  reader->tokens.clear();
  reader->strings.clear();
  reader->unknown.clear();
  return walk(*reader, is_cancelled, context, true).document(reader->count);
} catch (const std::bad_alloc &) {
  return JSON_OUT_OF_MEMORY;
}

uint64_t json_reader_unknown_names(const json_reader *reader) { return reader->unknown_names; }
const json_unknown_member *json_reader_unknown(const json_reader *reader) { return reader->unknown.data(); }
size_t json_reader_unknown_count(const json_reader *reader) { return reader->unknown.size(); }

const json_token *json_reader_tokens(const json_reader *reader) { return reader->tokens.data(); }
size_t json_reader_token_count(const json_reader *reader) { return reader->tokens.size(); }
const uint8_t *json_reader_text(const json_reader *reader) {
  return reinterpret_cast<const uint8_t *>(reader->buffer.get());
}
ptrdiff_t json_reader_error_offset(const json_reader *reader) { return reader->error_offset; }
json_bytes json_reader_string(const json_reader *reader, uint32_t string) {
  auto text = reader->strings[string];
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

static size_t length_before(char byte, const uint8_t *bytes, size_t count) {
  auto end = count > 0 ? std::memchr(bytes, byte, count) : nullptr;
  return end ? size_t(static_cast<const uint8_t *>(end) - bytes) : count;
}

size_t json_line_length(const uint8_t *bytes, size_t count) { return length_before('\n', bytes, count); }
size_t json_length_before_quote(const uint8_t *bytes, size_t count) { return length_before('"', bytes, count); }

size_t json_write_number(double number, bool plain, uint8_t *bytes, size_t capacity) {
  auto start = reinterpret_cast<char *>(bytes);
  auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  auto result = std::to_chars(start, start + capacity, number, format);
  return result.ec == std::errc() ? size_t(result.ptr - start) : 0;
}

int32_t json_simdjson_version(void) {
  return SIMDJSON_VERSION_MAJOR * 10000 + SIMDJSON_VERSION_MINOR * 100 + SIMDJSON_VERSION_REVISION;
}
