"""Which of the n-grams that occur are terms: options of a recipe, each with what it does here alone."""

from dataclasses import dataclass

from nbcli.system.arrays import Bools, Ints


@dataclass(frozen=True)
class Selection:
    """Terms that stand in at least `min_df` texts, and of these the `top_k` that occur most often.

    At the cut, a tie goes to the term seen first.
    """

    top_k: int | None = None
    min_df: int = 1

    def by_df(self, df: Ints) -> Bools:
        """Return which terms are kept for the number of texts in which each stands: (d,)."""
        kept: Bools = df >= max(self.min_df, 1)
        return kept

    def cuts(self, n_terms: int) -> bool:
        """Return whether so many terms are too many."""
        return self.top_k is not None and n_terms > self.top_k
