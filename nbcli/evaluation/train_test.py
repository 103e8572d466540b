"""The two sides of a split, counted: features of training and test texts, and the models trained on them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from nbcli.classifier.dataset import InMemory
from nbcli.classifier.fitting import fitted, idf_of, weighed
from nbcli.classifier.recipe import Recipe
from nbcli.errors import NbError
from nbcli.models import NaiveBayes
from nbcli.system.arrays import Ints
from nbcli.system.timing import stage
from nbcli.tokenizers import Tokens
from nbcli.vectorizers import Rows, Vocabulary


@dataclass(frozen=True)
class Spent:
    """Seconds for the texts to train on and for those to test on.

    What is done once for many cells (cutting, counting, weighing) counts for each of them: so long it takes alone.
    """

    train: float = 0.0
    predict: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.train + other.train, self.predict + other.predict)

    @classmethod
    def cutting(cls, corpus: InMemory, tokenizers: Sequence[str], train: Ints, test: Ints) -> "Spent":
        """Return what it took to cut the texts `train` and `test` of a corpus into tokens."""
        each = sum(corpus.seconds.get(name, 0.0) for name in tokenizers) / len(corpus)
        return cls(each * len(train), each * len(test))


@dataclass(frozen=True)
class Weighed:
    """Rows of one kind of features, and the seconds that they took."""

    features: str
    rows: Rows
    seconds: float


class TrainTest:
    """Training texts of the classes codes (n_train,), test_counts (n_test, d), and df (d,) of the training texts.

    `spent`: what the counting took.
    """

    def __init__(self, codes: Ints, test_counts: Rows, df: Ints, spent: Spent) -> None:
        self.codes, self._test_counts, self._df, self._spent = codes, test_counts, df, spent
        self._train = self._test = Weighed("", test_counts, 0.0)

    @property
    def terms(self) -> int:
        """The number of terms."""
        return self._test_counts.shape[1]

    def counts(self) -> Rows:
        """Return the counts of the training texts, (n_train, d)."""
        raise NotImplementedError

    def train(self, features: str) -> Rows:
        """Return the features of the training texts, (n_train, d); those asked for last are kept."""
        if self._train.features != features:
            self._train = self._weigh(features, self.counts)
        return self._train.rows

    def test(self, features: str) -> Rows:
        """Return the features of the test texts, (n_test, d); those asked for last are kept."""
        if self._test.features != features:
            self._test = self._weigh(features, lambda: self._test_counts)
        return self._test.rows

    def _weigh(self, features: str, counts: Callable[[], Rows]) -> Weighed:
        start = perf_counter()
        with stage("weigh"):
            rows = weighed(features, counts(), idf_of(features, self._df, len(self.codes)))
        return Weighed(features, rows, perf_counter() - start)

    def ready(self, recipe: Recipe) -> Spent:
        """Make what `fitted` and `test` need; return the seconds of all that was done for the recipe so far."""
        self.train(recipe.features)
        self.test(recipe.features)
        return self._spent + Spent(self._train.seconds, self._test.seconds)

    def fitted(self, recipe: Recipe) -> NaiveBayes:
        """Return the trained model; its classes are those of the training texts."""
        return fitted(recipe, self.train(recipe.features), self.codes)


class Holdout(TrainTest):
    """The sides of one split, the terms learned from the training texts in the order of the split."""

    def __init__(self, tokens: Tokens, recipe: Recipe, codes: Ints, train: Ints, test: Ints) -> None:
        start = perf_counter()
        vocabulary, self._counts = Vocabulary.learn(tokens.take(train), recipe.ngrams, recipe.selection)
        df = self._counts.df()
        learned = perf_counter()
        apart = vocabulary.count(tokens.take(test))
        super().__init__(codes[train], apart, df, Spent(learned - start, perf_counter() - learned))

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
