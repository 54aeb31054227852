"""Writes the grids and guesses of the American kernels; takes some minutes.

python3 Sources/COptionsKernels/coefficients/american_grids.py > Sources/COptionsKernels/american/grids.h

A boundary of early exercise is interpolated between few nodes. Polynomials would need twice as many: the weights are
fitted to boundaries of random options of the whole domain, with the effect of an error on the price as weight. Needs
numpy; the last digits depend on its linear algebra.
"""

import sys
import textwrap

import numpy as np

import american_boundaries as boundaries
import header

# Nodes, points and points of the premium: of the coarse grid, and by level.
SIZES = {"AT_STRIKE": ((5, 6, 0), (7, 9, 20), (10, 11, 28), (14, 15, 40)),
         "BELOW_STRIKE": ((8, 7, 0), (7, 8, 18), (12, 11, 28), (16, 17, 40))}
# The degrees of the guess in its variables.
BEND, SLOWNESS, WIDTH = 9, 7, 5
FINE = boundaries.chebyshev_nodes(boundaries.NODES)


class Sample:
    """Boundaries of random options, of which the limit at expiration is the strike, or below it (b > a)."""

    def __init__(self, terms, below):
        chosen = (terms[2] > terms[1]) == below
        self.v, self.a, self.b, self.F = (column[chosen] for column in terms)
        self.squared = below
        self.level = boundaries.limit(self.v, self.a, self.b)
        self.reach = boundaries.reach(self.v, self.a, self.b)
        self.importance = np.maximum((self.weight(FINE, self.F) * np.abs(self.F)).max(1), 1e-8) ** -0.5

    def at(self, z):
        """F at the points z."""
        squares = np.concatenate([np.zeros((len(self.v), 1)), self.F**2], 1)
        return -np.sqrt(np.maximum(squares @ boundaries.interpolation(boundaries.NODES, z).T, 0))

    def form(self, F):
        """What the grid interpolates."""
        return F * F if self.squared else F

    def weight(self, z, F):
        """The effect of an error of F at z on the price at z = 1, where it has decayed."""
        v, a, b, level, reach = (c[:, None] for c in (self.v, self.a, self.b, self.level, self.reach))
        flow = np.maximum(a - b * np.exp(v * (level + F)), 0)
        decay = np.exp(-reach**2 * (1 - z * z))
        return flow * z * decay / np.sqrt(np.maximum(1 - z * z, 0.01)) + 1e-13

    def form_weight(self, z, F):
        """The effect of an error of what is interpolated, times the importance of the option."""
        weight = self.weight(z, F) * self.importance[:, None]
        return weight / (2 * np.maximum(-F, 1e-9)) if self.squared else weight

    def choose_nodes(self, count):
        """Nodes at which the `count` most important shapes of boundaries are told apart best."""
        weight = self.form_weight(FINE, self.F)
        at_node = np.sqrt((weight**2).mean(0))
        at_node = np.maximum(at_node / at_node[-1], FINE if self.squared else FINE**2)
        density = np.sqrt(np.gradient(np.concatenate([[0], FINE]))[1:])
        matrix = self.form(self.F) * weight[:, -1:] * (at_node * density)
        shapes = np.linalg.svd(matrix, full_matrices=False)[2][:count] / (at_node * density) * np.sqrt(at_node)
        # Gram–Schmidt with pivoting.
        chosen, rest = [], shapes.copy()
        for _ in range(count):
            column = (rest**2).sum(0).argmax()
            chosen.append(column)
            direction = rest[:, column] / np.linalg.norm(rest[:, column])
            rest -= np.outer(direction, direction @ rest)
        nodes = FINE[sorted(chosen)]
        nodes[-1] = 1
        return nodes

    def interpolation(self, nodes, points):
        """Rows of weights of the values at the nodes for the values at `points`, by weighted least squares."""
        known, F = self.form(self.at(nodes)), self.at(points)
        weights, rows = self.form_weight(points, F), []
        least = 1e-3 * self.form_weight(np.ones(1), self.F[:, -1:])[:, 0]
        for k, point in enumerate(points):
            weight = weights[:, k] + least * np.sqrt(point)
            # Reweighting moves the fit towards the least greatest error.
            target, factor = self.form(F[:, k]), np.ones(len(weight))
            for _ in range(4):
                scale = np.sqrt(((known * (weight * factor)[:, None]) ** 2).mean(0))
                row = np.linalg.lstsq(known * ((weight * factor)[:, None] / scale), target * weight * factor,
                                      rcond=1e-13)[0] / scale
                error = np.abs(known @ row - target) * weight / self.importance
                factor = np.minimum(factor * np.sqrt(1 + error / (np.quantile(error, 0.995) + 1e-300)), 100)
            rows.append(row)
        return np.array(rows)


