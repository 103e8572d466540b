"""The first line of a model file: what must stand in it, so that whoever reads it finds all of it there.

Files outlive versions. An option that a recipe lacks is that of the time before it (`recipe.OF_OLD`). What this nb does
not know and would need to predict is refused, naming it and the version that wrote it: options and choices of recipes,
parts of the body, figures of a threshold. Other facts that it does not know are kept as they are.
"""

import json
from dataclasses import fields
from types import NoneType
from typing import Any, get_args, get_origin

from nbcli import __version__
from nbcli.classifier.column_recipe import ColumnRecipe, is_of_column
from nbcli.classifier.recipe import OF_OLD, OPTIONS, Recipe
from nbcli.corpus import gives
from nbcli.errors import NbError
from nbcli.store.newer import NewerError as NewerError
from nbcli.store.newer import refuse_others as refuse_others
from nbcli.store.ranges import check_ranges
from nbcli.store.table_line import OF_COLUMN, check_table


def _shape_of(kind: Any) -> Any:
    """Return what `_fits` takes for a type of a recipe's field: tuple[int, int] is a list in JSON."""
    if get_origin(kind) is tuple:
        return list(get_args(kind))
    return tuple(None if one is NoneType else one for one in get_args(kind)) or kind


_RECIPE = {field.name: _shape_of(field.type) for field in fields(Recipe)}
_HEAD = {
    "version": str,
    "trained": str,
    "recipes": [(_RECIPE, OF_COLUMN)],
    "labels": [str],
    "texts": {str: int},
    "copies": int,
    "terms": int,
    "digests": bool,
    "length": int,
    "sha256": str,
}
_LEAVE_ONE_OUT = {
    "texts": int,
    "accuracy": float,
    "interval": [float, float],
    "recall": {str: (float, None)},
    "precision": {str: (float, None)},
    "reliability": [{"said": float, "right": float, "texts": int}],
}
_THRESHOLD = {"label": str, "proba": float, "precision": float, "interval": [float, float], "recall": float}
# Facts: there or not.
_FACTS: dict[str, Any] = {
    "minor": int,
    "leave_one_out": _LEAVE_ONE_OUT,
    "read": {
        "form": str,
        "text": [str],
        "label": (str, None),
        "header": (bool, None),
        "delimiter": (str, None),
        "width": (int, None),
    },
    "threshold": _THRESHOLD,
    "correction": {"weight": float, "folds": int, "without": {"leave_one_out": _LEAVE_ONE_OUT}},
    "texts_at_training": int,
    "unlabelled": {"texts": int, "of": int, "weight": float},
    "updated": bool,
}


def read(line: bytes) -> dict[str, Any]:
    """Return what the line says, of which only the format number `nb` is sure to be there; ValueError for no header."""
    try:
        head = json.loads(line)
    except RecursionError:
        head = None
    if not isinstance(head, dict) or type(head.get("nb")) is not int:
        raise ValueError("no header")
    return head


def complete(head: dict[str, Any]) -> None:
    """Give the recipes the options that they lack.

    Raise NewerError for what this nb does not know, and ValueError where something else is missing, or is not of the
    kind that `store` writes.
    """
    if _fits(head.get("recipes"), [dict]):
        head["recipes"] = [recipe if is_of_column(recipe) else OF_OLD | recipe for recipe in head["recipes"]]
    if not _fits(head, _HEAD) or not head["recipes"] or list(head["texts"]) != head["labels"]:
        raise ValueError("something is missing")
    version = head["version"]
    of_text = [recipe for recipe in head["recipes"] if not is_of_column(recipe)]
    for recipe in of_text:
        refuse_others(version, "an option", recipe, _RECIPE)
        for name, option in OPTIONS.items():
            if option.stage:
                refuse_others(version, f"the {name}", [recipe[name]], option.choices)
    for name, shape in _FACTS.items():
        if name in head and not _fits(head[name], shape):
            if version != __version__:
                raise NewerError(version, f"a form of {name!r}")
            raise ValueError("a fact")
    check_ranges(head)
    without = head.get("correction", {}).get("without", {})
    if "threshold" in without and not _fits(without["threshold"], _THRESHOLD):
        raise ValueError("a fact")
    # The one fact that predicting looks at.
    refuse_others(version, "a figure of a threshold", head.get("threshold", {}), _FACTS["threshold"])
    if len(of_text) < len(head["recipes"]):
        try:
            check_table(head)
        except (NbError, TypeError, KeyError) as error:
            raise ValueError(str(error)) from None
    if (loo := head.get("leave_one_out")) and loo["recall"].keys() != loo["precision"].keys():
        raise ValueError("the labels")
    if (read := head.get("read")) and not (
        gives(read["form"], "recognised") and (read["text"] or "columns" in head) and _delimits(read["delimiter"])
    ):
        raise ValueError("how its corpus was read")


def recipes_of(head: dict[str, Any]) -> list[Recipe | ColumnRecipe]:
    """Return the recipes of a complete header; ValueError for one out of range."""
    try:
        return [ColumnRecipe.from_dict(one) if is_of_column(one) else Recipe.of(one) for one in head["recipes"]]
    except NbError as error:
        raise ValueError(str(error)) from None


def _delimits(delimiter: str | None) -> bool:
    return delimiter is None or (len(delimiter) == 1 and delimiter not in '"\r\n')


def _fits(value: object, shape: Any) -> bool:
    """Say whether the value has the shape: a type, None, one of a tuple, a list, a dict of any or of known keys."""
    if shape is float:
        return type(value) in (float, int)
    if shape is None or isinstance(shape, type):
        return value is None if shape is None else type(value) is shape
    if isinstance(shape, tuple):
        return any(_fits(value, one) for one in shape)
    if isinstance(shape, list):
        shapes = shape * len(value) if isinstance(value, list) and len(shape) == 1 else shape
        return isinstance(value, list) and len(value) == len(shapes) and all(map(_fits, value, shapes))
    if not isinstance(value, dict):
        return False
    if str in shape:
        return all(_fits(part, shape[str]) for part in value.values())
    return all(name in value and _fits(value[name], part) for name, part in shape.items())
