"""The numbers of a model file's first line: what none can have been counted or estimated."""

from typing import Any


def check_ranges(head: dict[str, Any]) -> None:
    """Raise ValueError where a number of a header, complete in its shape, is out of its range."""
    counts = [*head["texts"].values(), *(head[name] for name in ("copies", "terms", "length"))]
    counts += [head[name] for name in ("minor", "texts_at_training") if name in head]
    shares: list[float | None] = []
    for facts in (head, head.get("correction", {}).get("without", {})):
        if loo := facts.get("leave_one_out"):
            counts += [loo["texts"], *(one["texts"] for one in loo["reliability"])]
            shares += [loo["accuracy"], *loo["interval"], *loo["recall"].values(), *loo["precision"].values()]
            shares += [one[name] for one in loo["reliability"] for name in ("said", "right")]
        if threshold := facts.get("threshold"):
            shares += [threshold["proba"], threshold["precision"], *threshold["interval"], threshold["recall"]]
    if not all(0 <= count < 1 << 62 for count in counts):
        raise ValueError("a count")
    if not all(share is None or 0 <= share <= 1 for share in shares):
        raise ValueError("a share")
