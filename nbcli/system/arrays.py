"""The types of arrays, for annotations, and their smallest forms."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def compact(value: Any) -> Any:
    """Return an array in the smallest type that holds it exactly; anything else as it is."""
    if not isinstance(value, np.ndarray) or not value.size:
        return value
    for dtype in (np.uint8, np.uint16, np.uint32):
        if value.min() >= 0 and value.max() <= np.iinfo(dtype).max:
            small = value.astype(dtype)
            if (small == value).all():
                return small
    return value


def integers(value: Any, size: int | None = None) -> Ints:
    """Return the value as (n,) integers; ValueError where it is none, or n is not `size`."""
    given = np.asarray(value)
    if given.dtype.kind == "f" and not (np.abs(given) < 1 << 62).all():
        raise ValueError("an array of numbers that are not whole")
    array = given.astype(np.int64, copy=False)
    if array.ndim != 1 or (size is not None and len(array) != size):
        raise ValueError("an array of another shape")
    return array
