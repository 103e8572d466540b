"""What a user says of how to read, checked before anything is read."""

from typing import Any

from nbcli.choices import check
from nbcli.corpus._reading.judged import known_encoding
from nbcli.corpus._reading.source import How
from nbcli.errors import NbError


def how_of(
    *,
    format: str | None = None,
    encoding: str | None = None,
    label_column: str | None = None,
    text_column: str | list[str] | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    columns: str | list[str] | None = None,
    label: str | None = None,
) -> How:
    """Return how to read; what is None is found. NbError for a format, encoding or delimiter that there is not.

    text_column: a name, or several that are joined. columns: NAME:KIND,... of a table, see `nbcli.schema`. delimiter: a
    character, or "tab". label: of sources without one.
    """
    if format is not None:
        check("corpus", format, f"--format {format}")
    if encoding is not None:
        encoding = known_encoding(encoding)
    texts = (text_column,) if isinstance(text_column, str) else tuple(text_column or ())
    if texts and columns:
        remedy = "name the text among the columns: --columns NAME:text"
        raise NbError("--text-column (that column only) and --columns do not go together", remedy=remedy)
    kinds = columns if isinstance(columns, str) else ",".join(columns or ())
    return How(format, encoding, label_column, texts, header, label, _delimiter_of(delimiter), kinds or None)


def _delimiter_of(text: Any) -> str | None:
    """Return the delimiter meant; NbError for what cannot be one."""
    if text is not None and text != "tab" and (len(text) != 1 or text in '"\r\n'):
        raise NbError(f"--delimiter {text}: must be one character, or tab", remedy="give one, such as --delimiter ';'")
    return "\t" if text == "tab" else text
