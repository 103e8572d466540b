"""Tables: the kinds of their columns, found or asked for, and what a value of each kind is.

- `Column`: name, kind (`KINDS`), and a value of it as number, category or text
- `Schema`: the columns of a classifier; `found(records, asked)` makes it from rows looked at
- `asked_of`: the kinds that --columns names
- `number_of`, `text_of`: what a cell says
"""

from nbcli.schema.asked import asked_of
from nbcli.schema.column import CATEGORY, KINDS, NUMBER, SKIP, TEXT, Column
from nbcli.schema.given import row_of
from nbcli.schema.kinds import MOST_ROWS, found
from nbcli.schema.schema import Schema, in_line
from nbcli.schema.survey import brought, kinds_said, survey
from nbcli.schema.values import MISSING, number_of, text_of

__all__ = [
    "CATEGORY",
    "KINDS",
    "MISSING",
    "MOST_ROWS",
    "NUMBER",
    "SKIP",
    "TEXT",
    "Column",
    "Schema",
    "asked_of",
    "brought",
    "found",
    "in_line",
    "kinds_said",
    "number_of",
    "row_of",
    "survey",
    "text_of",
]
