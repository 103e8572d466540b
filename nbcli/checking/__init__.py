"""A linter for corpora: what makes a classifier worse, or its test look better than it is.

- `check(documents)`: everything found in all records of a corpus (`corpus.records`), by kind (`KINDS`), as plain data
- `mended(documents)`: what is left without copies and conflicts
"""

from nbcli.checking.check import KINDS, check
from nbcli.checking.mending import mended

__all__ = ["KINDS", "check", "mended"]
