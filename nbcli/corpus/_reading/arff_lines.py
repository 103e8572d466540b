"""The lines of an ARFF file: what an attribute is declared as, and the cells of a row."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nbcli.errors import NbError

MISSING = "?"
# Possessive: what has matched is given up no more, so that a long line costs one pass.
_QUOTED = r"""'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)\""""
_BARE = r"""((?:[^,'"][^,]*+)?+)"""
_ATTRIBUTE = re.compile(rf"@attribute\s++(?:{_QUOTED}|(\S++))\s*+(.*+)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(rf"\s*+(?:{_QUOTED}|{_BARE})\s*+(?:,|\Z)")
_SPARSE = re.compile(rf"\s*+([0-9]++)\s++(?:{_QUOTED}|{_BARE})\s*+(?:,|\Z)")
_WEIGHT = re.compile(r",\s*+\{[^{}]*+\}\s*+\Z")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_KINDS = {"numeric": "number", "real": "number", "integer": "number", "string": "", "date": "category"}


@dataclass(frozen=True)
class Attribute:
    """A column: `kind` is "number", "category", or "" for a text; `usual` is its value where a sparse row is silent."""

    name: str
    kind: str
    usual: str


def attribute_of(line: str, where: str) -> Attribute:
    """Return what a line declares; NbError for a type that there is not, or cannot be a column."""
    found = _ATTRIBUTE.fullmatch(line)
    name = _value(found.groups()[:3]) if found else ""
    kind = found[4].strip() if found else ""
    if kind.startswith("{") and kind.endswith("}"):
        values = _cells(kind[1:-1])
        return Attribute(name, "category", values[0] if values else "")
    word = kind.split(None, 1)[0].casefold() if kind else ""
    if not name or word not in _KINDS:
        what = f"an attribute of the type {kind[:40] or 'none'}" if name else "an attribute without a name"
        raise NbError(what, where=where, remedy="numeric, string, date and {a, b} are read")
    return Attribute(name, _KINDS[word], "0" if _KINDS[word] == "number" else "")


def cells_of(line: str, attributes: Sequence[Attribute], where: str) -> list[str]:
    """Return the cells of a row, dense or sparse, without a weight behind them; NbError for what is none."""
    if line.startswith("{") and line.endswith("}"):
        return _spread(line[1:-1], attributes, where)
    if line.endswith("}") and (weight := _WEIGHT.search(line)):
        line = line[: weight.start()]
    if "'" not in line and '"' not in line:
        return [cell.strip() for cell in line.split(",")]
    cells = _cells(line)
    if not cells:
        raise NbError("a quote opens here and does not close", where=where, remedy="mend the line")
    return cells


def _cells(text: str) -> list[str]:
    """Return what commas separate; nothing where a quote does not close, or something stands behind one."""
    cells, at = [], 0
    while at < len(text):
        found = _CELL.match(text, at)
        if found is None:
            return []
        cells.append(_value(found.groups()))
        at = found.end()
    return cells + ([""] if text.rstrip().endswith(",") else [])


def _spread(text: str, attributes: Sequence[Attribute], where: str) -> list[str]:
    cells, at = [attribute.usual for attribute in attributes], 0
    while at < len(text) and not text[at:].isspace():
        found = _SPARSE.match(text, at)
        if found is None or len(found[1]) > 9 or int(found[1]) >= len(cells):
            what = f"not a sparse row of {len(cells)} attributes: {text[at : at + 40]!r}"
            raise NbError(what, where=where, remedy="write {0 value, 3 value}, counting from 0")
        cells[int(found[1])] = _value(found.groups()[1:])
        at = found.end()
    return cells


def _value(groups: Sequence[str | None]) -> str:
    """Return the one that matched: in single quotes, in double quotes, or without."""
    single, double, plain = groups
    if plain is not None:
        return plain.strip()
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), single if single is not None else double or "")
