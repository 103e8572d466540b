"""What the options of tables ask for."""

from typing import NamedTuple

from nbcli.choices import check, choices, load
from nbcli.errors import NbError
from nbcli.schema import TEXT, Schema


class Asked(NamedTuple):
    """One density for all columns of numbers, its number of bins, and what a missing value is; None: the default's."""

    density: str | None = None
    missing: str | None = None
    bins: int | None = None

    def check(self) -> None:
        """Raise NbError for a density that there is not, or another word for what a missing value is."""
        if self.density is not None:
            check("densities", self.density, f"--density {self.density}")
        if self.missing not in (None, "skip", "value"):
            raise NbError(f"--missing {self.missing}: must be skip or value", remedy="give one, or leave it out")
        if self.bins is not None and self.bins < 2:
            raise NbError(f"--bins {self.bins}: must be 2 or more", remedy="give another, or leave it out")

    def check_fits(self, schema: Schema | None, *, corrected: bool) -> None:
        """Raise NbError where these are options of tables and this is none (no `schema`).

        And where a linear correction was asked for, which is of texts, and only columns are to be learned.
        """
        alone = self.density is not None or self.bins is not None
        if schema is not None and corrected and (alone or not any(column.kind == TEXT for column in schema.used)):
            why = "one density learns columns alone" if alone else "this table has none"
            raise NbError(f"--correction linear is of texts, and {why}", remedy="leave it out")
        given = [f"--{name}" for name, value in self._asdict().items() if value is not None]
        if given and schema is None:
            raise NbError(f"{given[0]} is of tables, and this is none", remedy=f"leave out {given[0]}")

    def check_bins(self, density: str) -> None:
        """Raise NbError where a number of bins is given to a density that has none."""
        with_bins = [name for name in choices("densities") if load("densities", name).Density.takes_bins]
        if self.bins is not None and density not in with_bins:
            remedy = f"leave it out, or take --density {' or '.join(with_bins)}"
            raise NbError(f"--bins has no use for --density {density}", remedy=remedy)


DEFAULTS = Asked()
