"""When all columns of a table are taken, by their kinds, and not those of a text alone."""

import re
from collections.abc import Collection, Iterable, Sequence

from nbcli.corpus._reading.source import Source
from nbcli.errors import NbError

_NUMBER = re.compile(r"""(?:^|[,;\t|])\s*"?[+-]?[0-9.]+"?\s*(?:$|[,;\t|])""")


def is_of_all(source: Source, names: Sequence[str], header: bool, *, text: bool) -> bool:
    """Say whether a table, where no column of a text is asked for, is learned or answered with all its columns.

    header: whether its columns have names; text: whether one of these is usual for a text.

    Two columns are a label and a text, and so are more where the text's has a usual name, unless the label's column or
    the kinds of columns are asked for. What is answered is such a table if the model has learned one.
    """
    how = source.how
    if how.fields or how.columns or (source.strict and source.log.declared):
        return True
    others = len(names) - (source.label is None)
    return source.strict and others > 1 and (how.label_column is not None or (header and not text))


def are_names_of_numbers(names: Sequence[str], sample: Sequence[str]) -> bool:
    """Say whether no cell of row 1 is a number, and each of the next rows has one."""
    rows = [line for line in sample if line.strip()]
    return bool(rows) and not any(map(_NUMBER.search, names)) and all(map(_NUMBER.search, rows))


def check_fields(source: Source, names: Collection[str]) -> None:
    """Raise NbError for a column that the model needs and the table lacks."""
    missing = [name for name in source.how.fields if name not in names]
    if missing:
        what = f"the model needs the column{'s' * (len(missing) > 1)} {', '.join(missing)[:200]}"
        remedy = f"add {'them' if len(missing) > 1 else 'it'}; the table has {', '.join(names)[:200]}"
        raise NbError(what, where=str(source.path), remedy=remedy)


def unclear(source: Source, what: str, names: Iterable[str], remedy: str) -> NbError:
    """Return the NbError for a table whose text could stand in several columns; `remedy` is that of training."""
    listed = ", ".join(names)[:200]
    if source.strict:
        return NbError(f"{what} ({listed})", where=str(source.path), remedy=remedy)
    remedy = f"name it: --text-column NAME or N, of {listed}"
    return NbError("which column is the text is not said", where=str(source.path), remedy=remedy)
