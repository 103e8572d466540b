"""The published accuracy table (THEORY.md, "The accuracy table") beside ours: `python tests/table.py FOLDER`.

FOLDER holds ham_5000.utf8 and spam_5000.utf8. Exit 0 when at least five cells are exact and none is more than one
document off, 1 when not, 2 when the files are missing.
"""

import json
import subprocess
import sys
from pathlib import Path

PUBLISHED = {
    ("category", "categorical"): (".9816727757414195", 2946),
    ("category", "multinomial"): (".9830056647784072", 2950),
    ("category", "gaussian"): (".9866711096301233", 2961),
    ("counts", "multinomial"): (".9836721092969011", 2952),
    ("counts", "gaussian"): (".9860046651116294", 2959),
    ("tfidf", "multinomial"): (".984005331556148", 2953),
    ("tfidf", "gaussian"): (".9850049983338887", 2956),
}
FILES = {"ham": "ham_5000.utf8", "spam": "spam_5000.utf8"}
SOURCE = "github.com/moon-hotel/MachineLearningWithMe at commit e31dbf44, folder AllBooKCode/data/spam/"
NEEDED, ALLOWED = 5, 1


def main(folder: Path) -> int:
    missing = [name for name in FILES.values() if not (folder / name).is_file()]
    if missing:
        print(f"table: {folder} has no {' and no '.join(missing)}; the public files are in {SOURCE}", file=sys.stderr)
        return 2
    corpus = [f"{label}={folder / name}" for label, name in FILES.items()]
    compared = subprocess.run([sys.executable, "-m", "nbcli", "compare", *corpus, "--json"], stdout=subprocess.PIPE)
    if compared.returncode:
        return 1
    ours = json.loads(compared.stdout)
    right = {(cell["features"], cell["model"]): cell["right"] for cell in ours["cells"]}
    if right.keys() != PUBLISHED.keys():
        print("table: nb compare has other cells than the published table", file=sys.stderr)
        return 1

    print(f"{'features':9} {'model':12} {'published':>18} {'right':>6} {'ours':>6} {'off by':>7}")
    for cell, (accuracy, published) in PUBLISHED.items():
        off = right[cell] - published
        print(f"{cell[0]:9} {cell[1]:12} {accuracy:>18} {published:6} {right[cell]:6} {off if off else 'exact':>7}")
    print(f"right of {ours['n_test']:,} test texts, {ours['n_train']:,} to train on, seed {ours['seed']}")
    print(warning(ours))
    off_by = [abs(right[cell] - published) for cell, (_, published) in PUBLISHED.items()]
    exact, largest = off_by.count(0), max(off_by)
    print(f"{exact} of {len(off_by)} exact, the largest difference {largest} document{'' if largest == 1 else 's'}")
    return 0 if exact >= NEEDED and largest <= ALLOWED else 1


def warning(ours: dict) -> str:
    share = ours["leaked"] / ours["n_test"]
    spam = ours["leaked_of_label"]["spam"]
    return (
        f"warning: {100 * share:.0f} % of the test texts, {100 * spam['leaked'] / spam['test']:.0f} % of the spam, "
        "also stand in training, which flatters every cell"
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tests/table.py FOLDER")
    sys.exit(main(Path(sys.argv[1])))
