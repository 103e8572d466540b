"""Which options of `nb predict` go together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nbcli.commands._shared import options as opt
from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.answering.files import Chosen

# Those that are about a text each, or a line.
_OF_LINES = {"--json": "as_json", "--columns": "columns", "--only": "only", "--is": "is_", "--top": "top"}


def check_forms(given: dict[str, Any], forms: "Sequence[tuple[str, Chosen | None]]") -> None:
    """Refuse, once it is known which files are tables, the options that go with lines only, or with tables only."""
    path = next((path for path, form in forms if form and form.is_table), None)
    if path is None:
        if given["delimiter"] is not None and not any(form for _, form in forms):
            raise NbError("--delimiter goes with a table", remedy="add --input csv")
        return
    used = [option for option, key in _OF_LINES.items() if given[key] not in (None, False)]
    used += ["--jobs"] if given["jobs"] > 1 else []
    if used:
        remedy = f"leave out {used[0]}, or add --input lines"
        raise NbError(f"a table, and {used[0]} goes with lines", where=path, remedy=remedy)


def check_table(given: dict[str, Any]) -> None:
    """Refuse the options that go with texts, where the model has learned a table."""
    used = {**_OF_LINES, "--proba": "proba", "--mail": "mail", "--text-column": "text_column"}
    for option, key in used.items():
        if given[key]:
            what = f"the model has learned a table, and {option} goes with texts"
            raise NbError(what, remedy=f"leave out {option}: rows come out with label, proba and status")
    if given["jobs"] > 1:
        raise NbError("the model has learned a table, and --jobs goes with lines", remedy="leave out --jobs")


def check(given: dict[str, Any]) -> None:
    """Refuse options that do not go together, each with the remedy."""
    from nbcli.answering.answers import COLUMNS
    from nbcli.corpus import gives

    form = opt.chosen("corpus", "--input", [given["input_"]])[0] if given["input_"] is not None else None
    has_form = form is not None and not gives(form, "raw")
    is_table = form is not None and gives(form, "recognised")
    used = [option for option, key in _OF_LINES.items() if given[key] not in (None, False)]
    used += ["--input"] if is_table or (has_form and (given["only"] or given["is_"]) is not None) else []
    used += ["--mail --header"] if given["mail"] and given["header"] else []
    if len(used) > 1:
        raise NbError(f"{' and '.join(used)} do not go together", remedy=f"leave out {used[1]}")
    if given["mail"] and (given["only"] or has_form):
        raise NbError("--mail takes whole mails, not lines or tables", remedy="leave out --only and --input")
    if given["delimiter"] is not None and (given["mail"] or (form is not None and not gives(form, "DELIMITED"))):
        raise NbError("--delimiter goes with a table of cells", remedy="add --input csv")
    if given["invert"] and given["only"] is None:
        raise NbError("-v goes with --only", remedy="say which lines: --only LABEL -v")
    if given["header"] is not None and not given["mail"] and not is_table:
        raise NbError("--header goes with --mail or a table", remedy="add --mail, or --input csv")
    for column in (given["columns"] or "label").split(","):
        if column not in COLUMNS:
            raise NbError(f"--columns {column}: no such column", remedy=f"choose from {', '.join(COLUMNS)}")
    opt.at_least(1, "--top", given["top"])
    opt.at_least(1, "--jobs", given["jobs"])
    if given["jobs"] > 1 and (given["mail"] or given["is_"] is not None or has_form):
        raise NbError("--jobs goes with lines only", remedy="leave out --jobs, or --input, --mail and --is")
