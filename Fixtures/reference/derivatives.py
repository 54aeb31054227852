"""Values and greeks of a pricing function by differentiation at 50 digits."""

from mpmath import diff, mp, mpf

mp.dps = 50

# The order of differentiation in (U, K, T, r, q, sigma) and the sign; U is the price of the underlying or its forward.
GREEKS = {
    "price": ((0, 0, 0, 0, 0, 0), 1),
    "delta": ((1, 0, 0, 0, 0, 0), 1),
    "gamma": ((2, 0, 0, 0, 0, 0), 1),
    "theta": ((0, 0, 1, 0, 0, 0), -1),
    "vega": ((0, 0, 0, 0, 0, 1), 1),
    "rho": ((0, 0, 0, 1, 0, 0), 1),
    "epsilon": ((0, 0, 0, 0, 1, 0), 1),
    "vanna": ((1, 0, 0, 0, 0, 1), 1),
    "vomma": ((0, 0, 0, 0, 0, 2), 1),
    "charm": ((1, 0, 1, 0, 0, 0), -1),
    "speed": ((3, 0, 0, 0, 0, 0), 1),
    "zomma": ((2, 0, 0, 0, 0, 1), 1),
    "color": ((2, 0, 1, 0, 0, 0), -1),
    "ultima": ((0, 0, 0, 0, 0, 3), 1),
    "dualDelta": ((0, 1, 0, 0, 0, 0), 1),
    "dualGamma": ((0, 2, 0, 0, 0, 0), 1),
}


def rounded(value):
    """The nearest double. Values of up to 1e-40, which are errors of differentiation, become 0; values that underflow keep
    their sign."""
    nearest = float(value)
    return 0.0 if 0 < abs(nearest) <= 1e-40 else nearest


def differentiate(price, point):
    """Returns a function that computes the derivative of the given orders at the point, each only once."""
    at = tuple(mpf(x) for x in point)
    taken = {}

    def derivative(orders):
        if orders not in taken:
            used = [index for index in range(6) if orders[index]]

            def reduced(*values):
                full = list(at)
                for index, value in zip(used, values):
                    full[index] = value
                return price(*full)

            if not used:
                taken[orders] = price(*at)
            elif len(used) == 1:
                taken[orders] = diff(reduced, at[used[0]], orders[used[0]])
            else:
                taken[orders] = diff(reduced, tuple(at[i] for i in used), tuple(orders[i] for i in used))
        return taken[orders]

    return derivative


def row(price, members, point, greeks=GREEKS):
    """The values at a point, each with its sensitivity: the sum of |x dV/dx| over the inputs x, which is the greatest change
    of the value per relative change of its inputs."""
    derivative = differentiate(price, point)
    values, sensitivities = {}, {}
    for name, (orders, sign) in greeks.items():
        values[name] = rounded(sign * derivative(orders))
        total = mpf(0)
        for index, x in enumerate(map(mpf, point)):
            if x:
                more = list(orders)
                more[index] += 1
                total += abs(x * derivative(tuple(more)))
        sensitivities[name] = rounded(total)
    return {**members, "values": values, "sensitivities": sensitivities}
