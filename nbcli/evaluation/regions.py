"""What models make of the plane of two columns: the label of each of its points, and how likely it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nbcli.classifier.batch import Batch
from nbcli.classifier.cells import Cells
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.table import table_in_memory
from nbcli.corpus import Record, without_ids
from nbcli.errors import NbError
from nbcli.evaluation.contestants import Ours
from nbcli.schema import NUMBER, Schema
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp

# So many points across and up; and labels that a drawing can tell apart.
_POINTS, MOST_LABELS = 160, 6


@dataclass(frozen=True)
class Panel:
    """What one model makes of the plane: codes (up, across) of the labels, proba (up, across) of each.

    correct: of the points learned, the share that it labels as they are.
    """

    name: str
    codes: Ints
    proba: Array
    correct: float


@dataclass(frozen=True)
class Regions:
    """The plane of the columns `x` and `y`, at across (A,) and up (U,), and the n points of the classes codes (n,)."""

    x: str
    y: str
    labels: list[str]
    across: Array
    up: Array
    points: Array
    codes: Ints
    panels: list[Panel]


def regions(
    records: Iterable[Record], schema: Schema, names: tuple[str | None, str | None], contestants: Sequence[Ours]
) -> Regions:
    """Return what each makes of the plane of two columns, having learned these two alone of all records.

    names: of the columns across and up, None for the first two of numbers. NbError for one that has no numbers, and for
    more labels than can be drawn.
    """
    x, y = _chosen(schema, names)
    of_two = replace(schema, columns=tuple(column for column in schema.columns if column.name in (x, y)))
    corpus = table_in_memory(of_two, [], without_ids(records))
    if len(corpus.labels) > MOST_LABELS:
        what = f"{len(corpus.labels)} labels are too many to be told apart in a drawing"
        raise NbError(what, remedy=f"give a table of at most {MOST_LABELS} labels")
    points = np.stack([corpus.cells[x].x, corpus.cells[y].x], axis=1)
    there = ~np.isnan(points).any(axis=1)
    if not there.any():
        raise NbError(f"no record has both {x} and {y}", remedy="name other columns: --x NAME --y NAME")
    across, up = (_line(points[there, j]) for j in (0, 1))
    plane = {x: Cells(np.tile(across, len(up))), y: Cells(np.repeat(up, len(across)))}
    panels = [_panel(one, corpus, of_two, plane, (len(up), len(across))) for one in contestants]
    return Regions(x, y, corpus.labels, across, up, points[there], corpus.codes[there], panels)


def _chosen(schema: Schema, names: tuple[str | None, str | None]) -> tuple[str, str]:
    numbers = [column.name for column in schema.used if column.kind == NUMBER]
    for name in names:
        if name is not None and name not in numbers:
            listed = ", ".join(numbers)[:200] or "none"
            raise NbError(
                f"{name} is no column of numbers", remedy=f"choose from {listed}, or give --columns NAME:number"
            )
    rest = [name for name in numbers if name not in names]
    x = names[0] or (rest.pop(0) if rest else "")
    y = names[1] or (rest.pop(0) if rest else "")
    if not x or not y or x == y:
        raise NbError("regions need two columns of numbers", remedy="name them: --x NAME --y NAME")
    return x, y


def _line(values: Array) -> Array:
    low, high = float(values.min()), float(values.max())
    margin = 0.06 * (high - low) or 1.0
    return np.linspace(low - margin, high + margin, _POINTS)


def _panel(
    contestant: Ours, corpus: InMemory, schema: Schema, plane: dict[str, Cells], shape: tuple[int, int]
) -> Panel:
    classifier = contestant.classifier(corpus, schema)
    proba = _posterior(classifier, plane)
    own = _posterior(classifier, corpus.cells)
    correct = float((own.argmax(axis=1) == corpus.codes).mean())
    return Panel(contestant.name, proba.argmax(axis=1).reshape(shape), proba.max(axis=1).reshape(shape), correct)


def _posterior(classifier: Classifier, cells: dict[str, Cells]) -> Array:
    n = len(next(iter(cells.values())).x)
    found: Array = exp(classifier.answer(classifier.rows(Batch([""] * n, cells=cells)))[0])
    return found
