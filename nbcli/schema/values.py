"""What the cell of a table says: a number, a date, a category, or nothing."""

import re
from collections.abc import Sequence
from datetime import date
from math import isfinite, nan

from nbcli.corpus import Value

# What stands for a value that is missing.
MISSING = frozenset(("", "?", "-", "NA", "N/A", "NaN", "nan", "null", "NULL"))
# The parts of a date that are columns of their own.
PARTS = ("year", "month", "weekday")

_ASCII = str.maketrans("０１２３４５６７８９．，％－−＋", "0123456789.,%--+")
_PLAIN = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_BOOLEANS = {"true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0}
_ENDS = (float("inf"), float("-inf"))
_TIME = r"(?:[T ].*)?"
_DATES = (
    re.compile(rf"(?P<y>[0-9]{{4}})(?P<s>[-/.])(?P<m>[0-9]{{1,2}})(?P=s)(?P<d>[0-9]{{1,2}}){_TIME}"),
    re.compile(rf"(?P<y>[0-9]{{4}})年(?P<m>[0-9]{{1,2}})月(?P<d>[0-9]{{1,2}})日{_TIME}"),
    re.compile(rf"(?P<d>[0-9]{{1,2}})\.(?P<m>[0-9]{{1,2}})\.(?P<y>[0-9]{{4}}){_TIME}"),
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def text_of(value: Value) -> str | None:
    """Return a value as text, None where it is missing: 3 of the number 3.0, true of True."""
    if isinstance(value, str):
        text = value.strip()
        return None if text in MISSING else text
    if value is None or value != value:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isfinite(value) and value == int(value) else repr(value)


def number_of(value: Value, decimal: str = ".") -> float:
    """Return the number that a value is, nan where it is missing; ValueError where it is none, or infinite.

    `1,234` is 1234 and `12 %` is .12, in digits of full width too; with the decimal comma (`decimal`) `1,234` is 1.234.
    true and yes are 1, false and no are 0.
    """
    if isinstance(value, str):
        if decimal == "." and _PLAIN.fullmatch(value):  # as most are
            return _finite(float(value))
    elif value is not None:
        return _finite(float(value))
    text = text_of(value)
    if text is None:
        return nan
    text = text.translate(_ASCII).casefold()
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    percent = text.endswith("%")
    text = text.removesuffix("%").rstrip()
    if decimal == ",":
        text = text.replace(".", "").replace(",", ".")
    elif "," in text and _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    if not _PLAIN.fullmatch(text):
        raise ValueError(f"{value!r} is no number")
    return _finite(float(text)) / (100 if percent else 1)


def _finite(number: float) -> float:
    if number in _ENDS:
        raise ValueError("a number without end")
    return number


def is_number(value: Value, decimal: str = ".") -> bool:
    """Say whether a value is a number, or missing."""
    try:
        number_of(value, decimal)
    except (ValueError, OverflowError):
        return False
    return True


def has_decimal_comma(values: Sequence[str]) -> bool:
    """Say whether these numbers have a comma for the point: one of them at least cannot be read another way."""
    commas = [text for text in values if "," in text or "，" in text]
    return any(not is_number(text) for text in commas) and all(is_number(text, ",") for text in commas)


def is_boolean(text: str) -> bool:
    """Say whether a value is a word such as true or no."""
    return text.casefold() in _BOOLEANS


def date_of(value: Value) -> date | None:
    """Return the date that a value is, None where it is missing; ValueError where it is none.

    The year comes first (2024-05-17, 2024/5/17, 2024年5月17日, a time after it or not), or day, month and year have
    points between them.
    """
    text = text_of(value)
    if text is None:
        return None
    plain = text.translate(_ASCII)
    found = next((match for form in _DATES if (match := form.fullmatch(plain))), None)
    if found is None:
        raise ValueError(f"{text!r} is no date")
    return date(int(found["y"]), int(found["m"]), int(found["d"]))


def is_date(value: Value) -> bool:
    """Say whether a value is a date, or missing."""
    try:
        date_of(value)
    except ValueError:
        return False
    return True


def part_of(value: Value, part: str) -> str | None:
    """Return a part of the date that a value is, one of PARTS; None where the date is missing or none."""
    found = date_of(value) if is_date(value) else None
    if found is None:
        return None
    return _WEEKDAYS[found.weekday()] if part == "weekday" else str(getattr(found, part))
