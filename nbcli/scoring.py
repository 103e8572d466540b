"""A view scored by leaving out: each text it learned, as the model without it would see it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nbcli import timing
from nbcli.errors import NbError
from nbcli.estimate import LeaveOneOut
from nbcli.models._class_counts import MANY
from nbcli.models._leaving import Left, own_of
from nbcli.models._numbers import log_posterior
from nbcli.pipeline import Array, Ints, Pipeline, check_classes
from nbcli.prepared import Corpus
from nbcli.recipe import Recipe
from nbcli.stages import load
from nbcli.view import Trained, View

# Scores of so many texts tell enough of weights and accuracy.
ENOUGH = 20_000
# Scores are kept of every view: of so many texts x labels, of 400 texts at least, while these are four times as many.
_MOST_SCORES, _FEWEST = 1 << 21, 400


@dataclass(frozen=True)
class Scored:
    """A trained view, which `view()` gives, and its leave-one-out scores of m texts: jll (m, K), and lengths (m,)."""

    recipe: Recipe
    terms: int
    view: Callable[[], View]
    jll: Array
    length: Array


def distinct(corpus: Corpus) -> Ints:
    """Return one text of each group of identical ones and label, in an order that is random but always the same."""
    key = corpus.groups * np.int64(1_000_003) + corpus.codes
    first: Ints = np.unique(key, return_index=True)[1]
    return first


def scored_texts(corpus: Corpus) -> Ints:
    """Return the texts that leave-one-out scores, no two alike, (m,): 20,000, fewer of more than 100 labels.

    Of very many labels, those texts alone that have another of their label: of the others it says nothing.
    """
    texts, k = distinct(corpus), len(corpus.labels)
    if k > MANY:
        known = np.bincount(corpus.codes[texts], minlength=k)[corpus.codes[texts]] > 1
        texts = texts[known] if known.any() else texts
    return texts[: min(ENOUGH, max(_MOST_SCORES // k, min(_FEWEST, 4 * _MOST_SCORES // k), 1))]


def conflicts(corpus: Corpus) -> int:
    """Return how many different texts stand under more than one label."""
    return len(distinct(corpus)) - len(np.unique(corpus.groups))


def leaving_with(corpus: Corpus, sample: Ints) -> Array:
    """Return how many texts of each class leave with each of the sample (m,), copies together: (m, K)."""
    return own_of(corpus.groups, corpus.codes, len(corpus.labels), sample)


def leave(trained: Trained, own: Array) -> Left:
    """Return what leaves with each text of the sample, `own` (m, K) texts of each class."""
    unit = load("vectorizers", trained.view.recipe.features).USES_IDF
    return Left.alone(trained.rows, own, trained.view.df, unit=unit)


def learn_recipe(
    recipe: Recipe, corpus: Corpus, user_dict: str = "", *, digests: bool = True
) -> tuple[Pipeline, LeaveOneOut]:
    """Learn the corpus by one recipe, and leave out its texts as `learn_default` does; NbError as there.

    Where the terms are chosen by rank or weighed by idf, the choice and the idf are those of all the texts.
    """
    check_classes(corpus.labels)
    sample = scored_texts(corpus)
    trained = corpus.learn([recipe], sample, user_dict)[0]
    pipeline = Pipeline.of(corpus, [trained.view], digests=digests)
    model = trained.view.model
    try:
        model.joint_log_likelihood(trained.rows.take(np.arange(1)))
        with timing.stage("score"):
            jll = model.without(leave(trained, leaving_with(corpus, sample)))
    except ValueError as error:  # a variance of 0
        raise NbError(str(error), remedy="give --var-smoothing 1e-9, the default") from None
    proba: Array = np.exp(log_posterior(jll, pipeline.log_prior()))
    return pipeline, LeaveOneOut(corpus.codes[sample], proba)
