"""The Typer app, and the one place where an error becomes a message and an exit status."""

import os
import sys
from enum import IntEnum
from importlib import import_module
from typing import Annotated

import typer

from nbcli import __version__
from nbcli.errors import NbError
from nbcli.stages import choices

# numpy's BLAS starts a thread per core when it is imported, which doubles the time of that import; no product here
# is one of dense matrices.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class Exit(IntEnum):
    """The exit statuses, as grep's."""

    DONE = 0
    NO = 1
    ERROR = 2
    INTERRUPTED = 130


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"nb {__version__}")
        raise typer.Exit


def _app(commands: list[str]) -> typer.Typer:
    app = typer.Typer(
        name="nb",
        help="Naive Bayes for the command line: learn from labelled texts, label texts, compare models.",
        add_completion=False,
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
    ) -> None:
        pass

    for name in commands:
        app.command(name)(import_module(f"nbcli.commands.{name}").run)
    return app


def run(arguments: list[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    try:
        words = sys.argv[1:] if arguments is None else arguments
        # A command named is the only one imported: the others are not needed to run it.
        commands = choices("commands")
        named = [word for word in words[:1] if word in commands]
        status = _app(named or commands)(words or ["--help"], prog_name="nb", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else Exit.DONE
    except NbError as error:
        return _say(str(error))
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # The reader has left: nothing is wrong, and nothing more may be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror or error}; nothing more was done")
    except MemoryError:
        return _say("out of memory; give fewer texts, or --top-k or --min-df to keep fewer terms")
    except Exception as error:
        # Typer's own errors of usage come from the click inside it, whose module differs between versions.
        if hasattr(error, "format_message"):
            return _say(_usage(error))
        if type(error).__name__ == "Abort":
            return Exit.INTERRUPTED
        raise


def _usage(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "nb"
    message = str(error.format_message()).rstrip(".")  # type: ignore[attr-defined]
    return f"{' '.join(message.split())}; see {command} --help"


def _say(message: str) -> int:
    print(f"nb: {message}", file=sys.stderr)
    return Exit.ERROR


def main() -> None:
    """Run `nb` as a process."""
    # A closed descriptor is an empty input, or an output nobody reads.
    for number, how in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, how)
            name = ("stdin", "stdout", "stderr")[number]
            setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8"))  # noqa: SIM115
    # Text in and out is UTF-8 whatever the locale; a lone surrogate from JSON or a file name is shown, not a crash.
    for out in (sys.stdout, sys.stderr):
        if hasattr(out, "reconfigure"):
            out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    sys.exit(run())
