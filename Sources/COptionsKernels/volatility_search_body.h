// The steps that both searches for volatilities of numerical prices take. Included after a body has defined `search`, with the
// columns guess, rounds, stage and status of quotes.

INLINE void KERNEL(settle)(KERNEL(search) *search, int i, int status, double volatility) {
  search->stage[i] = SETTLED;
  search->status[i] = (uint8_t)status;
  search->guess[i] = status == KERNEL_OK ? volatility : __builtin_nan("");
}

// Moves the guess of a quote that has no price at it.
INLINE void KERNEL(step_aside)(KERNEL(search) *search, int i, double least, double most) {
  double other = search->guess[i] * (search->rounds[i] % 2 ? 1.03 : 0.95);
  search->guess[i] = other < least ? least : other > most ? most : other;
}

// A guess between the last one and an end of its bracket, at most half or twice as large as the last one.
INLINE double KERNEL(bisect_towards)(double end, double guess, int rise) {
  double next = __builtin_sqrt(guess * end);
  if (rise) return next > 2.0 * guess ? 2.0 * guess : next;
  return next < 0.5 * guess ? 0.5 * guess : next;
}
