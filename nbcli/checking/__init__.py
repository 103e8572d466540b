"""A linter for corpora: what makes a classifier worse, or its test look better than it is.

- `check(records)`: everything found in all records of a corpus (`corpus.records`), by kind (`KINDS`)
- `mended(records)`: what is left without copies and conflicts
"""

from nbcli.checking.check import check, mended
from nbcli.checking.findings import KINDS, Check

__all__ = ["KINDS", "Check", "check", "mended"]
