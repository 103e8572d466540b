"""A classifier as plain data: strings, numbers, lists and dicts, all that is needed to answer as it does.

README has the schema. Numbers are whole where they can be: sums of weights, which are multiples of 2^-30, are written
as `{"unit": 2^-30, "whole": [...]}`.
"""

import json
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbcli import __version__
from nbcli.choices import load
from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.correction import Correction
from nbcli.classifier.text_view import TextView
from nbcli.classifier.view import View
from nbcli.vectorizers import Rows

FORMAT = 1
_UNIT = 2.0**-30
# Half a character: as an escape, it is JSON in UTF-8 all the same.
_SURROGATE = re.compile("[\ud800-\udfff]")


def portable(classifier: Classifier) -> dict[str, Any]:
    """Return the classifier as plain data."""
    facts = classifier.facts
    return {
        "nb": "model",
        "format": FORMAT,
        "version": __version__,
        "labels": classifier.labels,
        "texts": plain(classifier.texts),
        "log_prior": plain(classifier.log_prior()),
        "threshold": {name: facts["threshold"][name] for name in ("label", "proba")} if "threshold" in facts else None,
        "blend": _blend(classifier, classifier.blend),
        "correction": _correction(classifier.correction),
        "columns": facts["columns"]["columns"] if "columns" in facts else None,
        "views": [_view(view) for view in classifier.views],
    }


def written(data: Any) -> bytes:
    """Return plain data as JSON on a line."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return (_SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text) + "\n").encode("utf-8")


def plain(value: Any) -> Any:
    """Return arrays, in dicts too, as lists of numbers; -inf, the logarithm of 0, as None."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return _listed(value) if isinstance(value, np.ndarray) else value


def _listed(array: NDArray[Any]) -> Any:
    if not np.isfinite(array).all():
        return _with_none(array.tolist())
    if (array == np.rint(array)).all():
        return array.astype(np.int64).tolist()
    whole = array / _UNIT
    if (whole == np.rint(whole)).all() and np.abs(whole).max() < 2.0**53:
        return {"unit": _UNIT, "whole": whole.astype(np.int64).tolist()}
    return array.tolist()


def _with_none(numbers: Any) -> Any:
    if isinstance(numbers, list):
        return [_with_none(one) for one in numbers]
    return None if numbers == -np.inf else numbers


def _blend(classifier: Classifier, blend: Blend | None) -> dict[str, Any] | None:
    if blend is None:
        return None
    # P(c) of a table is none of its views'.
    bias = blend.bias if classifier.prior is None else blend.bias + classifier.log_prior()
    return {
        "weights": blend.weights.tolist(),
        "exponents": blend.exponents.tolist(),
        "bias": bias.tolist(),
        "shape": blend.shape.tolist(),
    }


def _correction(correction: Correction | None) -> dict[str, Any] | None:
    if correction is None:
        return None
    blocks = [block and {"df": plain(block.df), "steps": plain(block.weights.T)} for block in correction.blocks]
    scale = correction.weight * correction.step
    return {
        "scale": scale,
        "n_texts": correction.n_texts,
        "classes": plain(correction.classes),
        "blocks": blocks,
    }


def _view(view: View) -> dict[str, Any]:
    if not isinstance(view, TextView):
        state = plain(view.state())
        return {"kind": "column", **view.recipe.as_dict(), **state, "categories": json.loads(state["categories"])}
    recipe, size = view.recipe, view.size
    tokenizer = load("tokenizers", recipe.tokenizer)
    each = Rows(np.ones(size), np.arange(size), np.arange(size + 1), (size, size))
    return {
        "kind": "text",
        "tokenizer": recipe.tokenizer,
        "user_dict": view.user_dict,
        "ngrams": list(recipe.ngrams),
        "joiner": tokenizer.JOINER,
        "features": recipe.features,
        "model": recipe.model,
        "options": recipe.of_model(),
        "log_prior": plain(view.log_prior()),
        "terms": view.spell(range(size)),
        "blank": np.flatnonzero(view.silent(each)).tolist(),
        "idf": view.vectorizer.idf.tolist(),
        "state": _state(view),
    }


def _state(view: TextView) -> dict[str, Any]:
    """Return what the model has counted, by the names that its equation's file has for it."""
    state = {name: plain(value) for name, value in view.model.state().items()}
    # The classes are those of the labels, and the number of terms is seen.
    del state["classes_"], state["n_features_in_"]
    return state
