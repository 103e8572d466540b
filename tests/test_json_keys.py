"""The keys of `--json` are an interface: each that golden/json_keys.txt lists stands where it did, in its order."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nbcli.cli import run
from tests.conftest import MAIL_ZH, ROOT

KEYS = (ROOT / "tests/golden/json_keys.txt").read_text(encoding="utf-8").splitlines()
LABELS = ("ham", "spam", "weird")
# A fault of every kind that check finds, beside a corpus that has none.
FAULTS = [
    "ham\t周四例会改到下午三点",
    "spam\t周四例会改到下午三点",
    "ham\tx",
    "\t没有标签的句子",
    "ham\t锟斤拷 锟斤拷",
    "ham\t周四例会改到下午3点!",
    "ham\t周四例会改到下午4点",
    "spam\t恭喜中奖，速来领取！",
    "weird\tonly one here",
]
COMMANDS = {
    "evaluate": [MAIL_ZH],
    "words": [],
    "explain": ["公司代开发票"],
    "check": [MAIL_ZH],
    "compare": [MAIL_ZH, "--models", "multinomial,gaussian", "--tokenizer", "words"],
}


def paths(data: Any, at: str) -> Iterator[str]:
    """Yield where each number or text of JSON stands: `compare.cells[].score`; a label is LABEL."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths(value, f"{at}.{'LABEL' if key in LABELS else key}")
    elif isinstance(data, list):
        for one in data:
            yield from paths(one, f"{at}[]")
    else:
        yield at


# Of a model with a linear correction alone.
CORRECTED = {"explain.terms[].correction.LABEL", "explain.more.correction.LABEL", "words[].correction", "words[].adds"}


@pytest.mark.parametrize(
    ("command", "recipe"),
    [*((command, ["--model", "bernoulli"]) for command in COMMANDS), ("words", []), ("explain", [])],
)
def test_keys_stay_where_they_are(
    command: str, recipe: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NB_STORE", str(tmp_path))
    arguments = list(COMMANDS[command])
    if command in ("evaluate", "words", "explain"):
        assert run(["train", MAIL_ZH, *recipe]) == 0
    if command == "check":
        (tmp_path / "faults.tsv").write_text("\n".join(FAULTS) + "\n", encoding="utf-8")
        arguments.append(str(tmp_path / "faults.tsv"))
    capsys.readouterr()
    run([command, *arguments, "--json"])
    found = list(dict.fromkeys(paths(json.loads(capsys.readouterr().out), command)))
    expected = [key for key in KEYS if re.split(r"[.\[]", key)[0] == command]
    if recipe:
        expected = [key for key in expected if key not in CORRECTED]
    assert [key for key in found if key in expected] == expected
