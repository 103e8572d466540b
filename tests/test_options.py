"""The options are one table: what a recipe's fields say is what the command line, TOML, model files and advice say."""

import os
import re
import subprocess
import sys
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.choices import choices
from nbcli.classifier.in_words import words_of
from nbcli.classifier.prior import SMOOTHED
from nbcli.classifier.recipe import DEFAULT, OF_OLD, OPTIONS, Recipe
from nbcli.cli.app import app_of
from nbcli.commands._shared.recipes import RecipeOptions
from nbcli.errors import NbError
from nbcli.models import PRIORS
from nbcli.store import first_line
from tests.conftest import ROOT, nb_in

# A terminal of the usual width.
PLAIN = os.environ | {"COLUMNS": "80"}
README = (ROOT / "README.md").read_text(encoding="utf-8")
NUMBERS = st.floats(0, 1e9) | st.just(0.0)
VALUES = {
    "tokenizer": st.sampled_from(choices("tokenizers")),
    "ngrams": st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)]),
    "features": st.sampled_from(choices("vectorizers")),
    "model": st.sampled_from(choices("models")),
    "alpha": NUMBERS,
    "var_smoothing": NUMBERS,
    "top_k": st.none() | st.integers(1),
    "min_df": st.integers(1),
    "prior": st.sampled_from([None, *PRIORS, "ham=0.25,spam=0.75", "a b=0.5,it's=0.5"]),
    "norm": st.booleans(),
}
# Written in a shell or TOML file, and out of range.
WRONG = {
    "tokenizer": ["letters", ""],
    "ngrams": ["0", "1-4", "2-1", "x", ""],
    "features": ["bm25"],
    "model": ["poisson", 3],
    "alpha": [-1.0, float("nan"), float("inf"), "much", True],
    "var_smoothing": [-1e-9, 2e9],
    "top_k": [0, 1.5, "all"],
    "min_df": [0, -1, 2.5, None, False],
    "prior": ["nope", "a=0.5", "a=x,b=1", "a=-1,b=2"],
    "norm": [1, "yes"],
}


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    values = {name: draw(values) for name, values in VALUES.items()}
    if values["model"] == "categorical":
        values["features"] = "counts"
    return Recipe(**values)


def test_every_field_is_tried() -> None:
    assert set(VALUES) == set(WRONG) == set(OPTIONS) == {one.name for one in fields(Recipe)}


@given(recipes())
def test_what_a_recipe_says_of_itself_makes_it_again(recipe: Recipe) -> None:
    """As JSON, and as the options of `nb train` in "to train it:", but for what the model has no use for."""
    assert Recipe.from_dict(recipe.as_dict()) == recipe
    words = iter(words_of(recipe))
    given = {word.removeprefix("--").replace("-", "_"): word == "--norm" or next(words) for word in words}
    read = {name: OPTIONS[name].kind(value) for name, value in given.items()}
    unused = {name for name, one in OPTIONS.items() if one.of == "model"} - set(recipe.of_model())
    again = RecipeOptions.of(read).recipe(None)
    assert again is not None
    assert {k: v for k, v in again.as_dict().items() if k not in unused} == {
        k: v for k, v in recipe.as_dict().items() if k not in unused
    }


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_what_is_out_of_range_is_refused_everywhere(name: str, value: object, tmp_path: Path) -> None:
    flag = f"--{name.replace('_', '-')}"
    with pytest.raises(NbError, match=f"^{flag} .*(must be|no such choice|add up)") as error:
        Recipe.of({name: value})
    assert error.value.remedy
    if not isinstance(value, str | float) or value == value:
        head = {"version": "0.1.0", "trained": "", "labels": ["a", "b"], "texts": {"a": 1, "b": 1}, "copies": 0}
        head |= {"terms": 1, "digests": True, "length": 1, "sha256": "", "recipes": [OF_OLD | {name: value}]}
        with pytest.raises((ValueError, NbError)):
            first_line.complete(head)
            first_line.recipes_of(head)
    if isinstance(value, str | int | float) and value not in (float("inf"),) and value == value:
        file = tmp_path / "r.toml"
        file.write_text(f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}\n")
        with pytest.raises(NbError) as error:
            RecipeOptions.of({}).recipe(str(file))
        assert error.value.where == str(file)


def test_the_remedy_of_what_is_out_of_range_is_taken() -> None:
    for name, values in WRONG.items():
        for value in values:
            with pytest.raises(NbError) as error:
                Recipe.of({name: value})
            example = re.search(r"such as --[a-z-]+ (\S+)$", error.value.remedy)
            if example and OPTIONS[name].kind is not str:
                Recipe.of({name: OPTIONS[name].kind(example[1])})


def test_the_command_line_has_every_field_with_its_help_and_default() -> None:
    run = app_of(["train"]).registered_commands[0].callback
    assert run is not None
    found = {name: one.annotation.__metadata__[0] for name, one in signature(run).parameters.items()}
    for name, option in OPTIONS.items():
        assert found[name].help.startswith(option.help)
        default = getattr(DEFAULT, name)
        if default:
            assert f"({option.shown(default)})" in found[name].help


def test_the_priors_that_the_help_names_are_those_that_there_are() -> None:
    assert OPTIONS["prior"].metavar == "|".join([*PRIORS, SMOOTHED, "LABEL=P,..."])


def documented(command: str) -> set[str]:
    """Return the options that README's table has of a command."""
    shared = set(re.findall(r"--[a-z-]+", re.search(r"^\| all that read a corpus .*$", README, re.M)[0]))  # type: ignore[index]
    cells = [line.replace("\\|", "").split("|") for line in README.splitlines() if line.endswith(" |")]
    rows = [options for _, commands, options, *_ in cells if re.search(rf"`nb {command}\b", commands)]
    own = set(re.findall(r"`(--[a-z-]+)", " ".join(rows)))
    reads = re.search("CORPUS|a corpus, as nb train takes it", shown(command))
    return own | (shared if reads else set())


def shown(command: str) -> str:
    return subprocess.run([sys.executable, "-m", "nbcli", command, "--help"], capture_output=True, text=True).stdout


@pytest.mark.parametrize("command", choices("commands"))
def test_the_table_of_readme_is_the_help(command: str) -> None:
    listed = re.findall(r"^  (?:-\w, )?(--[a-z-]+)(?: / (--[a-z-]+))?", shown(command), re.M)
    options = {flag for pair in listed for flag in pair if flag} - {"--timings", "--help"}
    assert documented(command) == options


def test_no_summary_in_the_help_is_cut_off() -> None:
    done = subprocess.run([sys.executable, "-m", "nbcli", "--help"], capture_output=True, text=True, env=PLAIN)
    summaries = done.stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in summaries] == choices("commands")
    assert [line for line in summaries if "..." in line or "\u2026" in line] == []


def test_an_option_of_the_table_is_an_option_of_compare(tmp_path: Path) -> None:
    """The line that trains what was compared names what was given."""
    corpus = tmp_path / "c.tsv"
    corpus.write_text("label\ttext\n" + "".join(f"{'ab'[i % 2]}\tword {'xyz'[i % 3]} {i % 5}\n" for i in range(60)))
    words = ["--tokenizer", "words", "--models", "complement", "--features", "counts", "--norm", "--min-df", "2"]
    done = nb_in(tmp_path)(["compare", corpus, *words])
    line = re.search(rb"to train it: nb (train .*)", done.stdout)
    assert line, done.stderr
    assert line[1].endswith(b"--model complement --alpha 1 --top-k 6000 --min-df 2 --norm")
