"""The charts of the pages. No label of the user's goes through here: keys are the page's own text."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from nbcli.reports._page.drawing import DASHES, INK, PAPER, SERIES, SOFT, chart
from nbcli.reports.contents.compared import ComparedCell
from nbcli.training.calibration import Bin

Points = tuple[Sequence[float], Sequence[float]]


def curves(series: Sequence[Points], x: str, y: str, *, diagonal: bool = False) -> str:
    """Return a chart of curves in the unit square."""
    with chart() as (axes, done):
        if diagonal:
            axes.plot([0, 1], [0, 1], color=SOFT, linewidth=0.8, linestyle=(0, (2, 3)))
        for n, (xs, ys) in enumerate(series):
            axes.plot(xs, ys, color=SERIES[n], linestyle=DASHES[n], linewidth=1.8, clip_on=False)
        _unit(axes, x, y)
        return done()


def reliability(bins: Sequence[Bin]) -> str:
    """Return the chart of the posterior against the share that is correct, a point a bin, its area as its texts."""
    with chart() as (axes, done):
        axes.plot([0, 1], [0, 1], color=SOFT, linewidth=0.8, linestyle=(0, (2, 3)))
        predicted, correct = [one.predicted for one in bins], [one.correct for one in bins]
        low = [one.correct - one.interval[0] for one in bins]
        high = [one.interval[1] - one.correct for one in bins]
        # Rounding may leave an end of an interval past its middle.
        bars = [[max(0.0, v) for v in low], [max(0.0, v) for v in high]]
        axes.errorbar(predicted, correct, yerr=bars, fmt="none", ecolor=SERIES[0], elinewidth=1.2, capsize=2.5)
        largest = max(one.texts for one in bins)
        sizes = [12 + 70 * one.texts / largest for one in bins]
        axes.scatter(predicted, correct, s=sizes, color=SERIES[0], zorder=3, clip_on=False)
        _unit(axes, "mean posterior", "share correct")
        return done()


def histogram(edges: Sequence[float], own: Sequence[int], others: Sequence[int]) -> str:
    """Return the chart of how many texts got which posterior, those of the class upward and all others downward."""
    with chart() as (axes, done):
        widths = [0.9 * (b - a) for a, b in pairwise(edges)]
        left = [a + 0.05 * (b - a) for a, b in pairwise(edges)]
        axes.bar(left, own, widths, align="edge", color=SERIES[0])
        axes.bar(left, [-n for n in others], widths, align="edge", color=SERIES[1])
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set_yscale("symlog", linthresh=1)
        top = max(1, *own, *others)
        ticks = [10**k for k in range(int(math.log10(top)) + 1)][:: 1 if top < 10_000 else 2]
        axes.set_yticks([-t for t in reversed(ticks)] + [0] + ticks)
        axes.set_yticklabels([f"{abs(t):,}" for t in axes.get_yticks().astype(int).tolist()])
        axes.set_yticks([], minor=True)
        axes.set_xlim(0, 1)
        axes.set_ylim(-1.6 * max(1, *others), 1.6 * max(1, *own))
        axes.set_xlabel("posterior")
        axes.set_ylabel("texts (logarithmic)")
        return done()


def dots(names: Sequence[str], cells: Sequence[ComparedCell], x: str) -> str:
    """Return the chart of scores, a row each from the top, with interval bars; the best and its equals filled."""
    with chart(height=0.8 + 0.24 * len(names)) as (axes, done):
        for row, cell in enumerate(cells):
            color = SERIES[0] if cell.best or cell.tied else SOFT
            if cell.interval:
                axes.plot(cell.interval, [row, row], color=color, linewidth=1.6, solid_capstyle="butt")
            face = color if cell.best or cell.tied else PAPER
            axes.plot([cell.score], [row], "D" if cell.best else "o", color=color, markerfacecolor=face, ms=5)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(x)
        return done()


def against_time(cells: Sequence[ComparedCell], colours: Sequence[int], y: str) -> str:
    """Return the chart of scores over seconds to train and to predict, each point in the colour of its row's model."""
    marks = "osD^vPX*"  # as the page's key has them
    spent = [cell.seconds for cell in cells if cell.seconds]
    times = [max(one.train_seconds + one.predict_seconds, 1e-6) for one in spent]
    with chart() as (axes, done):
        for cell, seconds, n in zip(cells, times, colours, strict=True):
            shape, series = marks[n % len(marks)], SERIES[n % len(SERIES)]
            axes.plot([seconds], [cell.score], shape, color=series, ms=6, alpha=0.85)
        axes.set_xscale("log")
        # Whole powers of ten: they alone are labelled, and a difference of a tenth looks like one.
        axes.set_xlim(10.0 ** math.floor(math.log10(min(times))), 10.0 ** (math.floor(math.log10(max(times))) + 1))
        axes.xaxis.set_major_formatter(lambda v, _: f"{v:g}")
        axes.xaxis.set_minor_formatter(lambda v, _: "")
        axes.set_xlabel("seconds to train and predict (logarithmic)")
        axes.set_ylabel(y)
        return done()


def _unit(axes: Any, x: str, y: str) -> None:
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel=x, ylabel=y, aspect="equal")
