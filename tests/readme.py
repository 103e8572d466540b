"""README's commands, run: every `$` line of a ```console block, and every ```python block, with what they print.

`python tests/readme.py` writes what they print into README.md; `tests/test_readme.py` holds that it is still so.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"```(console|python)\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


def blocks(text: str) -> list[re.Match[str]]:
    return list(_BLOCK.finditer(text))


class Shell:
    """A folder with the sample data in it, where the commands run one after the other as a reader would run them."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        shutil.copytree(ROOT / "data", self.folder / "data")
        self.store = self.folder / "store"
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.env = os.environ | {
            "NB_STORE": str(self.store),
            "PATH": path,
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C.UTF-8",
        }

    def run(self, command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        return done.stdout.decode("utf-8").replace(str(self.store), "~/.local/share/nb")

    def close(self) -> None:
        shutil.rmtree(self.folder)


def console(block: str, shell: Shell) -> str:
    """Return the block with the output of its commands as it is now; a command goes on after a backslash."""
    out = []
    for command in re.findall(r"^\$ ((?:.*\\\n)*.*)$", block, re.MULTILINE):
        out.append(f"$ {command}\n{shell.run(command)}")
    return "".join(out)


def python(block: str, shell: Shell) -> str:
    """Return what the code prints, run where the commands run."""
    done = subprocess.run(
        [sys.executable, "-c", block], cwd=shell.folder, env=shell.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.stdout.decode("utf-8")


def now(text: str) -> str:
    """Return the README with every output as it is now."""
    shell = Shell()

    def fresh(match: re.Match[str]) -> str:
        kind, block, _ = match.groups()
        if kind == "console":
            return f"```console\n{console(block, shell)}```\n"
        return f"```python\n{block}```\n\n```text\n{python(block, shell)}```\n"

    try:
        return _BLOCK.sub(fresh, text)
    finally:
        shell.close()


def steady(text: str) -> str:
    """Return the text without what may differ between two runs: seconds, and times of day."""
    text = re.sub(r"made in \d+\.\d s", "made in T s", text)
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "WHEN", text)


_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?")


def different(one: str, other: str) -> list[str]:
    """Return the lines of the one text that the other has not; the last digit of a fraction may be another by two."""
    a, b = (steady(text).splitlines() for text in (one, other))
    return [x for x, y in zip_longest(a, b, fillvalue="") if not _alike(x, y)]


def _alike(x: str, y: str) -> bool:
    if _NUMBER.sub("N", x) != _NUMBER.sub("N", y):
        return False
    return all(_close(p, q) for p, q in zip(_NUMBER.findall(x), _NUMBER.findall(y), strict=True))


def _close(p: str, q: str) -> bool:
    whole = not any("." in one or "e" in one for one in (p, q))
    digits, _, power = p.partition("e")
    step = 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
    return p == q if whole else abs(float(p) - float(q)) <= 2.1 * step


if __name__ == "__main__":
    readme = ROOT / "README.md"
    readme.write_text(now(readme.read_text(encoding="utf-8")), encoding="utf-8")
