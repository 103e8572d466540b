"""The view of a text: its tokens, the terms that they make, and a model of these."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from nbcli.choices import load
from nbcli.classifier.batch import Batch, Cut
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.vectorizer import Vectorizer
from nbcli.errors import NbError
from nbcli.models import Left, NaiveBayes
from nbcli.system import timing
from nbcli.system.arrays import Array, Bools, Ints, compact
from nbcli.tokenizers import Symbols
from nbcli.vectorizers import Rows


@dataclass
class TextView:
    """The `View` of a recipe: its tokenizer with a user's dictionary, the rows of `vectorizer`, and `model`."""

    PARTS: ClassVar = frozenset({"symbols", "keys", "df", "idf", "new_idf", "user_dict", "model"})

    recipe: Recipe
    vectorizer: Vectorizer
    model: NaiveBayes
    user_dict: str = ""

    @property
    def name(self) -> str:
        """What reports call it: the tokenizer and how many tokens a term has."""
        return self.recipe.view_name

    @property
    def size(self) -> int:
        """How many terms it knows: d."""
        return len(self.vectorizer)

    @property
    def df(self) -> Ints:
        """In how many learned texts each term stands, (d,)."""
        return self.vectorizer.df

    @property
    def cut(self) -> Cut:
        """What cuts the texts that it reads."""
        return self.recipe.tokenizer, self.user_dict

    def tables(self) -> Mapping[Cut, Symbols]:
        """Return the tokens that it knows."""
        return {self.cut: self.vectorizer.symbols}

    def count(self, batch: Batch) -> Rows:
        """Return how often each term stands in each text, (n, d)."""
        tokens = batch.tokens(*self.cut)
        with timing.stage("count"):
            return self.vectorizer.count(tokens)

    def weigh(self, counts: Rows) -> Rows:
        """Return the features of counted texts, (n, d)."""
        return self.vectorizer.weigh(counts)

    def rows(self, batch: Batch) -> Rows:
        """Return the features of the texts, (n, d)."""
        return self.weigh(self.count(batch))

    def nothing(self) -> Rows:
        """Return the features of a text without a known term, (1, d)."""
        return Rows.nothing(self.size)

    def length(self, rows: Rows) -> Array:
        """Return the sum of each text's features, (n,)."""
        return rows.row_sums()

    def silent(self, rows: Rows) -> Bools:
        """Return which texts have no known term, (n,)."""
        return self.vectorizer.silent(rows)

    def joint_log_likelihood(self, rows: Rows) -> Array:
        """Return log P(c) + log P(x | c), (n, K)."""
        return self.model.joint_log_likelihood(rows)

    def log_prior(self) -> Array:
        """Return log P(c) of the model, (K,)."""
        return self.model.log_prior()

    def set_prior(self, labels: Sequence[str]) -> None:
        """Give the model the prior that its recipe states by label; NbError where a label has none."""
        self.model.class_prior = self.recipe.class_prior(labels)

    def leaving(self, rows: Rows, own: Array) -> Left:
        """Return what leaves with each of m texts learned, by their features (m, d); `own` (m, K) as in `Left`."""
        return self.model.leaving(rows, own, self.df, unit=load("vectorizers", self.recipe.features).UNIT_LENGTH)

    def without(self, left: Left) -> Array:
        """Return the joint log-likelihoods of texts that have left, (m, K), under the model without each."""
        return self.model.without(left)

    def contributions(self, row: Rows) -> tuple[Array, Ints, Array]:
        """Return every term of the sum for one text, as `NaiveBayes.contributions` has them."""
        return self.model.contributions(row)

    def spell(self, columns: Sequence[int]) -> list[str]:
        """Return the spelling of terms: tokens joined as their tokenizer does it."""
        join = load("tokenizers", self.recipe.tokenizer).JOINER.join
        return [join(tokens) for tokens in self.vectorizer.spelled(columns)]

    def shown(self, term: str) -> str:
        """Return a term's spelling as people see it."""
        return self.recipe.shown(term)

    def learn(self, batch: Batch, codes: Ints, n_classes: int) -> Ints:
        """Learn n texts more, of classes `codes` (n,) below `n_classes`; return where the old terms stand now, (d,)."""
        tokens, columns = batch.tokens(*self.cut), np.arange(self.size)
        if not self.recipe.fixed_terms:
            self.vectorizer, columns = self.vectorizer.grown(tokens)
            self.model.widen(columns, self.size)
        counts = self.vectorizer.count(tokens)
        self.model.partial_fit(self.weigh(counts), codes, classes=np.arange(n_classes))
        self.vectorizer = self.vectorizer.with_df(self.df + counts.df())
        return columns

    def unlearn(self, batch: Batch, codes: Ints) -> None:
        """Take back n texts of the classes `codes` (n,); NbError where it cannot have learned them so."""
        counts = self.count(batch)
        try:
            self.model.forget(self.weigh(counts), codes)
        except ValueError:
            # An older nb cut texts into other terms, or let those in that training had left out.
            remedy = "train it again without them; nothing was changed"
            raise NbError("the model does not hold these texts as this nb reads them", remedy=remedy) from None
        self.vectorizer = self.vectorizer.with_df(self.df - counts.df())
        if not self.recipe.fixed_terms:
            self.vectorizer, columns = self.vectorizer.without_empty()
            self.model.widen(columns, self.size)

    def relabel(self, place: Ints, n_classes: int) -> None:
        """Call class c from now on `place[c]`."""
        self.model.classes_ = place[self.model.classes_]

    def state(self) -> dict[str, Any]:
        """Return what was learned, by the names of PARTS."""
        model = {name: compact(value) for name, value in self.model.state().items()}
        return self.vectorizer.state() | {"user_dict": self.user_dict, "model": model}

    @classmethod
    def from_state(cls, recipe: Recipe, state: dict[str, Any], n_classes: int) -> Self:
        """Return the view of that state; KeyError, TypeError or ValueError where its parts do not fit together."""
        vectorizer = Vectorizer.from_state(recipe.tokenizer, recipe.ngrams, recipe.features, state)
        model = recipe.new_model().restore(state["model"])
        if model.n_features_in_ != len(vectorizer) or model.classes_.tolist() != list(range(n_classes)):
            raise ValueError("the terms, classes and their counts")
        return cls(recipe, vectorizer, model, str(state["user_dict"]))
