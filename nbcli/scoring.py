"""A view scored by leaving out: each text it learned, as the model without it would see it."""

from dataclasses import dataclass

import numpy as np

from nbcli.errors import NbError
from nbcli.estimate import LeaveOneOut
from nbcli.models._leaving import Left
from nbcli.models._numbers import log_posterior
from nbcli.pipeline import Array, Ints, Pipeline, check_classes
from nbcli.prepared import Prepared
from nbcli.recipe import Recipe
from nbcli.stages import load
from nbcli.vectorizers import Rows, Vocabulary
from nbcli.view import View

# Scores of so many texts tell enough of weights and accuracy.
ENOUGH = 20_000


@dataclass(frozen=True)
class Scored:
    """A trained view, and its leave-one-out scores of m texts: jll (m, K), and their lengths (m,)."""

    view: View
    jll: Array
    length: Array


def distinct(corpus: Prepared) -> Ints:
    """Return one text of each group of identical ones and label, in an order that is random but always the same."""
    key = corpus.groups * np.int64(1_000_003) + corpus.codes
    first: Ints = np.unique(key, return_index=True)[1]
    return first


def conflicts(corpus: Prepared) -> int:
    """Return how many different texts stand under more than one label."""
    return len(distinct(corpus)) - len(np.unique(corpus.groups))


def leave(view: View, rows: Rows, corpus: Prepared, sample: Ints) -> Left:
    """Return what leaves with each text of the sample, copies together; rows (n, d) are the features learned."""
    unit = load("vectorizers", view.recipe.features).USES_IDF
    return Left.of(rows, corpus.codes, len(corpus.labels), corpus.groups, sample, unit=unit)


def score(view: View, left: Left) -> Scored:
    """Return the view with its leave-one-out scores of what leaves."""
    return Scored(view, view.model.without(left), left.rows.row_sums(left.x))


def learn_recipe(
    recipe: Recipe, corpus: Prepared, user_dict: str = "", *, digests: bool = True
) -> tuple[Pipeline, LeaveOneOut]:
    """Learn the corpus by one recipe, and leave out its texts as `learn_default` does; NbError as there.

    Where the terms are chosen by rank or weighed by idf, the choice and the idf are those of all the texts.
    """
    check_classes(corpus.labels)
    tokens, k = corpus.tokens[recipe.tokenizer], len(corpus.labels)
    vocabulary, counts = Vocabulary.learn(tokens, recipe.ngrams, top_k=recipe.top_k, min_df=recipe.min_df)
    view, rows = View.from_counts(recipe, tokens.symbols, vocabulary, counts, corpus.codes, k, user_dict)
    pipeline = Pipeline.of(corpus, [view], digests=digests)
    sample = distinct(corpus)[:ENOUGH]
    try:
        view.model.joint_log_likelihood(rows.take(sample[:1]))
        jll = view.model.without(leave(view, rows, corpus, sample))
    except ValueError as error:  # a variance of 0
        raise NbError(str(error), remedy="give --var-smoothing 1e-9, the default") from None
    proba: Array = np.exp(log_posterior(jll, pipeline.log_prior()))
    return pipeline, LeaveOneOut(corpus.codes[sample], proba)
