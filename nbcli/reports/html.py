"""A page of its own: one file with its style and drawings inside, no script, and nothing fetched from anywhere.

A report's `kind` names its template in `_page/`; a report of none is its tables and notes. What the page shows is made
from the report's data, and every number in it carries that of the data in full, as `<data value="...">`.
"""

from functools import cache
from typing import Any

from nbcli import __version__, reports
from nbcli.reports import Report


class Form(reports.Form):
    """A page, the same for several reports explained as for one."""

    suffix = ".html"
    needs = ("jinja2", "matplotlib")
    # More texts make a page that no browser likes.
    most = 200

    def render(self, report: Report, *, colour: bool = False) -> str:
        """Return the page; NbError where what it needs is not installed."""
        self.check()
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
