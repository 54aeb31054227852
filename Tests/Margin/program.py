"""The least requirement of an account by an integer program, which HiGHS solves; the amount of its solution is computed in fractions.

Columns count the contracts of a leg that are alone (shorts: charged in full), waived, hosts, in the spread of a date, and in boxes and
groups with shares; one column for each date is the loss of its spread.
"""
from fractions import Fraction as F
from math import lcm, gcd

import highspy
import numpy as np


class Program:
    def __init__(self, account):
        self.account = account
        self.columns, self.rows = [], []  # (cost, limit, value -> amount) and (terms, lower, upper)
        self.uses = [[] for _ in account.options]  # the columns that use a leg
        self.spreads = []
        self.lots = account.share_count // account.options[0].size if account.options else 0
        self.add_alone()
        for expiry in sorted({o.expiry for o in account.options if o.short}):
            self.add_spread(expiry)
        shares = []
        for rule, options in account.multiple_groups():
            column = self.column(account.amount(rule, [(o, 1) for o in options]),
                                 min([o.count for o in options] + ([] if rule == "longBox" else [self.lots])), options)
            if rule != "longBox":
                shares.append((column, 1))
        if shares:
            self.rows.append((shares, None, self.lots))
        for option, columns in zip(account.options, self.uses):
            self.rows.append(([(column, 1) for column in columns], option.count, option.count))

    def column(self, cost, limit, options=()):
        self.columns.append((F(cost), limit))
        for option in options:
            self.uses[self.account.options.index(option)].append(len(self.columns) - 1)
        return len(self.columns) - 1

    def add_alone(self):
        a = self.account
        shorts = [o for o in a.options if o.short]
        ranks = a.ranks()
        waived, hosts = {}, {}
        for o in a.options:
            full = self.column(a.alone(o), o.count, [o])
            if o.short:
                waived[o.leg] = self.column(a.value(o), o.count, [o])
                hosts[o.leg] = self.column(0, o.count)
                self.rows.append(([(hosts[o.leg], 1), (full, -1)], None, 0))
        for o in shorts:
            before = [h for h in shorts if ranks[h.leg] >= ranks[o.leg]]
            self.rows.append(([(waived[h.leg], 1) for h in before if h.call == o.call]
                              + [(hosts[h.leg], -1) for h in before if h.call != o.call], None, 0))

    def add_spread(self, expiry):
        a = self.account
        members = [o for o in a.options if (o.expiry <= expiry if o.short else o.expiry >= expiry)]
        members = [o for o in members if len({p.short for p in members if p.call == o.call}) == 2]
        if not members:
            return
        part = {o.leg: self.column(0 if o.short else a.value(o), o.count, [o]) for o in members}
        sign = lambda o: 1 if o.short else -1
        for call in (True, False):
            if any(o.call == call for o in members):
                self.rows.append(([(part[o.leg], sign(o)) for o in members if o.call == call], 0, 0))
        # Losses are multiples of this step.
        strikes = sorted({o.strike for o in members})
        widths = [k - strikes[0] for k in strikes[1:]] or [F(1)]
        denominator = lcm(*(w.denominator for w in widths))
        step = members[0].size * F(gcd(*(int(w * denominator) for w in widths)), denominator)
        loss = self.column(step, None)
        self.spreads.append((members, part, loss))
        for strike in strikes:
            self.rows.append(([(part[o.leg], sign(o) * a.intrinsic(o, strike) / step) for o in members]
                              + [(loss, -1)], None, 0))

    def least(self):
        """The amount of the solution, which is the least if the search has finished."""
        if not self.columns:
            return self.account.shares_alone()
        counts = [round(value) for value in self.solve()]
        losses = {loss for _, _, loss in self.spreads}
        total = self.account.shares_alone()
        for column, (cost, _) in enumerate(self.columns):
            assert counts[column] >= 0
            if column not in losses:
                total += cost * counts[column]
        for terms, lower, upper in self.rows:
            if not any(column in losses for column, _ in terms):
                value = sum(counts[column] * coefficient for column, coefficient in terms)
                assert (lower is None or lower <= value) and value <= upper
        return total + sum(self.account.loss([(o, counts[part[o.leg]]) for o in members])
                           for members, part, _ in self.spreads)

    def solve(self):
        highs, problem = highspy.Highs(), highspy.HighsLp()
        highs.silent()
        number = lambda value: highspy.kHighsInf if value is None else float(value)
        problem.num_col_, problem.num_row_ = len(self.columns), len(self.rows)
        problem.col_cost_ = np.array([float(cost) for cost, _ in self.columns])
        problem.col_lower_ = np.zeros(len(self.columns))
        problem.col_upper_ = np.array([number(limit) for _, limit in self.columns])
        problem.integrality_ = [highspy.HighsVarType.kInteger] * len(self.columns)
        problem.row_lower_ = np.array([-highspy.kHighsInf if lower is None else float(lower) for _, lower, _ in self.rows])
        problem.row_upper_ = np.array([number(upper) for _, _, upper in self.rows])
        terms = [[(column, float(value)) for column, value in row if value] for row, _, _ in self.rows]
        problem.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        problem.a_matrix_.start_ = np.cumsum([0] + [len(row) for row in terms]).astype(np.int32)
        problem.a_matrix_.index_ = np.array([column for row in terms for column, _ in row], np.int32)
        problem.a_matrix_.value_ = np.array([value for row in terms for _, value in row])
        highs.setOptionValue("threads", 1)
        highs.setOptionValue("mip_rel_gap", 0.0)
        highs.passModel(problem)
        highs.run()
        assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return highs.getSolution().col_value
