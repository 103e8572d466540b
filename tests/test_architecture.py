"""The house as DESIGN.md has it: who may import whom, how long a file may be, what a start costs in imports."""

import ast
import inspect
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from nbcli.choices import choices, load
from tests.conftest import MAIL_EN, MAIL_ZH, ROOT, environment, nb_in

HOME = ROOT / "nbcli"
# In reading order, as DESIGN.md has them; smaller rooms stand where their imports put them.
ROWS = [
    "errors",
    "choices",
    "system",
    "corpus",
    "schema",
    "tokenizers",
    "vectorizers",
    "models",
    "classifier",
    "training",
    "store",
    "answering",
    "explaining",
    "evaluation",
    "checking",
    "reports",
    "exports",
    "api",
    "commands",
    "cli",
]
# DESIGN.md: about 150.
MOST_LINES = 157
HEAVY = {"numpy", "scipy", "sklearn", "joblib", "jieba", "rjieba", "pandas", "matplotlib", "tqdm", "pydantic", "rich"}


def modules() -> dict[str, ast.Module]:
    return {
        path.relative_to(HOME).with_suffix("").as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(HOME.rglob("*.py"))
    }


def imported(tree: ast.Module) -> set[str]:
    """Return what of nbcli a module imports, anywhere in it: the first name below nbcli."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports here are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("nbcli.")} - {"__version__"}


MODULES = modules()
PLACES = {name.split("/")[0] for name in MODULES} - {"__init__"}
USED = {
    place: set().union(*(imported(tree) for name, tree in MODULES.items() if name.split("/")[0] == place)) - {place}
    for place in PLACES
}


def test_every_row_is_there() -> None:
    assert [row for row in ROWS if row not in PLACES] == []
    assert set().union(*USED.values()) <= PLACES


def test_no_two_rooms_need_each_other() -> None:
    try:
        order = list(TopologicalSorter(USED).static_order())
    except CycleError as error:
        pytest.fail(f"each of these imports the one before: {' '.join(error.args[1])}")
    assert len(order) == len(PLACES)


@pytest.mark.parametrize("row", ROWS)
def test_a_room_needs_nothing_of_the_rows_below_it(row: str) -> None:
    below, seen, ahead = set(ROWS[ROWS.index(row) + 1 :]), set(), [row]
    while ahead:
        place = ahead.pop()
        if place not in seen:
            seen.add(place)
            ahead += USED[place]
    assert seen & below == set()


@pytest.mark.parametrize(
    ("room", "needs"),
    [("errors", set()), ("choices", {"errors"}), ("tokenizers", {"errors", "corpus"}), ("models", {"vectorizers"})],
)
def test_the_stages_know_little(room: str, needs: set[str]) -> None:
    assert USED[room] <= needs | {"system"}


def test_nothing_in_the_house_knows_the_scikit_learn_estimators() -> None:
    assert [name for name, tree in MODULES.items() if "sklearn" in imported(tree)] == []


def test_no_file_is_long() -> None:
    files = {path.relative_to(HOME).as_posix(): path for path in HOME.rglob("*.py")}
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in files.items()}
    assert {name: n for name, n in lengths.items() if n > MOST_LINES} == {}


# What a start costs


def loaded(store: Path, *arguments: str, text: str = "") -> set[str]:
    """Run a command in a process of its own, and return the packages that are loaded at its end."""
    code = "import sys\nfrom nbcli.cli import run\nstatus = run(sys.argv[1:])\nsys.stdout.flush()\n" + (
        "print(chr(10) + repr({name.partition('.')[0] for name in sys.modules} if status == 0 else status))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env=environment(store),
        timeout=60,
    )
    found = ast.literal_eval(done.stdout.splitlines()[-1])
    assert isinstance(found, set), done.stderr
    return found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("architecture")
    for name, *recipe in (("en", MAIL_EN, "--alpha", "0.1"), ("zh", MAIL_ZH)):
        done = nb_in(folder)(["train", *recipe, "--name", name])
        assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("command", [None, *choices("commands")])
def test_help_imports_nothing_heavy(command: str | None, store: Path) -> None:
    assert loaded(store, *([command] if command else []), "--help") & HEAVY == set()


def test_models_reads_without_what_only_training_needs(store: Path) -> None:
    assert loaded(store, "models") & (HEAVY - {"numpy"}) == set()


@pytest.mark.parametrize(
    ("name", "text", "needed"),
    [
        ("en", "free money\n", {"numpy"}),
        ("zh", "free money 3.14 あ\n", {"numpy"}),
        ("zh", "公司代开发票\n", {"numpy", "rjieba"}),
    ],
)
def test_predict_imports_what_the_text_needs(name: str, text: str, needed: set[str], store: Path) -> None:
    assert loaded(store, "predict", "--name", name, text=text) & HEAVY == needed


# The contracts of the stages


def signature(function: object) -> list[str]:
    return list(inspect.signature(function).parameters)  # type: ignore[arg-type]


CONTRACTS = {
    "corpus": {"sniff": ["source"]},
    "tokenizers": {"tokenize": ["texts", "symbols", "user_dict"], "places": ["text", "user_dict"]},
    "vectorizers": {"weigh": ["counts", "idf"]},
}


@pytest.mark.parametrize(("stage", "name"), [(stage, name) for stage in CONTRACTS for name in choices(stage)])
def test_a_choice_keeps_the_contract_of_its_stage(stage: str, name: str) -> None:
    module = load(stage, name)
    assert module.__doc__
    for function, parameters in CONTRACTS[stage].items():
        assert signature(getattr(module, function)) == parameters
        assert getattr(module, function).__doc__
    if stage == "corpus":
        yields = [name for name in ("read", "stream") if hasattr(module, name)]
        assert len(yields) == 1 and signature(getattr(module, yields[0])) == ["source"]
        if hasattr(module, "recognised"):
            assert yields == ["stream"] and signature(module.recognised) == ["source", "reading"]
    if stage == "tokenizers":
        from nbcli.tokenizers import Symbols

        assert issubclass(module.Table, Symbols)
        assert all(isinstance(getattr(module, name), str) for name in ("UNIT", "JOINER", "SPACE"))
        assert isinstance(module.TAKES_DICT, bool)
    if stage == "vectorizers":
        from nbcli.vectorizers import Gives

        assert isinstance(module.GIVES, Gives)
        assert isinstance(module.USES_IDF, bool) and isinstance(module.UNIT_LENGTH, bool)
        assert 0.0 <= module.LENGTH_EXPONENT <= 1.0


@pytest.mark.parametrize("name", choices("models"))
def test_a_model_keeps_the_contract(name: str) -> None:
    from nbcli.models import NaiveBayes

    module = load("models", name)
    assert issubclass(module.Model, NaiveBayes) and not inspect.isabstract(module.Model)
    parameters = inspect.signature(module.Model).parameters.values()
    assert all(p.kind is p.KEYWORD_ONLY and p.default is not p.empty for p in parameters)
    assert "log" in module.__doc__ and "=" in module.__doc__, "its equation"


# A choice knows all about itself: no other file asks for its name, but for defaults.
MAY_NAME = {
    "classifier/recipe": {"words", "category", "multinomial"},  # the defaults of the options
    "commands/compare": {"jieba"},  # the default of the published table
    "training/candidates": {"words", "chars", "category", "idf", "multinomial"},  # the default recipe
    "checking/suspects": {"words", "chars", "category"},  # the recipe of nb check
    "classifier/text_view": {"idf"},  # a part of a stored view
    "classifier/vectorizer": {"idf"},  # the same
    "exports/_model/portable": {"idf"},  # the same
    "exports/_model/dictionary": {"counts", "words"},  # parts of a dictionary
    "corpus/_reading/column_choice": {"category"},  # a column of labels
    "schema/column": {"category"},  # a kind of column
    "densities/categorical": {"category"},  # the same
    "densities/_core/points": {"counts"},  # a part of stored counts
    "training/plain": {"gaussian", "categorical"},  # the defaults of tables
    "corpus/_reading/arff_lines": {"category"},  # the same
    "models/_core/prior": {"words"},  # P(c) by words
    "models/_core/by_class": {"counts"},  # a part of stored counts
    "models/_core/class_counts": {"counts"},  # an attribute
    "reports/contents/log_odds": {"words"},  # the command
}
NAMED = {name: stage for stage in ("models", "tokenizers", "vectorizers") for name in choices(stage)}
# Names of formats and forms are English words; to compare with one is to ask for it.
ASKED = {name: stage for stage in ("corpus", "reports") for name in choices(stage)}
MAY_ASK = {
    "reports/contents/training": {"text"},  # the kind of what a model reads
    "store/first_line": {"texts"},  # how many texts a label has
}


def strings(tree: ast.AST) -> set[str]:
    """Return the strings in a tree, those that stand alone, as docstrings do, left out."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in alone)
    return {node.value for node in constants if isinstance(node.value, str)}


