"""The models of the store as a report, a row each."""

from collections.abc import Iterable
from typing import Any

from nbcli import store
from nbcli.errors import NbError
from nbcli.reports import Note, Report, Table
from nbcli.reports.contents.training import dated
from nbcli.system.folders import store_folder


def report(names: Iterable[str] = ()) -> Report:
    """Return the report of the models named, else of all in the store; NbError for one named that is no model."""
    heads, notes = {name: store.header(name) for name in names}, list[Note]()
    if not heads:
        heads, notes = _all()
    if not heads and not notes:
        notes = [Note(f"no models yet in {store_folder()}; to make one: nb train CORPUS --name NAME")]
    rows = [_row(name, head) for name, head in heads.items()]
    table = [Table(["name", "labels", "texts", "terms", "views", "trained"], rows, numbers=False)] if rows else []
    return Report([{"name": name, **dated(head)} for name, head in heads.items()], table, notes)


def _all() -> tuple[dict[str, dict[str, Any]], list[Note]]:
    heads, notes = {}, []
    for name in store.names():
        try:
            heads[name] = store.header(name)
        except NbError as error:
            notes.append(Note(str(error)))
    return heads, notes


def _row(name: str, head: dict[str, Any]) -> list[str]:
    first, *more = head["recipes"]
    views = f"{first['features']} {first['model']}" + (f", {len(more) + 1} views" if more else "")
    sizes = [str(len(head["labels"])), f"{sum(head['texts'].values()):,}", f"{head['terms']:,}"]
    return [name, *sizes, views, head["trained"]]
