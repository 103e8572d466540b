"""Where the real corpora are, how `nb` is run as a process, and how Hypothesis works here."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
CORPORA = ROOT / "../shared/data"
MAIL_EN, MAIL_ZH = str(ROOT / "data/mail-en"), str(ROOT / "data/mail-zh")

# Examples that load a dictionary or train a model take their time.
settings.register_profile("nb", deadline=None, print_blob=True)
settings.load_profile("nb")

Done = subprocess.CompletedProcess[bytes]
Nb = Callable[..., Done]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    marked = [item for item in items if item.get_closest_marker("corpus")]
    if not marked or CORPORA.is_dir():
        return
    if os.environ.get("NB_REQUIRE_CORPUS") == "1":
        raise pytest.UsageError(f"NB_REQUIRE_CORPUS=1, and the corpora are not at {CORPORA}")
    for item in marked:
        item.add_marker(pytest.mark.skip(reason="needs the real corpora in ../shared/data"))


def environment(store: Path, env: Mapping[str, str] | None = None) -> dict[str, str]:
    return os.environ | {"NB_STORE": str(store), "PYTHONPATH": str(ROOT)} | dict(env or {})


def nb_in(store: Path) -> Nb:
    """Return what runs `nb ARGS` as a process with its models in `store`, and returns its output in bytes."""

    def run_nb(args: Sequence[object], input: bytes | str = b"", env: Mapping[str, str] | None = None) -> Done:
        data = input.encode("utf-8", "surrogatepass") if isinstance(input, str) else input
        command = [sys.executable, "-m", "nbcli", *map(str, args)]
        return subprocess.run(command, input=data, capture_output=True, env=environment(store, env), timeout=120)

    return run_nb


@pytest.fixture
def run_nb(tmp_path: Path) -> Nb:
    return nb_in(tmp_path / "store")
