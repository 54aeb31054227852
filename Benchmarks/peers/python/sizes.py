"""Measures columns of one to a million European options in this package and in other libraries, on one core, and plots the times.
Run: python3 sizes.py WHEEL PLOT.svg [ROUNDS]   (in an environment with requirements.txt; opengreeks needs Python 3.12)
Prints a Markdown table for prices, greeks and volatilities: nanoseconds an option, the fastest of the rounds."""

import os
import sys

import matplotlib

import bench
import package
import peers

SIZES = [10**power for power in range(7)]
WORKS = {"price": "Prices", "greeks": "Price and greeks", "volatility": "Implied volatilities"}


def times(found, work, rounds):
    """The nanoseconds an option of each library, for each of the sizes."""
    columns = bench.columns()
    rows = {}
    for size in SIZES:
        every = tuple(column[:size] for column in columns)
        runs = {}
        for peer in found:
            # The rows of `out` have a million numbers.
            if (function := getattr(peer, work)) and not peer.name.endswith("_out"):
                options = bench.limited(*every) if peer.is_limited else every
                arguments = options if work != "volatility" else peer.order(*bench.quoted(found[0], *options))
                bench.check(found[0], peer, work, options, function(*arguments))
                runs[peer.name] = function, arguments
        for name, nanoseconds in bench.fastest(runs, rounds).items():
            rows.setdefault(name, []).append(nanoseconds / size)
    return rows


def shown(nanoseconds):
    return f"{nanoseconds:,.0f}" if nanoseconds >= 100 else f"{nanoseconds:.3g}"


def plot(measured, path):
    matplotlib.use("svg")
    # The same figures give the same bytes; text stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "options", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(measured), figsize=(10, 3.6), sharey=True, layout="constrained")
    for axis, (work, rows) in zip(axes, measured.items()):
        for name, values in rows.items():
            is_own = name == "options_analytics"
            axis.loglog(
                SIZES, values, marker="o", markersize=3, linewidth=2.5 if is_own else 1.2, label=name.replace("_", " "),
                zorder=3 if is_own else 2)
        axis.set_title(WORKS[work])
        axis.set_xlabel("options a call")
        axis.grid(alpha=0.3)
        axis.minorticks_off()
    axes[0].set_ylabel("nanoseconds an option")
    handles = {text: line for axis in axes for line, text in zip(*axis.get_legend_handles_labels())}
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=len(handles), frameon=False)
    figure.savefig(path, metadata={"Date": None})


def main(wheel, path, rounds=5):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    oa = package.load(wheel)
    found = peers.installed(oa)
    print(f"Python {sys.version.split()[0]}, {peers.versions(found)}; kernels: {oa.instruction_set()}")
    measured = {work: times(found, work, int(rounds)) for work in WORKS}
    for work, rows in measured.items():
        print(f"\n### {WORKS[work]}\n\n| options a call | " + " | ".join(f"{size:,}" for size in SIZES) + " |")
        print("|---|" + "---:|" * len(SIZES))
        for name, values in rows.items():
            print(f"| {name.replace('_', ' ')} | " + " | ".join(map(shown, values)) + " |")
    plot(measured, path)


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
