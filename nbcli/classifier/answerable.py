"""What a model finds wrong with what it learned."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from nbcli.errors import NbError
from nbcli.system.arrays import Array


@contextmanager
def answerable(remedy: str = "give") -> Iterator[None]:
    """Make what a model finds wrong with what it learned (ValueError: a variance of 0) an NbError with its remedy."""
    try:
        yield
    except ValueError as error:
        raise NbError(str(error), remedy=f"{remedy} --var-smoothing 1e-9, the default") from None


def numbers(log_proba: Array) -> Array:
    """Return log posteriors; NbError where one is no number: of a model that no texts can have made so."""
    if np.isnan(log_proba).any():
        raise NbError("what the model has learned gives no number for a posterior", remedy="train it again")
    return log_proba
