// The runtime of Swift has the names of all characters of Unicode, half a megabyte that nothing here reads. `native_build.py` links
// with `--wrap`, so that this function takes the place of the one that finds a name, and the tables are left out.
#if __has_include(<Python.h>)
#include <stdint.h>

/// The number of bytes that a name needs: 0, as of a character without a name.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}
#endif
