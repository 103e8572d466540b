"""Whether a number is above 0, its amount aside.

    p(x > 0 | c) = (values of c above 0 + alpha) / (N_c + 2 alpha)

The default recipe does not try it: of numbers that are 0 or 1 `categorical` is the same, of others `bins` knows more.
"""

from typing import Any, Self

import numpy as np

from nbcli.densities._core.density import Options
from nbcli.densities.bins import Density as Bins
from nbcli.models import Equation
from nbcli.system.arrays import Array, Ints

# What lies at a cut lies above it: the smallest number above 0.
_ABOVE_NOTHING = np.array([5e-324])


class Density(Bins):
    """Two bins: 0 and below, and above."""

    equation = Equation(
        ("p(x > 0 | c) = (values of c above 0 + alpha) / (N_c + 2 alpha)",),
        (r"p(x > 0 \mid c) = \frac{N_{c, x > 0} + \alpha}{N_c + 2 \alpha}",),
    )

    def __init__(self, n_classes: int, cuts: Array = _ABOVE_NOTHING, alpha: float = 1.0) -> None:
        super().__init__(n_classes, cuts, alpha)

    @classmethod
    def plain(cls, x: Array, codes: Ints, n_classes: int, options: Options) -> "Density":
        """Return it, smoothed by `--alpha`."""
        return cls(n_classes, alpha=options.alpha)

    @classmethod
    def candidates(cls, x: Array, codes: Ints, n_classes: int) -> list["Density"]:
        """Return none."""
        return []

    @property
    def described(self) -> str:
        """Its name."""
        return self.name()

    @classmethod
    def from_state(cls, state: dict[str, Any], n_classes: int) -> Self:
        """Return the density of that state."""
        return super().from_state(state | {"cuts": _ABOVE_NOTHING}, n_classes)
