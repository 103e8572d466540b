"""The options that say in which form a command shows what it found."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Self

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.groups import Group
from nbcli.commands._shared.page import Page, show, together
from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.reports import Report


@dataclass(frozen=True)
class ReportOptions(Group):
    """The form of what is printed, and whether there is a page beside it."""

    report: Annotated[str, typer.Option(metavar=opt.names("reports"), help="The form of what is printed.")] = "text"
    json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, as --report markdown.")] = False
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="FILE", help="Write a page with charts, too (pip install nbcli[report])."),
    ] = None
    open: Annotated[
        bool, typer.Option("--open", help="Show that page in the browser; without --html it is a temporary file.")
    ] = False

    @property
    def form(self) -> str:
        """The name of the form; NbError for none of that name, or two at once."""
        return opt.form_of(self.report, json=self.json, markdown=self.markdown)

    @property
    def page(self) -> Page:
        """The page that is wanted beside it."""
        return Page(self.html, self.open)

    def check(self, *, of_lines: bool = False) -> Self:
        """Return this; NbError, before any work, for what cannot be shown. `of_lines`: what is shown is plain lines."""
        from nbcli.reports import form

        # Looked up whatever is shown: a form that there is not is refused before the corpus is read.
        chosen = form(self.form)
        if of_lines and not chosen.lines:
            raise NbError("--formula is text or --latex", remedy="leave out --json and --report")
        self.page.check()
        return self

    def show(self, report: "Report", *, page: "Report | None" = None) -> None:
        """Print the report, and write its page, or another one."""
        show(report, self.form)
        self.page.write(page or report)

    def show_each(self, reports: "Iterable[tuple[Report, Report]]", kind: str) -> None:
        """Print the first of each pair as it comes, in one document where the form is one; a page has the second."""
        from nbcli.reports import form

        one_document, page = form(self.form).most is not None, self.page
        printed, shown = [], []
        for first, second in reports:
            if not one_document:
                show(first, self.form)
            printed += [first] if one_document else []
            shown += [second] if page.wanted else []
        if one_document:
            show(together(printed, kind, self.form), self.form)
        if page.wanted:
            page.write(together(shown, kind))
