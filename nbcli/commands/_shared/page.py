"""`--html FILE` and `--open`: what a command found, as a page beside what it prints."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nbcli.choices import load
from nbcli.errors import NbError
from nbcli.system.terminal import Environment
from nbcli.system.timing import stage

if TYPE_CHECKING:
    from nbcli.reports import Report

Html = Annotated[
    str | None,
    typer.Option("--html", metavar="FILE", help="Write a page with charts, too (pip install nbcli[report])."),
]
Open = Annotated[
    bool, typer.Option("--open", help="Show that page in the browser; without --html it is a temporary file.")
]


# More texts than these make a page that no browser likes.
_MOST = 200


@dataclass(frozen=True)
class Page:
    """Where the page goes, and whether the browser shall show it."""

    path: str | None
    shown: bool

    def check(self) -> "Page":
        """Return this; NbError, before any work, where what a page needs is not installed or FILE has no folder."""
        if not self.wanted:
            return self
        from nbcli.reports import html

        html.require()
        if self.path is not None and (not self.path or self.path == "-" or Path(self.path).is_dir()):
            raise NbError(f"--html {self.path} is no file", remedy="name a file, or print the page: --report html")
        if self.path is not None and not Path(self.path).absolute().parent.is_dir():
            raise NbError("there is no such folder", where=self.path, remedy="make it, or name another file for --html")
        return self

    @property
    def wanted(self) -> bool:
        """Whether there is anything to write."""
        return self.path is not None or self.shown

    def write(self, report: "Report") -> None:
        """Write the page and say where, and open it if that was asked for."""
        if not self.wanted:
            return
        from nbcli.reports import html
        from nbcli.system import replacing

        with stage("render"):
            data = html.render(report).encode("utf-8", "backslashreplace")
        path = Path(self.path) if self.path is not None else _temporary(report.kind)
        try:
            with stage("write"):
                replacing.write(path, data)
        except OSError as error:
            why = f"cannot be written ({error.strerror or error})"
            raise NbError(why, where=str(path), remedy="name another file for --html") from None
        Environment().say(f"nb: the page is {path}")
        if self.shown:
            import webbrowser

            if not webbrowser.open(path.absolute().as_uri()):
                Environment().say("nb: no browser was found to show it")


def show(report: "Report", form: str) -> None:
    """Print the report in a form."""
    with stage("render"):
        text = load("reports", form).render(report)
    with stage("write"):
        Environment().write(text)


def together(reports: "list[Report]") -> "Report":
    """Return one report of several texts explained, their data a list; of one text, its own."""
    from nbcli.reports import Report

    if len(reports) == 1:
        return reports[0]
    if len(reports) > _MOST:
        Environment().say(f"nb: the page has the first {_MOST} of {len(reports):,} texts")
    return Report([one.data for one in reports[:_MOST]], kind="explain")


def _temporary(kind: str) -> Path:
    import os
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix=f"nb-{kind or 'page'}-", suffix=".html")
    os.close(descriptor)
    return Path(name)
