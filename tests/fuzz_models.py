"""A fuzzer of model files: their contents are changed and the checksum is mended, and every command is run on them.

    python tests/fuzz_models.py 40000 [SEED]

A file is refused in one line, or it answers: no traceback, no NaN. `damaged` is of use to tests, too.
"""

import copy
import hashlib
import io
import json
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

import joblib
import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from nbcli.errors import NbError
from nbcli.store import stream

State = dict[str, Any]
NUMBERS = [0, -1, 1, 2, 0.5, -0.5, 1 << 31, 1 << 40, (1 << 62) + 1, -(1 << 62), 1e30, 1e308, -1e308, 5e-324]
WORDS = ["", " ", "x", "\n", "a\nb", "\ud800", "word", "\u0000", "gaussian", "bernoulli", "chars", "idf", "1"]


def read(data: bytes) -> tuple[State, State]:
    """Return the first line of a model file and its body."""
    line, body = data.split(b"\n", 1)
    return json.loads(line), stream.load(io.BytesIO(body), len(body))


def written(head: State, state: State) -> bytes:
    """Return the model file of these, with its checksum."""
    body = io.BytesIO()
    joblib.dump(state, body, protocol=4)
    data = body.getvalue()
    head = head | {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    return json.dumps(head, default=list).encode() + b"\n" + data


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return the model file with one to three things in it changed, its checksum mended."""
    head, state = read(data)
    head, state = copy.deepcopy(head), copy.deepcopy(state)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        _change(chance.choice([head, state, state, state]), chance)
    return written(head, state)


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Return every place in a tree: what holds it, and its key or number there."""
    found = []
    pairs = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else []
    for key, value in pairs:
        found.append((tree, key))
        found += _places(value)
    return found


def _change(tree: Any, chance: random.Random) -> None:
    holder, key = chance.choice(_places(tree) or [({"": 0}, "")])
    value = holder[key]
    if chance.random() < 0.08:
        if isinstance(holder, dict):
            del holder[key]
        elif chance.random() < 0.5:
            holder.append(copy.deepcopy(value))
        else:
            holder.pop(key)
    elif chance.random() < 0.05:
        holder[key] = chance.choice([None, [], {}, "", 0, 1.5, True, np.zeros(0), np.zeros((2, 2))])
    elif isinstance(value, np.ndarray):
        holder[key] = _array(value, chance)
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int | float):
        holder[key] = chance.choice([*NUMBERS, value + 1, value - 1, -value, value * 2])
    elif isinstance(value, str):
        holder[key] = _text(value, chance)
    elif isinstance(value, list):
        chance.shuffle(value)
    elif isinstance(value, dict) and value:
        holder[key] = dict(chance.sample(list(value.items()), len(value)))


def _array(array: Any, chance: random.Random) -> Any:
    way = chance.randrange(8)
    array = array.copy()
    if way < 4 and array.size:
        wide = array.astype(np.float64 if array.dtype.kind == "f" or chance.random() < 0.5 else np.int64)
        flat = wide.reshape(-1)
        for _ in range(chance.choice([1, 1, 5, len(flat)])):
            number = chance.choice(NUMBERS)
            fits = wide.dtype.kind == "f" or abs(number) < 1 << 63
            flat[chance.randrange(len(flat))] = number if fits else 0
        return wide
    if way == 4:
        return np.append(array, array[-1:], axis=0) if array.ndim else array
    if way == 5:
        return array[:-1] if array.ndim else array
    if way == 6 and array.ndim and len(array) > 1:
        i, j = chance.sample(range(len(array)), 2)
        array[[i, j]] = array[[j, i]]
        return array
    return array.reshape(-1) if array.ndim > 1 else array.reshape(1, -1) if array.ndim == 1 else array


def _text(text: str, chance: random.Random) -> str:
    way = chance.randrange(5)
    lines = text.split("\n")
    if way == 0:
        return chance.choice(WORDS)
    if way == 1 and len(lines) > 1:
        lines.pop(chance.randrange(len(lines)))
        return "\n".join(lines)
    if way == 2:
        lines[chance.randrange(len(lines))] = lines[chance.randrange(len(lines))]
        return "\n".join(lines)
    if way == 3:
        lines[chance.randrange(len(lines))] += chance.choice(WORDS)
        return "\n".join(lines)
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(WORDS) + text[at:]


