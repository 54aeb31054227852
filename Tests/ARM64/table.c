#include "table.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma STDC FP_CONTRACT OFF

const char *table_folder = "Fixtures/reference";

const json *table_cases(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.json", table_folder, name);
  const json *cases = json_member(json_read(path), "cases");
  if (!cases || cases->count == 0) {
    fprintf(stderr, "%s: has no cases\n", path);
    exit(1);
  }
  return cases;
}

void table_append(table *t, const json *row, double spot, double yield) {
  size_t i = t->count++;
  if (i >= TABLE_MOST) {
    fprintf(stderr, "the table has more than %d rows\n", TABLE_MOST);
    exit(1);
  }
  t->row[i] = row;
  // Rows without a type contain the sign of the payoff: 1 for a call, -1 for a put.
  t->kind[i] = (uint8_t)(json_member(row, "type") ? json_is(row, "type", "put") : json_number(row, "q") < 0);
  t->spot[i] = spot;
  t->strike[i] = json_number(row, "K");
  t->time[i] = json_number(row, "T");
  t->rate[i] = json_member(row, "r") ? json_number(row, "r") : 0;
  t->yield[i] = yield;
  t->volatility[i] = json_number(row, "sigma");
}

void table_require_groups(const char *name, const char *key, const char *const *names, size_t count) {
  for (const json *row = table_cases(name)->first; row; row = row->next) {
    size_t group = 0;
    while (group < count && !json_is(row, key, names[group])) ++group;
    if (group < count) continue;
    fprintf(stderr, "%s: no check selects the rows of a %s\n", name, key);
    exit(1);
  }
}

kernel_options table_columns(const table *t, size_t start) {
  return (kernel_options){.kind = t->kind + start, .spot = t->spot + start, .strike = t->strike + start,
                          .time = t->time + start, .rate = t->rate + start, .yield = t->yield + start,
                          .volatility = t->volatility + start};
}

double table_upper_distance(const table *t, size_t i) {
  double deviation = t->volatility[i] * sqrt(t->time[i]);
  double moneyness = log(t->spot[i]) - log(t->strike[i]) + (t->rate[i] - t->yield[i]) * t->time[i];
  return moneyness / deviation + deviation / 2;
}

double table_conditioning(const table *t, size_t i) {
  double deviation = t->volatility[i] * sqrt(t->time[i]);
  double d1 = table_upper_distance(t, i), d2 = d1 - deviation;
  return 1 + d1 * d1 + d2 * d2 + (1 + fabs(d1)) / deviation;
}
