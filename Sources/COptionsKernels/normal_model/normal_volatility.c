#include "COptionsKernels.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

#define LANES_128 4
#define LANES_256 8
#define LANES_512 8
#define BODY "normal_model/normal_volatility_body.h"
#include "vectors/each_instruction_set.h"

int kernel_normal_volatility(kernel_isa isa, size_t count, const kernel_options *in, const double *price,
                             double *volatility, uint8_t *status) {
  DISPATCH(normal_volatility, count, in, price, volatility, status);
}
