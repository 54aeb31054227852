// One American option at many prices of the underlying. Width-agnostic body, included once per instruction set.
//
// The boundary in units of the strike does not depend on the spot, so it is solved for once for a block of spots.

#include "american/volatility_body.h"

// The option at the spots from `start` on.
static size_t KERNEL(spread)(KERNEL(columns) *to, const kernel_options *option, const double *spot, size_t start,
                             size_t count) {
  size_t size = count - start < AMERICAN_BLOCK ? count - start : AMERICAN_BLOCK;
  for (size_t k = 0; k < (size + LANES - 1) / LANES * LANES; ++k) {
    to->kind[k] = option->kind[0], to->spot[k] = spot[start + (k < size ? k : size - 1)];
    to->strike[k] = option->strike[0], to->time[k] = option->time[0], to->rate[k] = option->rate[0];
    to->yield[k] = option->yield[0], to->volatility[k] = option->volatility[0];
  }
  return size;
}

static int KERNEL(american_curve)(kernel_isa isa, int level_number, size_t rows, const kernel_options *option,
                                  size_t count, const double *spot, double *values, size_t stride, uint8_t *status) {
  int unsolved = 0;
  for (size_t start = 0; start < count; start += AMERICAN_BLOCK) {
    KERNEL(columns) columns;
    KERNEL(puts) puts;
    KERNEL(common) common;
    KERNEL(american_values) block;
    size_t size = KERNEL(spread)(&columns, option, spot, start, count);
    if (rows > 1)
      KERNEL(value_block)(isa, level_number, &block, &puts, &common, &columns, size);
    else
      KERNEL(price_block)(isa, level_number, block.column[PRICE], &puts, &common, &columns, size);
    for (size_t c = 0; c < rows; ++c)
      for (size_t i = 0; i < size; ++i) values[c * stride + start + i] = block.column[c][i];
    for (size_t i = 0; i < size; ++i) {
      status[start + i] = (uint8_t)puts.status[i];
      unsolved |= puts.status[i] != KERNEL_AMERICAN_OK;
    }
  }
  return unsolved;
}