def seeds() -> list[bytes]:
    """Return model files of every shape: those that are kept as golden, and tables."""
    from tests.test_tables_in_and_out import inside

    here = Path(__file__).parent
    found = [path.read_bytes() for path in sorted((here / "golden").glob("*.nb"))]
    rows = [f"{n},{n * n % 7},{'red' if n % 3 else 'blue'},w{n % 4} word,{'ab'[n % 2]}\n" for n in range(40)]
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "t.csv"
        table.write_text("x,y,colour,note,label\n" + "".join(rows), encoding="utf-8")
        lines = Path(folder) / "l.csv"
        lines.write_text(
            "label,text\n" + "".join(f"{'ab'[n % 2]},w{n % 5} v{n % 3} u{n % 2} 开会\n" for n in range(40))
        )
        options: list[list[Any]] = [[table], [table, "--columns", "note:skip", "--missing", "value"]]
        for density in ("gaussian", "kernel", "bins", "mdl", "poisson", "categorical"):
            options.append([table, "--columns", "note:skip", "--density", density])
        for model, features in (
            *(("multinomial", one) for one in ("counts", "tfidf", "idf", "category")),
            *((one, "counts") for one in ("bernoulli", "complement", "gaussian", "categorical")),
        ):
            options.append([lines, "--model", model, "--features", features])
        options += [[lines, "--tokenizer", "chars", "--ngrams", "1-3"], [lines, "--tokenizer", "jieba"]]
        for given in options:
            path = Path(folder) / "m.nb"
            done = inside(["train", *given, "--label-column", "label", "--name", path])
            assert done.returncode == 0, done.stderr.decode()
            found.append(path.read_bytes())
    return found


def commands(path: str, table: bool) -> list[tuple[list[str], bytes]]:
    """Return the commands that read a model, and what each has on stdin."""
    text = b"x=3 y=2 colour=red" if table else "w1 v2 开会 see you at the meeting".encode()
    row = b'{"x": 3, "y": 2, "colour": "red", "note": "w1"}\n{"x": 4}\n' if table else b"w1 v2\nfree money\n\nno\n"
    labelled = b"x,y,colour,note,label\n3,2,red,w1,a\n1,,blue,w2,b\n" if table else b"label,text\na,w1 v2\nb,free u1\n"
    how = [] if table else ["--json"]
    return [
        (["predict", "--name", path, *how], row),
        (["info", path], b""),
        (["info", path, "--json"], b""),
        (["explain", text.decode(), "--name", path], b""),
        (["explain", text.decode(), "--name", path, "--json"], b""),
        (["evaluate", "-", "--name", path, "--json", "--label-column", "label"], labelled),
        (["words", "--name", path], b""),
        (["update", "-", "--name", path, "--label-column", "label"], labelled),
        (["update", "--forget", "-", "--name", path, "--label-column", "label"], labelled),
    ]


def tried(path: Path, command: list[str], data: bytes) -> str:
    """Return what a command makes of the model, "" where that is an answer or a line."""
    from tests.test_tables_in_and_out import inside

    try:
        done = inside(command, data)
    except BaseException:
        return traceback.format_exc(limit=-3)
    out = done.stdout + done.stderr
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}: {out.decode()[-300:]}"
    if b"Traceback" in out or (done.returncode != 2 and b"NaN" in out):
        return out.decode()[-800:]
    if done.returncode == 2 and done.stderr.count(b"\n") != 1:
        return f"several lines: {done.stderr.decode()[-600:]}"
    return ""


def main(times: int, seed: int) -> int:
    """Try so many damaged files; return how many failed in different ways."""
    chance, models, failures = random.Random(seed), seeds(), Counter[str]()
    first: dict[str, tuple[int, list[str], str]] = {}
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.nb"
        for n in range(times):
            data = chance.choice(models)
            try:
                data = damaged(data, chance)
            except (NbError, OverflowError, UnicodeError):
                continue
            path.write_bytes(data)
            command, given = chance.choice(commands(str(path), b'"columns"' in data.split(b"\n", 1)[0]))
            before = time.monotonic()
            what = tried(path, command, given)
            if (seconds := time.monotonic() - before) > 20:
                what = what or f"{seconds:.0f} seconds"
            if what:
                key = what.strip().splitlines()[-1][:160]
                failures[key] += 1
                if key not in first:
                    first[key] = n, command, what
                    Path(f"/tmp/damaged-{len(first)}.nb").write_bytes(data)
    for number, (key, times_) in enumerate(failures.items(), 1):
        n, command, what = first[key]
        print(f"{number}: {times_} times, first {n}: nb {' '.join(command)}\n{what}\n")
    print(f"{times} damaged models in {time.monotonic() - begun:.0f} s, {sum(failures.values())} failures")
    return len(failures)


if __name__ == "__main__":
    sys.exit(int(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1) > 0))
