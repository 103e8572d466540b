"""How far two labellers agree, as a report."""

from nbcli.evaluation.agreement import Agreement
from nbcli.reports import Kind, Note, Report, Table
from nbcli.reports.contents.figures import number, shortened

# The standard error of kappa is one of many texts.
_FEW = 30


def report(names: tuple[str, str], found: Agreement, most: int) -> Report:
    """Return the report of the labels of two files of these names, with at most so many texts in dispute."""
    rows = [
        ["texts in both", f"{found.texts:,}"],
        ["one label", f"{found.agreed:,}"],
        ["agreement", number(found.agreed / found.texts)],
        ["  95 % interval", "-".join(map(number, found.interval))],
        ["Cohen's kappa", number(found.kappa)],
        *([["  95 % interval", " to ".join(map(number, found.kappa_interval))]] if found.kappa_interval else []),
    ]
    crossed = [[label, *(f"{count:,}" for count in row)] for label, row in zip(found.labels, found.counts, strict=True)]
    tables = [Table(["figure", "value"], rows), Table(["first \\ second", *found.labels], crossed)]
    if disputes := found.disputes[:most]:
        shown = [[shortened(one.text), one.first, one.second] for one in disputes]
        tables.append(Table(["text in dispute", "first", "second"], shown, numbers=False))
    notes = [f"first: {names[0]}, second: {names[1]}"]
    notes += (
        [f"{len(found.disputes) - most:,} more in dispute; --disputes N shows them"]
        if len(found.disputes) > most
        else []
    )
    notes += (
        [f"in one file only: {found.only[0]:,} of the first, {found.only[1]:,} of the second"]
        if any(found.only)
        else []
    )
    few = [Note(f"fewer than {_FEW} texts: the interval of kappa is too narrow", Kind.WARNING)] * (found.texts < _FEW)
    return Report(found, tables, [*map(Note, notes), *few])
