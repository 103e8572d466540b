"""A view scored by leaving out: each text it learned, as the model without it would see it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nbcli.classifier.answerable import answerable
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import Dataset
from nbcli.classifier.labels import check_classes
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.view import Trained, View
from nbcli.models import MANY, Left, log_posterior, own_of, ratio
from nbcli.system import timing
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import exp, log
from nbcli.training.estimate import LeaveOneOut
from nbcli.vectorizers import Rows

# Scores of so many texts tell enough of weights and accuracy.
ENOUGH = 20_000
# On so many a correction is fitted, whose terms are held in memory: 43,905 reviews instead of 20,000 of them gave .9414
# instead of .9386 right.
ENOUGH_TO_FIT = 1 << 16
# Scores are kept of every view: of so many texts x labels, of 400 texts at least, while these are four times as many.
_MOST_SCORES, _FEWEST = 1 << 21, 400


@dataclass(frozen=True)
class Scored:
    """A trained view, which `view()` gives, and its leave-one-out scores of m texts: jll (m, K), and lengths (m,).

    exponent: that of the lengths in a blend. known (m,) is as in Left. rows (m or more, d) has 1 for the terms of each,
    and of further texts after these.
    """

    recipe: Recipe
    terms: int
    view: Callable[[], View]
    jll: Array
    length: Array
    exponent: float
    known: Bools
    rows: Rows


def distinct(corpus: Dataset) -> Ints:
    """Return one text of each group of identical ones and label, in an order that is random but always the same."""
    key = corpus.groups * np.int64(1_000_003) + corpus.codes
    first: Ints = np.unique(key, return_index=True)[1]
    return first


def scored_texts(corpus: Dataset) -> Ints:
    """Return the texts that leave-one-out scores, no two alike, (m,): 20,000, fewer of more than 100 labels.

    Of very many labels, those texts alone that have another of their label: of the others it says nothing.
    """
    texts, k = distinct(corpus), len(corpus.labels)
    if k > MANY:
        known = np.bincount(corpus.codes[texts], minlength=k)[corpus.codes[texts]] > 1
        texts = texts[known] if known.any() else texts
    return texts[: min(ENOUGH, max(_MOST_SCORES // k, min(_FEWEST, 4 * _MOST_SCORES // k), 1))]


def further_texts(corpus: Dataset, sample: Ints) -> Ints:
    """Return the texts beside the `sample` that a correction is fitted on: the next by their digests, to 65,536 in all.

    None of so many labels that there is no correction.
    """
    return distinct(corpus)[len(sample) : ENOUGH_TO_FIT if len(corpus.labels) <= MANY else 0]


def conflicts(corpus: Dataset) -> int:
    """Return how many different texts stand under more than one label."""
    return len(distinct(corpus)) - len(np.unique(corpus.groups))


def leaving_with(corpus: Dataset, sample: Ints) -> Array:
    """Return how many texts of each class leave with each of the sample (m,), copies together: (m, K)."""
    return own_of(corpus.groups, corpus.codes, len(corpus.labels), sample)


def leave(trained: Trained, own: Array) -> Left:
    """Return what leaves with each text of the sample, `own` (m, K) texts of each class."""
    return trained.view.leaving(trained.rows, own)


def log_prior_without(corpus: Dataset, own: Array) -> Array:
    """Return log P(c) by documents without the texts that leave, `own` (m, K): shape (m, K)."""
    texts = np.bincount(corpus.codes, minlength=len(corpus.labels)) - own
    return log(ratio(texts, texts.sum(axis=1, keepdims=True)))


def posterior_without(jll: Array, log_prior: Array, known: Bools) -> Array:
    """Return P(c | x) of m texts that were left out, (m, K), as `Classifier.classify` answers without them.

    jll, log_prior: (m, K). known: (m,), whether a term of the text remains: where none does, the prior answers. Where
    no text remains at all, the classes are alike.
    """
    prior = np.where(np.isneginf(log_prior).all(axis=1, keepdims=True), 0.0, log_prior)
    proba: Array = exp(log_posterior(np.where(known[:, None], jll, prior), prior))
    return proba


def learn_recipe(
    recipe: Recipe, corpus: Dataset, user_dict: str = "", *, digests: bool = True
) -> tuple[Classifier, LeaveOneOut]:
    """Learn the corpus by one recipe, and leave out its texts as `learn_default` does; NbError as there.

    A text left out is answered as by training anew without it and its copies, but that the terms are chosen (by rank,
    or by the texts that they stand in) and weighed (by idf) on all the texts, it among them. Terms that no other text
    has are unknown without it, and a row of length 1 is scaled again without them.
    """
    check_classes(corpus.labels)
    sample = scored_texts(corpus)
    trained = corpus.learn([recipe], sample, user_dict)[0]
    classifier = Classifier.of(corpus, [trained.view], digests=digests)
    model = trained.view.model
    with answerable():
        model.joint_log_likelihood(trained.rows.take(np.arange(1)))
        with timing.stage("score"):
            left = leave(trained, leaving_with(corpus, sample))
            proba = posterior_without(model.without(left), model.log_prior_without(left), left.known)
    return classifier, LeaveOneOut(corpus.codes[sample], proba)
