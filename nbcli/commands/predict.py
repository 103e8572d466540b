"""`nb predict`: label texts, a line each."""

from typing import Annotated, Any

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.reading import Delimiter, Encoding, ReadingOptions, TextColumn
from nbcli.errors import NbError


def run(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE...]", help="Texts, a line each; stdin without any.")
    ] = None,
    name: opt.Name = "default",
    proba: Annotated[bool, typer.Option("--proba", help="Print the posterior after the label.")] = False,
    top: Annotated[
        int | None, typer.Option(metavar="K", help="Print the K most likely labels, each with its posterior.")
    ] = None,
    as_json: opt.Json = False,
    columns: Annotated[
        str | None, typer.Option(metavar="NAME,...", help="Print columns (TSV), from label, proba, status, text.")
    ] = None,
    only: Annotated[
        str | None, typer.Option(metavar="LABEL", help="Print the lines of that label, unchanged, as grep does.")
    ] = None,
    invert: Annotated[bool, typer.Option("-v", "--invert", help="With --only: the other lines.")] = False,
    is_: Annotated[
        str | None,
        typer.Option("--is", metavar="LABEL", help="The input is one text: print nothing, exit with 0 (yes) or 1."),
    ] = None,
    min_proba: Annotated[float, typer.Option(metavar="P", help="Below this posterior the label is withheld.")] = 0.0,
    unsure: Annotated[
        str | None,
        typer.Option(
            metavar="WORD", help="What is printed for a label withheld, or for no known term (default: unsure)."
        ),
    ] = None,
    input_: Annotated[
        str | None,
        typer.Option(
            "--input",
            metavar=opt.names("corpus"),
            help="A table comes out with three columns more. (lines; files such as the model learned from as those)",
        ),
    ] = None,
    text_column: TextColumn = None,
    delimiter: Delimiter = None,
    header: Annotated[
        bool | None,
        typer.Option(
            "--header/--no-header",
            help="With --mail: print the mail, byte for byte, with an X-Nb header added. Tables: row 1 has names.",
        ),
    ] = None,
    encoding: Encoding = None,
    mail: Annotated[bool, typer.Option("--mail", help="The input is one mail, headers and all.")] = False,
    jobs: Annotated[int, typer.Option(metavar="N", help="Lines: classify them in N processes.")] = 1,
) -> int:
    """Print a label for every line of files or stdin.

    In order, as the lines come.

    echo 公司代开发票，优惠 | nb predict --name mail --proba
    """
    _check(locals())
    from nbcli import store
    from nbcli.answering.answering import Answering, answer_lines, form_of
    from nbcli.answering.answers import Abstention

    how = ReadingOptions(None, encoding, None, text_column, delimiter, header).how()
    classifier = store.load(name)
    line = classifier.facts.get("threshold")
    abstention = Abstention(min_proba, unsure, line and (line["label"], line["proba"])).check(classifier.labels)
    wanted = is_ if is_ is not None else only
    if wanted is not None and wanted not in (*classifier.labels, abstention.word):
        raise NbError(f"the model has no label {wanted}", remedy=f"it has {', '.join(classifier.labels)}")
    names = files or ["-"]
    form = form_of(as_json, columns, top or (1 if proba else 0))
    answering = Answering(classifier, abstention, encoding, form, only, invert)
    if is_ is not None or mail:
        from nbcli.answering.whole import answer_whole

        return int(not answer_whole(answering, names, mail=mail, is_=is_, header=bool(header)))
    given = locals()
    read = classifier.facts.get("read")
    if input_ is not None or files:
        from nbcli.answering.files import answer_files, chosen

        forms = [(path, chosen(path, input_, how, read)) for path in names]
        table = next((path for path, form in forms if form and form.is_table), None)
        if table is not None:
            _check_tables(given, table)
        if any(form for _, form in forms):
            answer_files(answering, forms)
            return 0
    if delimiter is not None:
        raise NbError("--delimiter goes with a table", remedy="add --input csv")
    printed = answer_lines(answering, names, opt.processes(jobs))
    return int(only is not None and not printed)


_OF_LINES = {"--json": "as_json", "--columns": "columns", "--only": "only", "--is": "is_", "--top": "top"}


def _check_tables(given: dict[str, Any], path: str) -> None:
    """Refuse, for a file that was found to be a table, the options that go with lines only."""
    used = [option for option, key in _OF_LINES.items() if given[key] not in (None, False)]
    used += ["--jobs"] if given["jobs"] > 1 else []
    if used:
        remedy = f"leave out {used[0]}, or add --input lines"
        raise NbError(f"a table, and {used[0]} goes with lines", where=path, remedy=remedy)


def _check(given: dict[str, Any]) -> None:
    """Refuse options that do not go together, each with the remedy."""
    from nbcli.answering.answers import COLUMNS
    from nbcli.corpus import gives

    form = opt.chosen("corpus", "--input", [given["input_"]])[0] if given["input_"] is not None else None
    has_form = form is not None and not gives(form, "raw")
    is_table = form is not None and gives(form, "recognised")
    used = [option for option, key in _OF_LINES.items() if given[key] not in (None, False)]
    used += ["--input"] if is_table or (has_form and (given["only"] or given["is_"]) is not None) else []
    used += ["--mail --header"] if given["mail"] and given["header"] else []
    if len(used) > 1:
        raise NbError(f"{' and '.join(used)} do not go together", remedy=f"leave out {used[1]}")
    if given["mail"] and (given["only"] or has_form):
        raise NbError("--mail takes whole mails, not lines or tables", remedy="leave out --only and --input")
    if given["delimiter"] is not None and (given["mail"] or (form is not None and not gives(form, "DELIMITED"))):
        raise NbError("--delimiter goes with a table of cells", remedy="add --input csv")
    if given["invert"] and given["only"] is None:
        raise NbError("-v goes with --only", remedy="say which lines: --only LABEL -v")
    if given["header"] is not None and not given["mail"] and not is_table:
        raise NbError("--header goes with --mail or a table", remedy="add --mail, or --input csv")
    for column in (given["columns"] or "label").split(","):
        if column not in COLUMNS:
            raise NbError(f"--columns {column}: no such column", remedy=f"choose from {', '.join(COLUMNS)}")
    opt.at_least(1, "--top", given["top"])
    opt.at_least(1, "--jobs", given["jobs"])
    if given["jobs"] > 1 and (given["mail"] or given["is_"] is not None or has_form):
        raise NbError("--jobs goes with lines only", remedy="leave out --jobs, or --input, --mail and --is")
