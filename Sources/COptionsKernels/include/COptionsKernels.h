#pragma once
#include <stddef.h>
#include <stdint.h>

/// The instruction sets for which kernels are compiled, weakest first.
/// Processors other than x86-64 have only the baseline.
typedef enum { KERNEL_BASELINE, KERNEL_AVX2, KERNEL_AVX512 } kernel_isa;

/// Returns the strongest instruction set that the processor and the operating system support.
kernel_isa kernel_best_isa(void);

/// Quotients of integers and a power of ten up to 10^22:
///
///     quotient[i] = numerator[i] / divisor        for i in 0..<count
///
/// Each quotient is correctly rounded on every instruction set, provided that the numerators are below 2^51 in
/// magnitude. The arrays must not overlap. `isa` must not exceed kernel_best_isa().
void kernel_divide(kernel_isa isa, double divisor, size_t count, const int64_t *numerator, double *quotient);

/// Columns of European options. `kind` is 0 for a call and 1 for a put; time is in years, rate, yield and volatility
/// are decimals per year.
typedef struct {
  const uint8_t *kind;
  const double *spot, *strike, *time, *rate, *yield, *volatility;
} kernel_options;

/// Computes the Black–Scholes–Merton values of options 0..<count. `values` holds rows of `row_length` numbers, one row
/// for each value in this order: price, delta, gamma, theta, vega, rho; with all greeks also epsilon, vanna, vomma,
/// charm, speed, zomma, color, ultima, dual delta, dual gamma.
///
/// The range is spot, strike and volatility in [2^-32, 2^32), time in [2^-59, 2^5), rate and yield below 2 in
/// magnitude. Every value of an option outside the range becomes NaN. Returns 0 if every option is in the range.
/// `values` must not overlap the columns. `isa` must not exceed kernel_best_isa().
int kernel_price(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
int kernel_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
int kernel_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);

/// Computes the first six values of options that share spot, time, rate and yield. Only kind, strike and volatility of
/// `in` are read.
int kernel_chain_greeks(kernel_isa isa, size_t count, const kernel_options *in, double spot, double time, double rate,
                        double yield, double *values, size_t row_length);

/// Computes the values of options on a forward in the model of Black (1976). `spot` contains forwards; `yield` is not
/// read. Derivatives are with respect to the forward, rho is at a fixed forward, and epsilon is 0. Rows and range are
/// those of the functions above.
int kernel_forward_price(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
int kernel_forward_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
int kernel_forward_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values,
                              size_t row_length);

/// Computes the values of options on a forward in the model of Bachelier. `spot` contains forwards, `volatility` amounts
/// per square root of a year; `yield` is not read. Derivatives and rows are those of the functions above. The range is
/// forward and strike below 2^32 in magnitude, volatility in [2^-32, 2^32), time in [2^-59, 2^5), rate below 2 in
/// magnitude.
int kernel_normal_price(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
int kernel_normal_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values, size_t row_length);
int kernel_normal_all_greeks(kernel_isa isa, size_t count, const kernel_options *in, double *values,
                             size_t row_length);

/// The status of an implied volatility.
enum {
  KERNEL_OK,
  KERNEL_BELOW_INTRINSIC,
  KERNEL_ABOVE_MAXIMUM,
  KERNEL_NOT_DETERMINABLE, ///< The price determines fewer than seven binary digits.
  KERNEL_UNANSWERED,
};

/// Finds the volatilities at which options are worth `price`, and their statuses. The volatility of `in` is not read.
/// If the status is not KERNEL_OK, the volatility is NaN. The status is KERNEL_UNANSWERED if spot, strike, time, rate
/// or yield is outside the range above, if the price is negative, not finite, or so close to a bound that the decision
/// needs more digits, or if rounding of the discount factors could affect the volatility. Returns 0 if no quote has
/// this status.
int kernel_implied_volatility(kernel_isa isa, size_t count, const kernel_options *in, const double *price,
                              double *volatility, uint8_t *status);

