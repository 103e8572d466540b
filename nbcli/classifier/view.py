"""The contract of a view: one way to read records, and a naive Bayes model of what it reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

from nbcli.classifier.batch import Batch, Cut
from nbcli.classifier.recipe import Recipe
from nbcli.models import Left, NaiveBayes
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.tokenizers import Symbols
from nbcli.vectorizers import Rows


class View(Protocol):
    """Reads the n records of a batch as rows (n, d), and scores these by its model, which has learned K classes.

    A classifier knows its views by this alone, and adds their joint log-likelihoods up by its blend.
    """

    # The names of what `state` returns: a file with others was written by a newer nb.
    PARTS: ClassVar[frozenset[str]]

    recipe: Recipe
    model: NaiveBayes

    @property
    def name(self) -> str:
        """What reports call it."""

    @property
    def size(self) -> int:
        """How many features it knows: d."""

    @property
    def df(self) -> Ints:
        """In how many learned records each feature stands, (d,)."""

    def tables(self) -> Mapping[Cut, Symbols]:
        """Return its symbol tables, by what they are tables of, for a batch that no other view reads so."""

    def rows(self, batch: Batch) -> Rows:
        """Return the features of the records, (n, d)."""

    def length(self, rows: Rows) -> Array:
        """Return the length of the records by their features, (n,), as a blend takes it."""

    def silent(self, rows: Rows) -> Bools:
        """Return which records have nothing that says anything, (n,)."""

    def joint_log_likelihood(self, rows: Rows) -> Array:
        """Return log P(c) + log P(x | c), (n, K)."""

    def leaving(self, rows: Rows, own: Array) -> Left:
        """Return what leaves with each of m records learned, by their features (m, d); `own` (m, K) as in `Left`."""

    def without(self, left: Left) -> Array:
        """Return the joint log-likelihoods of records that have left, (m, K), under the model without each."""

    def contributions(self, row: Rows) -> tuple[Array, Ints, Array]:
        """Return every term of the sum for one record, as `NaiveBayes.contributions` has them."""

    def spell(self, columns: Sequence[int]) -> list[str]:
        """Return what the features are called."""

    def shown(self, term: str) -> str:
        """Return a term's spelling as people see it."""
        ...

    def learn(self, batch: Batch, codes: Ints, n_classes: int) -> None:
        """Learn n records more, of the classes `codes` (n,) below `n_classes`, and features that they bring."""

    def unlearn(self, batch: Batch, codes: Ints) -> None:
        """Take back n records of the classes `codes` (n,); NbError where it cannot have learned them so."""

    def relabel(self, place: Ints) -> None:
        """Call class c from now on `place[c]`."""

    def state(self) -> dict[str, Any]:
        """Return what was learned: strings, numbers, arrays, and dicts of them."""

    @classmethod
    def from_state(cls, recipe: Recipe, state: dict[str, Any], n_classes: int) -> Self:
        """Return the view of that state; KeyError, TypeError or ValueError where its parts do not fit together."""


@dataclass(frozen=True)
class Trained:
    """A view that has learned a corpus, and the features of m of its records, rows (m, d)."""

    view: View
    rows: Rows
