"""Predictions as lines: labels, columns, JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.status import OK
from nbcli.corpus import Answer
from nbcli.corpus.mail.fields import escaped, readable
from nbcli.errors import NbError
from nbcli.system.display import rounded
from nbcli.system.timing import stage

COLUMNS = ("label", "proba", "status", "text")


@dataclass(frozen=True)
class Abstention:
    """When a label is withheld, and `word` printed: below `min_proba`, or for a text without any known term.

    `by_label`: where a label of its own is withheld, as `nb train --target-precision` stored it.
    """

    min_proba: float = 0.0
    word: str | None = None
    by_label: tuple[str, float] | None = None

    @classmethod
    def of(cls, classifier: Classifier, min_proba: float, word: str | None) -> "Abstention":
        """Return when labels are withheld, those too that it was trained to withhold; NbError as `check`."""
        stored = classifier.facts.get("threshold")
        return cls(min_proba, word, stored and (stored["label"], stored["proba"])).check(classifier.labels)

    def check(self, labels: Sequence[str]) -> "Abstention":
        """Return this with its word filled in; NbError for a bound out of range or a word that is a label."""
        if not 0 <= self.min_proba <= 1:
            raise NbError(f"--min-proba {self.min_proba}: must be from 0 to 1", remedy="give a posterior, such as 0.9")
        word = self.word or ("unsure" if self.min_proba or self.by_label else None)
        if word in labels:
            raise NbError(f"{word} is a label of the model", remedy="choose another word with --unsure")
        return replace(self, word=word)

    def withheld(self, label: str, proba: float, status: str) -> bool:
        """Say whether this label is withheld."""
        line = self.by_label[1] if self.by_label and self.by_label[0] == label else 0.0
        return status != OK or proba < max(self.min_proba, line)


@dataclass(frozen=True)
class Answers:
    """The answers to n texts: `labels` printed, `proba` (n, K) posteriors, `status`, `texts`, each n long."""

    classes: list[str]
    labels: list[str]
    proba: Any
    status: list[str]
    texts: list[str]

    @classmethod
    def of(cls, classifier: Classifier, texts: Sequence[str | None], abstention: Abstention) -> "Answers":
        """Classify the texts; None stands for one that could not be decoded, and counts as an empty one."""
        plain = [text or "" for text in texts]
        with stage("classify"):
            proba, status = classifier.classify(plain)
        status = ["undecodable" if text is None else s for text, s in zip(texts, status, strict=True)]
        return cls.made(classifier, proba, status, plain, abstention)

    @classmethod
    def made(
        cls, classifier: Classifier, proba: Any, status: list[str], texts: list[str], abstention: Abstention
    ) -> "Answers":
        """Return the answers by posteriors (n, K) and status, labels withheld as the abstention says."""
        labels = [classifier.labels[k] for k in proba.argmax(axis=1).tolist()]
        if abstention.word is not None:
            top = proba.max(axis=1).tolist()
            labels = [
                abstention.word if abstention.withheld(label, p, state) else label
                for label, p, state in zip(labels, top, status, strict=True)
            ]
        return cls(classifier.labels, labels, proba, status, texts)

    def top(self) -> list[float]:
        """Return the largest posterior of each text."""
        best: list[float] = self.proba.max(axis=1).tolist()
        return best

    def each(self) -> Iterator[Answer]:
        """Yield the answers one by one, as rows of a table have them."""
        return map(Answer, self.labels, self.top(), self.status)


def plain(answers: Answers) -> Iterator[str]:
    """Yield each label."""
    return map(escaped, answers.labels)


def ranked(answers: Answers, k: int) -> Iterator[str]:
    """Yield for each text its `k` most likely labels, each with its posterior, tab-separated.

    Where the label is withheld, the word that stands for it comes first, with the largest posterior.
    """
    order = (-answers.proba).argsort(axis=1, kind="stable")[:, :k]
    names = [escaped(label) for label in answers.classes]
    for label, best, row in zip(answers.labels, order.tolist(), answers.proba.tolist(), strict=True):
        pairs = [(names[j], row[j]) for j in best]
        if label != answers.classes[best[0]]:
            pairs = [(escaped(label), pairs[0][1]), *(pairs if k > 1 else [])]
        yield "\t".join(f"{name}\t{p:.4f}" for name, p in pairs)


def columns(answers: Answers, names: Sequence[str]) -> Iterator[str]:
    """Yield the columns named, tab-separated, what would break a line or column escaped."""
    values = {
        "label": map(escaped, answers.labels),
        "proba": (f"{p:.4f}" for p in answers.top()),
        "status": answers.status,
        "text": map(escaped, map(readable, answers.texts)),
    }
    shown = {name: list(values[name]) for name in set(names)}
    return map("\t".join, zip(*(shown[name] for name in names), strict=True))


def as_json(answers: Answers) -> Iterator[str]:
    """Yield an object a text: label, proba by label, status."""
    for label, row, status in zip(answers.labels, answers.proba.tolist(), answers.status, strict=True):
        proba = dict(zip(answers.classes, row, strict=True))
        yield json.dumps({"label": label, "proba": rounded(proba), "status": status}, ensure_ascii=False)
