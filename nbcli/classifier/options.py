"""What an option of a recipe is: a field of a dataclass with its type, range, default and help, stated once.

    alpha: float = number(0.1, "Additive smoothing.", "X", low=0, high=1e9)

The command line, TOML files, calls in Python, the first line of a model file, `nb info` and the line "to train it:" all
derive from it. This imports no numpy, since `--help` needs it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from nbcli.choices import check, choices
from nbcli.errors import NbError

# How an option and its value are written where they were given: "--min-df 0" in a shell.
Writing = Callable[[str, Any], str]


def as_words(name: str, value: Any) -> str:
    """Return an option and its value as words of a command line."""
    return f"--{name.replace('_', '-')} {value}"


@dataclass(frozen=True)
class Option:
    """A field of a recipe.

    kind: the type of the value as it is written, in a shell or in TOML; `metavar` stands for it. read(shows, given):
    returns the field's value of one as written; NbError for one out of range, in which `shows` writes the option with a
    value. shown: the opposite, for a shell.
    stage: the stage of which it names a choice. stated: whether it is named whatever its value. of: "model", where it
    is given to the models that take it, "terms", where it chooses the terms at training, or "".
    """

    help: str
    kind: type
    metavar: str
    read: Callable[[Callable[[Any], str], Any], Any]
    shown: Callable[[Any], str] = str
    stage: str = ""
    stated: bool = False
    of: str = ""

    @property
    def choices(self) -> list[str]:
        """The names of which it is one; none where it is no choice."""
        return choices(self.stage) if self.stage else []

    def value(self, name: str, given: Any, writing: Writing) -> Any:
        """Return the value that is meant; NbError, in the way it was written, for what cannot be meant."""
        return self.read(lambda value: writing(name, value), given)


def choice(default: str, help: str, stage: str) -> Any:
    """Return a field that names a choice of a stage."""

    def read(shows: Callable[[Any], str], given: Any) -> str:
        check(stage, given, shows(given))
        return str(given)

    return _field(default, Option(help, str, "|".join(choices(stage)), read, stage=stage, stated=True))


def number(
    default: float | None, help: str, metavar: str, *, low: float, high: float | None = None, **more: Any
) -> Any:
    """Return a field that is a number, a whole one where `low` is; with no default it may be None."""
    kind = type(low)
    example = low if default is None else default
    expected = f"{low} or more" if high is None else f"from {low:g} to {high:g}"
    what = "a whole number, " if kind is int else "a number "

    def read(shows: Callable[[Any], str], given: Any) -> float | None:
        if given is None and default is None:
            return None
        fits = isinstance(given, int | kind) and not isinstance(given, bool)
        if not fits or not low <= given or (high is not None and given > high):
            raise NbError(f"{shows(given)}: must be {what}{expected}", remedy=f"give one, such as {shows(example)}")
        return kind(given)

    return _field(default, Option(help, kind, metavar, read, _short if kind is float else str, **more))


def flag(default: bool, help: str, **more: Any) -> Any:
    """Return a field that is on or off."""

    def read(shows: Callable[[Any], str], given: Any) -> bool:
        if not isinstance(given, bool):
            raise NbError(f"{shows(given)}: must be true or false", remedy=f"write {shows(True)} or leave it out")
        return given

    return _field(default, Option(help, bool, "", read, **more))


def text(default: Any, help: str, metavar: str, read: Callable[[Callable[[Any], str], Any], Any], **more: Any) -> Any:
    """Return a field that is written as a text, of which `read` makes its value; with no default it may be None."""

    def optional(shows: Callable[[Any], str], given: Any) -> Any:
        return None if given is None and default is None else read(shows, given)

    return _field(default, Option(help, str, metavar, optional, **more))


def ngrams_of(shows: Callable[[Any], str], given: Any) -> tuple[int, int]:
    """Return (low, high) of "1-2" or "2", or of such a pair; NbError for anything else."""
    from nbcli.vectorizers import MAX_N

    written = "-".join(map(str, given)) if isinstance(given, tuple | list) else str(given)
    low, _, high = written.partition("-")
    bounds = (low, high or low)
    known = [str(n) for n in range(1, MAX_N + 1)]
    if bounds[0] in known and bounds[1] in known[known.index(bounds[0]) :]:
        return int(bounds[0]), int(bounds[1])
    raise NbError(f"{shows(written)}: must be a range from 1 to {MAX_N}", remedy="write 1, 1-2, 1-3, 2, 2-3 or 3")


def _short(value: float) -> str:
    """Return the number without digits that say nothing: 1 for 1.0, 1e-9, 0.123456789."""
    short = f"{value:g}".replace("e-0", "e-")
    return short if float(short) == value else repr(value)


def _field(default: Any, option: Option) -> Any:
    return field(default=default, metadata={"option": option})
