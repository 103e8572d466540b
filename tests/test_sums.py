"""A split whose models come from sums by class is the split whose models look at every text, to the last bit."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from nbcli.choices import choices
from nbcli.classifier.dataset import InMemory, in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import How, Log, read
from nbcli.evaluation import applicable, train_test_split
from nbcli.evaluation.fold import Summed
from nbcli.evaluation.train_test import Holdout
from tests.conftest import MAIL_EN, MAIL_ZH

CELLS = [pair for pair in product(choices("vectorizers"), choices("models")) if applicable(*pair)]


@pytest.fixture(scope="module", params=[MAIL_EN, MAIL_ZH])
def mail(request: pytest.FixtureRequest) -> InMemory:
    return in_memory(["words"], read([request.param], How(), Log()))


@pytest.mark.parametrize(("features", "model"), CELLS)
def test_sums_make_the_same_model(features: str, model: str, mail: InMemory) -> None:
    recipe = Recipe("words", (1, 2), features, model, top_k=700)
    train, test = train_test_split(len(mail), 0.3, seed=1)
    summed, split = (kind(mail.tokens["words"], recipe, mail.codes, train, test) for kind in (Summed, Holdout))
    ours, other = summed.fitted(recipe), split.fitted(recipe)
    assert plain(ours.state()) == plain(other.state())
    said = [
        fitted.predict_log_proba(side.test(features)).tobytes() for fitted, side in ((ours, summed), (other, split))
    ]
    assert said[0] == said[1]


def plain(state: dict[str, Any]) -> dict[str, Any]:
    return {name: np.asarray(value).tolist() for name, value in state.items()}
