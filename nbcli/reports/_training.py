"""What `nb train` says of what it learned."""

from pathlib import Path
from shlex import quote
from typing import Any

from nbcli.estimate import advice, expected_error
from nbcli.pipeline import Pipeline
from nbcli.prepared import look_alikes

_SHOWN = 10
_NAMED = 30


def summary(pipeline: Pipeline, conflicts: int) -> list[str]:
    """Return the lines on the texts, on what leave-one-out says of the model, and on what to mend."""
    texts, labels = pipeline.texts, pipeline.labels
    learned = f"learned {texts.sum():,} texts ({by_label(pipeline)}), {pipeline.copies:,} of them copies"
    lines = [f"{learned}; {pipeline.terms:,} terms"]
    lines += estimate(pipeline.facts["leave_one_out"])
    if "threshold" in pipeline.facts:
        lines.append(threshold(pipeline.facts["threshold"]))
    warnings = [f"labels {a!r} and {b!r} differ by case or spaces only" for a, b in look_alikes(labels)]
    warnings += advice(texts, labels, pipeline.copies, conflicts)
    return [*lines, *(f"warning: {warning}" for warning in warnings[:2])]


def by_label(pipeline: Pipeline) -> str:
    """Return how many texts each label has, of many labels the first."""
    named = list(zip(pipeline.texts.tolist(), pipeline.labels, strict=True))[:_NAMED]
    more = f" and {len(pipeline.labels) - _NAMED:,} labels more" if len(pipeline.labels) > _NAMED else ""
    return ", ".join(f"{count:,} {label}" for count, label in named) + more


def estimate(loo: dict[str, Any]) -> list[str]:
    """Return the line on the accuracy, and a line for each of the first labels."""
    low, high = loo["interval"]
    lines = [
        f"leave-one-out accuracy {loo['accuracy']:.4f} (95 % {low:.3f}-{high:.3f}) on {loo['texts']:,} distinct texts, "
        f"copies left out together; calibration error {expected_error(loo['reliability']):.4f}"
    ]
    for label in list(loo["recall"])[:_SHOWN]:
        lines.append(f"  {label}: recall {_share(loo['recall'][label])}, precision {_share(loo['precision'][label])}")
    if len(loo["recall"]) > _SHOWN:
        lines.append(f"  and {len(loo['recall']) - _SHOWN} more labels; nb info shows them")
    return lines


def threshold(found: dict[str, Any]) -> str:
    """Return the line on the posterior below which a label is withheld."""
    low, high = found["interval"]
    return (
        f"{found['label']} is said from a posterior of {found['proba']:.6f} on: precision {found['precision']:.4f} "
        f"(95 % {low:.4f}-{high:.4f}), recall {found['recall']:.4f}; below it nb predict prints unsure"
    )


def where(path: Path, name: str, seconds: float) -> list[str]:
    """Return the lines on the model's file and the command that uses it."""
    flag = "" if name == "default" else f" --name {quote(name)}"
    size = path.stat().st_size / 1e6
    return [f"model: {path} ({size:.1f} MB), made in {seconds:.1f} s", f"use it: nb predict{flag} < FILE"]


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
