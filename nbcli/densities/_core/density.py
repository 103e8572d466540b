"""The contract of a density, and what all share: missing values, classes that come and go."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from nbcli.models import At, Equation, Plain
from nbcli.system.arrays import Array, Bools, Ints

Steps = tuple[list[str], list[str]]


class Options(NamedTuple):
    """What `nb train` says of a plain density."""

    alpha: float = 1.0
    var_smoothing: float = 1e-9
    bins: int = 10


class Density(ABC):
    """log p(x | c) of one column in K classes. `n` (K,): how many values of each class were learned.

    `arrays` are the names of the parts of the state whose first axis are the classes.
    """

    takes: ClassVar[tuple[str, ...]] = ("number",)
    equation: ClassVar[Equation]
    arrays: ClassVar[tuple[str, ...]] = ("n",)
    # What alpha may be; none where there is no such option.
    alphas: ClassVar[tuple[float, ...]] = ()
    takes_bins: ClassVar[bool] = False
    n: Array

    def __init__(self, n_classes: int) -> None:
        self.n = np.zeros(n_classes)

    @classmethod
    def name(cls) -> str:
        """Return the name of the choice."""
        return cls.__module__.rpartition(".")[2]

    @classmethod
    @abstractmethod
    def plain(cls, x: Array, codes: Ints, n_classes: int, options: Options) -> "Density":
        """Return the textbook's, which has learned nothing yet, for the values x (n,) of the classes `codes` (n,)."""

    @classmethod
    def candidates(cls, x: Array, codes: Ints, n_classes: int) -> "Sequence[Density]":
        """Return those that the default recipe is to try, none of which has learned, for values as in `plain`."""
        return []

    @property
    def described(self) -> str:
        """What reports call it: its name, and what tells it from others of that name."""
        return self.name()

    # Learning

    def learn(self, x: Array, codes: Ints) -> None:
        """Learn n values more, x (n,), of the classes `codes` (n,) below K."""
        there = ~np.isnan(x)
        self._add(x[there], codes[there])

    def unlearn(self, x: Array, codes: Ints) -> None:
        """Take n values back; ValueError where they were not all learned so."""
        there = ~np.isnan(x)
        self._take(x[there], codes[there])

    @abstractmethod
    def _add(self, x: Array, codes: Ints) -> None: ...

    @abstractmethod
    def _take(self, x: Array, codes: Ints) -> None: ...

    @abstractmethod
    def merge(self, other: Self) -> None:
        """Add what another of the same kind and parameters has learned."""

    def relabel(self, place: Ints, n_classes: int) -> None:
        """Call class c from now on `place[c]` of `n_classes`; -1 for one that is no more."""
        kept = np.flatnonzero(place >= 0)
        for name in self.arrays:
            old = getattr(self, name)
            new = np.zeros((n_classes, *old.shape[1:]))
            new[place[kept]] = old[kept]
            setattr(self, name, new)

    # Scoring

    def log_density(self, x: Array) -> Array:
        """Return log p(x | c) of n values, (n, K); 0 where a value says nothing."""
        found = np.zeros((len(x), len(self.n)))
        there = ~np.isnan(x)
        found[there] = self._log(x[there])
        return found

    def without(self, x: Array, own: Array) -> Array:
        """Return log p(x | c) of m learned values under the counts without each, (m, K).

        own: (m, K), how many records of each class leave with it, all of the same value.
        """
        found = np.zeros((len(x), len(self.n)))
        there = ~np.isnan(x)
        found[there] = self._log_without(x[there], own[there])
        return found

    def judged(self, x: Array, codes: Ints, own: Array, alphas: Sequence[float]) -> list[Array]:
        """Return by what it is judged, as `without` for each alpha; `codes` (m,) are the classes of the values."""
        return [self.with_alpha(alpha).without(x, own) for alpha in alphas]

    def with_alpha(self, alpha: float) -> "Density":
        """Return the same with another alpha; itself where it has none."""
        return self

    def silent(self, x: Array) -> Bools:
        """Return which values say nothing, (n,)."""
        return np.isnan(x)

    @abstractmethod
    def _log(self, x: Array) -> Array: ...

    @abstractmethod
    def _log_without(self, x: Array, own: Array) -> Array: ...

    @abstractmethod
    def steps(self, m: Plain, at: At) -> Steps:
        """Return how one of the terms is worked out, in the notation m, as `NaiveBayes.steps`."""

    # State

    def renumbered(self, place: Ints) -> None:
        """Call category i from now on `place[i]`, in the same order; -1 for one that nobody has any more."""
        raise NotImplementedError(f"{self.name()} serves no categories")

    def values(self) -> Array:
        """Return the numbers of the categories that somebody has."""
        raise NotImplementedError(f"{self.name()} serves no categories")

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return what was learned, and its parameters: numbers, strings and arrays."""

    @classmethod
    @abstractmethod
    def from_state(cls, state: dict[str, Any], n_classes: int) -> Self:
        """Return the density of that state; KeyError, TypeError or ValueError where its parts do not fit together."""


def floats(value: Any, *shape: int) -> Array:
    """Return the value as an array of that shape; ValueError where it is none, or has what is no number."""
    array = np.asarray(value, dtype=np.float64)
    if array.shape != shape or not np.isfinite(array).all():
        raise ValueError("an array of another shape")
    return array
