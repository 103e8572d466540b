"""A pipeline as plain data (what a model file holds), and back."""

from typing import Any

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_recipe import ColumnRecipe
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.labels import in_order
from nbcli.classifier.learned import Learned
from nbcli.classifier.prior import ClassPrior
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.text_view import TextView
from nbcli.classifier.view import View
from nbcli.store import blending, older, sound
from nbcli.store.first_line import recipes_of, refuse_others
from nbcli.store.plain import plain, stored
from nbcli.system.arrays import compact, integers

# What the first line has besides facts, and what the parts of the body may have.
_NO_FACTS = {"nb", "minor", "version", "trained", "length", "sha256"}
_NO_FACTS |= {"recipes", "labels", "texts", "copies", "terms", "digests"}
_STATE = {"texts", "copies", "views", "blend", "correction", "digests", "codes"}


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
        "texts": plain(compact(classifier.texts)),
        "copies": classifier.copies,
        "views": [_view_state(view) for view in classifier.views],
        "blend": blending.blend_state(classifier.blend),
        "correction": blending.correction_state(classifier.correction),
        "digests": plain(learned.digests) if learned else np.zeros(0, dtype=np.int64),
        "codes": plain(compact(learned.codes)) if learned else np.zeros(0, dtype=np.uint8),
    }


def _view_state(view: View) -> dict[str, Any]:
    state: dict[str, Any] = stored(view.state())
    return state


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
    blend = blending.blend(state["blend"], len(views), k)
    correction = blending.correction(state.get("correction"), [view.size for view in views], k)
    if correction is not None and blend is None:
        raise ValueError("the correction")
    if "minor" not in head:
        older.mend([view for view in views if isinstance(view, TextView)], blend, int(texts.sum()))
    prior = ClassPrior.of(facts["prior"]) if "prior" in facts else None
    classifier = Classifier(labels, views, texts, int(state["copies"]), learned, blend, facts, prior, correction)
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
        refuse_others(version, "a part of the blend", state["blend"].keys(), blending.BLEND)
    if state.get("correction") is not None:
        refuse_others(version, "a part of the correction", state["correction"].keys(), blending.CORRECTION)
