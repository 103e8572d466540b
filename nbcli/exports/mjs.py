"""An ES module without dependencies, for Node, Deno, Bun, browsers and workers: the engine, and the model in it."""

import json
import re

from nbcli.classifier.classifier import Classifier
from nbcli.exports._model.packed import module, source

SUFFIX = ".mjs"


def files(classifier: Classifier, stem: str) -> dict[str, bytes]:
    """Return the module, and its types beside it."""
    return {SUFFIX: module(classifier).encode(), ".d.mts": source("types.d.ts").encode("utf-8")}


def package(classifier: Classifier, stem: str) -> dict[str, bytes]:
    """Return a folder that `npm pack` takes."""
    name = re.sub(r"[^a-z0-9._-]+", "-", stem.lower()).strip("-._") or "model"
    about = {
        "name": name,
        "version": "1.0.0",
        "description": f"A naive Bayes text classifier: {', '.join(classifier.labels)[:80]}",
        "type": "module",
        "exports": {".": {"types": "./model.d.ts", "default": "./model.mjs"}},
        "types": "./model.d.ts",
        "files": ["model.mjs", "model.d.ts"],
        "license": "UNLICENSED",
    }
    return {
        "package.json": (json.dumps(about, ensure_ascii=False, indent=2) + "\n").encode("utf-8"),
        "model.mjs": module(classifier).encode(),
        "model.d.ts": source("types.d.ts").encode("utf-8"),
    }
