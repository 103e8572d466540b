"""What becomes of a record beside its label: whether any view knows something of it."""

OK, EMPTY, UNKNOWN = "ok", "empty", "unknown"


def status_of(silent: bool, text: str) -> str:
    """Return the status of a text: OK, or why no view knows a term of it."""
    if not silent:
        return OK
    return UNKNOWN if text and not text.isspace() else EMPTY
