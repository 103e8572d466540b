"""A public corpus, there when it is needed: fetched where it is not yet."""

from pathlib import Path

from nbcli.corpus.public.fetching import fetch, is_here
from nbcli.system.timing import stage


def get(name: str, source: str | None = None) -> bool:
    """Have a corpus here, from a folder where one is named; return whether it was here before. NbError as `fetch`."""
    with stage("check"):
        here = is_here(name)
    if not here:
        with stage("fetch"):
            fetch(name, None if source is None else Path(source))
    return here
