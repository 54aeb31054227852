#include "COptionsKernels.h"
#include "vectors/coefficients.h"
#include "vectors/constants.h"

#define LANES_128 4
#define LANES_256 8
#define LANES_512 16
#define BODY "normal_model/bachelier_body.h"
#include "vectors/each_instruction_set.h"

ENTRY(normal_price)
ENTRY(normal_greeks)
ENTRY(normal_all_greeks)
