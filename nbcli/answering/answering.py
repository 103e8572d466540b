"""What answers texts, in which form; and lines as they come, by one process or several."""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

from nbcli.answering import answers as forms
from nbcli.answering.answers import Abstention, Answers
from nbcli.classifier.classifier import Classifier
from nbcli.corpus import How, Source, decoded, encoding_by_guess, raw_lines
from nbcli.schema import Schema
from nbcli.system.display import printable
from nbcli.system.ordered import ordered
from nbcli.system.terminal import Environment
from nbcli.system.timing import each, stage

Form = Callable[[Answers], Iterable[str]]


def form_of(as_json: bool, columns: str | None, shown: int) -> Form:
    """Return what turns answers into lines; on a terminal, into lines that cannot steer it."""
    if as_json:
        return forms.as_json  # which JSON's own escapes keep from steering one
    form: Form = forms.plain
    if columns is not None:
        form = partial(forms.columns, names=columns.split(","))
    elif shown:
        form = partial(forms.ranked, k=shown)
    return partial(_on_terminal, form=form) if Environment().interactive else form


def _on_terminal(answers: Answers, form: Form) -> Iterable[str]:
    return ("\t".join(map(printable, line.split("\t"))) for line in form(answers))


@dataclass(frozen=True)
class Answering:
    """What answers texts: a classifier, when it is in abstention, and the form of the answers; workers get a copy each.

    `schema`: of the table that the classifier has learned.
    With `only`, the answer is the lines that have that label, or with `invert` those that have not, as they came.
    """

    classifier: Classifier
    abstention: Abstention
    encoding: str | None
    form: Form
    only: str | None = None
    invert: bool = False
    schema: Schema | None = None

    def of(self, texts: list[str | None]) -> Answers:
        """Return the answers to texts; None stands for one that cannot be decoded."""
        return Answers.of(self.classifier, texts, self.abstention)

    def written(self, answers: Answers) -> bytes:
        """Return the answers in their form, a line each."""
        with stage("render"):
            return "".join(f"{line}\n" for line in self.form(answers)).encode("utf-8", "backslashreplace")

    def lines(self, lines: list[bytes]) -> bytes:
        """Return what is printed for these lines."""
        answers = self.of(decoded(lines, self.encoding))
        if self.only is None:
            return self.written(answers)
        labelled = zip(lines, answers.labels, strict=True)
        return b"".join(line + b"\n" for line, label in labelled if (label == self.only) != self.invert)


def answer_lines(how: Answering, names: list[str], jobs: int) -> bool:
    """Answer every line of the files, in order, as they come, by `jobs` processes; say whether a line was printed."""
    how = _by_guess(how, names)
    sources = [Source.to_answer(name, How(encoding=how.encoding)) for name in names]
    batches = each("read", chain.from_iterable(map(raw_lines, sources)))
    printed = False
    with closing(ordered(how.lines, batches, jobs, live=True)) as answers:
        for data in each("classify", answers):
            write(data)
            printed = printed or bool(data)
    return printed


def _by_guess(how: Answering, names: list[str]) -> Answering:
    """Return the same with the encoding of files that are all in one, and neither in UTF-8 nor in GB18030; say so."""
    if how.encoding or not all(Path(name).is_file() for name in names):
        return how
    found = {encoding_by_guess(Source.to_answer(name, How())) for name in names}
    encoding = found.pop() if len(found) == 1 else None
    if encoding is None:
        return how
    Environment().say(f"{names[0]}: {encoding} is a guess, --encoding names another")
    return replace(how, encoding=encoding)


def write(data: bytes) -> None:
    """Write to stdout what has been answered, at once."""
    with stage("write"):
        Environment().write(data)
