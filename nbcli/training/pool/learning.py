"""The classifier of labelled texts and a pool: the way to use it that is best on held-out texts, if clearly so."""

from collections.abc import Callable
from functools import partial

import numpy as np

from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.labels import check_classes
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.text_view import TextView
from nbcli.classifier.vectorizer import Vectorizer
from nbcli.classifier.view import View
from nbcli.system import timing
from nbcli.system.arrays import Array, Ints
from nbcli.tokenizers import Tokens, joined
from nbcli.training.candidates import TOKENIZERS
from nbcli.training.default import learn_default
from nbcli.training.estimate import LeaveOneOut
from nbcli.training.pool.corpus import MOST_LABELS, WithPool
from nbcli.training.pool.em import TEMPERATURE, Way, learn
from nbcli.training.pool.judging import FOLDS, Judged, judged
from nbcli.training.pool.presence import Presence
from nbcli.training.scoring import distinct
from nbcli.vectorizers import Rows, Vocabulary

# Presence of words and pairs of them, and of runs of characters, that stand in two texts at least: a multinomial model.
_RECIPES = [
    Recipe(tokenizer, ngrams, min_df=2, prior="uniform")
    for tokenizer, ngrams in zip(TOKENIZERS, ((1, 2), (1, 3)), strict=True)
]
NO_POOL = Way(0.0)
WAYS = (Way(1.0, biased=False), Way(0.1), Way(1.0), Way(1.0, sure=True))
# A pool is used where it makes the log loss of all held-out texts together smaller by more than so many nats: less is
# chance, and where it was less the pool did harm as often as good.
_CLEAR = 1.0
# With fewer texts, or fewer of a class, an estimate says little.
_FEW, _FEW_OF_CLASS = 50, 5


def learn_with_pool(
    corpus: WithPool,
    user_dict: str = "",
    *,
    digests: bool = True,
    prune: bool = True,
    correction: bool = True,
    say: Callable[[str], None],
) -> tuple[Classifier, LeaveOneOut]:
    """Learn labelled texts and their pool, or without it as `learn_default` does; NbError as there.

    Where the pool is used, the estimate is of texts held out.
    """
    check_classes(corpus.labels)
    alone = partial(learn_default, corpus, user_dict, digests=digests, prune=prune, correction=correction, say=say)
    looked_at = f"{len(corpus.pool):,} texts"
    if corpus.size > len(corpus.pool):
        looked_at = f"{len(corpus.pool):,} of its {corpus.size:,} texts, taken at random"
    if len(corpus.labels) > MOST_LABELS or not len(corpus.pool):
        why = "it has no text" if not len(corpus.pool) else f"there are more than {MOST_LABELS} labels"
        say(f"the pool is not used: {why}")
        return alone()
    views, rows = _views(corpus, user_dict)
    n = len(corpus)
    everything = Presence.of(rows)
    labelled, pool = everything.take(np.arange(n)), everything.take(np.arange(n, n + len(corpus.pool)))
    texts, k = distinct(corpus), len(corpus.labels)
    with timing.stage("fit"):
        without, *found = (judged(labelled.take(texts), corpus.codes[texts], k, pool, way) for way in (NO_POOL, *WAYS))
    best = min(found, key=lambda one: one.loss)
    say(
        f"pool: {looked_at}; log loss of labelled texts held out in {FOLDS} folds {best.loss / len(texts):.4f} "
        f"with it, {without.loss / len(texts):.4f} without"
    )
    _warn(corpus.codes, len(corpus.labels), say)
    if best.loss > without.loss - _CLEAR:
        say("the pool is not used: it is not clearly better with it")
        return alone()
    say(f"the pool is used: each of its texts counts {best.way.weight:g}, shared out among the labels{_how(best.way)}")
    classifier = _classifier(corpus, labelled, pool, best, views, digests=digests)
    classifier.facts["unlabelled"] = {"texts": len(corpus.pool), "of": corpus.size, "weight": best.way.weight}
    return classifier, LeaveOneOut(corpus.codes[texts], best.proba)


def _how(way: Way) -> str:
    return ", if it is sure of one" if way.sure else ""


def _warn(codes: Ints, k: int, say: Callable[[str], None]) -> None:
    """Say it where there are too few labelled texts for an estimate."""
    if len(codes) < _FEW or np.bincount(codes, minlength=k).min() < _FEW_OF_CLASS:
        say(f"the estimate is rough: fewer than {_FEW} labelled texts, or {_FEW_OF_CLASS} of a label")


def _views(corpus: WithPool, user_dict: str) -> tuple[list[TextView], list[Rows]]:
    """Return views that have no counts by class yet, and their counts of all texts, the labelled ones first."""
    views, rows = [], []
    for recipe in _RECIPES:
        tokens = _all(corpus, recipe.tokenizer)
        with timing.stage("count"):
            vocabulary, counts = Vocabulary.learn(tokens, recipe.ngrams, recipe.selection)
        vectorizer = Vectorizer.of(recipe.features, tokens.symbols, vocabulary, counts.df(), counts.shape[0])
        views.append(TextView(recipe, vectorizer, recipe.new_model(), user_dict))
        rows.append(counts)
    return views, rows


def _all(corpus: WithPool, tokenizer: str) -> Tokens:
    return joined([corpus.tokens[tokenizer], corpus.pool.tokens[tokenizer]])


def _classifier(
    corpus: WithPool, labelled: Presence, pool: Presence, best: Judged, views: list[TextView], *, digests: bool
) -> Classifier:
    """Return the classifier that has learned all labelled texts and the pool in the best way."""
    k = len(corpus.labels)
    with timing.stage("learn"):
        learned = learn(labelled, corpus.codes, k, pool, best.way, best.alpha)
    texts = np.bincount(corpus.codes, minlength=k).astype(np.float64)
    for view, counts in zip(views, learned.counts, strict=True):
        view.model.restore(_state(counts, texts))
    temperature, bias = best.final.temperature, best.final.bias
    weights = np.full(len(views), temperature * TEMPERATURE)
    blend = Blend(weights, temperature * learned.bias + bias, np.full(len(views), 0.5))
    some: list[View] = [*views]
    return Classifier.of(corpus, some, blend, digests=digests)


def _state(counts: Array, texts: Array) -> dict[str, Array | int]:
    """Return the state of a multinomial model of counts (K, d): those of the pool are in it, its texts (K,) are not."""
    k, d = counts.shape
    return {
        "classes_": np.arange(k),
        "n_features_in_": d,
        "class_count_": texts,
        "word_count_": counts.sum(axis=1),
        "feature_count_": counts,
    }
