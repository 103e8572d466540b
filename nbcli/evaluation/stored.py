"""A trained model on labelled texts: what it predicts, how good that is, and which terms misled it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import batches
from nbcli.classifier.labels import places
from nbcli.classifier.learned import digest
from nbcli.classifier.of_records import classify, schema_of
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.evaluation.curves import Curves, Histogram, curves, histogram
from nbcli.evaluation.figures import MANY, Figures, figures
from nbcli.evaluation.mistakes import Mistake, mistake, wrong_rows
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.timing import each, stage
from nbcli.vectorizers import MOST_CELLS, has_room


@dataclass(frozen=True)
class Evaluation:
    """How good a model is on labelled texts.

    `labels` are the model's and behind them `unknown_labels`, those that only the texts have. `status` counts the texts
    by that of `Classifier.classify`, `learned` those that the model has learned (None where it keeps no digests).
    `unseen` are the figures without these; None where that would be all texts, or none, or is not known. `mistakes` are
    the most confident ones.
    """

    labels: list[str]
    unknown_labels: list[str]
    figures: Figures
    status: dict[str, int]
    learned: int | None
    unseen: Figures | None
    curves: Curves
    histogram: Histogram
    mistakes: list[Mistake]


@dataclass(frozen=True)
class _Judged:
    """n texts as a model sees them: codes (n,) their classes, proba (n, K) their posteriors, 0 for unknown labels.

    `learned` (n,) says which texts the model has learned.
    """

    records: list[Record]
    labels: list[str]
    unknown_labels: list[str]
    codes: Ints
    proba: Array
    learned: Bools | None
    status: dict[str, int]

    def figures(self, rows: Bools | None = None) -> Figures:
        """Return the figures of all texts, or of the rows (n,) only."""
        if rows is None:
            return figures(self.codes, self.proba, self.labels)
        return figures(self.codes[rows], self.proba[rows], self.labels)


def evaluate(classifier: Classifier, records: Iterable[Record], mistakes: int = 0) -> Evaluation:
    """Return how good a model is on labelled texts, with so many of its most confident mistakes.

    NbError when there is no text, or none with a label that the model has.
    """
    judged = _judge(classifier, records)
    drawn = judged.labels if len(judged.labels) <= MANY else []
    learned = judged.learned
    some = learned is not None and learned.any() and not learned.all()
    return Evaluation(
        labels=judged.labels,
        unknown_labels=judged.unknown_labels,
        figures=judged.figures(),
        status=judged.status,
        learned=None if learned is None else int(learned.sum()),
        unseen=judged.figures(~learned) if learned is not None and some else None,
        curves=curves(judged.codes, judged.proba, drawn),
        histogram=histogram(judged.codes, judged.proba, drawn),
        mistakes=[_mistake(classifier, judged, row) for row in wrong_rows(judged.codes, judged.proba)[:mistakes]],
    )


def _mistake(classifier: Classifier, judged: _Judged, row: int) -> Mistake:
    learned = None if judged.learned is None else bool(judged.learned[row])
    return mistake(classifier, judged.records[row], judged.labels, int(judged.codes[row]), judged.proba[row], learned)


def _judge(classifier: Classifier, records: Iterable[Record]) -> _Judged:
    known, schema = set(classifier.labels), schema_of(classifier)
    kept: list[Record] = []
    parts: list[Array] = []
    status: dict[str, int] = {}
    for batch in each("read", batches(records)):
        with stage("classify"):
            proba, answers = classify(classifier, schema, batch)
        kept += batch
        if not has_room(len(kept), len(classifier.labels)):
            n, k = len(kept), len(classifier.labels)
            what = f"the posteriors of {n:,} texts and {k:,} labels are too much for memory"
            raise NbError(what, remedy=f"give {MOST_CELLS // k:,} texts at most")
        parts.append(proba)
        for one in answers:
            status[one] = status.get(one, 0) + 1
    unknown = sorted({record.label or "" for record in kept} - known)
    if not any(record.label in known for record in kept):
        what = f"none of the {len(kept):,} texts has a label of the model" if kept else "the corpus has no texts"
        raise NbError(what, remedy=f"give texts labelled {', '.join(classifier.labels)}")
    labels = [*classifier.labels, *unknown]
    codes = places((record.label or "" for record in kept), labels)
    proba = np.pad(np.concatenate(parts), ((0, 0), (0, len(unknown))))
    return _Judged(kept, labels, unknown, codes, proba, _learned(classifier, kept), status)


def _learned(classifier: Classifier, records: Sequence[Record]) -> Bools | None:
    if classifier.learned is None:
        return None
    digests = np.array([digest(record.text) for record in records], dtype=np.int64)
    return np.isin(digests, classifier.learned.digests)
