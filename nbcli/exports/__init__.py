"""Exports: forms in which a classifier leaves for where nb is not. One file a form.

The contract of a form (one file in this folder):

    SUFFIX: str                                           how its file ends, which is how `nb export` finds it
    def files(classifier, stem) -> dict[str, bytes]       what is written, by the end of its name after `stem`; the
                                                          first is the file that was asked for
    def package(classifier, stem) -> dict[str, bytes]     where it has one: the files of a folder, by name

All are made of one thing, the model as plain data (`_model.portable`), of which README has the schema. What a form
cannot carry it refuses with an `NbError`: nothing leaves that would answer otherwise than here.
"""

from pathlib import Path

from nbcli.choices import choices, defines, load
from nbcli.errors import NbError


def suffixes() -> dict[str, str]:
    """Return the form of each end of a file's name."""
    return {load("exports", name).SUFFIX: name for name in choices("exports")}


def form_of(path: str) -> str:
    """Return the form that the end of a file's name says; NbError where it says none."""
    known = suffixes()
    if (suffix := Path(path).suffix.lower()) not in known:
        remedy = f"end it in {' or '.join(known)}, or give --to {' or '.join(known.values())}"
        raise NbError("its name does not say what it is to be", where=path, remedy=remedy)
    return known[suffix]


def packing() -> str:
    """Return the form that makes a package."""
    return next(name for name in choices("exports") if defines("exports", name, "package"))
