"""What a file has that only a newer nb knows."""

from collections.abc import Container, Iterable

from nbcli import __version__
from nbcli.errors import NbError


class NewerError(NbError):
    """The file has what this nb does not know, named as in "an option 'x'", and `version` has written it."""

    def __init__(self, version: str, what: str) -> None:
        super().__init__(
            f"written by nb {version}, which has {what} that this nb {__version__} does not know", remedy="update nb"
        )


def refuse_others(version: str, what: str, found: Iterable[str], known: Container[str]) -> None:
    """Raise NewerError for the first name found, in a file of that version, that is not known."""
    for name in found:
        if name not in known:
            raise NewerError(version, f"{what} {name!r}")
