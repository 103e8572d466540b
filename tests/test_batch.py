"""Each tokenizer cuts the texts once, however many views share it; the answers are those of views that cut alone."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.choices import choices, load
from nbcli.classifier.batch import Batch
from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import How, Log, read
from nbcli.explaining import explain, mixture
from tests.conftest import MAIL_EN, MAIL_ZH
from tests.learning import view_of

WORDS = [
    "free money",
    "公司代开发票",
    "的",
    "a@b.com",
    "\x0csubject\x0eFree offer\x0f",
    "Ünknown",
    " ",
    "\n",
    "3.14",
    "q",
]


@cache
def blended(tokenizer: str) -> Classifier:
    """Return a classifier of three views of one tokenizer, of different terms, and one of another."""
    orders = [(tokenizer, (1, 1), 50), (tokenizer, (1, 2), None), (tokenizer, (2, 2), 400), ("chars", (1, 3), None)]
    corpus = in_memory([*dict.fromkeys((tokenizer, "chars"))], read([MAIL_EN, MAIL_ZH], How(), Log()))
    views = [
        view_of(Recipe(name, ngrams, features, top_k=top_k), corpus)
        for (name, ngrams, top_k), features in zip(orders, ("category", "idf", "tfidf", "counts"), strict=True)
    ]
    return Classifier.of(corpus, views, Blend(np.array([0.7, 0.2, 0.4, 0.1]), np.array([0.1, -0.1]), np.full(4, 0.5)))


def alone(classifier: Classifier, texts: list[str]) -> np.ndarray:
    """Return the scores where each view cuts the texts for itself, with its own table."""
    return classifier.joint([view.rows(Batch(texts, tables=view.tables())) for view in classifier.views])


@pytest.mark.parametrize("tokenizer", choices("tokenizers"))
@given(texts=st.lists(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=5)), max_size=6).map("".join)))
def test_the_answers_are_those_of_views_that_cut_alone(tokenizer: str, texts: list[str]) -> None:
    classifier = blended(tokenizer)
    assert classifier.joint(classifier.rows(classifier.batch(texts))).tobytes() == alone(classifier, texts).tobytes()


def test_so_they_are_of_mails() -> None:
    texts = [document.text for document in read([MAIL_EN, MAIL_ZH], How(), Log())]
    for tokenizer in choices("tokenizers"):
        classifier = blended(tokenizer)
        score = classifier.joint(classifier.rows(classifier.batch(texts)))
        assert len(np.unique(score)) > 100 and score.tobytes() == alone(classifier, texts).tobytes()


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count the calls of each tokenizer."""
    calls: Counter[str] = Counter()

    def spy(name: str, tokenize: Any) -> Any:
        def counted(*arguments: Any) -> Any:
            calls[name] += 1
            return tokenize(*arguments)

        return counted

    for name in choices("tokenizers"):
        module = load("tokenizers", name)
        monkeypatch.setattr(module, "tokenize", spy(name, module.tokenize))
    return calls


def test_a_tokenizer_cuts_once(cuts: Counter[str]) -> None:
    classifier = blended("words")
    for once in (lambda: classifier.classify(["free money", "公司"]), lambda: explain(classifier, "free money")):
        cuts.clear()
        once()
        assert cuts == {"words": 1, "chars": 1}
    cuts.clear()
    mixture(classifier, "free money", classifier.labels, None)
    assert cuts == {"words": 1, "chars": 1}


def test_a_tokenizer_of_one_view_cuts_with_its_table() -> None:
    classifier = blended("words")
    batch = classifier.batch(["free money"])
    tables = [batch.tokens(*view.cut).symbols is view.vectorizer.symbols for view in classifier.views]
    assert tables == [False, False, False, True]
