"""The first line of a model file of a table: the recipes of its columns, their schema, and the prior."""

from dataclasses import fields
from typing import Any

from nbcli.classifier.column_recipe import ColumnRecipe, is_of_column
from nbcli.classifier.prior import ClassPrior
from nbcli.schema import CATEGORY, KINDS, NUMBER, Column, Schema
from nbcli.store.newer import refuse_others

# The recipe of a column, as far as its shape goes.
OF_COLUMN = {"column": {"name": str, "kind": str}, "densities": {str: float}, "missing": str}


def check_table(head: dict[str, Any]) -> None:
    """Raise KeyError, TypeError or ValueError where the recipes of columns, the schema or the prior are none.

    NewerError for what a newer nb has: a kind of column, a density.
    """
    known = {field.name for field in fields(Column)}
    for one in [*(recipe["column"] for recipe in head["recipes"] if is_of_column(recipe)), *head["columns"]["columns"]]:
        refuse_others(head["version"], "a part of a column", one, known)
        refuse_others(head["version"], "the kind of a column", [one["kind"]], KINDS)
    kinds = {column.name: column.kind for column in Schema.of(head["columns"]).used}
    for recipe in filter(is_of_column, head["recipes"]):
        refuse_others(head["version"], "a part of a column's recipe", recipe, [*OF_COLUMN, "pair"])
        pair = ColumnRecipe.from_dict(recipe).pair
        for half in pair.halves if pair else ():
            if kinds.get(half.name) not in (NUMBER, CATEGORY) or bool(half.cuts) != (kinds[half.name] == NUMBER):
                raise ValueError("a pair of columns")
    ClassPrior.of(head["prior"])