/// Finds the volatilities in the model of Bachelier at which options on a forward are worth `price`, and their
/// statuses. `spot` of `in` contains forwards; yield and volatility are not read. If the status is not KERNEL_OK, the
/// volatility is NaN. The status is KERNEL_UNANSWERED if an input is outside the range of kernel_normal_greeks, if the
/// price is negative or not finite, or if the value of the option out of the money is below 2^-44 of the price, 2^-900,
/// or 2^-960 of the distance between forward and strike, or above 2^500; on the x86-64 baseline also if rate times time
/// exceeds 1 in magnitude. Returns 0 if no quote has this status.
int kernel_normal_volatility(kernel_isa isa, size_t count, const kernel_options *in, const double *price,
                             double *volatility, uint8_t *status);

/// Finds the total volatility of one quote that the caller has transformed to the discounted price, the
/// out-of-the-money value, its upper bound min(F, K), |ln(F/K)| and |F - K| / value. NaN if the price does not
/// determine it.
double kernel_total_volatility(kernel_isa isa, double price, double value, double largest, double log_moneyness,
                               double ratio);

/// The accuracy of American prices, in parts of the larger of spot and strike: 1e-5, 2e-7 and 3e-8.
enum { KERNEL_SCREEN, KERNEL_STANDARD, KERNEL_PRECISE };

/// The status of an American price.
enum {
  KERNEL_AMERICAN_OK,
  KERNEL_AMERICAN_NOT_CONVERGED, ///< The prices on no two grids agree.
  KERNEL_AMERICAN_OUTSIDE,        ///< An input is outside the range, or not finite.
};

/// Computes the prices of American options with a continuous yield, and their statuses. If the status is not
/// KERNEL_AMERICAN_OK, the price is NaN. `level` is one of the constants above.
///
/// The range is spot and strike in [2^-32, 2^32) with a ratio from 1e-4 to 1e4, time from one second to 50 years,
/// volatility from 0.001 to 10, rate and yield from -0.1 to 1. Returns 0 if every option has a price. `price` and
/// `status` must not overlap the columns. `isa` must not exceed kernel_best_isa().
int kernel_american_price(kernel_isa isa, int level, size_t count, const kernel_options *in, double *price,
                          uint8_t *status);

/// Computes the same, and the boundaries of early exercise now. `boundary` is the price of the underlying next to the
/// strike at which exercise now is optimal; `second` is the other one of a put with r < 0 and q < r, or a call with
/// q < 0 and r < q. They are NaN if exercise now is not optimal at any price, if the premium is so small that it is left
/// out, and if the option has no price.
int kernel_american_boundaries(kernel_isa isa, int level, size_t count, const kernel_options *in, double *price,
                               uint8_t *status, double *boundary, double *second);

/// Computes the prices and greeks of American options, and their statuses. `values` holds ten rows of `row_length` numbers,
/// in this order: price, delta, gamma, theta, vega, rho, epsilon; the exercise boundary, which is the price of the
/// underlying next to the strike that separates exercise from holding now; the second one, of an option that is exercised
/// between two boundaries; and the price of the European option. Level, range, statuses and the bits of the price are
/// those of kernel_american_price. If the status is not KERNEL_AMERICAN_OK, all values are NaN.
///
/// A put is exercised if the spot is not above the boundary, a call if it is not below, and up to the second one; delta
/// is then -1 or 1, and the other greeks are 0. The boundary is NaN if the option is never exercised before its
/// expiration; the greeks are then European. It may also be NaN where the premium is negligible at the level.
int kernel_american_greeks(kernel_isa isa, int level, size_t count, const kernel_options *in, double *values,
                           size_t row_length, uint8_t *status);

/// Computes one American option at `count` prices of the underlying: the first row of kernel_american_greeks, or all ten,
/// in rows of `row_length` numbers. `option` has one element, whose spot is not read. The boundary is solved for once
/// for 512 prices. `rows` is 1 or 10. Range, statuses and bits are those of the option alone.
int kernel_american_curve(kernel_isa isa, int level, size_t rows, const kernel_options *option, size_t count,
                          const double *spot, double *values, size_t row_length, uint8_t *status);

/// Finds the volatilities at which American options are worth `price`, and their statuses, which are those of
/// kernel_implied_volatility with these meanings: below the least price, at volatility 0 and the best time of exercise; at
/// or above the limit of the price at infinite volatility; not determinable if the price is within the accuracy of the
/// level of the least one, or if the volatility is outside the range; unanswered if an input is outside the range, the price
/// is negative or not finite, or no boundary was found. The volatility of `in` is not read. Options that are never
/// exercised early have the volatilities and statuses of kernel_implied_volatility. If the status is not KERNEL_OK, the
/// volatility is NaN. Returns 0 if no quote is unanswered.
int kernel_american_volatility(kernel_isa isa, int level, size_t count, const kernel_options *in, const double *price,
                               double *volatility, uint8_t *status);

