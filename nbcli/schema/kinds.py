"""The kind of a column, found from its values."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from nbcli.corpus import Record, Value
from nbcli.errors import NbError
from nbcli.schema.asked import DATE, check_asked
from nbcli.schema.column import CATEGORY, NUMBER, SKIP, TEXT, Column
from nbcli.schema.schema import Schema
from nbcli.schema.values import PARTS, has_decimal_comma, is_boolean, is_date, is_number, number_of, text_of
from nbcli.system.display import printable

# So many rows are looked at, of a table that is longer.
MOST_ROWS = 20_000
# Of the values that a column has: so many at least are numbers, or differ (an id).
_NUMBERS, _IDS, _FEW = 0.95, 0.9, 20
# A text: so many words or characters on average, half of its values different.
_WORDS, _LENGTH, _HAN_LENGTH = 4, 30, 6
_HAN = re.compile(r"[\u3400-\u9fff]")
_ID_NAMES = re.compile(r"(?:.*[_. -])?(?:id|uid|uuid|guid|key|row|index|nr|no)|编号|序号|.*号", re.IGNORECASE)


def found(
    records: Sequence[Record],
    asked: Mapping[str, str] | None = None,
    label: str | None = None,
    where: str = "",
    declared: Mapping[str, str] | None = None,
) -> Schema:
    """Return the schema of rows looked at, each kind as `asked`, as the file `declared` it, or as the values have it.

    NbError for an asked column that there is not, or that cannot have that kind; and where no column is left.
    """
    asked, declared = asked or {}, declared or {}
    names = list(dict.fromkeys(name for record in records for name in record.others))
    check_asked(asked, names, label, where)
    columns: list[Column] = []
    for name in names:
        values = [record.others.get(name) for record in records]
        columns += _columns(name, values, asked.get(name), declared.get(name), where)
    schema = Schema(tuple(columns), len(records))
    if not schema.used:
        listed = ", ".join(column.described() for column in columns)[:200]
        raise NbError(f"no column says anything ({listed})", where=where, remedy="name one: --columns NAME:category")
    return schema


def _columns(
    name: str, given: Sequence[Value], asked: str | None, declared: str | None, where: str
) -> Iterable[Column]:
    """Return what a field is as columns: one, or the parts of a date."""
    values = [text for value in given if (text := text_of(value)) is not None]
    once = set(values)
    empty, distinct = len(given) - len(values), len(once)
    decimal = "," if has_decimal_comma(list(once)) else "."
    if asked == DATE:
        if not any(map(is_date, values)):
            raise _none_such(name, "date", values, where)
        for part in PARTS:
            kind = NUMBER if part == "year" else CATEGORY
            yield Column(f"{name}.{part}", kind, name, part, empty=empty, distinct=distinct)
        return
    number = {text: number_of(text, decimal) for text in once if is_number(text, decimal)}
    kind, why = (asked, "") if asked else _kind(name, values, empty, number)
    if declared == CATEGORY and not asked and kind == NUMBER:
        kind = CATEGORY
    if kind != NUMBER:
        yield Column(name, kind, empty=empty, distinct=distinct, why=why)
        return
    if not number:
        raise _none_such(name, NUMBER, values, where)
    wrong = sum(text not in number for text in values)
    low, high = min(number.values()), max(number.values())
    yield Column(name, NUMBER, "", "", decimal, low, high, empty, wrong, distinct)


def _none_such(name: str, kind: str, values: Sequence[str], where: str) -> NbError:
    shown = f"no value of it is one, such as {values[0][:40]!r}" if values else "it has no value"
    return NbError(f"--columns {name}:{kind}: {shown}", where=where, remedy=f"write {name}:category, or {name}:skip")


def _kind(name: str, values: Sequence[str], empty: int, number: Collection[str]) -> tuple[str, str]:
    """Return the kind of a column by its values, missing ones left out, and why it is skipped.

    number: those of the values that are numbers, each once.
    """
    n, distinct = len(values), len(set(values))
    if not values:
        return SKIP, "no value"
    if distinct == 1 and not empty:
        return SKIP, f"always {printable(values[0])[:40]}"
    numbers = sum(text in number for text in values)
    if numbers >= _NUMBERS * n and not all(map(is_boolean, values)):
        return (SKIP, "an id") if _is_numbered(name, values) else (NUMBER, "")
    if _is_text(values, distinct):
        return TEXT, ""
    if n >= _FEW and distinct > _IDS * n:
        dates = sum(map(is_date, values)) >= _NUMBERS * n
        return SKIP, f"nearly all values differ{f'; {name}:date takes its parts' if dates else ''}"
    return CATEGORY, ""


def _is_numbered(name: str, values: Sequence[str]) -> bool:
    """Say whether the numbers are ids: whole, all different, in order by ones or with a name for ids."""
    if len(values) < _FEW or len(set(values)) < len(values) or not all(text.isdecimal() for text in values):
        return False
    numbers = list(map(int, values))
    return numbers == list(range(numbers[0], numbers[0] + len(numbers))) or bool(_ID_NAMES.fullmatch(name))


def _is_text(values: Sequence[str], distinct: int) -> bool:
    n = len(values)
    if distinct <= 0.5 * n or distinct < 3:
        return False
    length = sum(map(len, values)) / n
    words = sum(len(text.split()) for text in values) / n
    han = sum(bool(_HAN.search(text)) for text in values) > 0.5 * n
    return words >= _WORDS or (words >= 2 and length >= _LENGTH) or (han and length >= _HAN_LENGTH)
