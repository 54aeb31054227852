#include "COptionsKernels.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

// The same rounding on every instruction set: FMA is used only where the code calls it.
#pragma STDC FP_CONTRACT OFF
// Functions with vector parameters wider than a register are always inlined, so their calling convention does not
// matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define BLOCK 128
#define LANES_128 4
#define LANES_256 8
#define LANES_512 8
#define BODY "normal_model/normal_volatility_body.h"
#include "vectors/each_instruction_set.h"

int kernel_normal_volatility(kernel_isa isa, size_t count, const kernel_options *in, const double *price,
                             double *volatility, uint8_t *status) {
  DISPATCH(normal_volatility, count, in, price, volatility, status);
}
