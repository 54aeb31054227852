"""The normalised Black price in double precision, for fitting the guesses: numpy arrays in, numpy arrays out.

For the logarithm a = |ln(F/K)| and the total volatility s, with z = s/2 - a/s and y = s/2 + a/s = sqrt(z^2 + 2a), the
out-of-the-money price over min(F, K) is m = phi(z) (M(z) - M(-y)), where M(z) = N(z) / phi(z), and 1 - m is
phi(z) (M(-z) + M(-y)).
"""

import numpy

NODES, WEIGHTS = numpy.polynomial.legendre.leggauss(10)


class Black:
    """The formulas, with the quotient of polynomials for the Mills ratio."""

    def __init__(self, numerator, denominator):
        self.numerator, self.denominator = numerator, list(denominator) + [1.0]

    def mills(self, z):
        """N(-z) / phi(z) for z >= 0"""
        return (numpy.polynomial.polynomial.polyval(z, self.numerator)
                / numpy.polynomial.polynomial.polyval(z, self.denominator))

    def ratio(self, z):
        """M(z)"""
        above = numpy.sqrt(2 * numpy.pi) * numpy.exp(numpy.clip(z, 0, 12) ** 2 / 2)
        return numpy.where(z > 0, above, 0) + numpy.where(z > 0, -1, 1) * self.mills(numpy.abs(z))

    def condition(self, z, y, s):
        """G = (M(z) - M(-y)) / s: the relative change of s per relative change of the price; for small s the mean of M'."""
        between = z[:, None] - s[:, None] * (NODES + 1) / 2
        mean = (1 + between * self.ratio(between)) @ WEIGHTS / 2
        return numpy.where(s < 0.5, mean, (self.ratio(z) - self.ratio(-y)) / numpy.maximum(s, 0.5))

    def condition_above(self, z, y, s):
        """G for the distance of the price from its limit: (M(-z) + M(-y)) / s, z >= 0."""
        return (self.mills(z) + self.mills(y)) / s

    def price_logarithm(self, z, s, condition):
        """ln m, or ln(1 - m) if the condition is that of condition_above."""
        return -z * z / 2 - numpy.log(2 * numpy.pi) / 2 + numpy.log(s * condition)

    def z_at(self, a, price):
        """z where m = price, by bisection."""
        low, high = numpy.full_like(a, -45.0), numpy.full_like(a, 1.5)
        for _ in range(60):
            z = (low + high) / 2
            y, s = roots(z, a)
            below = self.price_logarithm(z, s, self.condition(z, y, s)) < numpy.log(price)
            low, high = numpy.where(below, z, low), numpy.where(below, high, z)
        return low


def roots(z, a):
    """y = sqrt(z^2 + 2a) and the total volatility z + y."""
    y = numpy.sqrt(z * z + 2 * a)
    return y, numpy.where(z > 0, z + y, 2 * a / numpy.where(z > 0, 1, y - z))
