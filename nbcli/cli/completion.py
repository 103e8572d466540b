"""What may stand at the cursor: Typer's completion, told what it cannot know, and what bash makes of it.

The shell runs `nb` at every TAB, with what is typed so far in its environment. So this imports no numpy, and of the
commands only the one named; and nothing here ever prints an error into a line that is being typed.
"""

import io
import json
import os
import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from inspect import signature
from pathlib import Path
from typing import Any

import typer

from nbcli.choices import choices
from nbcli.classifier.recipe import OPTIONS
from nbcli.cli import COMPLETE
from nbcli.cli.app import app_of
from nbcli.errors import NbError
from nbcli.system.folders import names, path_of
from nbcli.system.terminal import Environment

# What an argument that names a stored model is called.
_MODEL = "NAME|FILE"
_HELP = {
    "install_completion": "Complete commands, options and names in this shell.",
    "show_completion": "Print the script that does so.",
}


def answer() -> int:
    """Print what may stand at the cursor, as the shell wants it; return the exit status that it wants."""
    asked = os.environ[COMPLETE]
    if asked == "complete_bash":
        _join_values()
    out = io.StringIO()
    status: Any = 0
    with redirect_stdout(out), redirect_stderr(io.StringIO()), suppress(Exception):
        app = app_of(_named() or choices("commands"), completion=True)
        for command in app.registered_commands:
            _teach(command.callback)
        try:
            app([], prog_name="nb", standalone_mode=False)
        except SystemExit as done:
            status = done.code
    found = out.getvalue()
    if asked == "complete_bash" and not os.environ.get("COMP_WORDS", "").split("\n")[-1].startswith(("'", '"')):
        # It inserts what it gets as it is.
        found = re.sub(r"[^\w\n@%+,./-]", r"\\\g<0>", found)
    Environment().write(found)
    return status if isinstance(status, int) else 0


def _join_values() -> None:
    """Undo that bash makes three words of --name=x, where Typer takes `--name x`, and of LABEL=FILE."""
    words, at = os.environ.get("COMP_WORDS", "").split("\n"), int(os.environ.get("COMP_CWORD", "0"))
    for i in range(len(words) - 1, 1, -1):
        if words[i] != "=":
            continue
        if words[i - 1].startswith("--"):
            # An empty value is no word of its own yet.
            words[i : i + 1] = [""] if i == at else []
            at -= i < at
        elif i + 1 < at:
            words[i - 1 : i + 2] = ["".join(words[i - 1 : i + 2])]
            at -= 2
    os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = "\n".join(words), str(at)


def _named() -> list[str]:
    """Return the command in the line, where it is complete."""
    typed = _line()
    words = typed.split()
    first = next((word for word in words[1:] if not word.startswith("-")), "")
    ended = typed[-1:].isspace() or words[-1:] != [first]
    return [first] if ended and first in choices("commands") else []


def _line() -> str:
    return os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""


def _teach(command: Callable[..., Any] | None) -> None:
    """Give each option and argument what may stand there, unless its command did."""
    for name, parameter in signature(command).parameters.items() if command else ():
        info = parameter.annotation.__metadata__[0]
        info.autocompletion = info.autocompletion or _values(name, info.metavar or "")


def _values(name: str, metavar: str) -> Callable[..., list[str]] | None:
    """Return what completes an option of that name and metavar; None leaves it to the shell, which knows files."""
    if metavar == "LABEL":
        return _labels_given if name == "for_" else _labels
    if name == "name" or _MODEL in metavar:
        return names
    listed = [word for word in metavar.split("|") if word.islower()] if "|" in metavar else []
    several = choices(OPTIONS[name].stage if name in OPTIONS else name) if metavar.endswith(",...") else []

    def complete(incomplete: str) -> list[str]:
        before, comma, _ = incomplete.rpartition(",")
        return listed + [before + comma + choice for choice in several]

    return complete if listed or several else None


def _labels(ctx: typer.Context) -> list[str]:
    """Return the labels of the model that the line names, from its first line."""
    try:
        with Path(path_of(ctx.params.get("stored") or ctx.params.get("name") or "default")).open("rb") as file:
            labels = json.loads(file.readline(1 << 24))["labels"]
    except (OSError, ValueError, KeyError, TypeError, NbError):
        return []
    return [label for label in labels if label.isprintable()]


def _labels_given(ctx: typer.Context) -> list[str]:
    """Return the labels that the line gives (LABEL=FILE), or else those of the model that it replaces."""
    return [word.partition("=")[0] for word in _line().split() if "=" in word[1:] and word[0] != "-"] or _labels(ctx)


def offered() -> Callable[..., Any]:
    """Return the app with all commands and Typer's two options for completion."""
    command = typer.main.get_command(app_of(choices("commands"), completion=True))
    for option in command.params:
        if option.name in _HELP:
            option.help = _HELP[option.name]  # type: ignore[attr-defined]
            option.callback = _checked(option.callback)
    return command


def _checked(callback: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return Typer's callback with its error as one of ours."""

    def run(context: Any, option: Any, value: Any) -> Any:
        out = io.StringIO()
        try:
            with redirect_stdout(out), redirect_stderr(io.StringIO()):
                return callback(context, option, value) if callback else value
        except typer.Exit:
            remedy = "run it from bash, zsh, fish or PowerShell"
            raise NbError("no completion is known for this shell", remedy=remedy) from None
        except SystemExit:
            Environment().write(out.getvalue())
            raise

    return run
