"""`--columns age:number,plan:category,id:skip`: the kinds that the user names."""

from collections.abc import Iterable, Mapping

from nbcli.errors import NbError
from nbcli.schema.column import KINDS

DATE = "date"
_CHOICES = (*KINDS, DATE)


def asked_of(columns: Iterable[str]) -> dict[str, str]:
    """Return the kinds by column of what --columns was given, once or more; NbError for what is none."""
    kinds: dict[str, str] = {}
    for part in (part.strip() for given in columns for part in given.split(",")):
        name, colon, kind = part.rpartition(":")
        if not (colon and name and kind in _CHOICES):
            what = f"--columns {part}: must be NAME:KIND, the kind one of {', '.join(_CHOICES)}"
            raise NbError(what, remedy="write --columns age:number,id:skip")
        if kinds.get(name, kind) != kind:
            raise NbError(f"--columns gives {name} two kinds: {kinds[name]} and {kind}", remedy="leave one out")
        kinds[name] = kind
    return kinds


def check_asked(asked: Mapping[str, str], names: Iterable[str], label: str | None = None, where: str = "") -> None:
    """Raise NbError where --columns names a column that the table does not have, or that of the label."""
    known = list(names)
    for name in asked:
        if name == label:
            raise NbError(f"--columns {name}: that is the column of the label", where=where, remedy="leave it out")
        if name not in known:
            raise NbError(
                f"--columns {name}: there is no such column",
                where=where,
                remedy=f"choose from {', '.join(known)[:200]}",
            )
