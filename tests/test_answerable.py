"""What would not predict is one line with a remedy, and is not saved: the model that was there stays."""

from pathlib import Path

import pytest

from nbcli import store
from nbcli.choices import choices
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record
from nbcli.errors import NbError
from tests.conftest import Nb
from tests.learning import classifier_of

# Every term varies in both classes, and no text is alone with one.
TEXTS = {"x": ["a", "b", "a b", "e", "e a", "b e"], "y": ["a", "b", "a b", "e", "e b", "a e"]}
ZERO = ["--model", "gaussian", "--var-smoothing", "0", "--ngrams", "1"]
REMEDY = b" --var-smoothing 1e-9, the default\n"


@pytest.fixture
def corpus(tmp_path: Path) -> list[str]:
    for label, texts in TEXTS.items():
        (tmp_path / f"{label}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    return [f"{label}={tmp_path}/{label}.txt" for label in TEXTS]


@pytest.mark.parametrize(
    "change",
    [
        (["update", "x=-"], "unheard"),
        (["update", "new=-", "--new-label"], "a"),
        (["update", "--correct", "new", "--new-label", "-"], "a\nb\n"),
        (["update", "--forget", "x=-"], "b\na b\nb e\n"),
    ],
)
def test_an_update_that_could_not_predict_leaves_the_model(
    change: tuple[list[str], str], corpus: list[str], run_nb: Nb, tmp_path: Path
) -> None:
    assert run_nb(["train", *corpus, *ZERO]).returncode == 0
    model = tmp_path / "store" / "default.nb"
    before = model.read_bytes()
    refused = run_nb(*change)
    assert refused.returncode == 2 and refused.stderr.count(b"\n") == 1, refused.stderr
    assert b"does not vary" in refused.stderr and refused.stderr.endswith(REMEDY)
    assert model.read_bytes() == before and sorted(p.name for p in model.parent.iterdir()) == ["default.nb"]
    assert run_nb(["predict"], "a b\n").returncode == 0
    assert run_nb(["update", "x=-"], "a b e\n").returncode == 0


@pytest.mark.parametrize("options", [[], ["--cv", "2"], ["--test-size", "0.5", "--seed", "3"]])
def test_compare_is_one_line(options: list[str], run_nb: Nb, tmp_path: Path) -> None:
    for label in ("x", "y"):
        (tmp_path / f"{label}.txt").write_text("".join(f"{label} word{i}\n" for i in range(6)), encoding="utf-8")
    corpus = [f"{label}={tmp_path}/{label}.txt" for label in ("x", "y")]
    refused = run_nb(
        ["compare", *corpus, "--models", "gaussian", "--var-smoothing", "0", "--tokenizer", "words", *options]
    )
    assert refused.returncode == 2 and refused.stdout == b""
    assert refused.stderr.count(b"\n") == 1 and refused.stderr.endswith(REMEDY)


@pytest.mark.parametrize("model", choices("models"))
@pytest.mark.parametrize("alpha", [0.0, 1e-300, 1.0])
def test_what_is_saved_answers(model: str, alpha: float, tmp_path: Path) -> None:
    """Smoothing as small as it may be: either refused, or it gives posteriors to a text with no term, too."""
    documents = [Record(text, label, "f", 1) for label, texts in TEXTS.items() for text in [*texts, f"only {label}"]]
    recipe = Recipe(model=model, alpha=alpha, var_smoothing=alpha)
    classifier = classifier_of(recipe, in_memory(["words"], documents))
    try:
        store.save(classifier, str(tmp_path / "m.nb"))
    except NbError:
        assert model == "gaussian" and alpha < 1 and not list(tmp_path.iterdir())
    else:
        loaded = store.load(str(tmp_path / "m.nb"))
        assert loaded.classify(["", "a b", "unheard"])[0].sum(axis=1) == pytest.approx([1, 1, 1])