/// Dividends of the underlying in the spot model, in rows that ascend by time: at an ex-date, `time` years from the
/// valuation, a price S becomes max(S (1 - proportion) - amount, 0). Of rows with the same time, the proportions are
/// taken off first, then the sum of the amounts. There are at most 100 rows; amounts are 0 or more, proportions between
/// 0 and 1.
typedef struct {
  size_t count;
  const double *time, *amount, *proportion;
} kernel_dividends;

/// Whether an option can be exercised before its expiration.
enum { KERNEL_EUROPEAN, KERNEL_AMERICAN };

/// The accuracy of prices with dividends.
enum { KERNEL_DIVIDENDS_FAST, KERNEL_DIVIDENDS_DEFAULT, KERNEL_DIVIDENDS_PRECISE };

/// The status of a price with dividends.
enum {
  KERNEL_DIVIDENDS_OK,
  KERNEL_DIVIDENDS_NOT_CONVERGED,
  KERNEL_DIVIDENDS_OUTSIDE, ///< An input is outside the range, or not finite.
};

/// Computes the prices of options with discrete dividends, and their statuses. If the status is not
/// KERNEL_DIVIDENDS_OK, the price is NaN. A dividend counts for an option if its time is above 0 and at most that of
/// the option; on the expiration, it is taken off before the payoff. `exercise` and `level` are constants above.
///
/// The range is spot and strike in [2^-32, 2^32) with a ratio from 1e-4 to 1e4, time from one hour to 5 years,
/// volatility from 0.02 to 3, rate from -0.02 to 0.2, yield from 0 (from -0.1 if the rate is not negative) to 0.2, at most 0.9 for the sum of the proportions,
/// and at most 100 strikes for that of the amounts. Returns 0 if every option has a price. `price` and `status` must not
/// overlap the columns. `isa` must not exceed kernel_best_isa().
int kernel_dividend_price(kernel_isa isa, int exercise, int level, size_t count, const kernel_options *in,
                          const kernel_dividends *dividends, double *price, uint8_t *status);

/// Computes prices and greeks of options with discrete dividends, and their statuses: rows of `row_length` numbers in
/// the order price, delta, gamma, theta, vega, rho, epsilon. Theta is the derivative by passing time, in which ex-dates
/// come nearer. Prices, statuses and range are those of kernel_dividend_price; without a price, every value is NaN. An
/// American option that is exercised has the intrinsic value, a delta of 1 or -1, and no other greeks. At a rate of 0,
/// rho is the derivative on one side. `values` must not overlap the columns.
int kernel_dividend_greeks(kernel_isa isa, int exercise, int level, size_t count, const kernel_options *in,
                           const kernel_dividends *dividends, double *values, size_t row_length, uint8_t *status);

/// Computes one option with discrete dividends at many prices of the underlying: the first row of
/// kernel_dividend_greeks, or all seven, in rows of `row_length` numbers. `option` has one element, whose spot is not
/// read. Spots that are close to each other share a solution, so that values may differ from those of the option alone
/// within the accuracy of the level; they depend on the spots of their 256 only. `rows` is 1 or 7. Range and statuses are
/// those of kernel_dividend_price.
int kernel_dividend_curve(kernel_isa isa, int exercise, int level, size_t rows, const kernel_options *option,
                          const kernel_dividends *dividends, size_t count, const double *spot, double *values,
                          size_t row_length, uint8_t *status);

/// Finds the volatilities at which options with discrete dividends are worth `price`, and their statuses, which are
/// those of kernel_implied_volatility with these meanings: below the least price, at the least volatility of the range;
/// at or above the limit of the price at infinite volatility; not determinable if the price is within the accuracy of
/// the level of the least one, or if no volatility of the range gives a price that high; unanswered if an input is
/// outside the range, the price is negative or not finite, or prices did not converge. The volatility of `in` is not
/// read. If the status is not KERNEL_OK, the volatility is NaN. Returns 0 if no quote is unanswered.
///
/// `near_price` and `near_volatility` are other prices of the options and their volatilities, NaN for an option without
/// one, or NULL. The nearer, the shorter is the search; the volatility found differs within the accuracy of the level.
int kernel_dividend_volatility(kernel_isa isa, int exercise, int level, size_t count, const kernel_options *in,
                               const kernel_dividends *dividends, const double *price, const double *near_price,
                               const double *near_volatility, double *volatility, uint8_t *status);

