"""Files in the forms that training reads: a table comes out with three columns more, all else as a line a record."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from nbcli.answering.answering import Answering, answer_lines, write
from nbcli.answering.answers import Answers
from nbcli.answering.tables import chosen_for_table, of_rows
from nbcli.answering.whole import found_or_own, together
from nbcli.choices import load
from nbcli.corpus import HEADER, LOSSY, Answer, How, Reading, Record, Source, Stream, bare, form_of
from nbcli.errors import NbError
from nbcli.system.terminal import Environment
from nbcli.system.timing import each, stage


class Chosen(NamedTuple):
    """A file that is read in the form of this format."""

    format: ModuleType
    source: Source

    @property
    def is_table(self) -> bool:
        """Whether its rows come out again."""
        return hasattr(self.format, "recognised")

    def stream(self) -> Stream:
        """Return its records, as they come or many together, and what writes them."""
        if hasattr(self.format, "stream"):
            stream: Stream = self.format.stream(self.source)
        else:
            stream = Stream(together(self.format.read(self.source), lambda record: len(record.text)))
        return stream._replace(batches=self._noting(stream.batches))

    def _noting(self, batches: Iterator[list[Record]]) -> Iterator[list[Record]]:
        log, path, none = self.source.log, self.source.path, True
        for batch in each("read", batches):
            while log.guesses:
                Environment().say(f"{path}: {log.guesses.pop()}, by guess; --text-column names another")
            none = none and not batch
            yield batch
        if none and path.is_dir():
            raise NbError("no text was found in it", where=str(path), remedy=_form_of(path))
        for line in log.left_out():
            Environment().say(line)


def chosen(path: str, asked: str | None, how: How, fact: dict[str, Any] | None) -> Chosen | None:
    """Return how a file (`-`: stdin) is read, None where its lines are the texts.

    In the form `asked`; nothing being asked, as a table where it is a file such as the model learned from (`fact`). The
    columns are those that `how` names, else those known, else those that training would take.
    """
    known = Reading.of(fact) if fact else None
    if known and how.fields:
        return Chosen(*chosen_for_table(path, asked, how, known))
    if asked is None and Path(path).is_dir():
        raise NbError("cannot be read (Is a directory)", where=path, remedy=_form_of(Path(path)))
    if asked is None:
        return _such_as(Source.to_answer(path, how, known), known) if known else None
    module = load("corpus", asked)
    if hasattr(module, "raw"):
        return None
    return Chosen(module, Source.to_answer(path, how, None if how.text_columns else known))


def _form_of(folder: Path) -> str:
    """Return the remedy for a folder that is not read in the form that it has."""
    form = form_of(Source(str(folder), folder))
    return f"name its form: --input {form}" if form else "name a folder with texts in it, and its form (--input)"


def _such_as(source: Source, known: Reading) -> Chosen | None:
    if not source.path.is_file():
        return None
    module = load("corpus", known.form)
    told = replace(known, text=source.wanted.text_columns, header=_first(source.how.header, known.header))
    if module.recognised(source, known):
        Environment().say(
            f"{source.path}: read as the table that the model learned from ({told.described()}); "
            "--input lines reads it as lines"
        )
        return Chosen(module, source)
    if source.suffix == f".{known.form}":
        Environment().say(
            f"{source.path}: read as lines: not a table such as the model learned from ({told.described()})"
        )
    return None


def _first(asked: bool | None, known: bool | None) -> bool | None:
    return known if asked is None else asked


def answer_files(how: Answering, files: Sequence[tuple[str, Chosen | None]]) -> None:
    """Answer the files in order, those without a form by lines."""
    for has_form, group in groupby(files, key=lambda file: file[1] is not None):
        if has_form:
            for _, one in group:
                assert one is not None
                _answer(how, one.stream())
        else:
            answer_lines(how, [path for path, _ in group], 1)


def _answer(how: Answering, stream: Stream) -> None:
    """Write to stdout, as the records come, each with its answer, or the answers alone; in UTF-8."""
    begun = False
    for batch in stream.batches:
        if not batch:
            continue
        if stream.written is None:
            write(how.written(answered(how, batch)))
            continue
        lines = [stream.before()] if not begun else []
        begun = True
        answers = _answers(how, batch)
        for record in batch:
            lines.append(stream.written(record, None if record.status == HEADER else next(answers)))
        with stage("write"):
            Environment().write("".join(lines))


def _answers(how: Answering, batch: list[Record]) -> Iterator[Answer]:
    """Yield the answers to the records but the header."""
    rows = [record for record in batch if record.status != HEADER]
    if rows:
        yield from answered(how, rows).each()


def answered(how: Answering, records: list[Record]) -> Answers:
    """Return the answers to records, each with the status of its record where that has one."""
    if how.schema is not None:
        return of_rows(how.classifier, how.schema, records, how.abstention)
    found = how.of([_text(record) for record in records])
    status = [found_or_own(record.status, own) for record, own in zip(records, found.status, strict=True)]
    return replace(found, status=status)


def _text(record: Record) -> str | None:
    """Return what is answered, as it would be learned."""
    return None if record.status not in ("", LOSSY) else bare(record.text)
