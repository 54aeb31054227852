#include "quad.h"

reference_value reference_decimal(const char *text) {
  quad x = strtoflt128(text, 0);
  return split(x, magnitude(x));
}
