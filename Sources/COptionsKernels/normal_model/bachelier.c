#include "COptionsKernels.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

#define LANES_128 4
#define LANES_256 8
#define LANES_512 16
#define BODY "normal_model/bachelier_body.h"
#include "vectors/each_instruction_set.h"

int kernel_normal_price(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length) {
  DISPATCH(normal_price, count, in, values, row_length);
}

int kernel_normal_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length) {
  DISPATCH(normal_greeks, count, in, values, row_length);
}

int kernel_normal_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values,
                             size_t row_length) {
  DISPATCH(normal_all_greeks, count, in, values, row_length);
}
