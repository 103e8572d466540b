"""A coverage-guided fuzzer (atheris) of the corpus readers: a file of any bytes, in any form, gives NbError at most.

    pip install atheris && python tests/fuzz_corpus.py -max_total_time=600 -timeout=10 CORPUS_FOLDER

The first byte chooses the form and the suffix, the rest is the file. It begins with files of every form (`seeds`).
"""

import io
import json
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import atheris
from fuzz_seeds import begin_with

with atheris.instrument_imports(include=["nbcli", "csv", "json"]):
    from nbcli.choices import choices, load
    from nbcli.corpus import How, Log, read
    from nbcli.errors import NbError

    FORMS = [None, *choices("corpus")]
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


def seeds() -> list[bytes]:
    """Return a file of each form, after a byte that chooses it."""
    rows = [("spam", "free money, now"), ("ham", 'lunch at "ten"'), ("ham", "会议 优惠")]
    contents = {
        "csv": "label,text\n" + "".join(f'{a},"{b.replace(chr(34), chr(34) * 2)}"\n' for a, b in rows),
        "tsv": "label\ttext\n" + "".join(f"{a}\t{b}\n" for a, b in rows),
        "jsonl": "".join(json.dumps({"label": [a], "text": b, "n": {"m": 1}}) + "\n" for a, b in rows),
        "fasttext": "".join(f"__label__{a}, {b}\n" for a, b in rows),
        "arff": "@relation r\n@attribute text string\n@attribute label {spam,ham}\n@data\n'a b',spam\n",
        "mbox": "From a Mon Jan  1 00:00:00 2024\nFrom: a@b.c\nSubject: x\n\nfree <b>money</b>\n" * 2,
        "eml": "From: a@b.c\nSubject: =?utf-8?b?5LyY5oOg?=\nContent-Type: text/html\n\n<p>free &amp; <br>now</p>\n",
        "lines": "one\r\ntwo\n",
    }
    found = [bytes([FORMS.index(form)]) + text.encode() for form, text in contents.items()]
    found += [bytes([FORMS.index("jsonl")]) + json.dumps([{"text": "x", "label": "a"}] * 2, indent=1).encode()]
    found += [
        bytes([FORMS.index("lines")]) + text.encode(name) for text, name in (("für\n", "cp1252"), ("会", "utf-16"))
    ]
    with suppress(ImportError):
        import pyarrow as pa
        import pyarrow.parquet as pq

        out = io.BytesIO()
        pq.write_table(pa.table({"label": [a for a, _ in rows], "text": [b for _, b in rows]}), out)
        found.append(bytes([FORMS.index("parquet")]) + out.getvalue())
    return found


if __name__ == "__main__":
    begin_with(seeds())
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
