"""The first line of a model file: what must stand in it, so that whoever reads it finds all of it there."""

import json
from typing import Any

from nbcli.vectorizers._ngrams import MAX_N

_RECIPE = {
    "tokenizer": str,
    "ngrams": [int, int],
    "features": str,
    "model": str,
    "alpha": float,
    "var_smoothing": float,
    "top_k": (int, None),
    "min_df": int,
    "prior": (str, None),
    "norm": bool,
}
_HEAD = {
    "version": str,
    "trained": str,
    "recipes": [_RECIPE],
    "labels": [str],
    "texts": {str: int},
    "copies": int,
    "terms": int,
    "digests": bool,
    "length": int,
    "sha256": str,
}
_TABLES = ("csv", "tsv", "jsonl", "parquet")
# Facts of a training: there or not.
_FACTS = {
    "leave_one_out": {
        "texts": int,
        "accuracy": float,
        "interval": [float, float],
        "recall": {str: (float, None)},
        "precision": {str: (float, None)},
        "reliability": [{"said": float, "right": float, "texts": int}],
    },
    "read": {
        "form": str,
        "text": [str],
        "label": (str, None),
        "header": (bool, None),
        "delimiter": (str, None),
        "width": (int, None),
    },
    "threshold": {"label": str, "proba": float, "precision": float, "interval": [float, float], "recall": float},
    "texts_at_training": int,
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


def check(head: dict[str, Any]) -> None:
    """Raise ValueError where something is missing, or is not of the kind that `store` writes."""
    facts = {name: shape for name, shape in _FACTS.items() if name in head}
    if not _fits(head, _HEAD | facts) or not head["recipes"] or list(head["texts"]) != head["labels"]:
        raise ValueError("something is missing")
    if not all(1 <= recipe["ngrams"][0] <= recipe["ngrams"][1] <= MAX_N for recipe in head["recipes"]):
        raise ValueError("the n-grams")
    if (loo := head.get("leave_one_out")) and loo["recall"].keys() != loo["precision"].keys():
        raise ValueError("the labels")
    if (read := head.get("read")) and not (read["form"] in _TABLES and read["text"] and _delimits(read["delimiter"])):
        raise ValueError("how its corpus was read")


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
