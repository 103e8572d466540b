"""One command line as a process: the one place where an error becomes a message and an exit status."""

import gc
import os
import sys
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from nbcli.choices import choices
from nbcli.cli.app import app_of
from nbcli.errors import NbError
from nbcli.system import timing
from nbcli.system.starting import quiet, ready
from nbcli.system.terminal import Environment, discard, prepare

# numpy's BLAS starts a thread per core when it is imported, which doubles the time of that import; no product here
# is one of dense matrices. And with more threads the last bit of a sum would be another.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# The shell asks what may stand at the cursor, see `completion`.
COMPLETE = "_NB_COMPLETE"


class Exit(IntEnum):
    """The exit statuses, as grep's."""

    DONE = 0
    NO = 1
    ERROR = 2
    INTERRUPTED = 130


def run(arguments: list[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    status = _run(arguments)
    timings = timing.end()
    # An error is one line; what was done before it is of no use.
    if timings and status != Exit.ERROR:
        try:
            Environment().say(*timings.splitlines())
        except BrokenPipeError:
            discard(Environment().stderr)
    return status


def _run(arguments: list[str] | None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    try:
        ready()
        if COMPLETE in os.environ and arguments is None:
            from nbcli.cli import completion

            return completion.answer()
        # A command named is the only one imported: the others are not needed to run it.
        first = next((word for word in words if not word.startswith("-")), "")
        status = _app(first)(words or ["--help"], prog_name="nb", standalone_mode=False)
        Environment().write("")
        return status if isinstance(status, int) else Exit.DONE
    except NbError as error:
        return _say(error.advising(_with(words, error.option) if error.option else ""))
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        discard(Environment().stdout)
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


def _app(command: str) -> Callable[..., Any]:
    if command in choices("commands"):
        return app_of([command])
    from nbcli.cli import completion

    return completion.offered()


def _with(words: list[str], option: tuple[str, str]) -> str:
    """Return the command line with the option in the place of its own, or of one for several (--tokenizers)."""
    from shlex import join

    name, value = option
    kept: list[str] = []
    for i, word in enumerate(words):
        own = any(word.partition("=")[0] == one for one in (name, f"{name}s"))
        follows = i > 0 and words[i - 1] in (name, f"{name}s")
        kept += [] if own or follows else [word]
    return join(["nb", *kept, name, value])


def _usage(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "nb"
    message = str(error.format_message()).rstrip(".")  # type: ignore[attr-defined]
    return f"{' '.join(message.split())}; see {command} --help"


def _say(message: str) -> int:
    Environment().say(f"nb: {message}")
    return Exit.ERROR


def main() -> None:
    """Run `nb` as a process."""
    # Nearly all that a command makes stays to its end, and has no cycles: a search for them at every 700 objects, and
    # one through all of them at the end, are a twentieth of a cold start, and give no memory back.
    gc.set_threshold(50_000)
    prepare()
    status = run()
    quiet()
    gc.freeze()
    sys.exit(status)
