"""`make quality`: how right the default of `nb train` is, beside fastText and scikit-learn, in one run.

python tests/bench/quality.py FOLDER, the folder holding spam-zh, sms-en and shopping-zh (see `nb fetch`). Copies (texts
alike but for case and spaces) are dropped, 70 % train and 30 % test, stratified, seed 0. fastText and the words of
scikit-learn get nb's own tokens, ready made. Needs the extras `dev` and `peers`.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fasttext
import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from nbcli.answering.answers import escaped
from nbcli.classifier.dataset import in_memory
from nbcli.corpus import How, Record, read

TUNED = {"epoch": 25, "wordNgrams": 2, "lr": 0.2}
NB = [sys.executable, "-m", "nbcli"]


def corpora(folder: Path) -> dict[str, tuple[list[str], How]]:
    mail, shop = folder / "spam-zh", str(folder / "shopping-zh" / "online_shopping_10_cats.csv")
    return {
        "spam-zh": ([f"ham={mail}/ham_5000.utf8", f"spam={mail}/spam_5000.utf8"], How()),
        "sms-en": ([str(folder / "sms-en" / "SMSSpamCollection")], How()),
        "shopping-zh by label": ([shop], How(label_column="label", text_columns=("review",))),
        "shopping-zh by cat": ([shop], How(label_column="cat", text_columns=("review",))),
    }


def distinct(documents: list[Record]) -> list[Record]:
    first: dict[str, Record] = {}
    for document in documents:
        first.setdefault(" ".join(document.text.split()).lower(), document)
    return list(first.values())


def words_of(documents: list[Record]) -> list[str]:
    tokens = in_memory(["words"], documents).tokens["words"]
    words = np.array(tokens.symbols.words(), dtype=object)
    return [" ".join(words[tokens.ids[a:b]]) for a, b in zip(tokens.offsets[:-1], tokens.offsets[1:], strict=True)]


def run_nb(train: list[Record], test: list[Record], work: Path) -> dict[str, Any]:
    """Train and predict with no option, as whole processes."""
    data, texts = work / "train.tsv", work / "test.txt"
    data.write_text("".join(f"{d.label}\t{one_line(d.text)}\n" for d in train), encoding="utf-8")
    texts.write_text("".join(f"{one_line(d.text)}\n" for d in test), encoding="utf-8")
    env = os.environ | {"NB_STORE": str(work)}
    start = time.perf_counter()
    subprocess.run([*NB, "train", str(data), "--no-header"], env=env, check=True, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    out = subprocess.run([*NB, "predict", "--json", str(texts)], env=env, check=True, capture_output=True).stdout
    records = [json.loads(line) for line in out.splitlines()]
    right = np.array([r["label"] == d.label for r, d in zip(records, test, strict=True)])
    top = np.array([max(r["proba"].values()) for r in records])
    with (work / "default.nb").open("rb") as file:
        loo = json.loads(file.readline())["leave_one_out"]["accuracy"]
    return {"right": right.mean(), "loo": loo, "ece": ece(top, right), "seconds": seconds}


def one_line(text: str) -> str:
    return " ".join(escaped(text).replace("\\t", " ").replace("\\n", " ").replace("\\r", " ").split("\t"))


def ece(top: np.ndarray, right: np.ndarray) -> float:
    bins = np.minimum((top * 15).astype(int), 14)
    return sum(abs(top[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins))


def fasttext_file(words: list[str], labels: list[str], work: Path) -> str:
    path = work / "fasttext.txt"
    lines = (f"__label__{label} {line}\n" for label, line in zip(labels, words, strict=True))
    path.write_text("".join(lines), encoding="utf-8")
    return str(path)


def run_fasttext(
    train: list[str], labels: list[str], test: list[str], truth: list[str], work: Path, **how: Any
) -> float:
    try:
        model = fasttext.train_supervised(fasttext_file(train, labels, work), verbose=0, **how)
    except RuntimeError:  # its loss became NaN
        return float("nan")
    said = model.f.multilinePredict([line + "\n" for line in test], 1, 0.0, "strict")[0]
    return float(np.mean([row[0].removeprefix("__label__") == label for row, label in zip(said, truth, strict=True)]))


def run_sklearn(
    kind: Callable[[], Any], train: list[str], labels: list[str], test: list[str], truth: list[str]
) -> float:
    return float(kind().fit(train, labels).score(test, truth))


def row(name: str, specs: list[str], how: How, work: Path) -> list[str]:
    documents = distinct(list(read(specs, how)))
    y = [d.label or "" for d in documents]
    train, test = train_test_split(documents, test_size=0.3, random_state=0, stratify=y)
    labels, truth = [d.label or "" for d in train], [d.label or "" for d in test]
    words = words_of([*train, *test])
    ours, theirs = words[: len(train)], words[len(train) :]
    plain, plain_test = [d.text for d in train], [d.text for d in test]
    ready = {"tokenizer": str.split, "token_pattern": None, "lowercase": False}
    svm = [
        run_sklearn(lambda: make_pipeline(TfidfVectorizer(**ready), LinearSVC()), ours, labels, theirs, truth),
        run_sklearn(
            lambda: make_pipeline(TfidfVectorizer(ngram_range=(1, 2), **ready), LinearSVC()),
            ours,
            labels,
            theirs,
            truth,
        ),
        run_sklearn(
            lambda: make_pipeline(TfidfVectorizer(analyzer="char", ngram_range=(1, 3)), LinearSVC()),
            plain,
            labels,
            plain_test,
            truth,
        ),
    ]
    bayes = run_sklearn(lambda: make_pipeline(CountVectorizer(**ready), MultinomialNB()), ours, labels, theirs, truth)
    default = run_fasttext(ours, labels, theirs, truth, work)
    tuned = run_fasttext(ours, labels, theirs, truth, work, **TUNED)
    nb = run_nb(train, test, work)
    figures = [bayes, default, tuned, max(svm), nb["right"], nb["loo"], nb["ece"]]
    return [name, f"{len(train):,}", f"{len(test):,}", *(f"{figure:.4f}" for figure in figures), f"{nb['seconds']:.1f}"]


def whole_mail(folder: Path, work: Path) -> list[str]:
    """Train on all of spam-zh, copies and all: time, memory, and the size of what is stored."""
    specs, how = corpora(folder)["spam-zh"]
    env = os.environ | {"NB_STORE": str(work)}
    start = time.perf_counter()
    subprocess.run([*NB, "train", *specs], env=env, check=True, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    documents = list(read(specs, how))
    path = fasttext_file(words_of(documents), [d.label or "" for d in documents], work)
    start = time.perf_counter()
    model = fasttext.train_supervised(path, verbose=0, **TUNED)
    theirs = time.perf_counter() - start
    model.save_model(str(work / "m.bin"))
    model.quantize(input=path, retrain=False)
    model.save_model(str(work / "m.ftz"))
    sizes = {name: (work / name).stat().st_size / 1e6 for name in ("default.nb", "m.bin", "m.ftz")}
    return [
        f"all {len(documents):,} texts of spam-zh: nb train {seconds:.1f} s (whole process), {peak:.0f} MB, "
        f"fastText tuned {theirs:.1f} s (training alone)",
        f"model files, MB: {', '.join(f'{name} {size:.1f}' for name, size in sizes.items())}",
    ]


def main() -> None:
    warnings.filterwarnings("ignore")
    folder = Path(sys.argv[1])
    heads = ["corpus", "train", "test", "sklearn NB", "fastText", "tuned", "LinearSVC", "nb", "nb loo", "nb ECE", "s"]
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        # First, so that the peak is this run's own.
        last = whole_mail(folder, work)
        rows = [heads, *(row(corpus, *how, work) for corpus, how in corpora(folder).items())]
    widths = [max(len(r[j]) for r in rows) for j in range(len(heads))]
    for r in rows:
        print(
            "  ".join(
                cell.rjust(width) if j else cell.ljust(width)
                for j, (cell, width) in enumerate(zip(r, widths, strict=True))
            )
        )
    print("\n".join(last))


if __name__ == "__main__":
    main()
