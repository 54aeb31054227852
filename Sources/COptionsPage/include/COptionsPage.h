#pragma once
#include <stddef.h>

/// A file of the page in the browser.
typedef struct {
  /// The name in the folder `page`.
  const char *name;
  /// The value of `Content-Type`.
  const char *media_type;
  const unsigned char *bytes;
  size_t count;
} options_page_file;

/// Every file of the folder `page`.
extern const options_page_file *const options_page_files;
extern const size_t options_page_file_count;
