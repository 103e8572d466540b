"""A table in, the same table out with three columns more: the label, its posterior and the status."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from nbcli.answering.answering import Answering, answer_lines
from nbcli.answering.answers import Abstention, Answers
from nbcli.choices import load
from nbcli.classifier.classifier import Classifier
from nbcli.corpus import HEADER, Answer, How, Log, Reading, Row, Source, ToAnswer
from nbcli.errors import NbError
from nbcli.system.terminal import Environment
from nbcli.system.timing import each, stage

# Forms whose columns have the same names in any of them.
_OF_CELLS = ("csv", "tsv", "parquet")


class Chosen(NamedTuple):
    """A file that is read as a table: its form, its source with the columns that are asked for, and those known."""

    form: str
    source: Source
    known: Reading | None

    def rows(self) -> ToAnswer:
        """Return its rows as they come."""
        table: ToAnswer = load("corpus", self.form).to_answer(self.source, self.known)
        return table._replace(rows=self._noting(table.rows))

    def _noting(self, rows: Iterator[list[Row]]) -> Iterator[list[Row]]:
        yield from each("read", rows)
        for line in self.source.log.left_out():
            Environment().say(line)


def chosen(path: str, asked: str | None, how: How, fact: dict[str, Any] | None) -> Chosen | None:
    """Return how a file (`-`: stdin) is read as a table, None where its lines are the texts.

    It is one where `asked` names such a form, or, nothing being asked, where it is a file such as the model learned
    from (`fact`). The columns are those that `how` names, else the known ones; NbError where there are none.
    """
    known = Reading.of(fact) if fact else None
    log = Log()
    log.begin(path)
    source = Source(path, Path(path), "", how, log)
    if asked is None:
        return _such_as(source, known) if known and source.path.is_file() else None
    if asked == "lines":
        return None
    if how.text_columns:
        return Chosen(asked, source, None)
    alike = known and (asked == known.form or (known.header and {asked, known.form} <= {*_OF_CELLS}))
    if not known or not alike:
        raise NbError("which column is the text is not said", where=path, remedy="name it: --text-column NAME or N")
    return Chosen(asked, _as_known(source, known), known)


def _such_as(source: Source, known: Reading) -> Chosen | None:
    path, told = source.path, _as_known(source, known)
    if load("corpus", known.form).recognised(told, known):
        as_lines = "--input lines reads it as lines"
        Environment().say(
            f"{path}: read as the table that the model learned from ({_described(told, known)}); {as_lines}"
        )
        return Chosen(known.form, told, known)
    if source.suffix == f".{known.form}":
        Environment().say(
            f"{path}: read as lines: not a table such as the model learned from ({_described(told, known)})"
        )
    return None


def _as_known(source: Source, known: Reading) -> Source:
    """Return the source to be read as the model's corpus was, but for what the user says of it."""
    how = source.how
    header = known.header if how.header is None else how.header
    # Where row 1 has no names, nothing in a file shows what its delimiter is.
    delimiter = how.delimiter or (known.delimiter or "," if known.header is False and known.form == "csv" else None)
    return replace(
        source, how=replace(how, text_columns=how.text_columns or known.text, header=header, delimiter=delimiter)
    )


def _described(source: Source, known: Reading) -> str:
    how = source.how
    columns = [f"column {name}" if how.header is False else name for name in how.text_columns]
    return f"{known.form}, text from {' + '.join(columns)}"


def answer_files(how: Answering, files: Sequence[tuple[str, Chosen | None]]) -> None:
    """Answer the files in order, those without a way to be read as a table by lines."""
    for chosen_as_table, group in groupby(files, key=lambda file: file[1] is not None):
        if chosen_as_table:
            for _, table in group:
                assert table is not None
                _answer_table(how.classifier, table.rows(), how.abstention)
        else:
            answer_lines(how, [path for path, _ in group], 1)


def _answer_table(classifier: Classifier, table: ToAnswer, abstention: Abstention) -> None:
    """Write the table to stdout as UTF-8, each row with its answer, as the rows come."""
    begun = False
    for rows in table.rows:
        if not rows:
            continue
        texts = [row.text for row in rows if row.status != HEADER]
        answers = _answers(classifier, texts, abstention) if texts else iter(())
        lines = [table.before()] if not begun else []
        begun = True
        for row in rows:
            lines.append(table.written(row, None if row.status == HEADER else _answer(row, next(answers))))
        with stage("write"):
            Environment().write("".join(lines))


def _answers(classifier: Classifier, texts: list[str | None], abstention: Abstention) -> Iterator[Answer]:
    found = Answers.of(classifier, texts, abstention)
    return map(Answer, found.labels, found.top(), found.status)


def _answer(row: Row, answer: Answer) -> Answer:
    return answer._replace(status=row.status) if row.status else answer
