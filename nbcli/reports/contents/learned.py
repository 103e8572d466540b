"""What `nb train` calls the records that a classifier has learned: texts, or rows of a table."""

from typing import NamedTuple

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.of_records import schema_of
from nbcli.reports.contents.figures import counted


class Kind(NamedTuple):
    """What the records are called, how much was learned of them, and whether each was left out alone.

    Equal rows of a few columns are different people; equal texts are copies of one.
    """

    records: str
    size: str
    alone: bool

    def copies(self, n: int) -> str:
        """Return how many are copies, after a comma, where that means something."""
        return "" if self.alone else f", {n:,} of them copies"


def kind_of(classifier: Classifier) -> Kind:
    """Return what kind of records the classifier has learned."""
    terms = f"{classifier.terms:,} terms"
    if schema_of(classifier) is None:
        return Kind("texts", terms, alone=False)
    recipes = [view.recipe for view in classifier.views if isinstance(view, ColumnView)]
    pairs = sum(recipe.pair is not None for recipe in recipes)
    size = counted(len(recipes) - pairs, "column") + (f", {counted(pairs, 'pair')} of them" if pairs else "")
    if len(recipes) == len(classifier.views):
        return Kind("rows", size, alone=True)
    return Kind("rows", f"{size}, {classifier.terms - len(recipes):,} terms", alone=False)
