"""A column of ids taken for the label, found before anything is learned: nearly every text has a label of its own."""

from collections.abc import Iterable, Iterator

from nbcli.corpus._reading.record import Record
from nbcli.errors import NbError

# After so many texts their labels are looked at. Ten thousand labels in any order show four fifths of as many labels
# here, a hundred thousand of six texts each 98 %: more than that are ids.
_FIRST, _MOST_OF_FIRST = 5_000, 0.985
# Of all the texts: a small corpus may well have few texts a label, but not one each; a large one more than half.
_FEW, _MOST_OF_FEW = 100, 0.95
_MANY, _MOST_OF_MANY = 1_000, 0.5


def without_ids(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the same records; NbError as soon as their labels look like ids, at the end at the latest."""
    labels: set[str | None] = set()
    n = 0
    for n, record in enumerate(records, 1):
        labels.add(record.label)
        if n == _FIRST and len(labels) > _MOST_OF_FIRST * n:
            raise _ids(len(labels), f"the first {n:,}")
        yield record
    check_labels(len(labels), n)


def check_labels(n_labels: int, n_texts: int) -> None:
    """Raise NbError where so many labels of so many texts look like ids."""
    most = _MOST_OF_MANY if n_texts >= _MANY else _MOST_OF_FEW
    if n_texts >= _FEW and n_labels > most * n_texts:
        raise _ids(n_labels, f"{n_texts:,}")


def _ids(n_labels: int, of: str) -> NbError:
    return NbError(
        f"the labels look like ids: {n_labels:,} different ones in {of} texts",
        remedy="name the column of the label (--label-column), or give each label more texts",
    )
