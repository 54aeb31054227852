#!/usr/bin/env python3
"""Writes random but realistic strategy requests, one JSON object per line, as benchmark input.
The same arguments give the same bytes. `--damaged` damages some lines and leaves the others unchanged.
Run: python3 generate.py --count 40000 [--seed 1] [--damaged 0.06] > strategies.ndjson"""

import argparse
import random
import sys

# Amounts are whole cents until they are written, so no line depends on the platform's rounding.
# "g" drops trailing zeros, as JSON.stringify does: 165, 165.5, 165.12.
TEXT = [format(cents / 100, ".10g") for cents in range(100_001)]
STRIKE_STEPS = [(20, 50), (35, 100), (75, 250), (150, 500)]  # (lowest price for the step, step in cents)


def c(position, strike, quantity=1):
    return ("call", position, strike, quantity)


def p(position, strike, quantity=1):
    return ("put", position, strike, quantity)


L, S = "long", "short"
STOCK = ("stock", L, 0, 1)

# (weight, legs). A strike is an index: 0 is near the price, ±1 one gap away, ±2 one wing further. The mean is 3 legs.
STRATEGIES = [
    (5, [c(L, 0)]),
    (5, [p(L, 0)]),
    (3, [c(L, 0), c(S, 1)]),
    (3, [p(L, 0), p(S, -1)]),
    (3, [p(S, 0), p(L, -1)]),
    (2, [c(L, 0), p(L, 0)]),
    (2, [c(S, 0), p(S, 0)]),
    (2, [c(S, 1), p(S, -1)]),
    (2, [c(L, 1), p(L, -1)]),
    (3, [c(L, 0), c(S, 1, 2)]),
    (3, [STOCK, c(S, 1)]),
    (9, [c(L, -1), c(S, 0, 2), c(L, 1)]),
    (7, [p(L, -1), p(S, 0, 2), p(L, 1)]),
    (5, [c(L, 0), c(S, 1), c(S, 2)]),
    (5, [STOCK, p(L, -1), c(S, 1)]),
    (17, [p(L, -2), p(S, -1), c(S, 1), c(L, 2)]),
    (9, [p(L, -1), p(S, 0), c(S, 0), c(L, 1)]),
    (8, [p(S, -2), p(L, -1), c(L, 1), c(S, 2)]),
    (7, [c(L, -2), c(S, -1), c(S, 1), c(L, 2)]),
]
DECK = [legs for weight, legs in STRATEGIES for _ in range(weight)]
LARGEST = {id(legs): max(quantity for *_, quantity in legs) for legs in DECK}


def request(uniform):
    """Returns a request. `uniform`, the only source of randomness, has the same sequence in every Python version."""
    price = 2000 + int(uniform() * 48_001)
    usable = [step for least, step in STRIKE_STEPS if price >= 100 * least][-2:]
    step = usable[int(uniform() * len(usable))]
    center = round(price / step) + int(uniform() * 5) - 2
    gap = 1 + int(uniform() * 4)
    wing = 1 + int(uniform() * 4)
    away = (0, gap, gap + wing, -gap - wing, -gap)  # the last two are indices -2 and -1
    at_the_money = price * (0.01 + 0.07 * uniform())
    legs = DECK[int(uniform() * len(DECK))]
    draw = uniform()
    quantity = 1 + int(20 // LARGEST[id(legs)] * draw * draw)  # small quantities are more common
    default_shares = uniform() < 0.15

    texts = []
    for kind, position, index, ratio in legs:
        count = quantity * ratio
        if kind == "stock":
            strike, premium = "", price
            count *= 100 if default_shares else 1
        else:
            cents = (center + away[index]) * step
            strike = f'"strikePrice":{TEXT[cents]},'
            intrinsic = price - cents if kind == "call" else cents - price
            # The time value decreases with distance, at first by half of it; it is convex in the strike.
            distance = 1 + abs(intrinsic) / (4 * at_the_money)
            premium = int(max(intrinsic, 0) + at_the_money / (distance * distance)) or 1
        shares = "" if default_shares else ',"sharesPerContract":100'
        texts.append(
            f'{{"type":"{kind}","position":"{position}",{strike}"premium":{TEXT[premium]},"quantity":{count}{shares}}}'
        )
    line = f'{{"currentPrice":{TEXT[price]},"legs":[{",".join(texts)}]}}'
    if uniform() < 0.1:  # spaces after commas and colons, as other programs write; no string contains either
        line = line.replace(",", ", ").replace(":", ": ")
    return line


def damage(line, uniform):
    """Truncates the line, or flips a bit in one to three of its bytes. The result is a single line that is not blank."""
    if uniform() < 0.3:
        return line[: 1 + int(uniform() * (len(line) - 1))]
    changed = bytearray(line, "ascii")
    for _ in range(1 + int(uniform() * 3)):
        place = int(uniform() * len(changed))
        byte = changed[place] ^ (1 << int(uniform() * 8))
        if byte != 0x0A:
            changed[place] = byte
    return changed.decode("latin-1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, required=True, help="number of lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--damaged", type=float, default=0, help="fraction of lines to damage, 0 to 1")
    arguments = parser.parse_args()
    uniform = random.Random(arguments.seed).random
    harm = random.Random(arguments.seed + 1).random  # a separate generator, so the other lines do not change
    for start in range(0, arguments.count, 10_000):
        lines = [request(uniform) for _ in range(start, min(start + 10_000, arguments.count))]
        if arguments.damaged:
            lines = [damage(line, harm) if harm() < arguments.damaged else line for line in lines]
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode("latin-1"))


if __name__ == "__main__":
    main()
