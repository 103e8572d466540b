"""Make the golden model files of this shape: `python tests/golden/make.py`, once a shape, and commit them.

test_old_models.py holds every later version to reading them and to giving the posteriors that stand beside them. Those
of format 1 were made by nb 0.1.0 as it first was: `-pruned` is a default model that dropped the terms of one text and
does not say so, `-no-terms` one of idf with a view that was left no term.
"""

import json
import os
from pathlib import Path

import numpy as np

from nbcli import store
from nbcli.classifier import updating
from nbcli.classifier.dataset import InMemory, in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record
from nbcli.training.default import learn_default
from nbcli.training.scoring import learn_recipe

HERE = Path(__file__).parent
HAM = [
    "see you at the meeting",
    "the meeting is at noon",
    "see the draft at noon",
    "明天开会讨论论文",
    "明天讨论论文 see you",
]
SPAM = ["free money, reply now", "win free money now", "代开发票 优惠 reply now", "发票 优惠 win now", "代开发票 free"]
TOGETHER = ["one", "two", "six", "ten", "red", "sea", "sky", "sun", "ice", "oak"]
NEWS = ["elections in the north", "rain in the north", "elections and rain"]
ASKED = ["free lunch at the meeting", "代开发票", "开会", "Ω", "", "win now 论文"]
LEFT_OUT = {
    "texts": 10,
    "accuracy": 0.9,
    "interval": [0.6, 0.98],
    "recall": {"ham": 1.0, "spam": None},
    "precision": {"ham": 0.9, "spam": None},
    "reliability": [{"said": 0.75, "right": 0.9, "texts": 10}],
}
THRESHOLD = {"label": "spam", "proba": 0.75, "precision": 0.9, "interval": [0.5, 1.0], "recall": 0.3}


def corpus(news: list[str], tokenizers: list[str]) -> InMemory:
    labelled = (("ham", HAM), ("spam", SPAM), ("news", news))
    return in_memory(tokenizers, [Record(text, label, "f", 1) for label, texts in labelled for text in texts])


def mixed(n: int = 150, k: int = 3) -> list[Record]:
    """Return n texts of k labels, enough for a linear correction, with words that naive Bayes counts too often."""
    rng, found = np.random.default_rng(0), []
    for i in range(n):
        c = i % k
        together = rng.random() < (0.75 if c == 0 else 0.25)
        words = [word for word in TOGETHER * together if rng.random() < 0.8]
        words += [f"w{c if rng.random() < 0.8 else rng.integers(k)}", *rng.choice([*"abcdefgh"], 4)]
        found.append(Record(" ".join(rng.permutation(words)), f"label {c}", "f", 1))
    return found


def main() -> None:
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    explicit = learn_recipe(Recipe(features="tfidf", alpha=0.5), corpus([], ["words"]))[0]
    explicit.facts |= {"leave_one_out": LEFT_OUT, "threshold": THRESHOLD}
    blend, _ = learn_default(corpus([], ["words", "chars"]))
    # A label that lost its texts.
    gone, _ = learn_default(corpus(NEWS, ["words", "chars"]), prune=False)
    updating.forget(gone, in_memory(["words", "chars"], [Record(text, "news", "f", 1) for text in NEWS]))
    # Of more than 32 labels the counts by class are sparse.
    many = [Record(f"{text} {n}", f"label {n % 40}", "f", 1) for n, text in enumerate([*HAM, *SPAM] * 11)]
    sparse = learn_recipe(Recipe(features="idf"), in_memory(["words"], many))[0]
    corrected, _ = learn_default(in_memory(["words", "chars"], mixed()))
    both = (("", explicit), ("-blend", blend), ("-gone", gone), ("-many", sparse), ("-corrected", corrected))
    for name, classifier in both:
        stem = f"format-{store.FORMAT}.{store.MINOR}{name}"
        store.save(classifier, str(HERE / f"{stem}.nb"))
        proba, status = classifier.classify(ASKED)
        expected = {"asked": ASKED, "labels": classifier.labels, "proba": proba.tolist(), "status": status}
        text = json.dumps(expected, ensure_ascii=False, indent=1) + "\n"
        (HERE / f"{stem}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
