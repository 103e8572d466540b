"""The time that is written into files: now, or the one that $SOURCE_DATE_EPOCH sets, so that builds can be repeated."""

import os
import time

from nbcli.errors import NbError

_VARIABLE = "SOURCE_DATE_EPOCH"


def stamp() -> str:
    """Return the time as ISO 8601 has it, in UTC; NbError where the variable is no time."""
    given = os.environ.get(_VARIABLE)
    try:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(float(given or time.time())))
    except (ValueError, OverflowError, OSError):
        remedy = "give seconds since 1970, or leave it out"
        raise NbError(f"${_VARIABLE} {given}: must be a number of seconds", remedy=remedy) from None