/// Finds the boundaries of exercise of American options with discrete dividends: the price at the valuation from which
/// on exercise is optimal, and, in rows of `row_length` numbers for the rows of `dividends`, the lowest price just
/// before an ex-date at which a call is exercised. NaN if there is none within the factor e^4 and about five deviations
/// of the strike; for a put, if exercise at the valuation is optimal at lower prices only; for the ex-dates of puts,
/// and for those that do not count. The spot is not used, except for the range. Returns 0 if every option is in the
/// range.
int kernel_dividend_boundaries(kernel_isa isa, int level, size_t count, const kernel_options *in,
                               const kernel_dividends *dividends, double *boundary, double *ex_dates, size_t row_length,
                               uint8_t *status);

/// Computes the product of a sparse matrix and a table of `rows` rows, of which the first `columns` elements are used,
/// minus a constant for each row of the product:
///
///     combination[c * combination_length + i]
///         = sum of weight[k] * table[row[k] * row_length + i] - constant[c]
///           over k in start[c]..<start[c + 1], for c in 0..<count, i in 0..<columns
///
/// Each sum starts with the constant and adds the terms in order, rounding once per term, or twice on the x86-64
/// baseline. Returns whether all sums are finite. Row lengths that are multiples of eight are fastest. `rows` must not
/// be 0, and `combination` must not overlap the inputs. `isa` must not exceed kernel_best_isa().
int kernel_combine_rows(kernel_isa isa, size_t count, const double *constant, const intptr_t *start,
                        const intptr_t *row, const double *weight, size_t rows, size_t columns, const double *table,
                        size_t row_length, double *combination, size_t combination_length);

// MARK: Search of combinations

/// How many contracts of one kind and side a table of the search distinguishes: -2, -1, none, 1, 2.
#define KERNEL_SEARCH_QUANTITIES 5
/// The put counts of a combination, from -12 to 12.
#define KERNEL_SEARCH_PUT_COUNTS 25
/// The worst outcomes under which the mean of a profit bounds its expected shortfall.
#define KERNEL_SEARCH_TAILS 4
/// Elements after the strikes that a kernel may read in each row of a table.
#define KERNEL_SEARCH_PADDING 16
/// The amount of a contract that must not be traded; every amount that can be is far greater.
#define KERNEL_SEARCH_NEVER (-536870912)
/// The cells of one edge of the table of a front.
#define KERNEL_SEARCH_FRONT_CELLS 256

/// The rows of integers over the strikes. All amounts are per share in ticks. A put is a call less the share plus its strike,
/// so a profit at expiration is C + a S + sum of n (S - K)^+, and only the constant C distinguishes calls from puts.
enum {
  /// The strike.
  KERNEL_SEARCH_STRIKE,
  /// The mean of (S - K)^+.
  KERNEL_SEARCH_MEAN,
  /// The profit at the strike of what is held.
  KERNEL_SEARCH_HELD,
  /// The mean of (S - K)^+ in each tail.
  KERNEL_SEARCH_TAIL,
  /// What a call, and a put, adds to C, by quantity; KERNEL_SEARCH_NEVER where it cannot be traded.
  KERNEL_SEARCH_CALL = KERNEL_SEARCH_TAIL + KERNEL_SEARCH_TAILS,
  KERNEL_SEARCH_PUT = KERNEL_SEARCH_CALL + KERNEL_SEARCH_QUANTITIES,
  /// Their profits at the target, by quantity.
  KERNEL_SEARCH_CALL_TARGET = KERNEL_SEARCH_PUT + KERNEL_SEARCH_QUANTITIES,
  KERNEL_SEARCH_PUT_TARGET = KERNEL_SEARCH_CALL_TARGET + KERNEL_SEARCH_QUANTITIES,
  /// The greatest of KERNEL_SEARCH_CALL, and of KERNEL_SEARCH_PUT, at this strike and above; and the same with the mean.
  KERNEL_SEARCH_BEST_CALL = KERNEL_SEARCH_PUT_TARGET + KERNEL_SEARCH_QUANTITIES,
  KERNEL_SEARCH_BEST_PUT = KERNEL_SEARCH_BEST_CALL + KERNEL_SEARCH_QUANTITIES,
  KERNEL_SEARCH_BEST_CALL_MEAN = KERNEL_SEARCH_BEST_PUT + KERNEL_SEARCH_QUANTITIES,
  KERNEL_SEARCH_BEST_PUT_MEAN = KERNEL_SEARCH_BEST_CALL_MEAN + KERNEL_SEARCH_QUANTITIES,
  KERNEL_SEARCH_ROWS = KERNEL_SEARCH_BEST_PUT_MEAN + KERNEL_SEARCH_QUANTITIES
};

