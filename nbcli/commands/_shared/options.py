"""Options that several commands share, declared once."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from nbcli.choices import choices
from nbcli.errors import NbError
from nbcli.system.terminal import Environment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nbcli.corpus import How, Log, Record


def names(stage: str) -> str:
    """Return the choices of a stage, for a metavar."""
    return "|".join(choices(stage))


Corpus = Annotated[
    list[str],
    typer.Argument(
        metavar="CORPUS...", help="LABEL=FILE (a text a line), a table with a label column, a folder; - is stdin."
    ),
]
Format = Annotated[
    str | None, typer.Option("--format", metavar=names("corpus"), help="The form of the files; found when not given.")
]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Their encoding; else a BOM's, UTF-8, GB18030, in that order.")
]
LabelColumn = Annotated[
    str | None, typer.Option(metavar="NAME|N", help="Tables: the label's column, by name, key or number from 1.")
]
TextColumn = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME|N", help="Tables: the text's column; given again, the columns are joined."),
]
Delimiter = Annotated[
    str | None,
    typer.Option(metavar="CHAR|tab", help="Tables: what separates the cells; found when not given."),
]
Header = Annotated[bool | None, typer.Option("--header/--no-header", help="Tables: row 1 has the columns' names.")]
Name = Annotated[
    str,
    typer.Option(metavar="NAME", help="The model: a name in the store ($NB_STORE), or a path (with / or .nb)."),
]
Tokenizer = Annotated[str, typer.Option(metavar=names("tokenizers"), help="How texts are cut into tokens.")]
Ngrams = Annotated[str, typer.Option(metavar="LOW-HIGH", help="Terms are runs of so many tokens, 1 to 3.")]
TopK = Annotated[int | None, typer.Option(metavar="K", help="Keep the K most frequent terms only.")]
MinDf = Annotated[int, typer.Option(metavar="N", help="Keep terms that stand in at least N texts.")]
VarSmoothing = Annotated[
    float, typer.Option(metavar="X", help="Gaussian: X times the largest variance is added to each.")
]
UserDict = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Words that jieba shall know: a line each, word [frequency [tag]]."),
]
Jobs = Annotated[int, typer.Option(metavar="N", help="Work with N processes; the result is the same.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def ngrams_of(text: str) -> tuple[int, int]:
    """Return (low, high) of "1-2" or "2"; NbError for anything else."""
    from nbcli.vectorizers import MAX_N

    low, _, high = text.partition("-")
    bounds = (low, high or low)
    if all(b.isascii() and b.isdigit() for b in bounds) and 1 <= int(bounds[0]) <= int(bounds[1]) <= MAX_N:
        return int(bounds[0]), int(bounds[1])
    raise NbError(f"--ngrams {text} is not a range from 1 to {MAX_N}", remedy="write 1, 1-2, 1-3, 2, 2-3 or 3")


def not_negative(option: str, value: float) -> float:
    """Return the value; NbError when it is negative, NaN or infinite."""
    if not 0 <= value <= 1e9:
        raise NbError(f"{option} {value} is not a number from 0 to 1e9", remedy=f"give one, such as {option} 0.1")
    return value


def processes(jobs: int) -> int:
    """Return how many processes --jobs N starts: N, within reason for the cores; NbError when N is below 1."""
    import os

    at_least_one("--jobs", jobs)
    return min(jobs, max(os.cpu_count() or 1, 8))


def at_least_one(option: str, value: int | None) -> int | None:
    """Return the value; NbError when it is below 1."""
    if value is not None and value < 1:
        raise NbError(f"{option} {value} is not a number from 1", remedy=f"give {option} 1 or more")
    return value


def chosen(stage: str, option: str, names: list[str]) -> list[str]:
    """Return the names; NbError when one is no choice of the stage."""
    for name in names:
        if name not in choices(stage):
            raise NbError(f"{option} {name}: no such choice", remedy=f"choose from {', '.join(choices(stage))}")
    return names


def form_of(report: str, **options: bool) -> str:
    """Return the name of the report asked for; NbError for none of that name, or two at once.

    `options` are the forms that have an option of their own name (--json), and whether it was given.
    """
    given = [name for name, is_given in options.items() if is_given]
    if len(given) > 1:
        raise NbError(f"--{given[0]} and --{given[1]} do not go together", remedy="leave one out")
    return chosen("reports", "--report", given or [report])[0]


def user_dict_of(path: str | None) -> str:
    """Return the content of the user's dictionary, "" for none."""
    if path is None:
        return ""
    from pathlib import Path

    from nbcli.corpus import Source, lines_of

    return "\n".join(lines_of(Source(path, Path(path))))


def how_of(
    form: str | None,
    encoding: str | None,
    label_column: str | None,
    text_column: list[str] | None,
    header: bool | None,
    delimiter: str | None = None,
) -> "How":
    """Return what the user said of how to read, checked."""
    from nbcli.corpus import How, known_encoding

    if form is not None:
        chosen("corpus", "--format", [form])
    if encoding is not None:
        known_encoding(encoding)
    return How(form, encoding, label_column, tuple(text_column or ()), header, delimiter=delimiter_of(delimiter))


def delimiter_of(text: str | None) -> str | None:
    """Return the delimiter meant; NbError for what cannot be one."""
    if text is not None and text != "tab" and (len(text) != 1 or text in '"\r\n'):
        raise NbError(f"--delimiter {text}: must be one character, or tab", remedy="give one, such as --delimiter ';'")
    return "\t" if text == "tab" else text


def documents_of(specs: list[str], how: "How", log: "Log") -> "Iterable[Record]":
    """Return the documents of the corpora, with a progress line on a terminal after the first second."""
    from nbcli.corpus import read

    documents = read(specs, how, log)
    if not Environment().shows_progress:
        return documents
    from tqdm import tqdm

    progress: Iterable[Record] = tqdm(documents, desc="reading", unit=" texts", delay=1, leave=False)
    return progress


@dataclass
class Stopwatch:
    """Seconds since it was made."""

    start: float

    @classmethod
    def started(cls) -> "Stopwatch":
        """Return one that runs."""
        from time import perf_counter

        return cls(perf_counter())

    def seconds(self) -> float:
        """Return the seconds so far."""
        from time import perf_counter

        return perf_counter() - self.start
