"""Which columns of a table are the label and the text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nbcli.corpus._reading.source import Source
from nbcli.errors import NbError

LABELS = ("label", "class", "category", "cat", "target", "tag", "sentiment", "y", "标签", "类别", "分类", "类")
TEXTS = (
    "text",
    "review",
    "message",
    "sms",
    "content",
    "body",
    "sentence",
    "comment",
    "document",
    "文本",
    "内容",
    "评论",
)


class Fitted(NamedTuple):
    """A row brought to the table's width; `text` is None where it has more cells, and which are the text's is open."""

    cells: list[str]
    text: str | None


@dataclass(frozen=True)
class Columns:
    """Indices of the label's column (None: there is none) and of the texts'; `header`: row 1 names the columns.

    `names` are the cells of row 1, as many as the table has columns.
    """

    label: int | None
    texts: tuple[int, ...]
    header: bool
    names: tuple[str, ...]

    def fitted(self, cells: list[str], delimiter: str) -> Fitted:
        """Return the row with as many cells as there are columns.

        A row that is short gets empty ones. What one has too many is the text's, which holds the delimiter unquoted:
        columns before the text are counted from the left, those after it from the right. With several text columns
        that is not clear, and the last cell keeps what is too many.
        """
        surplus = len(cells) - len(self.names)
        if surplus == 0 and len(self.texts) == 1:
            return Fitted(cells, cells[self.texts[0]])
        if surplus <= 0:
            text = "\n".join(cells[j] for j in self.texts if j < len(cells))
            return Fitted(cells + [""] * -surplus, text)
        one = len(self.texts) == 1
        first = self.texts[0] if one else len(self.names) - 1
        end = first + surplus + 1
        joined = delimiter.join(cells[first:end])
        return Fitted([*cells[:first], joined, *cells[end:]], joined if one else None)

    def described(self) -> str:
        """Return in words which columns are taken."""
        names = self.names if self.header else [f"column {j + 1}" for j in range(len(self.names))]
        label = f"label from {names[self.label]}, " if self.label is not None else ""
        texts = " + ".join(names[j] for j in self.texts)
        return f"{'header' if self.header else 'no header'}, {label}text from {texts}"


def columns_of(source: Source, first: Sequence[str], sample: Sequence[str] = (), width: int = 0) -> Columns:
    """Return the columns of a table whose first row is `first`, as asked for, else by the names known.

    `sample` are the lines that follow, as far as they are looked at; `width` is that of the rows, where it is known:
    row 1 without names may have a cell too many, too.
    """
    how, names = source.how, cleaned(first)
    asked = [name for name in (how.label_column, *how.text_columns) if name is not None]
    header = how.header
    if header is None:
        header = any(name in names for name in asked if not name.isdecimal()) or _has_known(names, sample)
    if not header and width:
        names = [*names[:width], *[""] * (width - len(names))]
    folded = [name.casefold() for name in names]
    label = _index(source, how.label_column, names, header) if how.label_column else None
    texts = tuple(_index(source, name, names, header) for name in how.text_columns)
    if label is None and source.label is None:
        label = _guess(folded, LABELS, header, taken=texts, otherwise=0 if len(names) > 1 else None)
    if not texts:
        taken = () if label is None else (label,)
        text = _guess(folded, TEXTS, header, taken=taken, otherwise=_only_other(len(names), label))
        if text is None:
            raise NbError(
                f"which of the {len(names)} columns is the text is not clear ({', '.join(names)[:200]})",
                where=str(source.path),
                remedy="name it: --text-column NAME or NUMBER (and --label-column)",
            )
        texts = (text,)
    return Columns(label, texts, header, tuple(names))


def cleaned(first: Sequence[str]) -> list[str]:
    """Return the cells of row 1 as names of columns."""
    return [cell.strip().strip("\ufeff") for cell in first]


def _has_known(names: list[str], sample: Sequence[str]) -> bool:
    """Say whether row 1 has a name that is usual for a column, and that is no cell of the next rows' too.

    That would be a label (y, cat). All cells of a header differ.
    """
    folded = [name.casefold() for name in names]
    known = {*LABELS, *TEXTS}.intersection(folded)
    return len(set(folded)) == len(folded) and any(not _recurs(name, sample) for name in known)


def _recurs(name: str, sample: Sequence[str]) -> bool:
    cell = re.compile(rf"""(?:^|[,;\t|"])\s*{re.escape(name)}\s*(?:$|[,;\t|"])""", re.IGNORECASE)
    return any(map(cell.search, sample))


def _index(source: Source, asked: str, names: list[str], header: bool) -> int:
    """Return the index of a column asked for by name, or by number from 1."""
    if header and asked in names:
        return names.index(asked)
    if asked.isdecimal() and 1 <= int(asked) <= len(names):
        return int(asked) - 1
    has = ", ".join(names)[:200] if header else f"numbers 1 to {len(names)}; --header if row 1 has names"
    raise NbError(f"there is no column {asked}", where=str(source.path), remedy=f"choose from: {has}")


def _guess(
    folded: list[str], known: Sequence[str], header: bool, *, taken: tuple[int, ...], otherwise: int | None
) -> int | None:
    if header:
        for name in known:
            if name in folded and folded.index(name) not in taken:
                return folded.index(name)
    return None if otherwise in taken else otherwise


def _only_other(count: int, label: int | None) -> int | None:
    """Return the one column that is not the label's, None when there are several."""
    others = [j for j in range(count) if j != label]
    return others[0] if len(others) == 1 else None
