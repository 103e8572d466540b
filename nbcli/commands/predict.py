"""`nb predict`: label texts, a line each."""

import json
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nbcli.commands import _options as opt
from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.pipeline import Pipeline

UNDECODABLE = "undecodable"


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
) -> None:
    """Print a label for every line of the files or of stdin, in order, as the lines come.

    echo 公司代开发票，优惠 | nb predict --name mail --proba
    """
    opt.at_least_one("--top", top)
    if as_json and top is not None:
        raise NbError("--json prints every label already", remedy="leave --top out")
    from nbcli import store

    pipeline = store.load(name)
    shown = top or (1 if proba else 0)
    for lines in _batches(files or ["-"]):
        records = _classified(pipeline, lines)
        answer = _json(pipeline, *records) if as_json else _plain(pipeline, shown, *records)
        sys.stdout.write("".join(f"{line}\n" for line in answer))
        sys.stdout.flush()


def _batches(files: list[str]) -> Iterator[list[bytes]]:
    from pathlib import Path

    from nbcli.corpus._live import batches
    from nbcli.corpus._source import unreadable

    for path in files:
        if path == "-":
            yield from batches(sys.stdin.fileno())
            continue
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except OSError as error:
            raise unreadable(Path(path), error) from None
        try:
            yield from batches(descriptor)
        except OSError as error:
            raise unreadable(Path(path), error) from None
        finally:
            os.close(descriptor)


def _classified(pipeline: "Pipeline", lines: list[bytes]) -> tuple[Any, list[str]]:
    """Return the posteriors (n, K) and the statuses of raw lines; what cannot be decoded counts as an empty text."""
    from nbcli.corpus._live import decoded

    texts = decoded(lines)
    proba, status = pipeline.classify([text or "" for text in texts])
    return proba, [UNDECODABLE if text is None else s for text, s in zip(texts, status, strict=True)]


def _plain(pipeline: "Pipeline", shown: int, proba: Any, status: list[str]) -> Iterator[str]:
    """Yield the label, or the `shown` most likely labels each with its posterior, tab-separated."""
    if not shown:
        labels = [_cell(label) for label in pipeline.labels]
        return (labels[k] for k in proba.argmax(axis=1).tolist())
    order = (-proba).argsort(axis=1, kind="stable")[:, :shown]
    return (
        "\t".join(f"{_cell(pipeline.labels[k])}\t{row[k]:.4f}" for k in best)
        for best, row in zip(order.tolist(), proba.tolist(), strict=True)
    )


def _cell(label: str) -> str:
    r"""Return the label for a column: a backslash, tab or line end in it as \\, \t, \n, \r."""
    for char, spelled in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")):
        label = label.replace(char, spelled)
    return label


def _json(pipeline: "Pipeline", proba: Any, status: list[str]) -> Iterator[str]:
    best = proba.argmax(axis=1).tolist()
    for k, row, state in zip(best, proba.tolist(), status, strict=True):
        record = {
            "label": pipeline.labels[k],
            "proba": dict(zip(pipeline.labels, row, strict=True)),
            "status": state,
        }
        yield json.dumps(record, ensure_ascii=False)
