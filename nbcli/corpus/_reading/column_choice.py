"""Which columns of a table are the label and the text."""

import re
from collections.abc import Sequence

from nbcli.corpus._reading.columns import Columns
from nbcli.corpus._reading.record import number_in
from nbcli.corpus._reading.source import Source
from nbcli.corpus._reading.table_choice import are_names_of_numbers, is_of_all, unclear
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


def columns_of(source: Source, form: str, first: Sequence[str], sample: Sequence[str] = (), width: int = 0) -> Columns:
    """Return the columns of a table whose first row is `first`: those asked for, those that the model knows, or usual.

    `sample` are the lines that follow, as far as they are looked at; `width` is that of the rows, where it is known:
    row 1 without names may have a cell too many, too.
    """
    how, names = source.how, cleaned(first)
    header = _has_header(source, form, names, sample)
    if not header and width:
        names = [*names[:width], *[""] * (width - len(names))]
    folded = [name.casefold() for name in names]
    label = _index(source, how.label_column, names, header) if how.label_column else None
    texts = tuple(_index(source, name, names, header) for name in how.text_columns)
    texts = texts or _known_texts(source, form, names, header)
    if not texts and is_of_all(source, names, header, text=header and not set(TEXTS).isdisjoint(folded)):
        return Columns(_label_of_all(source, names, label, header), (), header, tuple(names))
    if label is None and source.label is None:
        label = _guess(folded, LABELS, header, taken=texts, otherwise=0 if len(names) > 1 else None)
    if not texts:
        texts = (_guessed_text(source, names, label, header),)
    return Columns(label, texts, header, tuple(names))


def _label_of_all(source: Source, names: list[str], label: int | None, header: bool) -> int | None:
    """Return the label's column, asked for or with a usual name, where all others are taken; NbError for neither."""
    if label is None and source.label is None:
        label = _guess([name.casefold() for name in names], LABELS, header, taken=(), otherwise=None)
        if label is None:
            what = f"which of the {len(names)} columns is the label is not clear"
            raise unclear(source, what, names, "name it: --label-column NAME or NUMBER")
    return label


def _has_header(source: Source, form: str, names: list[str], sample: Sequence[str]) -> bool:
    """Say whether row 1 names the columns: as asked, else as the model knows it, else by what stands in it."""
    if source.how.header is not None:
        return source.how.header
    known = source.known_as(form)
    if known and not (known.header and any(name not in names and not name.isdecimal() for name in known.text)):
        return bool(known.header)
    wanted = source.wanted
    asked = [name for name in (wanted.label_column, *wanted.text_columns, *wanted.fields) if name is not None]
    if any(name in names for name in asked if not name.isdecimal()) or _has_known(names, sample):
        return True
    # Of a table of numbers row 1 shows by having none.
    of_all = (wanted.label_column or wanted.columns) and not wanted.text_columns
    return bool(of_all) and len(names) > 2 and are_names_of_numbers(names, sample)


def _known_texts(source: Source, form: str, names: list[str], header: bool) -> tuple[int, ...]:
    """Return the columns that the model learned from: by name in a table of any form, by number in one of the same."""
    if source.known is None:
        return ()
    alike = source.known_as(form) is not None
    found = []
    for name in source.known.text:
        if header and name in names:
            found.append(names.index(name))
        elif alike and 1 <= number_in(name) <= len(names):
            found.append(number_in(name) - 1)
        else:
            return ()
    return tuple(found)


def _guessed_text(source: Source, names: list[str], label: int | None, header: bool) -> int:
    """Return the column with a usual name, else the one beside the label; NbError where it is not clear."""
    folded = [name.casefold() for name in names]
    if label is None and header and len(names) > 1:
        label = _guess(folded, LABELS, header, taken=(), otherwise=None)
    taken = () if label is None else (label,)
    sure = source.strict or header
    text = _guess(folded, TEXTS, header, taken=taken, otherwise=_only_other(len(names), label) if sure else None)
    if text is None:
        what = f"which of the {len(names)} columns is the text is not clear"
        raise unclear(source, what, names, "name it: --text-column NAME or NUMBER (and --label-column)")
    source.log.guess(f"text from {names[text] if header else f'column {text + 1}'}")
    return text


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
    if 1 <= number_in(asked) <= len(names):
        return number_in(asked) - 1
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
