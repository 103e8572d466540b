"""fastText: `python fasttext_predict.py MODEL < TEXTS`, a label a line, an empty one where no word is known."""

import sys

import fasttext
from fasttext_words import spaced

sys.stdin.reconfigure(encoding="utf-8")
texts = list(spaced(sys.stdin.read().removesuffix("\n").split("\n")))
rows, _ = fasttext.load_model(sys.argv[1]).predict(texts)
print("\n".join(row[0].removeprefix("__label__") if row else "" for row in rows))
