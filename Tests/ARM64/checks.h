#pragma once
#include "COptionsKernels.h"

/// Compares prices and greeks of the Black–Scholes–Merton model with the tables.
void check_values(kernel_isa isa);

/// Compares prices and greeks of options on forwards with the tables.
void check_forwards(kernel_isa isa);

/// Compares implied volatilities with the tables.
void check_volatilities(kernel_isa isa);

/// Compares quotients of integers and combinations of rows, which have no table, with their definitions.
void check_definitions(kernel_isa isa);

/// Returns whether the kernels of an instruction set round a product and a sum once.
static inline int is_fused(kernel_isa isa) {
#if defined(__x86_64__)
  return isa > KERNEL_BASELINE;
#else
  (void)isa;
  return 1;
#endif
}
