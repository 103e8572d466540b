"""Which columns of a table are the label and the text, and its rows as documents."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from nbcli.corpus import Document, Source
from nbcli.corpus._decode import head_lines
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

_LOOK_AT = 50


@dataclass(frozen=True)
class Columns:
    """Indices of the label's column (None: there is none) and of the texts'; `header`: row 1 names the columns."""

    label: int | None
    texts: tuple[int, ...]
    header: bool
    names: tuple[str, ...] = ()


def documents(source: Source, rows: Iterable[tuple[int, Sequence[str]]], delimiter: str) -> Iterator[Document]:
    """Yield the documents of a table given as (line, cells); a row that lacks a column lacks its label or text."""
    columns: Columns | None = None
    name = str(source.path)
    for line, cells in rows:
        if not cells or (len(cells) == 1 and not cells[0].strip()):
            continue
        if columns is None:
            columns = columns_of(source, cells)
            source.log.detail(_said(columns, source))
            if columns.header:
                continue
        yield Document(text_in(cells, columns, delimiter), _label(cells, columns, source), name, line)


def columns_of(source: Source, first: Sequence[str]) -> Columns:
    """Return the columns of a table whose first row is `first`, as asked for, else by the names known."""
    how, names = source.how, [cell.strip().strip("\ufeff") for cell in first]
    folded = [name.casefold() for name in names]
    asked = [name for name in (how.label_column, *how.text_columns) if name is not None]
    named = any(name in names for name in asked if not name.isdigit())
    header = how.header
    if header is None:
        known = {*LABELS, *TEXTS}.intersection(folded)
        header = named or (len(set(folded)) == len(folded) and any(not _recurs(source, name) for name in known))
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


def _recurs(source: Source, name: str) -> bool:
    """Say whether a cell of row 1 is one of the next rows' too: then it is a label (y, cat), not a column's name."""
    cell = re.compile(rf"""(?:^|[,;\t|"])\s*{re.escape(name)}\s*(?:$|[,;\t|"])""", re.IGNORECASE)
    return any(map(cell.search, head_lines(source)[1:_LOOK_AT]))


def _index(source: Source, asked: str, names: list[str], header: bool) -> int:
    """Return the index of a column asked for by name, or by number from 1."""
    if header and asked in names:
        return names.index(asked)
    if asked.isdigit() and 1 <= int(asked) <= len(names):
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


def _said(columns: Columns, source: Source) -> str:
    def name(j: int) -> str:
        return columns.names[j] if columns.header else f"column {j + 1}"

    label = f"label from {name(columns.label)}, " if columns.label is not None else ""
    return f"{'header' if columns.header else 'no header'}, {label}text from {' + '.join(map(name, columns.texts))}"


def _label(cells: Sequence[str], columns: Columns, source: Source) -> str | None:
    if columns.label is None:
        return source.label
    return cells[columns.label].strip("\ufeff") if columns.label < len(cells) else None


def text_in(cells: Sequence[str], columns: Columns, delimiter: str) -> str:
    """Return the text's cells as one; cells beyond the last column are a text that holds the delimiter unquoted."""
    last = len(columns.names) - 1
    parts = [cells[j] for j in columns.texts if j < len(cells)]
    if last in columns.texts and len(cells) > len(columns.names):
        parts += cells[len(columns.names) :]
        return delimiter.join(parts)
    return "\n".join(parts)
