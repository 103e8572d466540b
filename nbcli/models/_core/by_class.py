"""Counts by class in either form, an array (K, d) or ClassCounts: laid anew, added and taken back, stored."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nbcli.models._core.class_counts import ClassCounts
from nbcli.models._core.numbers import is_nothing, less_counts
from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers import Rows, check_room

# Of more classes than this the counts are kept as ClassCounts; of fewer most terms have a count in many of them.
MANY = 32
PARTS = ("sizes", "classes", "counts")


def dense(counts: Any) -> Array:
    """Return the counts as an array (K, d); NbError where that would be too large for memory."""
    if not isinstance(counts, ClassCounts):
        array: Array = counts
        return array
    check_room(*counts.shape)
    return counts.toarray()


def in_form(counts: Any, *, sparse: bool) -> Any:
    """Return the counts as ClassCounts or as an array."""
    if not sparse:
        return dense(counts)
    return counts if isinstance(counts, ClassCounts) else ClassCounts.packed(counts)


def summed(rows: Rows, group: Ints, n_classes: int, *, sparse: bool) -> Any:
    """Return the sum of the rows (n, d) of each class, `group` (n,) saying which row is whose."""
    return ClassCounts.summed(rows, group, n_classes) if sparse else rows.group_sums(group, n_classes)


def less(total: Any, part: Any) -> Any:
    """Return these counts without others; ValueError where less than nothing would remain."""
    return total.less(part) if isinstance(total, ClassCounts) else less_counts(total, part)


def empty(counts: Any) -> bool:
    """Say whether all of them are 0, or what rounding left of 0."""
    return is_nothing(counts.counts if isinstance(counts, ClassCounts) else counts)


def laid(old: Any, columns: Ints, n_features: int) -> Any:
    """Return counts (K, d) with column j now at `columns[j]`; ValueError where one at -1, to be dropped, has counts."""
    if isinstance(old, ClassCounts):
        return old.laid(columns, n_features)
    kept = columns >= 0
    if not is_nothing(old[:, ~kept]):
        raise ValueError("a column that has counts cannot be dropped")
    check_room(len(old), n_features)
    new = np.zeros((len(old), n_features))
    new[:, columns[kept]] = old[:, kept]
    return new


def spread(old: Any, place: Ints, n_classes: int) -> Any:
    """Return counts, by class on the first axis, with class c now at `place[c]` of so many."""
    if isinstance(old, ClassCounts):
        return old.over(place, n_classes)
    check_room(n_classes, int(np.prod(old.shape[1:])))
    new = np.zeros((n_classes, *old.shape[1:]))
    new[place] = old
    return new


def side_by_side(parts: Sequence[Any]) -> Any:
    """Return counts over the same classes, their features in turn."""
    return ClassCounts.beside(parts) if isinstance(parts[0], ClassCounts) else np.concatenate(parts, axis=1)


def stored(name: str, counts: ClassCounts) -> dict[str, Any]:
    """Return plain arrays by name: how many counts each feature has, (d,), their classes and themselves."""
    parts = (np.diff(counts.starts), counts.classes, counts.counts)
    return {f"{name}{part}": array for part, array in zip(PARTS, parts, strict=True)}


def restored(name: str, state: dict[str, Any], n_classes: int) -> ClassCounts:
    """Take back what `stored` returned, in any numeric types; ValueError where it cannot be counts."""
    sizes, classes, counts = (np.asarray(state[f"{name}{part}"]) for part in PARTS)
    if not sizes.ndim == classes.ndim == counts.ndim == 1 or (sizes < 0).any() or (sizes > n_classes).any():
        raise ValueError("the counts by class are no lists")
    if not sizes.sum() == len(classes) == len(counts) or ((classes < 0) | (classes >= n_classes)).any():
        raise ValueError("the counts by class do not fit together")
    if not ((counts > 0) & (counts < np.inf)).all():
        raise ValueError("a count by class is no number above 0")
    starts = np.concatenate(([0], np.cumsum(sizes.astype(np.int64))))
    found = ClassCounts(starts, classes.astype(np.int32), counts.astype(np.float64), n_classes)
    if not found.ascending():
        raise ValueError("the counts by class are not sorted")
    return found
