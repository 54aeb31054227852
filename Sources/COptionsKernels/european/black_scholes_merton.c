#include "COptionsKernels.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

#define LANES_128 4
#define LANES_256 8
#define LANES_512 16
#define BODY "european/black_scholes_merton_body.h"
#include "vectors/each_instruction_set.h"

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

int kernel_forward_price(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length) {
  DISPATCH(forward_price, count, in, values, row_length);
}

int kernel_forward_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length) {
  DISPATCH(forward_greeks, count, in, values, row_length);
}

int kernel_forward_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values,
                              size_t row_length) {
  DISPATCH(forward_all_greeks, count, in, values, row_length);
}

int kernel_chain_greeks(kernel_isa isa, size_t count, const kernel_options *in, double spot, double time, double rate,
                        double yield, double *values, size_t row_length) {
  DISPATCH(chain_greeks, count, in, spot, time, rate, yield, values, row_length);
}
