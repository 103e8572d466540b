"""A pipeline as plain data (what a model file holds), and back."""

from math import isfinite
from sys import intern
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_recipe import ColumnRecipe
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.labels import in_order
from nbcli.classifier.learned import Learned
from nbcli.classifier.prior import ClassPrior
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.text_view import TextView
from nbcli.classifier.view import View
from nbcli.store import older, sound
from nbcli.store.first_line import recipes_of, refuse_others
from nbcli.system.arrays import compact, integers

# What the first line has besides facts, and what the parts of the body may have.
_NO_FACTS = {"nb", "minor", "version", "trained", "length", "sha256"}
_NO_FACTS |= {"recipes", "labels", "texts", "copies", "terms", "digests"}
_STATE = {"texts", "copies", "views", "blend", "digests", "codes"}
_BLEND = {"weights", "bias", "exponents", "shape", "gone"}


def summary(classifier: Classifier) -> dict[str, Any]:
    """Return what the first line of a model file says: recipes, labels, sizes."""
    return {
        "recipes": [view.recipe.as_dict() for view in classifier.views],
        "labels": classifier.labels,
        "texts": dict(zip(classifier.labels, classifier.texts.tolist(), strict=True)),
        "copies": classifier.copies,
        "terms": classifier.terms,
        "digests": classifier.learned is not None,
        **classifier.facts,
    }


def state_of(classifier: Classifier) -> dict[str, Any]:
    """Return the body of a model file: dicts, lists, strings, numbers and numeric arrays only."""
    learned = classifier.learned
    return {
        "texts": _plain(compact(classifier.texts)),
        "copies": classifier.copies,
        "views": [_view_state(view) for view in classifier.views],
        "blend": _blend_state(classifier.blend),
        "digests": _plain(learned.digests) if learned else np.zeros(0, dtype=np.int64),
        "codes": _plain(compact(learned.codes)) if learned else np.zeros(0, dtype=np.uint8),
    }


def _blend_state(blend: Blend | None) -> dict[str, Any] | None:
    if blend is None:
        return None
    arrays = {name: _plain(getattr(blend, name)) for name in ("weights", "bias", "exponents", "shape")}
    return {**arrays, "gone": {intern(label): bias for label, bias in blend.gone.items()}}


def _view_state(view: View) -> dict[str, Any]:
    state: dict[str, Any] = _stored(view.state())
    return state


def _stored(value: Any) -> Any:
    """Return strings and arrays, in dicts, so that the same ones are the same bytes in a file."""
    if isinstance(value, dict):
        return {name: _stored(one) for name, one in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value)
    return intern(value) if isinstance(value, str) else value


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array as numpy itself makes it: the same numbers are the same bytes in a file, whatever made them.

    That is, in one order in memory, and with the one object that stands for its type: pickle writes it once.
    """
    return np.ascontiguousarray(array).view(np.dtype(array.dtype.type))


def restore(head: dict[str, Any], state: dict[str, Any]) -> Classifier:
    """Return the classifier; raise KeyError, TypeError or ValueError where the parts do not fit together.

    NewerError for a part that only a newer nb knows.
    """
    _check_known(head["version"], state)
    labels = head["labels"]
    if not all(isinstance(label, str) for label in labels) or labels not in (sorted(set(labels)), in_order(labels)):
        raise ValueError("the labels")
    k, both = len(labels), zip(recipes_of(head), state["views"], strict=True)
    views = [_view(recipe, values, k) for recipe, values in both]
    texts = integers(state["texts"], len(labels))
    digests = integers(state["digests"])
    codes = integers(state["codes"], len(digests))
    if not views or (len(codes) and not 0 <= codes.min() <= codes.max() < len(labels)):
        raise ValueError("the views or digests")
    learned = Learned(digests, codes) if head["digests"] else None
    facts = {name: value for name, value in head.items() if name not in _NO_FACTS}
    blend = _blend(state["blend"], len(views), len(labels))
    if "minor" not in head:
        older.mend([view for view in views if isinstance(view, TextView)], blend, int(texts.sum()))
    prior = ClassPrior.of(facts["prior"]) if "prior" in facts else None
    classifier = Classifier(labels, views, texts, int(state["copies"]), learned, blend, facts, prior)
    sound.check(classifier)
    classifier.set_priors()
    return classifier


def _view(recipe: Recipe | ColumnRecipe, values: dict[str, Any], k: int) -> View:
    if isinstance(recipe, ColumnRecipe):
        return ColumnView.from_state(recipe, values, k)
    return TextView.from_state(recipe, values, k)


def _check_known(version: str, state: dict[str, Any]) -> None:
    refuse_others(version, "a part", state.keys(), _STATE)
    for values in state["views"]:
        refuse_others(version, "a part of views", values.keys(), TextView.PARTS | ColumnView.PARTS)
    if state["blend"] is not None:
        refuse_others(version, "a part of the blend", state["blend"].keys(), _BLEND)


def _blend(values: dict[str, Any] | None, n_views: int, n_classes: int) -> Blend | None:
    if values is None:
        if n_views != 1:
            raise ValueError("the views")
        return None
    values = {"shape": [1.0, 1.0]} | values  # of a file from before format 1.2
    parts = [np.asarray(values[name], dtype=np.float64) for name in ("weights", "bias", "exponents", "shape")]
    gone = dict(values.get("gone", {}))
    if not all(isinstance(label, str) and type(bias) is float and isfinite(bias) for label, bias in gone.items()):
        raise ValueError("the labels without texts")
    if [part.shape for part in parts] != [(n_views,), (n_classes,), (n_views,), (2,)] or (parts[3] <= 0).any():
        raise ValueError("the blend")
    weights, bias, exponents, shape = parts
    return Blend(weights, bias, exponents, shape, gone)