/// The chain and the distribution of the price that a search reads.
typedef struct {
  /// The number of strikes, and the elements of a row: at least KERNEL_SEARCH_PADDING more.
  int strikes, row_length;
  /// KERNEL_SEARCH_ROWS rows.
  const int32_t *rows;
  /// Two rows: the strikes as prices, and P(S < strike).
  const float *prices;
  /// P(S < i * cell_width), and its increase to the next cell, for i in 0...cells.
  const float *below, *below_step;
  int cells;
  float cells_per_price, highest_price, ticks_per_price;
  /// The mean price in ticks, over all outcomes and in each tail.
  double mean_price, tail_price[KERNEL_SEARCH_TAILS];
  /// What is held, per share of a combination: the knots of its payoff with the profits there in ticks, the slope beyond the
  /// last one, and the means. If nothing is held, there is one knot, at 0, without profit.
  int is_held, held_knots;
  const int32_t *held_price, *held_profit;
  double held_mean, held_tail[KERNEL_SEARCH_TAILS];
  int32_t held_target;
  /// The least slope of a combination beyond all strikes with which the loss is limited, and with which the profit is not.
  int least_slope, gaining_slope;
} kernel_search_chain;

/// Units of a combination at ascending strikes, except the last one.
typedef struct {
  int units, legs, last, shares, slope;
  /// Whether the quantity of a leg is 1; shares count as one.
  int has_single;
  int put_low, put_high;
  /// 0, and the strikes of the units, in ticks and as prices, with P(S < strike), and the profit there of what is held.
  int32_t strike[4], held[4];
  float price[4], below[4];
  /// The options at the strike of each unit.
  int step[3];
  /// The greatest C, the least and the greatest cost, and the greatest profit at the target, by the number of puts + 12.
  int32_t constant[KERNEL_SEARCH_PUT_COUNTS], least_cost[KERNEL_SEARCH_PUT_COUNTS];
  int32_t greatest_cost[KERNEL_SEARCH_PUT_COUNTS], target[KERNEL_SEARCH_PUT_COUNTS];
  /// The sum of n times the mean of (S - K)^+ in ticks, over all outcomes and in each tail.
  double mean, tail[KERNEL_SEARCH_TAILS];
} kernel_search_prefix;

/// What a combination is ranked by; all are bounded from above.
typedef enum {
  KERNEL_SEARCH_EXPECTED_PROFIT,
  KERNEL_SEARCH_EXPECTED_PROFIT_PER_CAPITAL,
  KERNEL_SEARCH_PROBABILITY_OF_PROFIT,
  KERNEL_SEARCH_MAX_PROFIT,
  KERNEL_SEARCH_MAX_PROFIT_PER_CAPITAL,
  KERNEL_SEARCH_PROFIT_AT_TARGET,
  KERNEL_SEARCH_PROFIT_AT_TARGET_PER_CAPITAL,
  KERNEL_SEARCH_EXPECTED_PROFIT_PER_SHORTFALL,
  KERNEL_SEARCH_MAX_LOSS
} kernel_search_objective;

/// The conditions that every answer fulfils. Amounts are in ticks, with a margin for their rounding.
typedef struct {
  int largest_quantity, least_legs, most_legs;
  /// Whether an unlimited loss is excluded, and an unlimited profit.
  int bounded_loss, bounded_profit;
  /// The least number of puts, by shares + 1.
  int least_puts[3];
  int32_t greatest_loss, greatest_cost, least_cost, least_mean, least_target;
  float least_probability;
  /// The errors of amounts, and of probabilities.
  float amount_error, probability_error;
  /// One objective with the least value that is still wanted, or up to three and the table of their front.
  int objectives;
  kernel_search_objective objective[3];
  float threshold;
  /// By cells of the last two objectives, or of one: the greatest value of the first one among members of the front that are
  /// surely better in the others.
  const float *front;
  /// Combinations with at least this least profit are wanted whatever their value.
  int32_t riskless;
} kernel_search_conditions;

