"""The cells of a column as they come: one array that grows, since many small ones leave memory in pieces."""

import numpy as np

from nbcli.classifier.cells import Cells
from nbcli.system.arrays import Array

_ROOM = 1 << 14


class Growing:
    """The values of a column so far; categories are numbered as they come."""

    def __init__(self) -> None:
        self._x = np.empty(_ROOM)
        self._n = 0
        self._number: dict[str, int] = {}

    def add(self, cells: Cells) -> None:
        """Add the values of more rows."""
        end = self._n + len(cells.x)
        if end > len(self._x):
            self._x.resize(max(end, 2 * len(self._x)), refcheck=False)
        self._x[self._n : end] = self._placed(cells)
        self._n = end

    def _placed(self, cells: Cells) -> Array:
        if not cells.categories:
            return cells.x
        place = np.array([self._number.setdefault(name, len(self._number)) for name in cells.categories], np.float64)
        found, there = cells.x.copy(), ~np.isnan(cells.x)
        found[there] = place[cells.x[there].astype(np.int64)]
        return found

    def cells(self) -> Cells:
        """Return all values, the categories sorted; nothing can be added after that."""
        self._x.resize(self._n, refcheck=False)
        names = sorted(self._number)
        if names:
            place = np.empty(len(names))
            place[[self._number[name] for name in names]] = np.arange(len(names))
            there = ~np.isnan(self._x)
            self._x[there] = place[self._x[there].astype(np.int64)]
        return Cells(self._x, names)
