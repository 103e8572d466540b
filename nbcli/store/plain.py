"""Strings and arrays so that the same ones are the same bytes in a file."""

from sys import intern
from typing import Any

import numpy as np
from numpy.typing import NDArray


def stored(value: Any) -> Any:
    """Return strings and arrays, in dicts, so that the same ones are the same bytes in a file."""
    if isinstance(value, dict):
        return {name: stored(one) for name, one in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value)
    return intern(value) if isinstance(value, str) else value


def plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array as numpy itself makes it: the same numbers are the same bytes in a file, whatever made them.

    That is, in one order in memory, and with the one object that stands for its type: pickle writes it once.
    """
    return np.ascontiguousarray(array).view(np.dtype(array.dtype.type))
