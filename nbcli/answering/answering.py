"""How `nb predict` answers: lines as they come, by one process or several, and whole texts."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from nbcli.answering import answers as forms
from nbcli.answering.answers import Abstention, Answers
from nbcli.answering.inputs import line_batches, whole
from nbcli.classifier.classifier import Classifier
from nbcli.corpus import decoded
from nbcli.errors import NbError
from nbcli.system.ordered import ordered
from nbcli.system.terminal import Environment
from nbcli.system.timing import each, stage
from nbcli.system.width import printable

Form = Callable[[Answers], Iterable[str]]
# A whole text: its bytes, and what they say.
Whole = tuple[bytes, str | None]
# So many whole texts are answered together: one alone costs a look at every term of the model.
_MOST_TEXTS, _MOST_BYTES = 256, 1 << 22


def form_of(as_json: bool, columns: str | None, shown: int) -> Form:
    """Return what turns answers into lines; on a terminal, into lines that cannot steer it."""
    form: Form = forms.plain
    if as_json:
        form = forms.as_json
    elif columns is not None:
        form = partial(forms.columns, names=columns.split(","))
    elif shown:
        form = partial(forms.ranked, k=shown)
    return partial(_on_terminal, form=form) if Environment().interactive else form


def _on_terminal(answers: Answers, form: Form) -> Iterable[str]:
    return ("\t".join(map(printable, line.split("\t"))) for line in form(answers))


@dataclass(frozen=True)
class Answering:
    """What answers texts: a classifier, when it is in abstention, and the form of the answers; workers get a copy each.

    With `only`, the answer is the lines that have that label, or with `invert` those that have not, as they came.
    """

    classifier: Classifier
    abstention: Abstention
    encoding: str | None
    form: Form
    only: str | None = None
    invert: bool = False

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
    batches = each("read", line_batches(names, how.encoding))
    printed = False
    with closing(ordered(how.lines, batches, jobs, live=True)) as answers:
        for data in each("classify", answers):
            _write(data)
            printed = printed or bool(data)
    return printed


def answer_whole(how: Answering, names: list[str], *, mail: bool, is_: str | None, header: bool) -> bool:
    """Answer each file as one text or mail, and say whether all have the label `is_`, where nothing is printed.

    With `header`, the mail itself is printed, with its label and posterior in a header.
    """
    yes = True
    for batch in _together(each("read", whole(names, how.encoding, mail=mail))):
        answers = how.of([text for _, text in batch])
        if is_ is not None:
            yes = yes and all(label == is_ for label in answers.labels)
        elif header:
            from nbcli.corpus.mail.passthrough import with_header

            for (data, _), label, p in zip(batch, answers.labels, answers.top(), strict=True):
                _write(with_header(data, f"{label} {p:.4f}"))
        else:
            _write(how.written(answers))
    return yes


def _together(texts: Iterable[Whole]) -> Iterator[list[Whole]]:
    """Yield the texts, many small ones at a time; where reading fails, those before it come first."""
    batch: list[Whole] = []
    size = 0
    try:
        for text in texts:
            batch.append(text)
            size += len(text[0])
            if len(batch) == _MOST_TEXTS or size >= _MOST_BYTES:
                yield batch
                batch, size = [], 0
    except NbError:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def _write(data: bytes) -> None:
    with stage("write"):
        Environment().write(data)
