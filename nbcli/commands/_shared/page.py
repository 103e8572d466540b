"""`--html FILE` and `--open`: what a command found, as a page beside what it prints."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nbcli.errors import NbError
from nbcli.system.terminal import Environment
from nbcli.system.timing import stage

if TYPE_CHECKING:
    from nbcli.reports import Report

# The form that --html writes.
_PAGE = "html"


@dataclass(frozen=True)
class Page:
    """Where the page goes, and whether the browser shall show it."""

    path: str | None
    shown: bool

    def check(self) -> "Page":
        """Return this; NbError, before any work, where what a page needs is not installed or FILE has no folder."""
        if not self.wanted:
            return self
        from nbcli.reports import form

        form(_PAGE).check()
        if self.path is not None:
            _check_file("--html", self.path, "name a file, or print the page: --report html")
        return self

    @property
    def wanted(self) -> bool:
        """Whether there is anything to write."""
        return self.path is not None or self.shown

    def write(self, report: "Report") -> None:
        """Write the page and say where, and open it if that was asked for."""
        if not self.wanted:
            return
        from nbcli.reports import form
        from nbcli.system.replacing import write_named

        with stage("render"):
            data = form(_PAGE).render(report).encode("utf-8", "backslashreplace")
        path = Path(self.path) if self.path is not None else _temporary(report.kind)
        with stage("write"):
            write_named("--html", path, data)
        Environment().say(f"nb: the page is {path}")
        if self.shown:
            import webbrowser

            if not webbrowser.open(path.absolute().as_uri()):
                Environment().say("nb: no browser was found to show it")


def check_drawing(option: str, path: str) -> None:
    """Raise NbError, before any work, where what a drawing needs is not installed or the file has no folder."""
    from nbcli.reports import form

    form(_PAGE).check()
    _check_file(option, path, "name a file")


def _check_file(option: str, path: str, remedy: str) -> None:
    if not path or path == "-" or Path(path).is_dir():
        raise NbError(f"{option} {path} is no file", remedy=remedy)
    if not Path(path).absolute().parent.is_dir():
        raise NbError("there is no such folder", where=path, remedy=f"make it, or name another file for {option}")


def show(report: "Report", name: str) -> None:
    """Print the report in the form of that name."""
    from nbcli.reports import form

    with stage("render"):
        text = form(name).render(report, colour=Environment().colour)
    with stage("write"):
        Environment().write(text, clean=form(name).clean)


def together(reports: "list[Report]", kind: str, name: str = _PAGE) -> "Report":
    """Return the reports of one kind as one, of so many as the form can show; say where some are left out."""
    from nbcli.reports import form, joined

    most = form(name).most
    if most is not None and len(reports) > most:
        Environment().say(f"nb: the page has the first {most} of {len(reports):,} texts")
    return joined(reports[:most], kind)


def _temporary(kind: str) -> Path:
    import os
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix=f"nb-{kind or 'page'}-", suffix=".html")
    os.close(descriptor)
    return Path(name)
