"""Polynomials for the first guess of an implied volatility.

With a = |ln(F/K)|, the out-of-the-money price m over min(F, K) and the total volatility s, each region has coordinates
in which s is smooth, down to the smallest prices and volatilities:

    core   a <= 2, m <= 0.683     l = ln(1 + (e^a - 1) / m), rho = a / l (m where a vanishes), r = 1 / sqrt(1 + k l):
                                  s = rho / r * sum c[i][j] r^i rho^(2j)
    outer  a > 2, m <= 0.683      lambda = -ln m, alpha = 1 / sqrt(1 + a), r = 1 / sqrt(1 + lambda):
                                  z = sum c[i][j] r^i alpha^j / r,  s = z + sqrt(z^2 + 2a)
    upper  m > 0.683              the same with lambda = -ln(1 - m)

The kernel follows a guess by one step of fifth order in the logarithm of the price. The error to minimise is therefore
|ds|/s (1 + 1/(30 G)), where G = dln s/dln m. Beyond a = 24, where the kernel may take two steps, the weight of the
error is divided by fifty.
Each polynomial is fitted on a domain wider than its region, so that rounding at a border does not leave the domain.
"""

import numpy

import lawson
from black import roots

CORE_SCALE = 1 / 6
CORE_DEGREES = [5, 3, 1, 1, 1, 1, 1, 1]
OUTER_DEGREES = [5, 5, 4, 4, 4, 3, 3, 3, 2, 0, 0]
UPPER_DEGREES = [6, 5, 4, 4, 3, 2, 0]

CORE_LARGEST, OUTER_SMALLEST, NEAR_LARGEST, LARGEST = 2.02, 1.95, 24.5, 1450.0
PRICE_BORDER_ABOVE, PRICE_BORDER_BELOW = 0.69, 0.678
SMALLEST_PRICE = numpy.exp(-700.0)
FAR_WEIGHT = 0.02


def spread(count, low, high):
    """Points from low to high, denser towards both ends."""
    return low + (high - low) * (1 - numpy.cos(numpy.pi * numpy.arange(count + 1) / count)) / 2


def pairs(column, row):
    """All pairs of an element of the column and an element of its row. All elements share `row` unless it is a matrix."""
    shape = numpy.broadcast_shapes(column[:, None].shape, row.shape)
    return numpy.broadcast_to(column[:, None], shape).ravel(), numpy.broadcast_to(row, shape).ravel()


def logarithms(count, smallest, largest):
    """Values of a whose 1 / sqrt(1 + a) are spread over their range, and the value at which the weight jumps."""
    a = 1 / spread(count, 1 / numpy.sqrt(1 + largest), 1 / numpy.sqrt(1 + smallest)) ** 2 - 1
    return numpy.append(numpy.maximum(a, 1e-9), min(NEAR_LARGEST, largest))


def distances(count, largest):
    """Distances from 0 to 1, proportional to values of z whose 1 / sqrt(1 + z^2 / 2) are spread over their range."""
    z = numpy.sqrt(2 / spread(count, 1 / numpy.sqrt(1 + largest**2 / 2), 1.0) ** 2 - 2)
    return z / z.max()


def below_border(black, a, count):
    """Pairs of a and z, from the smallest price to the border."""
    highest, lowest = black.z_at(a, PRICE_BORDER_ABOVE), black.z_at(a, SMALLEST_PRICE)
    return pairs(a, highest[:, None] - (highest - lowest)[:, None] * distances(count, 40.0))


def weight(a, condition):
    return (1 + 1 / (30 * condition)) * numpy.where(a <= NEAR_LARGEST, 1, FAR_WEIGHT)


def core(black, density=1):
    a, z = below_border(black, logarithms(60 * density, 0.0, CORE_LARGEST), 80 * density)
    # Near the money, where a and s both tend to 0, the points below z = 0 are a grid of h = a/s and s/2.
    h, half = pairs(numpy.concatenate([spread(60 * density, 0.0, 3.0)[1:], 10.0 ** numpy.arange(-7, -1)]),
                    numpy.concatenate([spread(30 * density, 0.0, 1.0)[1:], 10.0 ** numpy.arange(-6, -1)]))
    half = half * numpy.minimum(h, CORE_LARGEST / 2 / h)
    y, s = roots(z, a)
    z, y, s, a = [numpy.concatenate(both) for both in ((z, half - h), (y, half + h), (s, 2 * half), (a, 2 * h * half))]
    condition = black.condition(z, y, s)
    l = numpy.logaddexp(0, numpy.log(numpy.expm1(a)) - black.price_logarithm(z, s, condition))
    rho, r = a / l, 1 / numpy.sqrt(1 + CORE_SCALE * l)
    value = s / rho * r
    return r, rho**2, value, weight(a, condition) / value


def outer(black, density=1):
    a, z = below_border(black, logarithms(80 * density, OUTER_SMALLEST, LARGEST), 100 * density)
    y, s = roots(z, a)
    condition = black.condition(z, y, s)
    return coordinates(black, a, z, y, s, condition)


def upper(black, density=1):
    a = logarithms(80 * density, 0.0, LARGEST)
    lowest = black.z_at(a, PRICE_BORDER_BELOW)
    a, z = pairs(a, lowest[:, None] + (8.4 - lowest)[:, None] * distances(100 * density, 8.4))
    y, s = roots(z, a)
    return coordinates(black, a, z, y, s, black.condition_above(z, y, s))


def coordinates(black, a, z, y, s, condition):
    """ds/s = dz/y"""
    r = 1 / numpy.sqrt(1 - black.price_logarithm(z, s, condition))
    return r, 1 / numpy.sqrt(1 + a), z * r, weight(a, condition) / (r * y)


def fit(points, degrees, black):
    """The coefficients, and the greatest weighted error on a grid twice as dense as that of the fit."""
    coefficients, _ = lawson.minimax(*points(black), degrees)
    x, y, values, weights = points(black, 2)
    return coefficients, numpy.abs((lawson.evaluate(coefficients, degrees, x, y) - values) * weights).max()
