"""A linter for corpora: what makes a classifier worse, or its test look better than it is.

- `check(records)`: everything found in all records of a corpus (`corpus.records`), by kind (`KINDS`)
- `check_table(records, schema)`: the same of a table of which all columns are learned
- `mended(records)`: what is left without copies and conflicts
"""

from nbcli.checking.check import check, mended
from nbcli.checking.findings import KINDS, Check
from nbcli.checking.of_table import check_table

__all__ = ["KINDS", "Check", "check", "check_table", "mended"]
