"""What else there is, for scale: linear models on the same features, fastText, and the default of `nb train`."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from nbcli.classifier.dataset import InMemory
from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.metrics import Outcome
from nbcli.evaluation.train_test import Spent, TrainTest
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.system.timing import stage
from nbcli.tokenizers import Tokens

LINEAR = ("linear-svc", "logistic")
FASTTEXT, DEFAULT = "fasttext", "default"
# Those that take texts and no features of ours: a comparison has them once, beside its matrix.
WHOLE = (DEFAULT, FASTTEXT)


def available() -> list[str]:
    """Return the baselines that can be run here."""
    return [*LINEAR, *([FASTTEXT] if find_spec("fasttext") else [])]


def linear(recipe: Recipe, side: TrainTest, codes: Ints, k: int, seed: int, cut: Spent) -> Outcome:
    """Return what scikit-learn's linear model of that name, with its defaults, makes of the test texts.

    `cut`: what it took to cut the texts into tokens.
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import LinearSVC

    X, test = side.train(recipe.features).tocsr(), side.test(recipe.features).tocsr()
    spent = cut + side.ready(recipe)
    svc = recipe.model == "linear-svc"
    model: Any = LinearSVC(random_state=seed) if svc else LogisticRegression(max_iter=1000)
    start = perf_counter()
    with stage("learn"), catch_warnings():
        # Too few iterations for the last digit are what a user of the defaults gets.
        simplefilter("ignore")
        model.fit(X, side.codes)
    trained = perf_counter()
    with stage("classify"), np.errstate(divide="ignore"):
        scores = model.decision_function(test) if svc else model.predict_log_proba(test)
    if scores.ndim == 1:
        scores = np.stack([-scores, scores], axis=1)
    spent += Spent(trained - start, perf_counter() - trained)
    wide = spread(scores, model.classes_, k)
    return Outcome(codes, wide, spent.train, spent.predict, side.terms, probable=not svc)


def whole(recipe: Recipe, corpus: InMemory, train: Ints, test: Ints, seed: int) -> Outcome:
    """Return what the default of `nb train`, or fastText on the recipe's tokens, makes of the test texts."""
    if recipe.model == DEFAULT:
        return _default(corpus, train, test)
    cut = Spent.cutting(corpus, [recipe.tokenizer], train, test)
    return _fasttext(corpus.tokens[recipe.tokenizer], corpus.codes, train, test, len(corpus.labels), seed, cut)


def _default(corpus: InMemory, train: Ints, test: Ints) -> Outcome:
    from nbcli.training.candidates import TOKENIZERS
    from nbcli.training.default import learn_default

    spent, start = Spent.cutting(corpus, TOKENIZERS, train, test), perf_counter()
    with stage("learn"):
        classifier, _ = learn_default(corpus.take(train, corpus.codes[train]), digests=False)
    trained = perf_counter()
    with stage("classify"):
        scores = classifier.answer(classifier.rows(corpus.take(test, corpus.codes[test]).batch))[0]
    spent += Spent(trained - start, perf_counter() - trained)
    return Outcome(corpus.codes[test], scores, spent.train, spent.predict, classifier.terms)


def _fasttext(tokens: Tokens, codes: Ints, train: Ints, test: Ints, k: int, seed: int, cut: Spent) -> Outcome:
    """fastText as its users tune it: 25 epochs, pairs of words, a rate of .2; one thread, so that it is repeatable."""
    # It has no types, and is nowhere required.
    fasttext: Any = import_module("fasttext")

    start = perf_counter()
    learned = [f"__label__{c} {line}\n" for c, line in zip(codes[train], _lines(tokens.take(train)), strict=True)]
    with stage("learn"), TemporaryDirectory() as folder:
        path = Path(folder) / "train.txt"
        path.write_text("".join(learned), encoding="utf-8", errors="replace")
        model = fasttext.train_supervised(
            input=str(path), epoch=25, wordNgrams=2, lr=0.2, thread=1, seed=seed, verbose=0
        )
    trained = perf_counter()
    with stage("classify"):
        labels, proba = model.predict(_lines(tokens.take(test)), k=-1)
    scores = np.full((len(test), k), -np.inf)
    for row, (names, values) in enumerate(zip(labels, proba, strict=True)):
        columns = [int(name.removeprefix("__label__")) for name in names]
        scores[row, columns] = log(np.clip(values, 1e-300, 1.0))
    spent = cut + Spent(trained - start, perf_counter() - trained)
    return Outcome(codes[test], scores, spent.train, spent.predict, len(model.words))


def _lines(tokens: Tokens) -> list[str]:
    words = tokens.symbols.words()
    spelled = [words[i] if words else chr(i) for i in tokens.ids.tolist()]
    return [" ".join(spelled[a:b]).replace("\n", " ") for a, b in pairwise(tokens.offsets.tolist())]


def spread(scores: Array, classes: Sequence[int] | Ints, k: int) -> Array:
    """Return scores (m, j) of some classes as those of all k, -inf for the others: shape (m, k)."""
    if len(classes) == k:
        return scores
    wide = np.full((len(scores), k), -np.inf)
    wide[:, np.asarray(classes)] = scores
    return wide
