"""The option that names a pool of texts without labels, and these texts."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Self

import typer

from nbcli.commands._shared.groups import Group
from nbcli.errors import NbError
from nbcli.system.terminal import Environment

if TYPE_CHECKING:
    from nbcli.classifier.classifier import Classifier
    from nbcli.classifier.recipe import Recipe
    from nbcli.corpus import How, Log
    from nbcli.schema import Schema

# A source with a label of its own needs no column of labels; the pool's says nothing.
_ANY = "unlabelled"


@dataclass(frozen=True)
class UnlabelledOptions(Group):
    """Where the texts without labels are."""

    unlabelled: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POOL",
            help="Default recipe: learn from texts without labels too, where held-out texts bear it out. POOL is a "
            "file of lines, a table, or one of CORPUS: its rows without a label. May be given again.",
        ),
    ] = None

    def checked(self, recipe: "Recipe | None", scheduler: str | None) -> Self:
        """Return this; NbError for options that do not go with it."""
        other = "--scheduler" if scheduler else "an option of one recipe" if recipe else ""
        if self.unlabelled and other:
            raise NbError(f"--unlabelled is of the default recipe, and {other} was given", remedy="leave one out")
        return self

    def texts(self, corpus: list[str], how: "How", log: "Log", schema: "Schema | None") -> Iterator[str] | None:
        """Return the texts of the pool, None where there is none; NbError where the corpus is a table of columns."""
        if not self.unlabelled:
            return None
        if schema is not None:
            remedy = "name the column of the text (--text-column), or leave it out"
            raise NbError("--unlabelled goes with texts, and this is a table of columns", remedy=remedy)
        if _from_stdin(self.unlabelled) and _from_stdin(corpus):
            raise NbError("stdin is both the corpus and the pool", remedy="name a file for one of them")
        return self._texts(corpus, how, log)

    def _texts(self, corpus: list[str], how: "How", log: "Log") -> Iterator[str]:
        from nbcli.corpus import bare, records

        of_pool = replace(how, label=_ANY, label_column=None)
        for spec in self.unlabelled or []:
            same = spec in corpus
            for record in records([spec], how if same else of_pool, log):
                if record.others:
                    remedy = "name the column of the text: --text-column NAME"
                    raise NbError("which column is the text is not said", where=record.source, remedy=remedy)
                text = bare(record.text)
                if text.strip() and not (same and record.label):
                    log.texts += 1
                    yield text


def say_shares(classifier: "Classifier") -> None:
    """Say it where the counts of a model, about to be shown, are not of labelled texts alone."""
    if found := classifier.facts.get("unlabelled"):
        shares = f"shares of {found['texts']:,} texts without labels, as the model shares them out"
        Environment().say(f"the counts hold {shares}; not of these: how many texts a label has")


def _from_stdin(specs: list[str]) -> bool:
    """Say whether one of them is stdin, with a label or without."""
    return any(spec.rpartition("=")[2] == "-" for spec in specs)
