// Options with discrete dividends. Width-agnostic body, included once per instruction set.

#include "vectors/elementary_body.h"
#include "dividends/space_body.h"
#include "dividends/terms_body.h"
#include "dividends/grid_body.h"
#include "dividends/kink_body.h"
#include "dividends/convolution_body.h"
#include "dividends/free_boundary_body.h"
#include "dividends/steps_body.h"
#include "dividends/ex_date_body.h"
#include "dividends/solve_body.h"
#include "dividends/driver_body.h"
#include "dividends/boundaries_body.h"
