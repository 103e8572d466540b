"""Leave-one-out as training reports it is n trainings: texts in, for every model, features, prior and smoothing."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.choices import choices, load
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.models import PRIORS, log_posterior
from nbcli.training.default import learn_default
from nbcli.training.scoring import ENOUGH, distinct, learn_recipe
from nbcli.vectorizers import Vocabulary, smooth_idf, tfidf

WORDS = ["aa", "bb", "cc", "dd", "ee"]


def pairs():
    """Return every (model, features) that a recipe takes."""
    found = []
    for model in choices("models"):
        for features in choices("vectorizers"):
            with suppress(NbError):
                Recipe(model=model, features=features)
                found.append((model, features))
    return found


@st.composite
def corpora(draw):
    """Texts of few words under two or three labels: copies under one label and several, some in capitals or wide."""
    text = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)
    texts = draw(st.lists(text, min_size=1, max_size=7))
    changes = st.sampled_from([str, str.upper, lambda one: one.replace(" ", "  ")])
    labelled = st.tuples(st.sampled_from(texts), st.sampled_from("xyz"), changes)
    drawn = draw(st.lists(labelled, min_size=2, max_size=10).filter(lambda found: len({one[1] for one in found}) > 1))
    return [Record(change(text), label, "", i) for i, (text, label, change) in enumerate(drawn)]


@st.composite
def recipes(draw, model, features):
    """Return the recipe of every option that leaving out must follow."""
    return {
        "tokenizer": draw(st.sampled_from(["words", "chars"])),
        "ngrams": draw(st.sampled_from([(1, 1), (1, 2)])),
        "features": features,
        "model": model,
        "alpha": draw(st.sampled_from([0.0, 1e-10, 0.1, 1.0])),
        "var_smoothing": draw(st.sampled_from([0.0, 1e-9, 1e-3, 0.3])),
        "norm": draw(st.booleans()),
        "min_df": draw(st.sampled_from([1, 1, 2])),
        "top_k": draw(st.sampled_from([None, None, 3])),
        "prior": draw(st.sampled_from([None, "given", *PRIORS])),
    }


def brute(corpus, recipe, i):
    """Return the posterior (K,) that training without the copies of text i gives it; None where no text remains.

    The terms are chosen and weighed on all the texts, and of these, those count that a text of the others has.
    """
    k, rest = len(corpus.labels), np.flatnonzero(corpus.groups != corpus.groups[i])
    if not len(rest):
        return None
    tokens = corpus.tokens[recipe.tokenizer]
    chosen, counts = Vocabulary.learn(tokens, recipe.ngrams, recipe.selection)
    idf = smooth_idf(np.bincount(counts.indices, minlength=len(chosen.keys)), len(tokens))
    there = np.unique(counts.take(rest).indices)
    vocabulary, idf = Vocabulary(chosen.keys[there], chosen.ngrams), idf[there]
    weigh, codes = load("vectorizers", recipe.features).weigh, corpus.codes[rest]
    model = recipe.new_model().fit(weigh(vocabulary.count(tokens.take(rest)), idf), codes)
    given_prior = recipe.class_prior(corpus.labels)
    if given_prior is not None:
        model.class_prior = given_prior[model.classes_] / given_prior[model.classes_].sum()
    own = vocabulary.count(tokens.take(np.array([i])))
    log_p = model.log_prior()[None]
    if len(own.data):
        log_p = log_posterior(model.joint_log_likelihood(weigh(own, idf)), model.log_prior())
    proba = np.zeros(k)
    proba[model.classes_] = np.exp(log_p[0])
    return proba


@pytest.mark.parametrize(("model", "features"), pairs())
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_leave_one_out_is_training_anew(model, features, data):
    documents, options = data.draw(corpora()), data.draw(recipes(model, features))
    corpus = in_memory([options["tokenizer"]], documents)
    if options["prior"] == "given":
        shares = np.arange(1, len(corpus.labels) + 1) / np.arange(1, len(corpus.labels) + 1).sum()
        options["prior"] = ",".join(f"{label}={p}" for label, p in zip(corpus.labels, shares, strict=True))
    recipe = Recipe(**options)
    with pytest.MonkeyPatch.context() as patch:
        # What is rounded before it is learned is rounded again where a row is scaled again: 1e-9 of itself.
        patch.setattr(tfidf, "_STEP", 2.0**-50)
        try:
            classifier, found = learn_recipe(recipe, corpus)
        except NbError as error:
            assert "no term is left" in error.what or "does not vary" in error.what
            return
        sample = distinct(corpus)[:ENOUGH]
        for i, proba in zip(sample, found.proba, strict=True):
            expected = brute(corpus, recipe, i)
            if expected is None:
                expected = np.full(len(classifier.labels), 1 / len(classifier.labels))
            # A variance of 1e-9 makes terms of 1e9, of which the last digit is 1e-7; several add up.
            close = 1e-4 if model == "gaussian" and recipe.var_smoothing < 1e-8 else 1e-9
            np.testing.assert_allclose(proba, expected, rtol=close, atol=close)


def documents_of(*groups):
    return [Record(text, label, "", 1) for label, texts in groups for text in texts]


@pytest.mark.parametrize("features", choices("vectorizers"))
def test_presence_is_all_that_bernoulli_sees(features):
    rng = np.random.default_rng(7)
    texts = [" ".join(rng.choice(WORDS, rng.integers(1, 9))) for _ in range(60)]
    corpus = in_memory(["words"], [Record(text, "xyz"[i % 3], "", i) for i, text in enumerate(texts)])
    expected = learn_recipe(Recipe(model="bernoulli", features="category"), corpus)[1]
    np.testing.assert_allclose(
        learn_recipe(Recipe(model="bernoulli", features=features), corpus)[1].proba, expected.proba, rtol=1e-12
    )


def test_the_default_answers_a_text_that_would_be_unknown_with_the_prior_of_the_others():
    groups = [("x", ["aa bb cc", "aa bb dd", "aa cc dd", "aa bb"]), ("y", ["ee ff gg", "ee ff hh", "ee gg hh"])]
    corpus = in_memory(["words", "chars"], documents_of(*groups, ("y", ["一二三"])))
    found = learn_default(corpus)[1]
    alone = next(j for j, i in enumerate(distinct(corpus)) if i == 7)
    np.testing.assert_allclose(found.proba[alone], [4 / 7, 3 / 7], rtol=1e-12)
