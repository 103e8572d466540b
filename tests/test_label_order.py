"""Labels stand in the order in which people count, and models from before that keep theirs."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from nbcli import store
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import InMemory, in_memory
from nbcli.classifier.labels import in_order
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.updating import forget, learn_more
from nbcli.corpus import Record
from nbcli.training.train import train
from tests.conftest import Nb

labels = st.lists(st.one_of(st.text(max_size=5), st.integers(-30, 30).map(str), st.from_regex("[ab]?[0-9]{1,3}[ab]?")))


@given(labels)
def test_the_order_is_one_and_numbers_stand_by_their_value(given_labels: list[str]) -> None:
    found = in_order(given_labels)
    assert found == in_order(reversed(given_labels)) and sorted(found) == sorted(set(given_labels))
    numbers = [float(label) for label in found if label.lstrip("-").isdecimal() and label.isascii()]
    assert numbers == sorted(numbers)
    assert in_order(["class 10", "class 2", "class 1b", "b", "10", "9", "-3", "1.5"]) == [
        *("-3", "1.5", "9", "10", "b", "class 1b", "class 2", "class 10")
    ]


def documents(names: list[str]) -> list[Record]:
    return [Record(f"word{name} common", name, "x", n) for n, name in enumerate(names, 1)]


def corpus(names: list[str]) -> InMemory:
    return in_memory(["words"], documents(names), "")


def trained(names: list[str]) -> Classifier:
    return train(corpus(names), Recipe())


@given(st.sets(st.integers(0, 30).map(str), min_size=2, max_size=6), st.sets(st.integers(0, 30).map(str), min_size=1))
def test_labels_come_and_go_in_order(names: set[str], more: set[str]) -> None:
    classifier = trained(sorted(names))
    assert [int(label) for label in classifier.labels] == sorted(map(int, names))
    learned = corpus(sorted(more))
    learn_more(classifier, learned)
    assert [int(label) for label in classifier.labels] == sorted(map(int, names | more))
    forget(classifier, learned)
    assert [int(label) for label in classifier.labels] == sorted(map(int, names))
    proba, _ = classifier.classify([f"word{name}" for name in names])
    assert [classifier.labels[k] for k in proba.argmax(axis=1)] == list(names)


@given(st.sets(st.integers(0, 30).map(str), min_size=1))
def test_a_model_from_before_keeps_its_order(more: set[str]) -> None:
    classifier = trained(["a", "b", "c"])
    classifier.labels = ["10", "11", "9"]
    with tempfile.TemporaryDirectory() as folder:
        store.save(classifier, f"{folder}/m.nb")
        classifier = store.load(f"{folder}/m.nb")
    learn_more(classifier, corpus(sorted(more)))
    assert classifier.labels == sorted({"10", "11", "9"} | more)


def test_what_is_shown_is_in_order(tmp_path: Path, run_nb: Nb) -> None:
    path = tmp_path / "c.csv"
    lines = [f"{n},w{n} common {chr(97 + i)}{chr(98 + i)}\n" for n in (10, 9, 2) for i in range(12)]
    path.write_text("label,text\n" + "".join(lines), encoding="utf-8")
    assert run_nb(["train", path, "--name", tmp_path / "m.nb"]).returncode == 0
    for command in (["info", tmp_path / "m.nb"], ["check", path], ["evaluate", path, "--name", tmp_path / "m.nb"]):
        first = [line.split()[0] for line in run_nb(command).stdout.decode().splitlines() if line.strip()]
        shown = [word for word in first if word in ("10", "9", "2")]
        assert shown[:3] == ["2", "9", "10"]
