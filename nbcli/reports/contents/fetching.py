"""Public corpora as a report."""

from collections.abc import Sequence
from typing import Any

from nbcli.corpus.public import fetching
from nbcli.reports import Note, Report, Table
from nbcli.system.folders import cache_folder


def report(names: Sequence[str]) -> Report:
    """Return the report of the corpora of these names."""
    data = [_facts(name) for name in names]
    rows = [[d["name"], d["what"], f"{d['bytes'] / 1e6:.1f} MB", "yes" if d["folder"] else "no"] for d in data]
    notes = [Note(f"licence of {d['name']}: {d['licence']}") for d in data]
    return Report(data, [Table(["name", "what", "size", "here"], rows, numbers=False)], notes)


def fetched(name: str, *, before: bool) -> list[str]:
    """Return what is to be said of a corpus that is here, `before` this call already or not."""
    corpus = fetching.known(name)
    state = "here already, checked" if before else "fetched and checked"
    return [
        f"{name}: {corpus.what}; {state}: {cache_folder() / name}",
        f"licence: {corpus.licence}",
        f"next: nb compare {name} {corpus.options}".rstrip(),
    ]


def _facts(name: str) -> dict[str, Any]:
    corpus = fetching.known(name)
    return {
        "name": name,
        "what": corpus.what,
        "bytes": corpus.size,
        "urls": [fetching.url_of(name, file) for file in corpus.files],
        "licence": corpus.licence,
        "options": corpus.options,
        "folder": str(cache_folder() / name) if fetching.is_here(name) else None,
    }
