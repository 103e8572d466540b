"""What is in the store."""

from collections.abc import Sequence
from typing import Any

from nbcli.errors import NbError
from nbcli.store.files import header, names


def headers(listed: Sequence[str] = ()) -> tuple[dict[str, dict[str, Any]], list[NbError]]:
    """Return the first lines of the models listed by name or path, NbError for one that is none.

    Of none listed, those of all in the store, and what is wrong with other files there.
    """
    heads, broken = {name: header(name) for name in listed}, list[NbError]()
    for name in [] if heads else names():
        try:
            heads[name] = header(name)
        except NbError as error:
            broken.append(error)
    return heads, broken
