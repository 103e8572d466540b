"""How a table was read: what a model remembers of its corpus, to read the same kind of file in the same way."""

from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True)
class Reading:
    """The form (its format's name), the columns of the texts and of the label, and how cells are cut.

    Columns are names (keys in JSON), or numbers from 1 where row 1 has no names (`header`; None in forms that have no
    rows of cells). `delimiter` is None where it is the form's own, `width` the number of columns.
    """

    form: str
    text: tuple[str, ...]
    label: str | None = None
    header: bool | None = None
    delimiter: str | None = None
    width: int | None = None

    def fact(self) -> dict[str, Any]:
        """Return this as JSON has it."""
        return asdict(self) | {"text": list(self.text)}

    @classmethod
    def of(cls, fact: dict[str, Any]) -> Self:
        """Return what `fact` gave."""
        return cls(**fact | {"text": tuple(fact["text"])})

    def options(self) -> list[str]:
        """Return the options of `nb predict` that read a table so."""
        from nbcli.corpus._reading.delimiter import named

        words = ["--input", self.form]
        for column in self.text:
            words += ["--text-column", column]
        words += ["--delimiter", named(self.delimiter)] if self.delimiter else []
        return words + (["--header" if self.header else "--no-header"] if self.header is not None else [])
