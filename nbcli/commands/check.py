"""`nb check`: a linter for corpora."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.reading import ReadingOptions
from nbcli.commands._shared.reporting import ReportOptions
from nbcli.errors import NbError
from nbcli.system.terminal import Environment
from nbcli.system.timing import each, stage


def run(
    corpus: opt.Corpus,
    *,
    top: Annotated[int, typer.Option(metavar="N", help="Show the first N findings of each kind; --json has all.")] = 5,
    fix: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="Write the corpus without copies and conflicts: label<TAB>text; - is stdout."),
    ] = None,
    user_dict: opt.UserDict = None,
    reading: ReadingOptions,
    reporting: ReportOptions,
) -> int:
    """Look for what is wrong with a corpus.

    Copies, conflicts, doubtful labels, broken text. Exits with 1 when something was found, 0 when the corpus is clean.

    nb check ham=ham.txt spam=spam.txt --fix clean.tsv
    """
    reporting.check()
    opt.at_least(1, "--top", top)
    from nbcli.checking import check, check_table, mended
    from nbcli.corpus import Log, records
    from nbcli.corpus.mail.fields import escaped
    from nbcli.reports.contents import checking as _checking
    from nbcli.schema import survey

    how, log, words = reading.how(), Log(), opt.user_dict_of(user_dict)
    schema, given = survey(each("read", records(corpus, how, log)), log, how.columns)
    documents = list(given)
    if schema is not None and fix is not None:
        raise NbError("--fix writes texts, and this is a table", remedy="leave out --fix")
    with stage("check"):
        result = check_table(documents, schema, words) if schema else check(documents, words)
    if fix is not None:
        kept = mended(documents)
        with stage("write"):
            _write(fix, [f"{escaped(document.label or '')}\t{escaped(document.text)}\n" for document in kept])
        Environment().say(f"wrote {len(kept):,} of {len(documents):,} texts to {fix}")
    found = _checking.report(result, top)
    if fix == "-":
        reporting.page.write(found)
    else:
        reporting.show(found)
    return int(not result.clean)


def _write(path: str, lines: list[str]) -> None:
    """Write the lines to a file, `-` being stdout; the file is whole or not there."""
    data = "".join(lines).encode("utf-8", "backslashreplace")
    if path == "-":
        Environment().write(data)
        return
    from pathlib import Path

    from nbcli.system.replacing import write_named

    write_named("--fix", Path(path), data)
