#!/usr/bin/env python3
"""Writes decimals.csv: operations on decimals of 18 digits and 100 decimals, rounded half to even, by Python's decimal module.

Rows are operation, left, right, result; the result `none` means an exponent above 100. The operations are those of ExactDecimal.

    python3 Fixtures/market/decimals.py
"""

import decimal
import fractions
import pathlib
import random
from decimal import Decimal

EXACT = decimal.Context(prec=2000, Emin=-999999, Emax=999999, traps=[])
ROUNDED = decimal.Context(prec=18, rounding=decimal.ROUND_HALF_EVEN, Emin=-83, Emax=400, traps=[])
random.seed(1)


def written(value):
    if value == 0:
        return "0"
    value = EXACT.normalize(value)
    return "none" if value.as_tuple().exponent > 100 else format(value, "f")


def digits(count):
    return str(random.randrange(10 ** (count - 1), 10**count))


def number(most):
    """A decimal of at most `most` digits. Many end in the digits of a half, or close to them, or in a run of nines."""
    text = digits(random.randint(1, most))
    if random.random() < 0.3:
        text += random.choice(["5", "50", "500000", "49999", "50001", "9999999999"])
    return ("-" if random.random() < 0.3 else "") + text[:most]


def moved(text, place):
    """The number times 10^place, written with an exponent or with a point."""
    if random.random() < 0.5:
        return f"{text}{random.choice('eE')}{random.choice(['', '+']) if place >= 0 else ''}{place}"
    return format(EXACT.scaleb(Decimal(text), place), "f")


rows = []
for most, span in [(6, 4), (18, 18), (40, 30), (70, 95), (18, 130)]:
    for _ in range(80):
        text = moved(number(most), random.randint(-span, span))
        rows.append(("parse", text, "", written(ROUNDED.plus(Decimal(text)))))
    for _ in range(80 if most <= 18 else 0):
        places = [min(span, 90) for _ in range(2)]
        left, right = (ROUNDED.plus(Decimal(moved(number(most), random.randint(-place, place)))) for place in places)
        if "none" in (written(left), written(right)):
            continue
        pair = (written(left), written(right))
        rows.append(("add", *pair, written(ROUNDED.add(left, right))))
        rows.append(("multiply", *pair, written(ROUNDED.multiply(left, right))))
        rows.append(("compare", *pair, str(int(left.compare(right)))))
        if left != 0:
            tail = EXACT.scaleb(Decimal(number(18)), left.adjusted() - 36)
            near = ROUNDED.plus(tail)
            rows.append(("add", pair[0], written(near), written(ROUNDED.add(left, near))))
        decimals = random.randint(0, 8)
        value = left.quantize(Decimal(1).scaleb(-decimals), decimal.ROUND_HALF_EVEN, EXACT)
        rows.append(("round", pair[0], str(decimals), written(left if left.as_tuple().exponent >= -decimals else value)))


def split(value, factor, divisor):
    """value * factor / divisor: exact if the result has 18 digits or fewer, otherwise rounded to six decimals."""
    quotient = fractions.Fraction(value) * factor / divisor
    denominator = quotient.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator == 1:
        exact = EXACT.divide(Decimal(quotient.numerator), Decimal(quotient.denominator))
        if len(EXACT.normalize(exact).as_tuple().digits) <= 18:
            return exact
    # Rounds once: EXACT has enough digits for `scaleb` not to round again.
    return Decimal(round(quotient * 10**6)).scaleb(-6, EXACT)


for _ in range(240):
    left = ROUNDED.plus(Decimal(moved(number(random.choice([3, 6, 18])), random.randint(-20, 20))))
    right = ROUNDED.plus(Decimal(moved(number(random.choice([1, 3, 18])), random.randint(-20, 20))))
    if right != 0:
        rows.append(("divide", written(left), written(right), written(ROUNDED.divide(left, right))))
for _ in range(400):
    price = Decimal(number(random.choice([3, 5, 7]))).scaleb(-random.randint(0, 6))
    new, old = random.choice([(2, 1), (3, 1), (4, 1), (20, 1), (1, 8), (1, 10), (3, 2), (7, 1), (10489, 10000), (281, 1000)])
    rows.append(("price", written(price), f"{new}:{old}", written(split(price, old, new))))
    rows.append(("quantity", written(price), f"{new}:{old}", written(split(price, new, old))))
path = pathlib.Path(__file__).with_name("decimals.csv")
path.write_text("operation,left,right,result\n" + "".join(",".join(row) + "\n" for row in rows))
