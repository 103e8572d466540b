"""The texts that a model labelled wrong, and the terms that misled it."""

from dataclasses import dataclass

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.of_records import batch_of, schema_of
from nbcli.corpus import Record
from nbcli.explaining import Term, explain
from nbcli.schema import Schema, text_of
from nbcli.system.arrays import Array, Ints
from nbcli.tokenizers import Span

_TERMS = 3
# Nothing in a class weighs more than any number that JSON has.
_MOST = 1e300


@dataclass(frozen=True)
class Misleading:
    """A term that spoke for the wrong class against the text's own, with by how much, in nats, and where it stands."""

    term: str
    weight: float
    places: list[Span]


@dataclass(frozen=True)
class Mistake:
    """A text of `label` that was predicted to be another's with the posterior `proba`, and where it stands.

    `learned`: whether the model has learned it, None where that is not known.
    """

    source: str
    line: int
    text: str
    label: str | None
    predicted: str
    proba: float
    learned: bool | None
    misled: list[Misleading]


def wrong_rows(codes: Ints, proba: Array) -> list[int]:
    """Return the rows that were labelled wrong, the most confident first; of equals, the first.

    codes (n,) are the classes of the texts, proba (n, K) their posteriors.
    """
    wrong = np.flatnonzero(proba.argmax(axis=1) != codes)
    own = proba[wrong, codes[wrong]]
    # A posterior that is 1 to the last bit still differs in how small its own class's is.
    rows: list[int] = wrong[np.lexsort((wrong, own, -proba[wrong].max(axis=1)))].tolist()
    return rows


def mistake(
    classifier: Classifier, record: Record, labels: list[str], code: int, proba: Array, learned: bool | None
) -> Mistake:
    """Return what went wrong with a text of the class `code` of `labels` (K) that got the posteriors proba (K,)."""
    predicted = int(proba.argmax())
    return Mistake(
        source=record.source,
        line=record.line,
        text=record.text,
        label=record.label,
        predicted=labels[predicted],
        proba=float(proba[predicted]),
        learned=learned,
        misled=_misleading(classifier, record, predicted, code),
    )


def _misleading(classifier: Classifier, record: Record, predicted: int, truth: int) -> list[Misleading]:
    schema = schema_of(classifier)
    if schema is None:
        return misleading(classifier, record.text, predicted, truth)
    return _by_column(classifier, schema, record, predicted, truth)


def _by_column(classifier: Classifier, schema: Schema, record: Record, predicted: int, truth: int) -> list[Misleading]:
    """Return the three columns whose values spoke most for the class `predicted` against the class `truth`."""
    rows = classifier.rows(batch_of(classifier, schema, [record]))
    truth = truth if truth < len(classifier.labels) else int(np.argsort(-classifier.joint(rows)[0], kind="stable")[1])
    scales = [1.0] * len(rows) if classifier.blend is None else classifier.blend.scales(classifier.lengths(rows))[:, 0]
    found = []
    for view, row, scale in zip(classifier.views, rows, scales, strict=True):
        part = scale * view.joint_log_likelihood(row)[0]
        if part[predicted] > part[truth]:
            weight = min(float(part[predicted] - part[truth]), _MOST)
            value = text_of(record.others.get(view.name))
            found.append(Misleading(view.name if value is None else f"{view.name}={value}", weight, []))
    return sorted(found, key=lambda one: -one.weight)[:_TERMS]


def misleading(classifier: Classifier, text: str, predicted: int, truth: int) -> list[Misleading]:
    """Return the three terms that spoke most for the class `predicted` against the class `truth`.

    The absent terms of a model that sees them count as one. A term that is a part of one taken before, or has one as
    its part, is passed over: it is the same evidence. Where the model does not know the true class, its second choice
    stands for it.
    """
    explanation = explain(classifier, text)
    if truth >= len(classifier.labels):
        truth = explanation.ranking[1]
    named: list[tuple[str, Array, list[Term]]] = [(term.spelling, term.parts, [term]) for term in explanation.terms]
    named += [(f"{one.count:,} absent terms", one.parts, []) for one in explanation.absent]
    # Two of -inf decide nothing.
    weighed = [(name, float(p[predicted] - p[truth]) if p[predicted] > p[truth] else 0.0, t) for name, p, t in named]
    taken: list[Misleading] = []
    for name, weight, terms in sorted(weighed, key=lambda one: -one[1]):
        bare = name.replace(" ", "")
        same = any(bare in (other := one.term.replace(" ", "")) or other in bare for one in taken)
        if weight > 0 and len(taken) < _TERMS and not same:
            places = [span for one in explanation.places(terms) for span in one]
            taken.append(Misleading(name, min(weight, _MOST), places))
    return taken
