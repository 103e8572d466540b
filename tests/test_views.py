"""A classifier knows its views by their contract alone: a view of another kind takes part in all that it does."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np

from nbcli.classifier import updating
from nbcli.classifier.batch import Batch, Cut
from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import InMemory, in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.status import EMPTY, OK, UNKNOWN
from nbcli.classifier.view import View
from nbcli.corpus import Record
from nbcli.models import Left
from nbcli.models.multinomial import MultinomialNB
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.tokenizers import Symbols
from nbcli.vectorizers import Rows
from tests.learning import view_of

HAM = ["see you at noon", "the meeting is at noon, bring the draft", "see the draft", "at noon then"]
SPAM = ["win win win free money now and reply", "free", "win a prize, reply now to this number", "free money"]


class ShapeView:
    """A view of no tokens: how many characters a text has, and how many of them are blanks."""

    PARTS: ClassVar = frozenset({"model"})

    def __init__(self, model: Any) -> None:
        self.recipe, self.model, self.df = Recipe(), model, np.array([0, 0])
        self.name, self.size = "shape", 2

    def tables(self) -> Mapping[Cut, Symbols]:
        return {}

    def rows(self, batch: Batch) -> Rows:
        tokens = batch.tokens("chars")
        blank = np.bincount(np.repeat(np.arange(len(tokens)), np.diff(tokens.offsets)), tokens.ids == ord(" "))
        both = np.stack([np.diff(tokens.offsets), np.pad(blank, (0, len(tokens) - len(blank)))], axis=1).astype(float)
        indptr = np.arange(len(tokens) + 1) * 2
        return Rows(both.ravel(), np.tile([0, 1], len(tokens)), indptr, (len(tokens), 2))

    def length(self, rows: Rows) -> Array:
        return np.ones(rows.shape[0])

    def silent(self, rows: Rows) -> Bools:
        return rows.row_sums() == 0

    def joint_log_likelihood(self, rows: Rows) -> Array:
        return self.model.joint_log_likelihood(rows)  # type: ignore[no-any-return]

    def nothing(self) -> Rows:
        return Rows(np.zeros(0), np.zeros(0, dtype=np.int64), np.zeros(2, dtype=np.int64), (1, 2))

    def log_prior(self) -> Array:
        return self.model.log_prior()  # type: ignore[no-any-return]

    def set_prior(self, labels: Sequence[str]) -> None:
        self.model.class_prior = self.recipe.class_prior(labels)

    def leaving(self, rows: Rows, own: Array) -> Left:
        raise NotImplementedError

    def without(self, left: Left) -> Array:
        raise NotImplementedError

    def contributions(self, row: Rows) -> tuple[Array, Ints, Array]:
        return self.model.contributions(row)  # type: ignore[no-any-return]

    def spell(self, columns: Sequence[int]) -> list[str]:
        return [("characters", "blanks")[column] for column in columns]

    def learn(self, batch: Batch, codes: Ints, n_classes: int) -> None:
        self.model.partial_fit(self.rows(batch), codes, classes=np.arange(n_classes))

    def unlearn(self, batch: Batch, codes: Ints) -> None:
        self.model.forget(self.rows(batch), codes)

    def relabel(self, place: Ints, n_classes: int) -> None:
        self.model.classes_ = place[self.model.classes_]

    def state(self) -> dict[str, Any]:
        return {"model": self.model.state()}

    @classmethod
    def from_state(cls, recipe: Recipe, state: dict[str, Any], n_classes: int) -> Self:
        return cls(recipe.new_model().restore(state["model"]))


def corpus(**texts: list[str]) -> InMemory:
    records = [Record(text, label, "f", 1) for label, some in texts.items() for text in some]
    return in_memory(["words", "chars"], records)


def two_views() -> Classifier:
    texts = corpus(ham=HAM, spam=SPAM)
    shape = ShapeView(MultinomialNB())
    shape.learn(texts.batch, texts.codes, 2)
    views: list[View] = [view_of(Recipe(ngrams=(1, 1)), texts), shape]
    return Classifier.of(texts, views, Blend(np.array([1.0, 0.5]), np.zeros(2), np.array([0.5, 0.0])))


ASKED = ["free money at noon", "zzz", "", "reply"]


def test_it_answers() -> None:
    classifier = two_views()
    proba, status = classifier.classify(ASKED)
    batch = Batch(ASKED)
    words, shape = (view.joint_log_likelihood(view.rows(batch)) for view in classifier.views)
    length = np.sqrt(np.maximum(classifier.views[0].rows(batch).row_sums(), 1.0))
    score = words / length[:, None] + 0.5 * shape
    expected = np.exp(score) / np.exp(score).sum(axis=1, keepdims=True)
    # Of the unknown word there is its shape; of nothing there is nothing.
    assert status == [OK, OK, EMPTY, OK] and UNKNOWN not in status
    np.testing.assert_allclose(proba[[0, 1, 3]], expected[[0, 1, 3]], rtol=1e-12)
    np.testing.assert_allclose(proba[2], [0.5, 0.5], rtol=1e-12)
    classifier.check_answers()


def test_it_learns_and_unlearns_a_label_too() -> None:
    classifier = two_views()
    before = classifier.classify(ASKED)[0]
    more = corpus(news=["rain in the north", "elections"], ham=["zzz at noon"])
    updating.learn_more(classifier, more)
    assert classifier.labels == ["ham", "news", "spam"]
    assert classifier.classify(["rain in the north"])[0][0].argmax() == 1
    updating.forget(classifier, more)
    assert classifier.labels == ["ham", "spam"]
    assert classifier.classify(ASKED)[0].tobytes() == before.tobytes()
