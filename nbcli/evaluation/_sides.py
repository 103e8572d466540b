"""The two sides of a split, counted: features of training and test texts, and the models trained on them."""

import numpy as np
from numpy.typing import NDArray

from nbcli.errors import NbError
from nbcli.models._base import NaiveBayes
from nbcli.recipe import Recipe
from nbcli.stages import load
from nbcli.system.timing import stage
from nbcli.tokenizers import Tokens
from nbcli.vectorizers import Rows, Vocabulary
from nbcli.view import idf_of

Ints = NDArray[np.int64]
Array = NDArray[np.float64]


class Side:
    """Training texts of the classes codes (n_train,), test_counts (n_test, d), and df (d,) of the training texts."""

    def __init__(self, codes: Ints, test_counts: Rows, df: Ints) -> None:
        self.codes, self._test_counts, self._df = codes, test_counts, df
        self._features, self._weighed = "", (test_counts, test_counts)

    @property
    def terms(self) -> int:
        """The number of terms."""
        return self._test_counts.shape[1]

    def counts(self) -> Rows:
        """Return the counts of the training texts, (n_train, d)."""
        raise NotImplementedError

    def train(self, features: str) -> Rows:
        """Return the features of the training texts, (n_train, d); those asked for last are kept."""
        if self._features != features:
            self._features, self._weighed = features, (self._weigh(features, self.counts()), self.test(features))
        return self._weighed[0]

    def test(self, features: str) -> Rows:
        """Return the features of the test texts, (n_test, d)."""
        return self._weighed[1] if self._features == features else self._weigh(features, self._test_counts)

    def _weigh(self, features: str, counts: Rows) -> Rows:
        with stage("weigh"):
            rows: Rows = load("vectorizers", features).weigh(counts, idf_of(features, self._df, len(self.codes)))
        return rows

    def ready(self, features: str) -> None:
        """Make what `fitted` needs of the features, so that the time of training is that of the model alone."""
        self.train(features)

    def fitted(self, recipe: Recipe) -> NaiveBayes:
        """Return the trained model; its classes are those of the training texts."""
        return recipe.new_model().fit(self.train(recipe.features), self.codes)


class Split(Side):
    """The sides of one split, the terms learned from the training texts in the order of the split."""

    def __init__(self, tokens: Tokens, recipe: Recipe, codes: Ints, train: Ints, test: Ints) -> None:
        vocabulary, self._counts = Vocabulary.learn(
            tokens.take(train), recipe.ngrams, top_k=recipe.top_k, min_df=recipe.min_df
        )
        df = np.bincount(self._counts.indices, minlength=len(vocabulary.keys))
        super().__init__(codes[train], vocabulary.count(tokens.take(test)), df)

    def counts(self) -> Rows:
        """Return the counts of the training texts, (n_train, d)."""
        return self._counts


def check_sides(codes: Ints, n_test: int) -> None:
    """Raise NbError when nothing could be learned, codes (n_train,) being the training texts', or nothing tested."""
    if not len(codes) or not n_test:
        raise NbError(
            f"{len(codes) + n_test} texts leave one side of the split empty",
            remedy="give more texts or another --test-size",
        )
    if not (codes != codes[0]).any():
        raise NbError("the training texts are of one class only", remedy="add texts of another class, or change --seed")


def check_terms(side: Side) -> None:
    """Raise NbError when the training texts have no term."""
    if not side.terms:
        raise NbError("the training texts have no term", remedy="lower --min-df or take another --tokenizer")
