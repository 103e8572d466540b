"""Precision, recall, F1 and the areas under the curves, class by class, as scikit-learn has them."""

from dataclasses import dataclass

from nbcli.system.arrays import Array, Bools, Ints


@dataclass(frozen=True)
class Averages:
    """Precision, recall and F1 averaged over the labels."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class ClassFigures:
    """Those of one label: `support` is the number of its texts, the areas are of it against the rest.

    An area is None where all texts are the label's, or none is.
    """

    precision: float
    recall: float
    f1: float
    support: int
    roc_auc: float | None
    average_precision: float | None


def by_class(codes: Ints, predicted: Ints, proba: Array, present: Ints, *, areas: bool) -> list[ClassFigures]:
    """Return the figures of the classes `present` of texts of the classes codes (n,); predicted (n,), proba (n, K).

    `areas`: whether to sort the texts for each class, without which its areas are None.
    """
    from sklearn.metrics import precision_recall_fscore_support as scores

    rows = scores(codes, predicted, labels=present, zero_division=0.0)
    return [
        ClassFigures(
            float(p), float(r), float(f), int(n), *(_areas(codes == c, proba[:, c]) if areas else (None, None))
        )
        for c, p, r, f, n in zip(present.tolist(), *rows, strict=True)
    ]


def _areas(own: Bools, score: Array) -> tuple[float | None, float | None]:
    """Return the areas under the ROC and the precision-recall curve of one class against the rest."""
    from sklearn import metrics

    if own.all() or not own.any():
        return None, None
    return float(metrics.roc_auc_score(own, score)), float(metrics.average_precision_score(own, score))


def averages(codes: Ints, predicted: Ints, present: Ints, average: str) -> Averages:
    """Return the averages over the classes `present`: `macro`, each alike, or `weighted`, each by its texts."""
    from sklearn.metrics import precision_recall_fscore_support as scores

    return Averages(*map(float, scores(codes, predicted, labels=present, average=average, zero_division=0.0)[:3]))
