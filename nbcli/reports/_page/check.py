"""What the page of `nb check` shows beside the result."""

from collections.abc import Sequence
from typing import Any

from nbcli.checking import Check
from nbcli.checking.findings import KINDS_OF_TABLES, Finding
from nbcli.corpus.mail.fields import readable
from nbcli.reports import Report

# Beyond these a page is no easier to read than the JSON.
_FINDINGS = 100


def shown(report: Report) -> dict[str, Any]:
    """Return what the template is given; `shape_of` names the class of the findings of a kind."""
    data: Check = report.data
    return {
        "kinds": KINDS_OF_TABLES,
        "limit": _FINDINGS,
        "largest": max((one.texts for one in data.labels.values()), default=1),
        "shape_of": _shape_of,
        "readable": readable,
    }


def _shape_of(findings: Sequence[Finding]) -> str:
    return type(findings[0]).__name__
