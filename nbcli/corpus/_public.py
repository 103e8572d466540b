"""Public corpora by name."""


def specs(name: str) -> list[str]:
    """Return what to read for a corpus that was fetched, [] where there is none of that name."""
    return []
