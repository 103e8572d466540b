"""How a view saw a text: what it calls a token and a term, and where its terms stand."""

from collections.abc import Collection
from dataclasses import dataclass

from nbcli.choices import load
from nbcli.classifier.recipe import Recipe
from nbcli.tokenizers import Span as Span


@dataclass(frozen=True)
class Viewed:
    """How the view of a recipe saw the text: how many distinct terms of its shortest size there are, and are known."""

    recipe: Recipe
    total: int
    known: int
    user_dict: str = ""

    @property
    def name(self) -> str:
        """What reports call the view."""
        return self.recipe.view_name

    @property
    def unit(self) -> str:
        """What a token is called."""
        unit: str = load("tokenizers", self.recipe.tokenizer).UNIT
        return unit

    @property
    def size(self) -> int:
        """How many tokens its shortest terms have."""
        return self.recipe.ngrams[0]

    def shown(self, term: str) -> str:
        """Return a term's spelling as people see it."""
        return self.recipe.shown(term)

    def places(self, text: str, terms: Collection[str]) -> dict[str, list[Span]]:
        """Return where the tokens of each of the terms stand in the text."""
        if not terms:
            return {}
        tokenizer, (low, high) = load("tokenizers", self.recipe.tokenizer), self.recipe.ngrams
        tokens = tokenizer.tokenize([text], tokenizer.Table(), self.user_dict)
        spelled, spans = tokens.symbols.spelled(tokens.ids.tolist()), tokenizer.places(text, self.user_dict)
        found: dict[str, list[Span]] = {term: [] for term in terms}
        for n in range(low, high + 1):
            for i in range(len(spelled) - n + 1):
                if (term := tokenizer.JOINER.join(spelled[i : i + n])) in found:
                    found[term] += spans[i : i + n]
        return found

    def called(self, number: int) -> str:
        """Return what so many of the terms are called: words, runs of 2 characters."""
        if self.size == 1:
            return self.unit + "s" * (number != 1)
        return f"run{'s' * (number != 1)} of {self.size} {self.unit}s"


class ViewedColumns(Viewed):
    """How many columns of a row there are, and how many have a value that says something; its recipe says nothing."""

    @property
    def name(self) -> str:
        """What reports call the columns."""
        return "columns"

    @property
    def unit(self) -> str:
        """What one is called."""
        return "column"

    @property
    def size(self) -> int:
        """A column is one."""
        return 1

    def shown(self, term: str) -> str:
        """Return the column and its value."""
        return term

    def places(self, text: str, terms: Collection[str]) -> dict[str, list[Span]]:
        """Return none: values stand in cells."""
        return {term: [] for term in terms}
