"""The models of the store as a report, a row each."""

from collections.abc import Mapping, Sequence
from typing import Any

from nbcli.classifier.column_recipe import is_of_column
from nbcli.errors import NbError
from nbcli.reports import Note, Report, Table
from nbcli.reports.contents.training import dated
from nbcli.system.folders import store_folder


def report(heads: Mapping[str, dict[str, Any]], broken: Sequence[NbError] = ()) -> Report:
    """Return the report of models by their first lines, by name; `broken` says of other files why they are none."""
    notes = [Note(str(error)) for error in broken]
    if not heads and not notes:
        notes = [Note(f"no models yet in {store_folder()}; to make one: nb train CORPUS --name NAME")]
    rows = [_row(name, head) for name, head in heads.items()]
    table = [Table(["name", "labels", "texts", "terms", "views", "trained"], rows, numbers=False)] if rows else []
    return Report([{"name": name, **dated(head)} for name, head in heads.items()], table, notes)


def _row(name: str, head: dict[str, Any]) -> list[str]:
    first, *more = head["recipes"]
    if any(map(is_of_column, head["recipes"])):
        views = f"table, {len(more) + 1} columns"
    else:
        views = f"{first['features']} {first['model']}" + (f", {len(more) + 1} views" if more else "")
    sizes = [str(len(head["labels"])), f"{sum(head['texts'].values()):,}", f"{head['terms']:,}"]
    return [name, *sizes, views, head["trained"]]
