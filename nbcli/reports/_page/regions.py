"""The drawing of decision regions: a panel a model, the points that it has learned, and lines of equal posterior."""

import io
from typing import Any
from warnings import catch_warnings, simplefilter

from nbcli.evaluation.regions import Regions
from nbcli.reports import Report
from nbcli.reports._page.drawing import INK, PAPER, SERIES, SOFT, sheet

# The page's colours on white, for a drawing that stands by itself.
_ALONE = ("#1560c0", "#c0530a", "#2b7a37", "#8a3ba6", "#7d6400", "#00757f")
# The first that has a character draws it.
_FONTS = ["DejaVu Sans", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Zen Hei"]
_MARKS = "osD^vP"
_LEVELS = (0.6, 0.75, 0.9)


def shown(report: Report) -> dict[str, Any]:
    """Return what the template is given."""
    data: Regions = report.beside
    with sheet(4.2 * len(data.panels), 4.0) as (figure, done):
        _draw(figure, data, SERIES, (INK, SOFT, PAPER))
        return {"plane": data, "drawing": done(), "marks": _MARKS}


def drawn_alone(data: Regions, form: str) -> bytes:
    """Return the drawing as a file of the form `svg` or `png`, with the labels beside the points."""
    from matplotlib import rc_context

    out = io.BytesIO()
    with sheet(4.4 * len(data.panels), 4.4) as (figure, _), rc_context({"font.family": _FONTS}), catch_warnings():
        simplefilter("ignore")  # of fonts that are not there
        _draw(figure, data, _ALONE, ("#111111", "#666666", "#ffffff"))
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
        metadata = {"Date": None} if form == "svg" else {"Software": None}
        figure.savefig(out, format=form, dpi=130, metadata=metadata)
    return out.getvalue()


def _draw(figure: Any, data: Regions, colours: tuple[str, ...], ink: tuple[str, str, str]) -> None:
    panels = figure.subplots(1, len(data.panels), sharex=True, sharey=True, squeeze=False)[0]
    for axes, panel in zip(panels, data.panels, strict=True):
        axes.grid(visible=False)
        for c in range(len(data.labels)):
            own = (panel.codes == c).astype(float)
            axes.contourf(data.across, data.up, own, levels=[0.5, 1.5], colors=[colours[c]], alpha=0.22)
        lines = axes.contour(data.across, data.up, panel.proba, levels=_LEVELS, colors=ink[1], linewidths=0.6)
        axes.clabel(lines, fmt="%g", fontsize=7, colors=ink[1])
        for c, label in enumerate(data.labels):
            own = data.codes == c
            style = {"s": 15, "marker": _MARKS[c], "color": colours[c], "edgecolors": ink[2], "linewidths": 0.4}
            axes.scatter(*data.points[own].T, label=label, zorder=3, **style)
        axes.set_title(f"{panel.name}: {panel.correct:.1%} of the points correct", fontsize=9.5)
        axes.set_xlabel(data.x)
    panels[0].set_ylabel(data.y)
