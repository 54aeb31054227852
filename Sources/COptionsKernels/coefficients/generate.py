"""Writes the table of coefficients, in half a minute.

python3 Sources/COptionsKernels/coefficients/generate.py > Sources/COptionsKernels/coefficients.h

Needs mpmath and numpy. The guesses depend in their last digits on numpy's linear algebra.
"""

import sys
import time

from mpmath import mp, mpf, nstr, pi, sqrt

mp.dps = 50

import elementary
import header
import implied_volatility_guess as guess
import mills_divided
import mills_ratio
from black import Black

ALIGNED = " __attribute__((aligned(64)))"


def report(name, error):
    print("%-22s %-10s %5.1f s" % (name, nstr(mpf(error), 4), time.process_time()), file=sys.stderr, flush=True)
    return nstr(mpf(error), 3)


def emit(name, elements, error, *comment):
    """One array of doubles; the comment's @ stands for the measured error."""
    error = report(name, error)
    print()
    print(header.array([line.replace("@", error) for line in comment], name, elements), end="")


def emit_guess(name, points, degrees, black, *comment):
    coefficients, error = guess.fit(points, degrees, black)
    emit(name, coefficients, error, *comment)
    print(header.array([], name + "_DEGREES", degrees, "int"), end="")


print("#pragma once")
print()
print(header.note([
    "Coefficients of the kernels' polynomials, lowest powers first. Written by coefficients/generate.py: do not edit."
    " The errors are those of the double coefficients in exact arithmetic, measured on a dense grid;"
    " coefficients/check.py measures them again."]), end="")

print()
for name, comment, factor in (
        ("EXP2_TABLE", "Bits of 2^(i/16), i = 0 to 15.", 1),
        ("DENSITY_TABLE", "Bits of 2^(i/16) 2^256 / sqrt(2 pi).", mpf(2) ** 256 / sqrt(2 * pi))):
    table = elementary.exp2_table(factor)
    print(header.array([comment], name, table, "long", ALIGNED), end="")
    print(header.array(["The same less i << 48: adding n << 48 for n = i modulo 16 makes of i/16 n/16."],
                       name + "_LOWERED", [bits - (i << 48) for i, bits in enumerate(table)], "long", ALIGNED), end="")
emit("EXP2_POLYNOMIAL", *elementary.exp2_polynomial(),
     "2^f - 1 = f q(f) for |f| <= 1/32. Absolute error @.")
emit("EXPM1_POLYNOMIAL", *elementary.expm1_polynomial(),
     "e^r - 1 = r + r^2 q(r) for |r| <= ln(2)/2. Relative error @.")
emit("LOG_POLYNOMIAL", *elementary.log_polynomial(),
     "ln((1 + F)/(1 - F)) = F (2 + F^2 p(F^2)) for |F| <= 0.2004. Absolute error @.")
emit("ATANH_POLYNOMIAL", *elementary.atanh_polynomial(),
     "ln((1 + F)/(1 - F)) = 2F + F^3 p(F^2) for |F| <= 0.2004, one degree more than above. Relative error @.")
emit("COARSE_LOG_POLYNOMIAL", *elementary.coarse_log_polynomial(),
     "ln(1 + f) = f p(f) for sqrt(1/2) <= 1 + f <= sqrt(2). Relative error @.")

numerator, denominator, error = mills_ratio.fit()
emit("MILLS_NUMERATOR", numerator, error,
     "m(z) = N(-z)/phi(z) = P(z)/Q(z) for 0 <= z <= 64. Every coefficient is positive; that of z^10 in Q is 1 and left"
     " out. Relative error @.")
print(header.array([], "MILLS_DENOMINATOR", denominator), end="")

print()
print(header.note(["The pole c of w = z/(c - z) below."]), end="")
print("static const double MILLS_POLE = %s;" % float(mills_divided.POLE).hex())
divided, error = mills_divided.divided()
emit("MILLS_DIVIDED", [0.0] + divided, error,
     "M(z) = N(z)/phi(z) for -66 <= z <= 1.01: (M(z1) - M(z2))/(z1 - z2) = sqrt(2 pi)/((c - z1)(c - z2)) P[w1, w2].",
     "P[w1, w2] is the divided difference of this polynomial; the constant does not enter. Absolute error of dM/dz @.")
plain, error = mills_divided.plain()
emit("MILLS_PLAIN", plain, error,
     "M(z) = sqrt(2 pi) p(w) for -66 <= z <= -0.45, in the same variable. Absolute error @.")

print()
print(header.note([
    "Guesses of the total volatility s for a = |ln(F/K)| and m = (out-of-the-money price)/min(F, K). Row i of a guess's"
    " coefficients, those of r^i, has DEGREES[i] + 1 elements, for the powers of the second variable.",
    "Errors are of |ds|/s (1 + 1/(30 G)), where G = dln s/dln m or dln s/dln(1 - m). Beyond a = 24.5 they are up to"
    " fifty times those given."]),
    end="")
print("static const double GUESS_CORE_SCALE = %s;" % guess.CORE_SCALE.hex())
black = Black(numerator, denominator)
emit_guess("GUESS_CORE", guess.core, guess.CORE_DEGREES, black,
           "a <= 2.02, m <= 0.69: s = rho p(r, rho^2)/r, where l = ln(1 + (e^a - 1)/m),",
           "r = 1/sqrt(1 + GUESS_CORE_SCALE l) and rho = a/l, or m where (e^a - 1)/m < 1e-6. Error @.")
emit_guess("GUESS_OUTER", guess.outer, guess.OUTER_DEGREES, black,
           "1.95 <= a <= 1450, m <= 0.69: s = z + sqrt(z^2 + 2a), where z = p(r, 1/sqrt(1 + a))/r,",
           "r = 1/sqrt(1 - ln m). Error @.")
emit_guess("GUESS_UPPER", guess.upper, guess.UPPER_DEGREES, black,
           "0 <= a <= 1450, 0.678 <= m < 1: the same with r = 1/sqrt(1 - ln(1 - m)). Error @.")
