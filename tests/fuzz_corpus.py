"""A coverage-guided fuzzer (atheris) of the corpus readers: a file of any bytes, in any form, gives NbError at most.

    pip install atheris && python tests/fuzz_corpus.py -max_total_time=600 -timeout=10 CORPUS_FOLDER

The first byte chooses the form and the suffix, the rest is the file.
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["nbcli", "csv", "json"]):
    from nbcli.choices import choices, load
    from nbcli.corpus import How, Log, read
    from nbcli.errors import NbError

    FORMS = [None, *(name for name in choices("corpus") if name != "parquet")]
    for name in choices("corpus"):
        load("corpus", name)

SUFFIXES = ("", ".csv", ".tsv", ".jsonl", ".eml", ".mbox", ".gz", ".bz2", ".xz", ".zst", ".txt")
FOLDER = Path(tempfile.mkdtemp())


def one(data: bytes) -> None:
    choice = data[0] if data else 0
    path = FOLDER / f"x{SUFFIXES[choice // len(FORMS) % len(SUFFIXES)]}"
    path.write_bytes(data[1:])
    log = Log()
    spec = f"a={path}" if choice % 2 else str(path)
    try:
        for document in read([spec], How(format=FORMS[choice % len(FORMS)]), log):
            document.text.encode()
            (document.label or "").encode()
            if document.line < 1:
                raise AssertionError("a line before the first")
    except NbError as error:
        str(error).encode()
    log.notes()


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
