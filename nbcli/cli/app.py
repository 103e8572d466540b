"""The Typer app: the commands, and what all of them have."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer

from nbcli import __version__
from nbcli.commands._shared.groups import call, parameters_of
from nbcli.system import timing
from nbcli.system.signals import orderly
from nbcli.system.terminal import Environment, discard

_Timings = Annotated[bool, typer.Option("--timings", help="Print, on stderr, where the time went.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"nb {__version__}")
        raise typer.Exit


def app_of(commands: list[str], *, completion: bool = False) -> typer.Typer:
    """Return the app with these commands, which are imported; with `completion`, Typer's options for the shell's."""
    app = typer.Typer(
        name="nb",
        help="Naive Bayes for the command line: learn from labelled texts, label texts, compare models.",
        add_completion=completion,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def options(
        version: Annotated[
            bool,
            typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit."),
        ] = False,
        timings: _Timings = False,
    ) -> None:
        if timings:
            timing.begin()

    for name in commands:
        app.command(name)(_common(import_module(f"nbcli.commands.{name}").run))
    return app


def _common(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return the command with what all have: the option --timings, and an end in order when its reader leaves."""

    @wraps(command)
    def run(*, timings: bool, **given: Any) -> Any:
        if timings:
            timing.begin()
        try:
            # What a command keeps in temporary folders goes with it.
            with orderly():
                return call(command, given)
        except BrokenPipeError:
            # Typer would exit with 1, which is an answer.
            discard(Environment().stdout)
            return 0

    # Typer reads the options from the signature.
    option = Parameter("timings", Parameter.KEYWORD_ONLY, default=False, annotation=_Timings)
    run.__signature__ = Signature([*parameters_of(command), option])  # type: ignore[attr-defined]
    return run
