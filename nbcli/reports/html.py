"""A page of its own: one file with its style and drawings inside, no script, and nothing fetched from anywhere.

A report's `kind` names its template in `_page/`; a report of none is its tables and notes. What the page shows is made
from the report's data, and every number in it carries that of the data in full, as `<data value="...">`.
"""

from functools import cache
from importlib import import_module
from typing import Any

from nbcli import __version__, reports
from nbcli.reports import Kind, Report


class Form(reports.Form):
    """A page, the same for several reports explained as for one."""

    suffix = ".html"
    needs = ("jinja2", "matplotlib")
    # More texts make a page that no browser likes.
    most = 200

    def render(self, report: Report, *, colour: bool = False) -> str:
        """Return the page; NbError where what it needs is not installed."""
        self.check()
        template = _environment().get_template(f"{report.kind or 'tables'}.html")
        own = import_module(f"nbcli.reports._page.{report.kind}").shown(report) if report.kind else {}
        # A page has a key to marks of its own, and sums up at its head.
        notes = [note for note in report.notes if note.kind not in (Kind.LEGEND, Kind.SUMMARY)]
        given = {"report": report, "data": report.data, "notes": notes, "version": __version__, **own}
        return f"{template.render(given)}\n"


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
