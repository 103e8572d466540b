"""Command lines to advise, of words that a shell takes as they were given."""

from collections.abc import Sequence
from dataclasses import fields
from shlex import join
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbcli.corpus import How

# `label` is not given by the user: a command sets it for sources without one.
_NO_OPTION = ("label",)


def corpus_words(specs: Sequence[str], how: "How", user_dict: str | None) -> str:
    """Return the words that have another command read the same corpora in the same way, quoted for a shell."""
    return join([*specs, *how_words(how), *(["--user-dict", user_dict] if user_dict else [])])


def how_words(how: "How") -> list[str]:
    """Return the options that say this `How`: a field is the option of its name, `text_columns` one a column.

    How(header=True, text_columns=("a", "b")) gives ["--text-column", "a", "--text-column", "b", "--header"].
    """
    words = []
    for field in fields(how):
        value = getattr(how, field.name)
        if value == field.default or field.name in _NO_OPTION:
            continue
        option = field.name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{option}" if value else f"--no-{option}")
        elif isinstance(value, tuple):
            words += [word for one in value for word in (f"--{option.removesuffix('s')}", one)]
        else:
            words += [f"--{option}", str(value)]
    return words
