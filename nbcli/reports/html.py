"""A page of its own: one file with its style and drawings inside, no script, and nothing fetched from anywhere.

A report's `kind` names its template in `_page/`; a report of none is its tables and notes. What the page shows is made
from the report's data, and every number in it carries that of the data in full, as `<data value="...">`.
"""

from functools import cache
from importlib.util import find_spec
from typing import Any

from nbcli import __version__
from nbcli.errors import NbError
from nbcli.reports import Report


def require() -> None:
    """Raise NbError where what a page needs is not installed."""
    missing = [name for name in ("jinja2", "matplotlib") if find_spec(name) is None]
    if missing:
        raise NbError(f"a page needs {' and '.join(missing)}", remedy="pip install 'nbcli[report]'")


def render(report: Report) -> str:
    """Return the page."""
    require()
    from nbcli.reports._page.pages import of

    environment = _environment()
    name = f"{report.kind}.html" if report.kind else "tables.html"
    template = environment.get_template(name)
    page: str = template.render(report=report, data=report.data, version=__version__, **of(report))
    return page + "\n"


@cache
def _environment() -> Any:
    from pathlib import Path

    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from nbcli.reports._page import shown as _shown

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "_page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= _shown.FILTERS
    return environment
