"""Honest numbers: splits and folds, scores with their intervals, the comparison of models, a stored model on new texts.

- `compare(corpus, recipes, ...)`: every cell of features x models on one split or on folds
- `stored.evaluate(classifier, documents)`: a trained model on labelled texts; apart: a comparison needs none of it
- `train_test_split`, `folds`: which texts train and which test
"""

from nbcli.evaluation.cells import Cell
from nbcli.evaluation.comparison import Comparison, applicable, compare
from nbcli.evaluation.splits import distinct, folds, train_test_split

__all__ = [
    "Cell",
    "Comparison",
    "applicable",
    "compare",
    "distinct",
    "folds",
    "train_test_split",
]
