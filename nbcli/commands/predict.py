"""`nb predict`: label texts, a line each."""

import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nbcli.commands import _options as opt
from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.pipeline import Pipeline
    from nbcli.reports._answers import Answers, Doubt


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
        str,
        typer.Option("--input", metavar="lines|csv|tsv|jsonl", help="A table comes out with two columns more."),
    ] = "lines",
    text_column: opt.TextColumn = None,
    header: Annotated[
        bool | None,
        typer.Option(
            "--header/--no-header",
            help="With --mail: print the mail, byte for byte, with an X-Nb header added. Tables: row 1 has names.",
        ),
    ] = None,
    encoding: opt.Encoding = None,
    mail: Annotated[bool, typer.Option("--mail", help="The input is one mail, headers and all.")] = False,
) -> int:
    """Print a label for every line of the files or of stdin, in order, as the lines come.

    echo 公司代开发票，优惠 | nb predict --name mail --proba
    """
    _check(locals())
    from nbcli import store
    from nbcli.reports._answers import Doubt

    how = opt.how_of(None, encoding, None, text_column, header)
    pipeline = store.load(name)
    line = pipeline.facts.get("threshold")
    doubt = Doubt(min_proba, unsure, line and (line["label"], line["proba"])).check(pipeline.labels)
    wanted = is_ if is_ is not None else only
    if wanted is not None and wanted not in (*pipeline.labels, doubt.word):
        raise NbError(f"the model has no label {wanted}", remedy=f"it has {', '.join(pipeline.labels)}")
    names, form = files or ["-"], _form(as_json, columns, top or (1 if proba else 0))
    if input_ != "lines":
        from nbcli.commands._table_io import label_table

        for path in names:
            label_table(pipeline, path, input_, how, doubt)
        return 0
    if is_ is not None or mail:
        return _whole(pipeline, names, doubt, encoding, mail=mail, is_=is_, form=None if header else form)
    return _lines(pipeline, names, doubt, encoding, only=only, invert=invert, form=form)


Form = Callable[["Answers"], Iterable[str]]


def _form(as_json: bool, columns: str | None, shown: int) -> Form:
    """Return what turns answers into lines."""
    from nbcli.reports import _answers as forms

    if as_json:
        return forms.as_json
    if columns is not None:
        return partial(forms.columns, names=columns.split(","))
    return partial(forms.ranked, k=shown) if shown else forms.plain


def _lines(
    pipeline: "Pipeline",
    names: list[str],
    doubt: "Doubt",
    encoding: str | None,
    *,
    only: str | None,
    invert: bool,
    form: Form,
) -> int:
    """Answer every line; with `only`, print the lines of that label instead, and say with 1 that there were none."""
    from nbcli.commands._inputs import line_batches
    from nbcli.corpus._live import decoded
    from nbcli.reports._answers import Answers

    out, found = sys.stdout.buffer, False
    for lines in line_batches(names, encoding):
        answers = Answers.of(pipeline, decoded(lines, encoding), doubt)
        if only is None:
            out.write("".join(f"{line}\n" for line in form(answers)).encode("utf-8", "backslashreplace"))
        else:
            kept = [line for line, label in zip(lines, answers.labels, strict=True) if (label == only) != invert]
            out.write(b"".join(line + b"\n" for line in kept))
            found = found or bool(kept)
        out.flush()
    return int(only is not None and not found)


def _whole(
    pipeline: "Pipeline",
    names: list[str],
    doubt: "Doubt",
    encoding: str | None,
    *,
    mail: bool,
    is_: str | None,
    form: Form | None,
) -> int:
    """Answer each file as one text or mail; without a `form`, print the mail with its header instead."""
    from nbcli.commands._inputs import whole
    from nbcli.reports._answers import Answers

    no = False
    for data, text in whole(names, encoding, mail=mail):
        answers = Answers.of(pipeline, [text], doubt)
        if is_ is not None:
            no = no or answers.labels[0] != is_
        elif form is None:
            from nbcli.corpus._passthrough import with_header

            sys.stdout.buffer.write(with_header(data, f"{answers.labels[0]} {answers.top()[0]:.4f}"))
        else:
            sys.stdout.write("".join(f"{line}\n" for line in form(answers)))
    return int(no)


def _check(given: dict[str, Any]) -> None:
    """Refuse options that do not go together, each with the remedy."""
    from nbcli.reports._answers import COLUMNS

    exclusive = {"--json": "as_json", "--columns": "columns", "--only": "only", "--is": "is_", "--top": "top"}
    used = [option for option, key in exclusive.items() if given[key] not in (None, False)]
    used += ["--input"] if given["input_"] != "lines" else []
    used += ["--mail --header"] if given["mail"] and given["header"] else []
    if len(used) > 1:
        raise NbError(f"{' and '.join(used)} do not go together", remedy=f"leave out {used[1]}")
    if given["mail"] and (given["only"] or given["input_"] != "lines"):
        raise NbError("--mail takes whole mails, not lines or tables", remedy="leave out --only and --input")
    if given["invert"] and given["only"] is None:
        raise NbError("-v goes with --only", remedy="say which lines: --only LABEL -v")
    if given["header"] is not None and not given["mail"] and given["input_"] == "lines":
        raise NbError("--header goes with --mail or a table", remedy="add --mail, or --input csv")
    if given["input_"] not in ("lines", "csv", "tsv", "jsonl"):
        raise NbError(f"--input {given['input_']}: no such choice", remedy="choose from lines, csv, tsv, jsonl")
    for column in (given["columns"] or "label").split(","):
        if column not in COLUMNS:
            raise NbError(f"--columns {column}: no such column", remedy=f"choose from {', '.join(COLUMNS)}")
    opt.at_least_one("--top", given["top"])
