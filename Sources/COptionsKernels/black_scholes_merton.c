#include "COptionsKernels.h"
#include "coefficients.h"
#include "constants.h"

// Same rounding on every instruction set: no contraction into FMA but where it is written.
#pragma STDC FP_CONTRACT OFF
// Vectors wider than a register are never passed between functions: everything that takes one is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#define BLOCK 128
// So many options and their results do not fit into the second cache.
#define FAR 16384
#define LANES_128 4
#define LANES_256 8
#define LANES_512 16
#define BODY "black_scholes_merton_body.h"
#include "each_instruction_set.h"

int kernel_price(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length) {
  DISPATCH(price, count, in, values, row_length);
}

int kernel_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length) {
  DISPATCH(greeks, count, in, values, row_length);
}

int kernel_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values,
                      size_t row_length) {
  DISPATCH(all_greeks, count, in, values, row_length);
}

int kernel_chain_greeks(kernel_isa isa, size_t count, const kernel_options *in, double spot, double time, double rate,
                        double yield, double *values, size_t row_length) {
  DISPATCH(chain_greeks, count, in, spot, time, rate, yield, values, row_length);
}
