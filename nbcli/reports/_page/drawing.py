"""A drawing as SVG to stand in a page: matplotlib draws, and the page's own colours and font are put in.

Colours are drawn as marks (#010101 and the like) that become the page's CSS variables, so that one drawing serves a
light and a dark page.
"""

import io
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from warnings import catch_warnings, simplefilter

INK, SOFT, LINE, PAPER = "#010101", "#010102", "#010103", "#010104"
# So many classes have a colour and a dash of their own; a chart shows no more.
SERIES = tuple(f"#01020{n}" for n in range(6))
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1)), (0, (8, 2)))
_NAMES = {INK: "ink", SOFT: "soft", LINE: "line", PAPER: "paper"} | {c: f"series-{n}" for n, c in enumerate(SERIES)}


@contextmanager
def chart(width: float = 4.2, height: float = 3.5) -> Iterator[tuple[Any, Callable[[], str]]]:
    """Yield the axes to draw in, and what returns the drawing; nothing outside it is changed."""
    with sheet(width, height) as (figure, done):
        yield figure.add_subplot(), done


@contextmanager
def sheet(width: float, height: float) -> Iterator[tuple[Any, Callable[[], str]]]:
    """Yield the figure to draw in, for several axes, and what returns the drawing."""
    import matplotlib
    from matplotlib.figure import Figure

    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # what it says of its font cache is nobody's to mend
    style: dict[Any, Any] = {
        "backend": "svg",
        "svg.fonttype": "none",
        "svg.hashsalt": "nb",
        "text.parse_math": False,
        "font.size": 9.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.edgecolor": SOFT,
        "axes.labelcolor": INK,
        "text.color": INK,
        **{f"{axis}tick.{part}": color for axis in "xy" for part, color in (("color", SOFT), ("labelcolor", INK))},
        "grid.color": LINE,
        "grid.linewidth": 0.7,
    }
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **style}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure, lambda: _svg(figure)


def _svg(figure: Any) -> str:
    out = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with catch_warnings():  # a text is drawn by the browser, in a font of its own
        simplefilter("ignore")
        figure.savefig(out, format="svg", transparent=True, metadata=nothing)
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:xlink)?="[^"]*"| version="1.1"| id="(?![mp][0-9a-f]{8,}")[^"]*"', "", svg)
    svg = re.sub(r' width="[^"]*pt" height="[^"]*pt"', "", svg, count=1)
    svg = re.sub(r" font-family: [^;\"]*;", "", svg).replace("xlink:href", "href")
    for mark, name in _NAMES.items():
        svg = svg.replace(mark, f"var(--{name})")
    return re.sub(r"\s*\n\s*", " ", svg).replace("> <", "><").strip()