/// A class of combinations that may hold an answer: the prefix, and a last unit with one leg, or with a call and a put.
typedef struct {
  int32_t strike;
  /// The quantity of the leg; or of the call, and that of the put, which is otherwise 0.
  int8_t quantity, put_quantity;
  /// The number of puts.
  int8_t puts;
} kernel_search_class;

/// Where a scan continues: the block and the strike in it. Both are 0 at the beginning; `block` is negative at the end.
typedef struct {
  int block, strike;
} kernel_search_position;

/// Makes the prefix without a unit, with -1, 0 or 1 times the shares of a contract at a price in ticks, whose profit at the target
/// is `target`.
void kernel_search_begin(const kernel_search_chain *chain, int shares, int32_t price, int32_t target,
                         kernel_search_prefix *prefix);

/// Adds a unit at a strike above the last one: one leg, or a call and a put where `put_quantity` is not 0.
void kernel_search_extend(const kernel_search_chain *chain, const kernel_search_prefix *prefix, int strike, int quantity,
                          int put_quantity, kernel_search_prefix *extended);

/// Finds the classes of a prefix and one last unit that may hold an answer. Returns their number, at
/// most `capacity`, which must be at least 16; `position` is where to continue. No class that holds an answer is left out. `isa` must
/// not exceed kernel_best_isa().
int kernel_search_scan(kernel_isa isa, const kernel_search_chain *chain, const kernel_search_prefix *prefix,
                       const kernel_search_conditions *conditions, kernel_search_position *position,
                       kernel_search_class *found, int capacity);

// MARK: Search of two expirations

/// The prices at which profits of combinations of two expirations are compared, and how many of them at a time.
#define KERNEL_PAIR_POINTS 24
#define KERNEL_PAIR_STEP 6
/// A least profit that no combination reaches.
#define KERNEL_PAIR_NEVER 1e30f

/// The rows of packs of legs of one expiration, per share. All are sums over the legs, so that those of a combination are sums over its
/// packs.
enum {
  /// The profit at each point; and by how much a profit may be lower between a point and the next one, or beyond the last one, than at
  /// these points.
  KERNEL_PAIR_PROFIT = 0,
  KERNEL_PAIR_DIP = KERNEL_PAIR_POINTS,
  /// The mean profit or the profit at the target; the cost; the slope beyond all points; the numbers of calls and of puts.
  KERNEL_PAIR_VALUE = 2 * KERNEL_PAIR_POINTS,
  KERNEL_PAIR_COST,
  KERNEL_PAIR_SLOPE,
  KERNEL_PAIR_CALLS,
  KERNEL_PAIR_PUTS,
  KERNEL_PAIR_ROWS
};

/// Packs of the later expiration: KERNEL_PAIR_ROWS rows of `stride` elements, of which the last 15 are padding.
typedef struct {
  int stride;
  const float *rows;
} kernel_search_packs;

/// The conditions that every answer fulfils.
typedef struct {
  /// Whether the value is divided by the capital.
  int is_ratio;
  /// The least value that is still wanted.
  float threshold;
  /// The error of a sum.
  float margin;
  float greatest_loss, least_cost, greatest_cost, least_slope, least_calls, least_puts;
  /// Combinations with at least this least profit are wanted whatever their value, which is then at least the second.
  float riskless, riskless_value;
} kernel_search_pair_conditions;

/// Finds the packs of the later expiration from `position` to `end` that may make an answer with a pack of the earlier one, whose
/// KERNEL_PAIR_ROWS rows are `near`. Returns their number, at most `capacity`, which must be at least 16, and moves `position` to where to
/// continue. `isa` must not exceed kernel_best_isa().
int kernel_search_pairs(kernel_isa isa, const kernel_search_packs *far, const float *near,
                        const kernel_search_pair_conditions *conditions, int *position, int end, int32_t *found,
                        int capacity);

/// The cell of a value of an objective in the table of a front: it does not decrease as the value increases.
int kernel_search_cell(kernel_search_objective objective, float value);