def array(name, elements, digits=17):
    text = ", ".join("%.*g" % (digits, e) for e in np.ravel(elements))
    lines = textwrap.wrap(text, header.WIDTH - 4)
    print("static const double %s[%d] = {\n    %s\n};" % (name, np.size(elements), "\n    ".join(lines)))


def premium_quadrature(count):
    """Sines, cosines and weights of the integral over f from 0 to pi/2, denser towards 0.

    The weights contain the factor 2 sin f cos f.
    """
    y, w = np.polynomial.legendre.leggauss(count)
    y, w = (y + 1) / 2, w / 2
    f = np.pi / 2 * y**2
    return np.sin(f), np.cos(f), w * np.pi * y * np.sin(2 * f)


def emit_quadratures(prefix, counts, quadrature):
    """The quadratures of all grids, by their number of points."""
    for count in sorted(counts):
        sine, _, weight = quadrature(count)
        for field, values in (("SINE", sine), ("INVERSE_SINE", 1 / sine), ("WEIGHT", weight)):
            array("%s%s_%d" % (prefix, field, count), values)
    print()


def emit_grid(name, sample, count, points, premium_points, digits, coarse=None):
    nodes = sample.choose_nodes(count)
    later = np.concatenate([node * boundaries.quadrature(points)[1] for node in nodes])
    members = ["nodes = %d" % count, "squared = %d" % sample.squared, "points = %d" % points]
    members += ["%s = %s_%d" % (field, field.upper(), points) for field in ("sine", "inverse_sine", "weight")]
    arrays = [("node", nodes, 17), ("inverse_node", 1 / nodes, 17),
              ("interpolation", sample.interpolation(nodes, later), digits)]
    if coarse is not None:
        members += ["premium_points = %d" % premium_points]
        members += ["%s = %s_%d" % (field, field.upper(), premium_points)
                    for field in ("premium_sine", "premium_inverse_sine", "premium_weight")]
        cosine = premium_quadrature(premium_points)[1]
        arrays += [("premium_interpolation", sample.interpolation(nodes, cosine), digits),
                   ("prolongation", sample.interpolation(coarse, nodes), 8)]
    for field, values, places in arrays:
        array("%s_%s" % (name, field.upper()), values, places)
        members += ["%s = %s_%s" % (field, name, field.upper())]
    print("static const boundary_grid %s = {\n%s\n};\n" % (name, "\n".join("    .%s," % member for member in members)))
    print(name, "nodes", nodes.round(3), file=sys.stderr, flush=True)
    return nodes


def guess_variables(sample, node):
    """The variables of american/guess_body.h."""
    drift = np.abs(sample.a - sample.b) / sample.v
    speed = np.maximum(drift + np.sqrt(sample.b if sample.squared else sample.a), 1e-9)
    slowness = np.sqrt(np.log1p(1 / speed))
    y = np.sqrt(2) * slowness + sample.level / node
    bend = y / np.sqrt(y * y + 2) if sample.squared else 2 * drift / speed - 1
    return bend, slowness, sample.v / (1 + sample.v / 2)


