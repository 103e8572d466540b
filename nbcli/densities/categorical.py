"""A probability a value: of a category, or of a number that carries a code.

    p(x | c) = (values x of c + alpha) / (N_c + alpha V)

V is the number of different values in the column. A value never seen says nothing.
"""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from nbcli.densities._core.counted import Smoothed
from nbcli.densities._core.density import Options
from nbcli.models import Equation
from nbcli.system.arrays import Array, Ints

# Numbers are tried as codes where they are few, or stand so often each.
_FEW, _OFTEN = 20, 20


class Density(Smoothed):
    """Its points are the values themselves."""

    takes = ("number", "category")
    equation = Equation(
        ("p(x | c) = (values x of c + alpha) / (N_c + alpha V)",),
        (r"p(x \mid c) = \frac{N_{c, x} + \alpha}{N_c + \alpha V}",),
    )

    @classmethod
    def plain(cls, x: Array, codes: Ints, n_classes: int, options: Options) -> "Density":
        """Return the textbook's, smoothed by `--alpha`."""
        return cls(n_classes, options.alpha)

    @classmethod
    def candidates(cls, x: Array, codes: Ints, n_classes: int) -> Sequence["Density"]:
        """Return it where the values are few."""
        there = x[~np.isnan(x)]
        distinct = len(np.unique(there))
        return [cls(n_classes)] if 1 < distinct <= max(_FEW, len(there) / _OFTEN) else []

    @classmethod
    def from_state(cls, state: dict[str, Any], n_classes: int) -> Self:
        """Return the density of that state."""
        return cls(n_classes)._restore(state)
