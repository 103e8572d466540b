"""JSON objects out of lines: one a line, or a document that holds them, as an array or one after the other."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nbcli.errors import NbError

# What is nested deeper than this Python goes can be read, and neither shown nor written again.
_DEEP = 200
_DECODER = json.JSONDecoder()
_BETWEEN = re.compile(r"[ \t\r\n,\[\]\ufeff]*")
_DOCUMENT = re.compile(r"[ \t\ufeff]*(?:\[\s*(?:\{|\Z)|\{\s*\Z)")
_BLANK = " \t\r\n"
_LONG = 1 << 20
_TOO_DEEP = "nested too deep"

# Lines with their numbers; and an object with those of its first line and its last.
Lines = list[tuple[int, str]]
Placed = tuple[int, int, dict[str, Any]]


def object_of(line: str) -> dict[str, Any] | None:
    """Return the object that a line is, None for anything else."""
    try:
        value = json.loads(line.strip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and is_shallow(value, line) else None


def is_shallow(value: Any, text: str) -> bool:
    """Say whether a value, of this text, can be shown and written again."""
    if text.count("{") + text.count("[") < _DEEP:
        return True
    level = [value]
    for _ in range(_DEEP):
        level = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]
        level = [part for part in level if isinstance(part, dict | list)]
        if not level:
            return True
    return False


def begins_document(first: str) -> bool:
    """Say whether the first line begins a document: an array of objects, or an object over several lines."""
    return _DOCUMENT.match(first) is not None


def first_in(head: Sequence[str]) -> dict[str, Any] | None:
    """Return the first object of the first lines of a file, None where they begin with anything else."""
    if not head or not head[0].lstrip(" \t\ufeff").startswith(("{", "[")):
        return None
    if not begins_document(head[0]):
        return object_of(head[0])
    found, _ = _Document("").more("\n".join(head))
    return found[0][2] if found else None


def objects_in(batches: Iterable[Lines], name: str) -> Iterator[list[Placed]]:
    """Yield the objects of a document as their last lines come; NbError, after those before it, for what is none."""
    document, line = _Document(name), 1
    for batch in batches:
        # Lines that are left out, blank ones, still count.
        parts = []
        for number, text in batch:
            parts.append("\n" * (number - line) + text)
            line = number
        found, broken = document.more("".join(parts))
        yield found
        if broken:
            raise broken
    document.end()


class _Document:
    """What has come of a document and is no whole object yet."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rest, self._line = "", 1
        self._tried = 0

    def more(self, text: str) -> tuple[list[Placed], NbError | None]:
        """Return the objects that are whole with this text, and what stops the reading, if anything."""
        self._rest += text
        found: list[Placed] = []
        # A long object that is not whole is tried again once twice as much of it is there.
        if self._tried > _LONG and len(self._rest) < 2 * self._tried:
            return found, None
        at = self._next(0)
        try:
            while at < len(self._rest) and (decoded := self._decoded(at)):
                value, end = decoded
                found.append((self._line, self._line + self._rest.count("\n", at, end), value))
                self._line = found[-1][1]
                at = self._next(end)
        except NbError as error:
            return found, error
        self._rest = self._rest[at:]
        self._tried = len(self._rest)
        return found, None

    def end(self) -> None:
        """Raise NbError where the document ends within an object."""
        self._tried = 0
        _, broken = self.more("\0") if self._rest else ([], None)  # which no JSON has
        if broken:
            raise broken

    def _next(self, at: int) -> int:
        """Return where the next value begins, what stands between values being passed over."""
        between = _BETWEEN.match(self._rest, at)
        assert between, "it may be empty"
        self._line += between[0].count("\n")
        return between.end()

    def _decoded(self, at: int) -> tuple[dict[str, Any], int] | None:
        """Return the object that begins there and where it ends, None where that has not come; NbError for none."""
        try:
            value, end = _DECODER.raw_decode(self._rest, at)
        except RecursionError:
            raise self._error(_TOO_DEEP, self._line) from None
        except json.JSONDecodeError as error:
            # Batches end with lines, and no token runs over a line.
            if not self._rest[error.pos :].strip(_BLANK):
                return None
            raise self._error(error.msg, self._line + self._rest.count("\n", at, error.pos)) from None
        except ValueError as error:  # a number of thousands of digits
            raise self._error(str(error).partition(";")[0], self._line) from None
        if not isinstance(value, dict) or not is_shallow(value, self._rest[at:end]):
            raise self._error(_TOO_DEEP if isinstance(value, dict) else "no object", self._line)
        return value, end

    def _error(self, what: str, line: int) -> NbError:
        return NbError(f"not JSON ({what})", where=f"{self._name}:{line}", remedy="mend it, or name another --format")
