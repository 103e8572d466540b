"""The terms that led a model to the wrong class."""

from typing import Any

from nbcli.classifier.classifier import Classifier
from nbcli.explaining import explain

_TERMS = 3


def misleading(classifier: Classifier, text: str, said: int, truth: int) -> list[dict[str, Any]]:
    """Return the three terms that spoke most for the class `said` against `truth`, with by how much, in nats.

    The absent terms of a model that sees them count as one. A term that is a part of one taken before, or has one as
    its part, is passed over: it is the same evidence. Where the model does not know the true class, its second choice
    stands for it.
    """
    explanation = explain(classifier, text)
    if truth >= len(classifier.labels):
        truth = explanation.ranking[1]
    named = [(term.spelling, term.parts) for term in explanation.terms]
    named += [(f"{one.count:,} absent terms", one.parts) for one in explanation.absent]
    # Two of -inf decide nothing.
    weighed = [
        (name, float(parts[said] - parts[truth]) if parts[said] > parts[truth] else 0.0) for name, parts in named
    ]
    taken: list[dict[str, Any]] = []
    for name, weight in sorted(weighed, key=lambda pair: -pair[1]):
        plain = name.replace(" ", "")
        same = any(plain in (other := one["term"].replace(" ", "")) or other in plain for one in taken)
        if weight > 0 and len(taken) < _TERMS and not same:
            # Nothing in a class is no number that JSON has.
            taken.append({"term": name, "weight": min(weight, 1e300)})
    return taken
