/// The engine in C, for modules of other languages. `OptionsPython` implements these functions.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The version of the headers of simdjson with which the engine was compiled: 31203 is 3.12.3. The module compares it with the version that it
/// expects, because headers of one version with the library of another crash at the first request.
int32_t options_simdjson_version(void);
/// The name of the instruction set of the kernels.
const char *options_instruction_set(void);
/// The number of processors that this process may use.
int options_processor_count(void);

// MARK: Columns

/// A column of inputs: element i lies i * stride bytes after `data`. A stride of 0 repeats one element. `data` of an input that the
/// model does not have is NULL.
typedef struct {
  const void *data;
  ptrdiff_t stride;
} options_column;

/// A column of choices: integers 0 and 1 of `width` bytes, or if `is_text` the letters 'c' and 'p' in code units of `width` bytes.
typedef struct {
  options_column column;
  int width;
  int is_text;
} options_choices;

typedef enum { OPTIONS_BLACK_SCHOLES_MERTON, OPTIONS_BLACK, OPTIONS_BACHELIER } options_model;

/// A dividend of all options at one ex-date: an amount, or a proportion of the price.
typedef struct {
  double time, value;
  int is_proportion;
} options_dividend;

typedef struct {
  options_model model;
  /// 0 is a call, or European exercise.
  options_choices kind, exercise;
  options_column spot, strike, time, rate, yield, volatility, price;
  /// In the first model only.
  const options_dividend *dividends;
  size_t dividend_count;
} options_inputs;

/// Why an option has no result. The values are those of `Status` in Python.
enum {
  OPTIONS_OK,
  OPTIONS_BELOW_INTRINSIC,
  OPTIONS_ABOVE_MAXIMUM,
  OPTIONS_NOT_DETERMINABLE,
  OPTIONS_INVALID_FLAG = 16,
  OPTIONS_INVALID_SPOT,
  OPTIONS_INVALID_STRIKE,
  OPTIONS_INVALID_TIME,
  OPTIONS_INVALID_RATE,
  OPTIONS_INVALID_DIVIDEND_YIELD,
  OPTIONS_INVALID_VOLATILITY,
  OPTIONS_INVALID_PRICE,
  OPTIONS_NOT_REPRESENTABLE = 32,
  OPTIONS_NOT_CONVERGED,
};

/// Why a call has no result.
typedef enum {
  OPTIONS_ANSWERED,
  /// The model has no method for American exercise.
  OPTIONS_EXERCISE_NOT_SUPPORTED,
  /// A choice of exercise is not 0 or 1.
  OPTIONS_INVALID_EXERCISE,
  /// A time, an amount or a proportion of a dividend is outside its domain.
  OPTIONS_INVALID_DIVIDEND,
} options_outcome;

/// Computes the first `rows` (1, 6 or 16) values of each option, in the order of `Greek`, one row of `count` after the other, and its
/// status. Market
/// units have theta per calendar day, and vega and rho per percentage point. `failures` receives the number of options without values,
/// which are NaN. `threads` of 0 means one per processor.
options_outcome options_evaluate(const options_inputs *inputs, size_t count, int rows, int market_units,
                                 double *values, uint8_t *statuses, int threads, size_t *failures);

/// Finds the volatility of each price.
options_outcome options_find_volatilities(const options_inputs *inputs, size_t count, double *volatilities, uint8_t *statuses,
                                          int threads, size_t *failures);

/// Computes the early exercise of each option, all of which are American: rows of `count` values, which are the premium, 1 if exercise now
/// is optimal or 0, the boundary and the second boundary, and for each dividend, by time, the boundary before its ex-date. A boundary
/// that does not exist is NaN.
options_outcome options_find_early_exercise(const options_inputs *inputs, size_t count, double *values, uint8_t *statuses, int threads,
                                            size_t *failures);

/// One European option without dividends by value: `kind` is 0 or 1. Returns its status; `values` receives `rows` doubles.
int options_evaluate_one(options_model model, int rows, int market_units, int kind, double spot, double strike, double time,
                         double rate, double yield, double volatility, double *values);
int options_find_one_volatility(options_model model, int kind, double price, double spot, double strike, double time,
                                double rate, double yield, double *volatility);

// MARK: Text

/// Bytes that `options_free` releases.
typedef struct {
  uint8_t *bytes;
  size_t count;
} options_text;

void options_free(void *bytes);

typedef enum {
  OPTIONS_CALCULATE,
  OPTIONS_SCENARIO,
  OPTIONS_RECOGNISE,
  OPTIONS_RISK,
  OPTIONS_MARGIN,
  OPTIONS_FIND,
  OPTIONS_CHART,
} options_command;

/// How requests are answered; all are 0 or 1.
typedef struct {
  int leaves_out_curve, strict, market_units;
} options_answering;

/// A response; or if it is a refusal, the error object, and the name of its code and the path of the field that broke a rule.
typedef struct {
  options_text response, code, path;
  int is_refusal;
} options_answer;

/// Ends a call early: `is_wanted` is called with `context` every few milliseconds of a long call, on any of its threads.
typedef struct {
  int (*is_wanted)(void *context);
  void *context;
} options_ending;

/// Answers a JSON request in UTF-8 as the command of this name does. `find` uses so many threads, where 0 means one per processor; the
/// others use one. `calculate` does not end early.
options_answer options_answer_request(options_command command, const uint8_t *request, size_t count, options_answering how,
                                      int threads, options_ending ending);

/// The answers to lines, and the numbers of requests that were answered and refused.
typedef struct {
  options_text lines;
  size_t answered, refused;
} options_answers;

/// Answers requests, one a line, on so many threads; 0 means one per processor.
options_answers options_answer_lines(const uint8_t *lines, size_t count, options_answering how, int threads);

// MARK: Strategies

/// Columns of legs; the legs of a strategy are adjacent.
typedef struct {
  /// 0 call, 1 put, 2 stock; anything else is refused.
  const uint8_t *kind;
  /// Contracts; negative if sold.
  const int64_t *quantity;
  const double *strike, *premium;
  /// The shares of a contract; NULL for 100 of options and 1 of stock.
  const int64_t *shares;
} options_legs;

/// Why a strategy has no metrics. The values are those of `StrategyStatus` in Python.
enum {
  OPTIONS_INVALID_TYPE = 1,
  OPTIONS_INVALID_QUANTITY,
  OPTIONS_INVALID_LEG_STRIKE,
  OPTIONS_INVALID_PREMIUM,
  OPTIONS_INVALID_SHARES,
  OPTIONS_INVALID_LEG_COUNT,
  OPTIONS_METRICS_NOT_REPRESENTABLE,
};

/// Columns of results, an element for each strategy. A profit that is unlimited is infinite, and a loss minus infinity; all numbers of a
/// refused strategy are NaN. Break-evens of strategy i are those from `break_even_ends[i]` to before `break_even_ends[i + 1]`.
typedef struct {
  double *net_cost, *max_profit, *max_loss;
  uint8_t *status;
  int64_t *break_even_ends;
} options_metrics;

/// Computes metrics: strategy i has the legs from `starts[i]` to before `starts[i + 1]`. Returns all break-evens, which `options_free`
/// releases.
double *options_find_metrics(const options_legs *legs, const size_t *starts, size_t count, int threads, const options_metrics *metrics);
