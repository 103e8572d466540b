"""Weka's naive Bayes, where `weka.jar` and a Java are found: its gaussian, its kernel, and its bins by entropy."""

import csv
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from nbcli.classifier.dataset import InMemory
from nbcli.errors import NbError
from nbcli.evaluation.contestants import Contestant
from nbcli.evaluation.metrics import Outcome
from nbcli.schema import CATEGORY, TEXT, Schema
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log

# Where Debian has it; $WEKA_JAR names another.
_USUAL = "/usr/share/java/weka.jar"
_WAYS = {"weka": [], "weka kernel": ["-K"], "weka bins": ["-D"]}
_CLASS = "weka.classifiers.bayes.NaiveBayes"


@dataclass(frozen=True)
class Weka(Contestant):
    """Weka's NaiveBayes with some of its options, by its command line; `jar` has the files of its class path."""

    jar: str = ""
    ways: tuple[str, ...] = ()

    def outcome(self, corpus: InMemory, schema: Schema, train: Ints, test: Ints, seed: int) -> Outcome:
        """Return what it makes of the records `test`; the seconds are those of the whole program."""
        start = perf_counter()
        with TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("train.arff", "test.arff")]
            for path, rows in zip(files, (train, test), strict=True):
                path.write_text(_arff(corpus, schema, rows), encoding="ascii")
            command = ["java", "-cp", self.jar, _CLASS, "-t", str(files[0]), "-T", str(files[1]), *self.ways]
            done = subprocess.run([*command, "-p", "0", "-distribution"], capture_output=True, text=True, check=False)
        proba = _distributions(done.stdout, len(corpus.labels))
        if len(proba) != len(test):
            said = " ".join((done.stderr or done.stdout).split())[:200]
            raise NbError(f"Weka gave no answers ({said})", remedy="leave out --baselines")
        return Outcome(corpus.codes[test], log(proba), perf_counter() - start, 0.0, len(schema.used))


def found() -> list[Contestant]:
    """Return Weka in its three ways; none where it is not found."""
    jar = os.environ.get("WEKA_JAR", _USUAL)
    if which("java") is None or not Path(jar.split(os.pathsep)[0]).is_file():
        return []
    return [Weka(name, False, "", jar, tuple(ways)) for name, ways in _WAYS.items()]


def _arff(corpus: InMemory, schema: Schema, rows: Ints) -> str:
    """Return the records in Weka's form, columns and categories by their numbers."""
    columns = [column for column in schema.used if column.kind != TEXT]
    lines, parts = ["@relation table"], []
    for j, column in enumerate(columns):
        cells = corpus.cells[column.name]
        is_category = column.kind == CATEGORY
        kind = "{" + ",".join(f"v{i}" for i in range(len(cells.categories))) + "}" if is_category else "numeric"
        lines.append(f"@attribute a{j} {kind}")
        shown = (("v%d" if is_category else "%.17g") % x if x == x else "?" for x in cells.x[rows].tolist())
        parts.append(list(shown))
    lines.append("@attribute class {" + ",".join(f"c{i}" for i in range(len(corpus.labels))) + "}")
    parts.append([f"c{code}" for code in corpus.codes[rows].tolist()])
    return "\n".join([*lines, "@data", *map(",".join, zip(*parts, strict=True)), ""])


def _distributions(out: str, k: int) -> Array:
    """Return the probabilities that Weka printed, a record a row, (m, K)."""
    found = []
    for line in out.splitlines():
        last = line.split()[-1:] if ":" in line else []
        values = next(csv.reader(last), [])
        if len(values) == k:
            found.append([float(value.lstrip("*")) for value in values])
    proba: Array = np.maximum(np.array(found, dtype=np.float64).reshape(-1, k), 0.0)
    return proba
