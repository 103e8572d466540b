"""The engine in JavaScript, and what it needs of a model, as it travels in one file: compressed, in base64."""

import base64
import gzip
import re
from pathlib import Path

from nbcli import __version__
from nbcli.classifier.classifier import Classifier
from nbcli.errors import NbError
from nbcli.exports._model.characters import tables
from nbcli.exports._model.dictionary import dictionary_of
from nbcli.exports._model.portable import portable, written

_JS = Path(__file__).parents[1] / "_js"
# What a file offers others of this folder.
_INNER = re.compile(r"^export (?=(async )?(function|class|const) )", re.MULTILINE)


def source(name: str) -> str:
    """Return a file of the engine's folder."""
    return (_JS / name).read_text(encoding="utf-8")


def module(classifier: Classifier) -> str:
    """Return the engine with the model in it as a module, which offers `load`."""
    return script(classifier) + source("load.js")


def script(classifier: Classifier, *more: str) -> str:
    """Return the same as a script, which offers nothing, with `more` files of the folder after it."""
    parts = [source("engine.js"), _packed(classifier), *map(source, more)]
    return f"// Written by nb {__version__}.\n\n" + "\n".join(_INNER.sub("", part) for part in parts)


def _packed(classifier: Classifier) -> str:
    """Return the model in JavaScript: constants, each base64 of gzip of JSON; NbError for a model of tables."""
    if "columns" in classifier.facts:
        raise NbError(
            "the model has learned a table, and the engine in JavaScript reads texts",
            remedy="export it as .json",
        )
    dictionary = dictionary_of(classifier)
    parts = {"MODEL": _compressed(portable(classifier)), "CHARACTERS": _compressed(tables())}
    parts["DICTIONARY"] = _compressed(dictionary) if dictionary else ""
    return "".join(f'const {name} = "{data}";\n' for name, data in parts.items())


def _compressed(data: object) -> str:
    # Without a time in it: the same model is the same bytes.
    return base64.b64encode(gzip.compress(written(data), 9, mtime=0)).decode("ascii")
