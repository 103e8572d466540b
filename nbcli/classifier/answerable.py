"""What a model finds wrong with what it learned."""

from collections.abc import Iterator
from contextlib import contextmanager

from nbcli.errors import NbError


@contextmanager
def answerable(remedy: str = "give") -> Iterator[None]:
    """Make what a model finds wrong with what it learned (ValueError: a variance of 0) an NbError with its remedy."""
    try:
        yield
    except ValueError as error:
        raise NbError(str(error), remedy=f"{remedy} --var-smoothing 1e-9, the default") from None
