"""JSON on one line, for programs; numbers with ten digits, which is what they are worth and all processors agree on.

Here a result becomes JSON: an object of its attributes in their order. Its keys are an interface and older than some
attributes, so that the tables below have those that differ.
"""

import json
from dataclasses import fields, is_dataclass
from typing import Any

from nbcli import reports
from nbcli.reports import Report
from nbcli.system.display import rounded

# The key of an attribute of this name.
_KEYS = {
    "predicted": "said",
    "correct": "right",
    "from_": "from",
    "unknown_labels": "strange",
    "mistakes": "errors",
}
# Attributes that pages alone have.
_LEFT_OUT = {"ClassTerm.shown", "Misleading.places"}
# Attributes that are no key: their own stand in their place, none of None.
_IN_PLACE = {
    "Evaluated.result",
    "Evaluation.figures",
    "Comparisons.everything",
    "ComparedCell.seconds",
    "ClassTerm.whole",
}


class Form(reports.Form):
    """The data."""

    suffix = ".json"

    def render(self, report: Report, *, colour: bool = False) -> str:
        """Return the data of the report."""
        return json.dumps(rounded(plain(report.data)), ensure_ascii=False) + "\n"


def plain(result: Any) -> Any:
    """Return a result as dicts, lists, strings and numbers."""
    if is_dataclass(result) and not isinstance(result, type):
        return _object(result)
    if isinstance(result, dict):
        return {key: plain(value) for key, value in result.items()}
    if isinstance(result, list | tuple):
        return [plain(value) for value in result]
    return result


def _object(result: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in fields(result):
        name, value = f"{type(result).__name__}.{field.name}", getattr(result, field.name)
        if name not in _IN_PLACE | _LEFT_OUT:
            found[_KEYS.get(field.name, field.name)] = plain(value)
        elif name in _IN_PLACE and value is not None:
            found |= _object(value)
    return found
