"""One self-contained page that classifies in the browser, from a file too; nothing is fetched, nothing leaves it."""

import base64
import hashlib
import re
from html import escape

from nbcli.classifier.classifier import Classifier
from nbcli.exports._model.packed import script, source

SUFFIX = ".html"
_PLACE = re.compile("@([A-Z_]+)@")


def files(classifier: Classifier, stem: str) -> dict[str, bytes]:
    """Return the page: the engine in a worker of its own, and no script or style but those that its policy names."""
    page, style = source("page.js"), source("page.css")
    parts = {
        "NAME": escape(stem),
        "STYLE": style,
        "STYLE_HASH": _hash(style),
        "SCRIPT": page,
        "SCRIPT_HASH": _hash(page),
        "ENGINE": script(classifier, "load.js", "worker.js"),
    }
    whole = _PLACE.sub(lambda place: parts[place[1]], source("page.html"))
    return {SUFFIX: whole.encode("utf-8", "backslashreplace")}


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
