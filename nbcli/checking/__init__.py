"""A linter for corpora: what makes a classifier worse, or its test look better than it is.

- `read_raw(specs)`: every document, those too that training would leave out
- `check(documents)`: everything found, by kind (`KINDS`), as plain data
- `mended(documents)`: what is left without copies and conflicts
"""

from nbcli.checking.check import KINDS, check
from nbcli.checking.mending import mended
from nbcli.checking.reading import read_raw

__all__ = ["KINDS", "check", "mended", "read_raw"]