def fit_guess(design, target):
    """Coefficients and errors; reweighting moves the fit towards the least greatest error."""
    weight = np.ones(len(design))
    for _ in range(8):
        solution = np.linalg.lstsq(design * weight[:, None], target * weight, rcond=1e-10)[0]
        error = np.abs(design @ solution - target)
        weight = np.minimum(weight * np.sqrt(1 + error / np.quantile(error, 0.99)), 30 * np.median(weight))
    return solution, error


def emit_guess(name, sample, nodes):
    _, slowness, width = guess_variables(sample, 1)
    origins = [(values.min() + values.max()) / 2 for values in (slowness, width)]
    scales = [2 / (values.max() - values.min()) for values in (slowness, width)]
    terms = [(j, i, k) for j in range(BEND, -1, -1) for i in range(SLOWNESS + 1) for k in range(WIDTH + 1)
             if SLOWNESS * WIDTH * j + BEND * WIDTH * i + BEND * SLOWNESS * k <= BEND * SLOWNESS * WIDTH]
    polynomials = np.polynomial.chebyshev.chebvander
    solutions, errors = [], []
    for node in nodes:
        bend, slowness, width = guess_variables(sample, node)
        columns = (polynomials(bend, BEND), polynomials((slowness - origins[0]) * scales[0], SLOWNESS),
                   polynomials((width - origins[1]) * scales[1], WIDTH))
        design = np.array([columns[0][:, j] * columns[1][:, i] * columns[2][:, k] for j, i, k in terms]).T
        solution, error = fit_guess(design, np.log(-sample.at(np.array([node]))[:, 0] / node))
        solutions.append(solution)
        errors.append(error)
    error = np.max(errors, axis=0)
    print("// Errors of ln(-F / z): 99 of 100 below %.2g, greatest %.2g." % (np.quantile(error, 0.99), error.max()))
    array(name + "_ORIGIN", origins)
    array(name + "_SCALE", scales)
    array(name + "_COEFFICIENTS", np.array(solutions).T, 7)
    print("static const boundary_guess %s = {\n    .origin = %s_ORIGIN,\n    .scale = %s_SCALE,\n"
          "    .coefficients = %s_COEFFICIENTS,\n};\n" % (name, name, name, name))
    print(name, np.quantile(error, [0.5, 0.99, 1]), file=sys.stderr, flush=True)


def emit_sizes():
    """The constants and quadratures that the grids share."""
    nodes, points, premium_points = ({size[i] for sizes in SIZES.values() for size in sizes} for i in range(3))
    print("_Static_assert(MOST_NODES == %d && MOST_POINTS == %d && MOST_PREMIUM_POINTS == %d, \"sizes of the grids\");\n"
          % (max(nodes), max(points), max(premium_points)))
    for name, value in (("BEND", BEND), ("SLOWNESS", SLOWNESS), ("WIDTH", WIDTH)):
        print("#define %s_DEGREE %d" % (name, value))
    print()
    emit_quadratures("", points, boundaries.quadrature)
    emit_quadratures("PREMIUM_", premium_points - {0}, premium_quadrature)


def main():
    np.seterr(all="ignore")
    print('#pragma once\n#include "american/grid.h"\n')
    print(header.note(["Grids and first guesses of the American kernels, by level and by the limit of the boundary at"
                       " expiration: at the strike (b <= a), or below it. Generated by coefficients/american_grids.py; do"
                       " not edit."]))
    emit_sizes()
    usual = boundaries.sample(45000, 1)
    further = boundaries.sample(45000, 2, boundaries.FURTHER_CUT)
    print(len(usual[0]), len(further[0]), "boundaries", file=sys.stderr, flush=True)
    for suffix, (coarse_size, *sizes) in SIZES.items():
        below = suffix == "BELOW_STRIKE"
        sample, last = Sample(usual, below), Sample(further, below)
        coarse = emit_grid("COARSE_" + suffix, last, *coarse_size, 8)
        emit_guess("GUESS_" + suffix, last, coarse)
        for level, size, digits in zip(("SCREEN", "STANDARD", "PRECISE"), sizes, (8, 10, 10)):
            emit_grid("%s_%s" % (level, suffix), last if level == "PRECISE" else sample, *size, digits, coarse)


main()
