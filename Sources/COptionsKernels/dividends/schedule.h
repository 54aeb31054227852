#pragma once
#include "COptionsKernels.h"
#include <stddef.h>

// The most rows of dividends, and the most intervals between them.
#define MOST_DIVIDENDS 100
#define MOST_INTERVALS (MOST_DIVIDENDS + 1)

// The dividends of one time in one element: S becomes max(keep S - amount, 0).
typedef struct {
  int count;
  int element[MOST_DIVIDENDS]; // the element of each row, or -1
  double time[MOST_DIVIDENDS], keep[MOST_DIVIDENDS], amount[MOST_DIVIDENDS];
  double total[MOST_DIVIDENDS + 1], share[MOST_DIVIDENDS + 1]; // sums of amounts and proportions before an element
} dividend_schedule;

// Collects the dividends after the valuation that have an effect. Returns 0 if a row is not finite or outside its
// range, or if the times are not ascending.
static int collect_dividends(const kernel_dividends *rows, dividend_schedule *schedule) {
  schedule->count = 0;
  if (rows->count > MOST_DIVIDENDS) return 0;
  for (size_t i = 0; i < rows->count; ++i) {
    double time = rows->time[i], amount = rows->amount[i], proportion = rows->proportion[i];
    if (!(__builtin_fabs(time) < 0x1p100 && amount >= 0 && amount < 0x1p100)) return 0;
    if (!(proportion >= 0 && proportion <= 1)) return 0;
    if (i > 0 && time < rows->time[i - 1]) return 0;
    schedule->element[i] = -1;
    if (time <= 0 || (amount == 0 && proportion == 0)) continue;
    int at = schedule->count;
    if (at > 0 && schedule->time[at - 1] == time) {
      schedule->keep[at - 1] *= 1 - proportion;
      schedule->amount[at - 1] += amount;
      schedule->element[i] = at - 1;
    } else {
      schedule->time[at] = time, schedule->keep[at] = 1 - proportion, schedule->amount[at] = amount;
      schedule->element[i] = at;
      schedule->count = at + 1;
    }
  }
  schedule->total[0] = schedule->share[0] = 0;
  for (int k = 0; k < schedule->count; ++k) {
    schedule->total[k + 1] = schedule->total[k] + schedule->amount[k];
    schedule->share[k + 1] = schedule->share[k] + (1 - schedule->keep[k]);
  }
  return 1;
}
