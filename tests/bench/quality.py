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


def run_nb(train: list[Record], test: list[Record], work: Path, *options: str) -> dict[str, Any]:
    """Train and predict as whole processes: accuracy, that of leaving out, calibration, log loss, seconds to train."""
    data, texts = work / "train.tsv", work / "test.txt"
    data.write_text("".join(f"{d.label}\t{one_line(d.text)}\n" for d in train), encoding="utf-8")
    texts.write_text("".join(f"{one_line(d.text)}\n" for d in test), encoding="utf-8")
    env = os.environ | {"NB_STORE": str(work)}
    start, before = time.perf_counter(), cpu()
    subprocess.run([*NB, "train", str(data), "--no-header", *options], env=env, check=True, stderr=subprocess.DEVNULL)
    seconds, taken = time.perf_counter() - start, cpu() - before
    out = subprocess.run([*NB, "predict", "--json", str(texts)], env=env, check=True, capture_output=True).stdout
    records = [json.loads(line) for line in out.splitlines()]
    right = np.array([r["label"] == d.label for r, d in zip(records, test, strict=True)])
    top = np.array([max(r["proba"].values()) for r in records])
    own = np.array([r["proba"][d.label] for r, d in zip(records, test, strict=True)])
    with (work / "default.nb").open("rb") as file:
        loo = json.loads(file.readline())["leave_one_out"]["accuracy"]
    loss = -np.log(np.maximum(own, np.finfo(float).tiny)).mean()
    return {"right": right.mean(), "loo": loo, "ece": ece(top, right), "loss": loss, "seconds": seconds, "cpu": taken}


def cpu() -> float:
    """Return the seconds of processor time that the commands run until now have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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


def split(specs: list[str], how: How, most: int | None = None) -> tuple[list[Record], list[Record]]:
    """Return distinct texts to train on, 70 % of all or `most` of these, and to test on, 30 %."""
    documents = distinct(list(read(specs, how)))
    train, test = train_test_split(documents, test_size=0.3, random_state=0, stratify=[d.label for d in documents])
    if most is not None and most < len(train):
        train = train_test_split(train, train_size=most, random_state=0, stratify=[d.label for d in train])[0]
    return train, test


READY = {"tokenizer": str.split, "token_pattern": None, "lowercase": False}


def best_svm(train: list[Record], test: list[Record], ours: list[str], theirs: list[str]) -> float:
    """Return the best accuracy of LinearSVC(C=1) on tfidf of words 1, of words 1-2, and of chars 1-3."""
    labels, truth = [d.label or "" for d in train], [d.label or "" for d in test]
    texts, others = [d.text for d in train], [d.text for d in test]
    kinds: list[tuple[dict[str, Any], list[str], list[str]]] = [
        (READY, ours, theirs),
        ({"ngram_range": (1, 2), **READY}, ours, theirs),
        ({"analyzer": "char", "ngram_range": (1, 3)}, texts, others),
    ]
    return max(
        run_sklearn(lambda how=how: make_pipeline(TfidfVectorizer(**how), LinearSVC()), fitted, labels, tested, truth)  # type: ignore[misc]
        for how, fitted, tested in kinds
    )


def row(name: str, specs: list[str], how: How, work: Path) -> list[str]:
    train, test = split(specs, how)
    labels, truth = [d.label or "" for d in train], [d.label or "" for d in test]
    words = words_of([*train, *test])
    ours, theirs = words[: len(train)], words[len(train) :]
    bayes = run_sklearn(lambda: make_pipeline(CountVectorizer(**READY), MultinomialNB()), ours, labels, theirs, truth)
    default = run_fasttext(ours, labels, theirs, truth, work)
    tuned = run_fasttext(ours, labels, theirs, truth, work, **TUNED)
    svm, nb = best_svm(train, test, ours, theirs), run_nb(train, test, work)
    figures = [bayes, default, tuned, svm, nb["right"], nb["loo"], nb["ece"], nb["loss"]]
    return [name, f"{len(train):,}", f"{len(test):,}", *(f"{figure:.4f}" for figure in figures), f"{nb['seconds']:.1f}"]


def correction_row(name: str, specs: list[str], how: How, most: int | None, work: Path) -> list[str]:
    """Return what the linear correction gains over naive Bayes alone, beside the best LinearSVC."""
    train, test = split(specs, how, most)
    words = words_of([*train, *test])
    svm = best_svm(train, test, words[: len(train)], words[len(train) :])
    alone, nb = run_nb(train, test, work, "--correction", "none"), run_nb(train, test, work)
    figures = [svm, alone["right"], nb["right"], alone["loss"], nb["loss"], alone["ece"], nb["ece"]]
    return [
        name,
        f"{len(train):,}",
        *(f"{figure:.4f}" for figure in figures),
        f"{nb['cpu'] / alone['cpu']:.2f}",
    ]


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
    heads = ["corpus", "train", "test", "sklearn NB", "fastText", "tuned", "LinearSVC", "nb", "nb loo", "nb ECE"]
    heads += ["nb loss", "s"]
    others = ["corpus", "train", "LinearSVC", "none", "linear", "loss none", "linear", "ECE none", "linear", "cpu x"]
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        # First, so that the peak is this run's own.
        last = whole_mail(folder, work)
        rows = [heads, *(row(corpus, *how, work) for corpus, how in corpora(folder).items())]
        sizes = [(corpus, how, most) for corpus, how in corpora(folder).items() for most in (1_000, 5_000, None)]
        more = [others, *(correction_row(corpus, *how, most, work) for corpus, how, most in sizes)]
    show(rows)
    print("\n".join(last))
    print("\n--correction none and linear")
    show(more)


def show(rows: list[list[str]]) -> None:
    widths = [max(len(r[j]) for r in rows) for j in range(len(rows[0]))]
    for r in rows:
        cells = zip(r, widths, strict=True)
        print("  ".join(cell.rjust(width) if j else cell.ljust(width) for j, (cell, width) in enumerate(cells)))


if __name__ == "__main__":
    main()
