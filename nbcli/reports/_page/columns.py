"""The drawing of a column: the densities of the classes, or their shares of each category, the row's value marked."""

from collections.abc import Sequence

from nbcli.explaining import Curve
from nbcli.reports._page.drawing import DASHES, INK, SERIES, chart
from nbcli.system.display import printable

_LONGEST = 14


def of_column(curve: Curve, ranking: Sequence[int]) -> str:
    """Return the chart; the likeliest classes, in the order of `ranking`, have a colour each."""
    shown = list(ranking[: len(SERIES)])
    with chart(3.4, 2.3) as (axes, done):
        if curve.categories:
            width = 0.8 / len(shown)
            for n, c in enumerate(shown):
                axes.bar([x - 0.4 + (n + 0.5) * width for x in curve.x], curve.density[c], width, color=SERIES[n])
            axes.set_xticks(curve.x, [_cut(name) for name in curve.categories], rotation=30, ha="right")
            if curve.at is not None:
                axes.axvspan(curve.at - 0.47, curve.at + 0.47, facecolor="none", edgecolor=INK, linewidth=1.2)
            axes.set_ylabel("share")
        else:
            for n, c in enumerate(shown):
                axes.plot(curve.x, curve.density[c], color=SERIES[n], linestyle=DASHES[n], linewidth=1.6)
            if curve.at is not None:
                axes.axvline(curve.at, color=INK, linewidth=1.2)
            axes.set_ylabel("density")
        axes.set_ylim(bottom=0)
        return done()


def _cut(name: str) -> str:
    shown = printable(name)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
