"""A trained model on labelled texts: what it says, how good that is, and which terms misled it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import BATCH, digest
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.evaluation.curves import curves, histogram
from nbcli.evaluation.figures import MANY, figures
from nbcli.evaluation.misleading import misleading
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.timing import each, stage
from nbcli.vectorizers import MOST_CELLS, has_room


@dataclass(frozen=True)
class Judged:
    """n texts as a model sees them: codes (n,) their classes, proba (n, K) their posteriors.

    `labels` (K) are the model's and then those that only the texts have, whose posterior is 0. `learned` (n,) says
    which texts the model has learned, None where it keeps no digests. `status` counts those of `Classifier.classify`.
    """

    documents: list[Record]
    labels: list[str]
    strange: list[str]
    codes: Ints
    proba: Array
    learned: Bools | None
    status: dict[str, int]


def evaluate(classifier: Classifier, documents: Iterable[Record], errors: int = 0) -> dict[str, Any]:
    """Return all figures of a model on labelled texts as plain data, with the `errors` most confident mistakes.

    NbError when there is no text, or none with a label that the model has.
    """
    judged = _judge(classifier, documents)
    wrong = mistakes(judged)
    drawn = judged.labels if len(judged.labels) <= MANY else []
    every = figures(judged.codes, judged.proba, judged.labels)
    return {
        "labels": judged.labels,
        "strange": judged.strange,
        **every,
        "status": judged.status,
        "learned": None if judged.learned is None else int(judged.learned.sum()),
        "unseen": _unseen(judged),
        "curves": curves(judged.codes, judged.proba, drawn),
        "histogram": histogram(judged.codes, judged.proba, drawn),
        "errors": [_error(classifier, judged, row) for row in wrong[:errors]],
    }


def mistakes(judged: Judged) -> list[int]:
    """Return the rows that were labelled wrong, the most confident first; of equals, the first."""
    wrong = np.flatnonzero(judged.proba.argmax(axis=1) != judged.codes)
    own = judged.proba[wrong, judged.codes[wrong]]
    # A posterior that is 1 to the last bit still differs in how small its own class's is.
    rows: list[int] = wrong[np.lexsort((wrong, own, -judged.proba[wrong].max(axis=1)))].tolist()
    return rows


def _judge(classifier: Classifier, documents: Iterable[Record]) -> Judged:
    known = set(classifier.labels)
    kept: list[Record] = []
    parts: list[Array] = []
    status: dict[str, int] = {}
    for batch in each("read", _batches(documents)):
        with stage("classify"):
            proba, said = classifier.classify([document.text for document in batch])
        kept += batch
        if not has_room(len(kept), len(classifier.labels)):
            n, k = len(kept), len(classifier.labels)
            what = f"the posteriors of {n:,} texts and {k:,} labels are too much for memory"
            raise NbError(what, remedy=f"give {MOST_CELLS // k:,} texts at most")
        parts.append(proba)
        for one in said:
            status[one] = status.get(one, 0) + 1
    strange = sorted({document.label or "" for document in kept} - known)
    if not any(document.label in known for document in kept):
        what = f"none of the {len(kept):,} texts has a label of the model" if kept else "the corpus has no texts"
        raise NbError(what, remedy=f"give texts labelled {', '.join(classifier.labels)}")
    labels = [*classifier.labels, *strange]
    place = {label: c for c, label in enumerate(labels)}
    codes = np.array([place[document.label or ""] for document in kept], dtype=np.int64)
    proba = np.pad(np.concatenate(parts), ((0, 0), (0, len(strange))))
    return Judged(kept, labels, strange, codes, proba, _learned(classifier, kept), status)


def _batches(documents: Iterable[Record]) -> Iterator[list[Record]]:
    stream = iter(documents)
    while batch := list(islice(stream, BATCH)):
        yield batch


def _learned(classifier: Classifier, documents: Sequence[Record]) -> Bools | None:
    if classifier.learned is None:
        return None
    digests = np.array([digest(document.text) for document in documents], dtype=np.int64)
    return np.isin(digests, classifier.learned.digests)


def _unseen(judged: Judged) -> dict[str, Any] | None:
    """Return the figures without the texts that were learned; None where none were, or all, or it is not known."""
    if judged.learned is None or judged.learned.all() or not judged.learned.any():
        return None
    rest = ~judged.learned
    return figures(judged.codes[rest], judged.proba[rest], judged.labels)


def _error(classifier: Classifier, judged: Judged, row: int) -> dict[str, Any]:
    document, said = judged.documents[row], int(judged.proba[row].argmax())
    return {
        "source": document.source,
        "line": document.line,
        "text": document.text,
        "label": document.label,
        "said": judged.labels[said],
        "proba": float(judged.proba[row, said]),
        "learned": None if judged.learned is None else bool(judged.learned[row]),
        "misled": misleading(classifier, document.text, said, int(judged.codes[row])),
    }
