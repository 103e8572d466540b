"""Every recipe on every split: tokens, terms and counts made once for all that share them."""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from nbcli.classifier.answerable import answerable
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.no_term import no_term
from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.baselines import linear_of, whole_of
from nbcli.evaluation.fold import Counted
from nbcli.evaluation.linear import spread
from nbcli.evaluation.metrics import Outcome
from nbcli.evaluation.train_test import Holdout, Spent, TrainTest
from nbcli.system.arrays import Ints
from nbcli.system.timing import stage
from nbcli.vectorizers import has_room

Rows = tuple[Ints, Ints]


def outcomes_of(
    corpus: InMemory,
    recipes: list[Recipe],
    splits: list[Rows],
    seed: int,
    *,
    counted: bool,
    progress: Callable[[str], None],
) -> Iterator[tuple[int, Outcome]]:
    """Yield the number of a recipe and what it makes of a split's test texts, for every recipe and split."""
    for key, members in _by_terms(recipes).items():
        first = recipes[members[0]]
        tokens, k = corpus.tokens.get(first.tokenizer), len(corpus.labels)
        with stage("count"):
            once = Counted.of(tokens, first.ngrams, corpus.codes, k) if counted and key and tokens else None
            if once is not None and not has_room(k, once.counts.shape[1]):
                once = None
        for train, test in splits:
            side: TrainTest | None = None
            with stage("count"):
                if once is not None:
                    side = once.without(test, first.selection)
                elif key and tokens:
                    side = Holdout(tokens, first, corpus.codes, train, test)
            for i in members:
                progress(f"{recipes[i].features} {recipes[i].model}")
                if (whole := whole_of(recipes[i].model)) is not None:
                    yield i, whole.outcome(recipes[i], corpus, train, test, seed)
                elif side is not None:
                    if not side.terms:
                        raise no_term(first, corpus.n_tokens(first.tokenizer))
                    cut = Spent.cutting(corpus, [first.tokenizer], train, test)
                    with answerable():
                        outcome = _outcome(recipes[i], side, corpus.codes[test], k, seed, cut)
                    yield i, outcome


def _by_terms(recipes: list[Recipe]) -> dict[Any, list[int]]:
    """Return the numbers of the recipes by what their counts depend on; under None those that take no counts."""
    groups: dict[Any, list[int]] = {}
    for i, r in enumerate(recipes):
        key = None if whole_of(r.model) else (r.tokenizer, r.ngrams, r.selection)
        groups.setdefault(key, []).append(i)
    return groups


def _outcome(recipe: Recipe, side: TrainTest, codes: Ints, k: int, seed: int, cut: Spent) -> Outcome:
    if (linear := linear_of(recipe.model)) is not None:
        return linear.outcome(recipe, side, codes, k, seed, cut)
    spent = cut + side.ready(recipe)
    rows = side.test(recipe.features)
    start = perf_counter()
    with stage("learn"):
        model = side.fitted(recipe)
    trained = perf_counter()
    with stage("classify"):
        scores = spread(model.predict_log_proba(rows), model.classes_, k)
    spent += Spent(trained - start, perf_counter() - trained)
    return Outcome(codes, scores, spent.train, spent.predict, side.terms)
