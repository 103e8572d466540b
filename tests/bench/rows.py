"""`python -m tests.bench.rows [ROWS]`: training on a table of a million rows, beside scikit-learn on the same file.

Twenty columns, ten of numbers (rounded to two decimals, a twentieth missing) and ten of categories, two classes.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tests.bench.tools import nb, python
from tests.bench.watch import watched

ROWS, COLUMNS, CATEGORIES, BLOCK = 1_000_000, 10, 12, 50_000
HEAD = f"{'':24} {'s':>7} {'cpu s':>7} {'rows/s':>8} {'x sklearn':>9} {'MB':>6} {'file MB':>8}"


def lines(rows: int) -> Iterator[str]:
    """Yield the lines of the table."""
    rng = np.random.default_rng(0)
    names = [f"{kind}{j}" for kind in ("number", "kind") for j in range(COLUMNS)]
    yield ",".join([*names, "class"]) + "\n"
    for start in range(0, rows, BLOCK):
        n = min(BLOCK, rows - start)
        c = rng.integers(2, size=n)
        numbers = np.char.mod("%.2f", rng.normal(c[:, None] * 0.3, 1.0, (n, COLUMNS)))
        numbers[rng.random((n, COLUMNS)) < 0.05] = ""
        drawn = np.minimum(rng.geometric(0.3 + 0.1 * c[:, None], (n, COLUMNS)), CATEGORIES)
        both = np.column_stack((numbers, np.char.mod("k%d", drawn), np.array(["no", "yes"])[c]))
        yield "".join(",".join(row) + "\n" for row in both.tolist())


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with tempfile.TemporaryDirectory(prefix="nb-bench-") as folder:
        table, model = Path(folder) / "rows.csv", Path(folder) / "rows.nb"
        with table.open("w", encoding="utf-8") as file:
            file.writelines(lines(rows))
        print(f"{rows:,} rows of {2 * COLUMNS} columns, {table.stat().st_size / 1e6:.0f} MB\n{HEAD}")
        train = ["train", table, "--label-column", "class", "--name", model]
        sides = {
            "scikit-learn": python("sklearn_rows", model, table),
            "nb --density gaussian": nb(*train, "--density", "gaussian", "--no-digests"),
            "nb": nb(*train),
        }
        peer = 0.0
        for name, command in sides.items():
            took = watched(command.words, dict(command.env))
            peer = peer or took.seconds
            print(
                f"{name:24} {took.seconds:7.1f} {took.cpu:7.1f} {rows / took.seconds:8,.0f} "
                f"{peer / took.seconds:9.2f} {took.tree:6.0f} {model.stat().st_size / 1e6:8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
