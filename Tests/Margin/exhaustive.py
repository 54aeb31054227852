"""The least requirement of a small account over all its groupings, in fractions.

f(held) = the least over all groups that contain the first of the held contracts of the amount of the group + f(the rest). Contracts of
one leg are interchangeable, so `held` counts the contracts of each leg, and the lots of shares. A group that costs no less than its own
least grouping is not tried again.
"""
from itertools import product

# The bits of a count. The highest one stays 0, and shows whether a count exceeds another.
BITS = 8


def least(account):
    """The least requirement of an account of rules.py."""
    size = account.options[0].size if account.options else 1
    contracts = sum(o.count for o in account.options)
    counts = [o.count for o in account.options] + [min(account.share_count // size, contracts)]
    special = special_amounts(account)
    code = lambda held: sum(n << BITS * i for i, n in enumerate(held))
    guard = code([1 << BITS - 1] * len(counts))
    best = {0: 0}
    groups = [[] for _ in counts]
    # Every part of a set is a smaller number, and comes before it.
    for held in product(*(range(n + 1) for n in reversed(counts))):
        held = held[::-1]
        state = code(held)
        if not state:
            continue
        first = next(i for i, n in enumerate(held) if n)
        parts = [amount + best[state - group] for group, amount in groups[first]
                 if ((state | guard) - group) & guard == guard]
        amounts = group_amounts(account, held, special)
        if amounts and (not parts or min(amounts) < min(parts)):
            groups[first].append((state, min(amounts)))
        best[state] = min(parts + amounts)
    return account.shares_alone() + best[code(counts)]


def special_amounts(account):
    """The amounts of boxes, and of groups with shares, by the counts of legs and lots."""
    amounts = {}
    for rule, options in account.multiple_groups():
        held = tuple(int(o in options) for o in account.options) + (0 if rule == "longBox" else 1,)
        amount = account.amount(rule, [(o, 1) for o in options])
        amounts[held] = min(amount, amounts.get(held, amount))
    return amounts


def group_amounts(account, held, special):
    """The amounts of contracts and lots as one group, by the rules that permit it; shares alone cost nothing more."""
    *counts, lots = held
    amounts = [special[held]] if held in special else []
    if lots:
        return [0] if lots == 1 and not any(counts) else amounts
    parts = [(o, n) for o, n in zip(account.options, counts) if n]
    options = [o for o, n in parts for _ in range(n)]
    if len(options) == 1:
        amounts.append(account.alone(options[0]))
    if len(options) == 2 and all(o.short for o in options) and options[0].call != options[1].call:
        amounts.append(account.amount("shortStraddle", parts))
    if account.is_spread(parts):
        amounts.append(account.amount("spread", parts))
    return amounts
