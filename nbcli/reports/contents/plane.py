"""Decision regions as a report: how many points each model labels correctly, and how much of the plane is whose."""

import numpy as np

from nbcli.evaluation.regions import Regions
from nbcli.reports import Note, Report, Table
from nbcli.reports.contents.figures import percent


def report(data: Regions) -> Report:
    """Return the report; its page has the drawing."""
    panels, rows = [], []
    for panel in data.panels:
        share = {label: float(np.mean(panel.codes == c)) for c, label in enumerate(data.labels)}
        panels.append({"name": panel.name, "correct": panel.correct, "share": share})
        rows.append([panel.name, percent(panel.correct), *map(percent, share.values())])
    table = Table(["model", "points correct", *data.labels], rows)
    found = {"x": data.x, "y": data.y, "points": len(data.points), "labels": data.labels, "models": panels}
    note = Note(f"of {len(data.points):,} points learned; behind it the share of the plane that has each label")
    return Report(found, [table], [note], "regions", beside=data)
