"""The contract of a view: one way to read records, and what the classes make of what it reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from nbcli.classifier.batch import Batch, Cut
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.tokenizers import Symbols
from nbcli.vectorizers import Rows

if TYPE_CHECKING:
    from nbcli.classifier.text_view import TextView


class ViewRecipe(Protocol):
    """What of a view stands in the first line of a model file."""

    @property
    def view_name(self) -> str:
        """What reports call a view of it."""

    @property
    def fixed_terms(self) -> bool:
        """Whether the features stay as at training."""

    def in_short(self) -> str:
        """Return it in a line."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""


class View(Protocol):
    """Reads the n records of a batch, and scores what it reads by what it has learned of K classes.

    A classifier knows its views by this alone, and adds their scores up by its blend. What a view reads of records
    (`rows`) is its own matter: rows (n, d) of a text's terms, the values (n,) of a column.
    """

    # The names of what `state` returns: a file with others was written by a newer nb.
    PARTS: ClassVar[frozenset[str]]

    @property
    def recipe(self) -> ViewRecipe:
        """How it was made."""

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

    def rows(self, batch: Batch) -> Any:
        """Return what it reads of the records."""

    def nothing(self) -> Any:
        """Return what it reads of one record that says nothing."""

    def length(self, rows: Any) -> Array:
        """Return the length of the records by what it reads, (n,), as a blend takes it."""

    def silent(self, rows: Any) -> Bools:
        """Return which records have nothing that says anything, (n,)."""

    def joint_log_likelihood(self, rows: Any) -> Array:
        """Return log P(c) + log P(x | c), (n, K); without the first where P(c) is the classifier's."""

    def log_prior(self) -> Array:
        """Return the log P(c) that is in that, (K,)."""

    def set_prior(self, labels: Sequence[str]) -> None:
        """Take the prior that its recipe states by label; NbError where a label has none."""

    def leaving(self, rows: Any, own: Array) -> Any:
        """Return what leaves with each of m records learned; `own` (m, K), how many of each class leave with it."""

    def without(self, left: Any) -> Array:
        """Return the joint log-likelihoods of records that have left, (m, K), under the counts without each."""

    def contributions(self, row: Any) -> tuple[Array, Ints, Array]:
        """Return every term of the sum for one record, as `NaiveBayes.contributions` has them."""

    def spell(self, columns: Sequence[int]) -> list[str]:
        """Return what the features are called."""

    def shown(self, term: str) -> str:
        """Return a term's spelling as people see it."""
        ...

    def learn(self, batch: Batch, codes: Ints, n_classes: int) -> Ints:
        """Learn n records more, of the classes `codes` (n,) below `n_classes`, and features that they bring.

        Return the columns that the features known before have now, (d,).
        """
        ...

    def unlearn(self, batch: Batch, codes: Ints) -> None:
        """Take back n records of the classes `codes` (n,); NbError where it cannot have learned them so."""

    def relabel(self, place: Ints, n_classes: int) -> None:
        """Call class c from now on `place[c]` of `n_classes`, -1 for one that is no more."""

    def state(self) -> dict[str, Any]:
        """Return what was learned: strings, numbers, arrays, and dicts of them."""


@dataclass(frozen=True)
class Trained:
    """A text's view that has learned a corpus, and the features of m of its records, rows (m, d)."""

    view: "TextView"
    rows: Rows