def test_no_file_names_a_choice_of_another() -> None:
    found = {name: strings(tree) & set(NAMED) for name, tree in MODULES.items()}
    found = {name: own - {one for one in own if name == f"{NAMED[one]}/{one}"} for name, own in found.items()}
    assert {name: own for name, own in found.items() if own} == MAY_NAME


def test_no_file_asks_for_a_format_or_form_by_name() -> None:
    asked = (ast.Compare, ast.MatchValue)
    found = {
        name: set().union(*(strings(node) for node in ast.walk(tree) if isinstance(node, asked))) & set(ASKED)
        for name, tree in MODULES.items()
    }
    found = {name: own - {one for one in own if name == f"{ASKED[one]}/{one}"} for name, own in found.items()}
    assert {name: own for name, own in found.items() if own} == MAY_ASK


def test_no_page_asks_for_a_choice_by_name() -> None:
    quoted = re.compile(rf"""["'](?:{"|".join(NAMED)})[ "']""")
    pages = {path.name: path.read_text(encoding="utf-8") for path in HOME.rglob("*.html")}
    assert {name: quoted.findall(page) for name, page in pages.items() if quoted.search(page)} == {}


def test_a_choice_that_is_none_names_those_that_are() -> None:
    from nbcli.errors import NbError

    for name in ("nope", "_base", "../stages", ""):
        with pytest.raises(NbError, match="choose from bernoulli, categorical"):
            load("models", name)


@pytest.mark.parametrize("name", choices("commands"))
def test_every_option_says_what_it_is(name: str) -> None:
    from nbcli.cli.app import app_of

    run = app_of([name]).registered_commands[0].callback
    assert run.__doc__
    options = {key: one.annotation.__metadata__[0] for key, one in inspect.signature(run).parameters.items()}
    assert [key for key, info in options.items() if not (info.help or "").strip()] == []


def test_package_data_is_listed_where_there_is_any() -> None:
    """A file that is no module is found by an installed copy only where pyproject.toml names it."""
    import tomllib

    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    named = {
        path
        for package, globs in listed.items()
        for glob in globs
        for path in HOME.parent.glob(f"{package.replace('.', '/').replace('*', '**')}/{glob}")
    }
    kept = subprocess.run(["git", "ls-files", "nbcli"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    others = {ROOT / name for name in kept if name and not name.endswith(".py")}
    assert others <= named
