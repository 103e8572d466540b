"""The textbook's naive Bayes of a table: one density for all columns of numbers, probabilities for categories, a sum.

log P(c | x) = log P(c) + sum over the columns of log p(x_j | c) - log of their sum over the classes
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from nbcli.choices import check, choices, load
from nbcli.classifier.answerable import answerable
from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_recipe import SKIP, ColumnRecipe
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.labels import check_classes
from nbcli.classifier.presence import Presence
from nbcli.classifier.prior import SMOOTHED, ClassPrior
from nbcli.classifier.recipe import DEFAULT, Recipe
from nbcli.classifier.view import View
from nbcli.densities import Density, Options
from nbcli.errors import NbError
from nbcli.models import log_posterior
from nbcli.schema import TEXT, Column, Schema
from nbcli.system import timing
from nbcli.system.elementary import exp
from nbcli.training.asked import DEFAULTS, Asked
from nbcli.training.estimate import LeaveOneOut
from nbcli.training.scoring import leaving_with, scored_texts

# The options of a recipe that have a meaning here.
_OWN = ("model", "alpha", "var_smoothing", "prior")
# What serves columns of numbers where no option says so, and those of categories where the density does not.
_NUMBERS, _CATEGORIES = "gaussian", "categorical"


@dataclass(frozen=True)
class Plain:
    """What serves the columns of numbers, a density's name, with its options, and P(c)."""

    density: str
    options: Options
    prior: ClassPrior
    missing: str = SKIP

    @classmethod
    def of(cls, recipe: Recipe | None, asked: Asked = DEFAULTS) -> Self | None:
        """Return what the options of `nb train` ask for, None where they ask for the default.

        NbError for an option that is of texts, or for a density that there is not.
        """
        if recipe is None and asked.density is None and asked.bins is None:
            return None
        density = asked.density
        recipe = recipe or DEFAULT
        others = [field.name for field in fields(recipe) if field.name not in _OWN]
        for name in (name for name in others if getattr(recipe, name) != getattr(DEFAULT, name)):
            option = f"--{name.replace('_', '-')}"
            raise NbError(f"{option} is of texts, and this is a table", remedy=f"leave out {option}")
        if density is None:
            density = _NUMBERS if recipe.model == DEFAULT.model else recipe.model
            if density not in choices("densities"):
                remedy = f"choose from {', '.join(choices('densities'))} (--density)"
                raise NbError(f"--model {density} counts terms of texts, and this is a table", remedy=remedy)
        check("densities", density, f"--density {density}")
        asked.check_bins(density)
        alpha, given = (recipe.alpha if recipe.prior == SMOOTHED else 0.0), recipe.prior
        if given not in (None, "documents", "uniform", SMOOTHED) and "=" not in given:
            raise NbError(f"--prior {given} is of texts, and this is a table", remedy="leave out --prior")
        prior = ClassPrior(alpha, given if given not in ("documents", SMOOTHED) else None)
        options = Options(recipe.alpha, recipe.var_smoothing, asked.bins or Options().bins)
        return cls(density, options, prior, asked.missing or SKIP)


def learn_plain(
    corpus: InMemory, schema: Schema, plain: Plain, *, digests: bool = True
) -> tuple[Classifier, LeaveOneOut]:
    """Learn the records of a table by one density; NbError for fewer than two classes, and where there is a text."""
    classifier = plain_classifier(corpus, schema, plain, digests=digests)
    with timing.stage("score"), answerable():
        return classifier, _left_out(corpus, classifier.views, plain.prior)


def plain_classifier(corpus: InMemory, schema: Schema, plain: Plain, *, digests: bool = True) -> Classifier:
    """Return the classifier of `learn_plain` alone."""
    check_classes(corpus.labels)
    texts = [column.name for column in schema.used if column.kind == TEXT]
    if texts:
        remedy = f"leave out --model and --density, or {texts[0]}: --columns {texts[0]}:skip"
        raise NbError(f"{texts[0]} is a text, which only the default serves beside other columns", remedy=remedy)
    with timing.stage("learn"), answerable():
        views: list[View] = [_view(column, corpus, plain) for column in schema.used]
        blend = Blend(np.ones(len(views)), np.zeros(len(corpus.labels)), np.zeros(len(views)))
        return Classifier.of(corpus, views, blend, digests=digests, prior=plain.prior)


def _view(column: Column, corpus: InMemory, plain: Plain) -> ColumnView:
    cells, k = corpus.cells[column.name], len(corpus.labels)
    kind: type[Density] = load("densities", plain.density).Density
    if column.kind not in kind.takes:
        kind = load("densities", _CATEGORIES).Density
    density = kind.plain(cells.x, corpus.codes, k, plain.options)
    density.learn(cells.x, corpus.codes)
    presence = Presence.none(k).plus(cells.x, corpus.codes)
    recipe = ColumnRecipe(column, ((density.described, 1.0),), plain.missing)
    return ColumnView(recipe, [density], presence, cells.categories)


def _left_out(corpus: InMemory, views: Sequence[View], prior: ClassPrior) -> LeaveOneOut:
    """Return what the classifier makes of records that it has not learned; cuts of numbers stay."""
    sample = scored_texts(corpus)
    own = leaving_with(corpus, sample)
    texts = np.bincount(corpus.codes, minlength=len(corpus.labels))
    log_prior = prior.log(texts - own, corpus.labels)
    score = log_prior.copy()
    for view in views:
        x = corpus.cells[view.name].x[sample]
        score += view.without(view.leaving(x, own))
    return LeaveOneOut(corpus.codes[sample], exp(log_posterior(score, log_prior[0])))
