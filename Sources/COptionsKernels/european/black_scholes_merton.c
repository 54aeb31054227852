#include "COptionsKernels.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

#define LANES_128 4
#define LANES_256 8
#define LANES_512 16
#define BODY "european/black_scholes_merton_body.h"
#include "vectors/each_instruction_set.h"

ENTRY(price)
ENTRY(greeks)
ENTRY(all_greeks)
ENTRY(forward_price)
ENTRY(forward_greeks)
ENTRY(forward_all_greeks)

int kernel_chain_greeks(kernel_isa isa, size_t count, const kernel_options *in, double spot, double time, double rate,
                        double yield, double *values, size_t row_length) {
  DISPATCH(chain_greeks, count, in, spot, time, rate, yield, values, row_length);
}
