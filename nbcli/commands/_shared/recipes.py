"""A recipe from options or a TOML file."""

from dataclasses import fields
from pathlib import Path
from typing import Any

from nbcli.classifier.recipe import STAGES, Recipe, check_prior
from nbcli.commands._shared import options as opt
from nbcli.corpus import unreadable
from nbcli.errors import NbError


def recipe_of(options: dict[str, Any], file: str | None) -> Recipe | None:
    """Return the recipe of the options that are not None, over those of the TOML file; None where there are none.

    NbError for an option that is out of range, or that no recipe has.
    """
    given = {name: value for name, value in options.items() if value is not None}
    values = (_read(file) if file else {}) | given
    if not values:
        return None
    for name, stage in STAGES.items():
        if name in values:
            opt.chosen(stage, f"--{name}", [values[name]])
    if "ngrams" in values:
        values["ngrams"] = opt.ngrams_of(str(values["ngrams"]))
    for name in ("alpha", "var_smoothing"):
        if name in values:
            opt.not_negative(f"--{name.replace('_', '-')}", values[name])
    for name in ("top_k", "min_df"):
        if name in values:
            opt.at_least_one(f"--{name.replace('_', '-')}", values[name])
    if "prior" in values:
        check_prior(values["prior"])
    return Recipe(**values)


def _read(file: str) -> dict[str, Any]:
    import tomllib

    try:
        values = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise unreadable(Path(file), error) from None
    except ValueError as error:
        raise NbError(f"not TOML ({error})", where=file, remedy='write lines such as model = "gaussian"') from None
    values = {name.replace("-", "_"): value for name, value in values.items()}
    kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(Recipe)}
    kinds |= {"ngrams": str, "top_k": int, "prior": str}
    for name, value in values.items():
        if name not in kinds:
            raise NbError(f"no recipe has {name}", where=file, remedy=f"choose from {', '.join(kinds)}")
        number = kinds[name] is float and isinstance(value, int) and not isinstance(value, bool)
        if not number and type(value) is not kinds[name]:
            raise NbError(f"{name} is not of the right type", where=file, remedy=f"write a {kinds[name].__name__}")
    return values
