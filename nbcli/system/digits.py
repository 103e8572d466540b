"""As many digits of a number as all processors agree on."""

from typing import Any


def rounded(data: Any) -> Any:
    """Return plain data with every number that is no integer rounded to ten significant digits."""
    if isinstance(data, float):
        return float(f"{data:.10g}")
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [rounded(value) for value in data]
    return data
