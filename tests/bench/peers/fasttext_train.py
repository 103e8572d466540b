"""fastText: `python fasttext_train.py MODEL SETTINGS CORPUS...`, SETTINGS being JSON for train_supervised."""

import json
import sys
import tempfile

import fasttext
from fasttext_words import spaced
from specs import read

model, settings, *specs = sys.argv[1:]
texts, labels = read(specs)
with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
    file.writelines(f"__label__{label} {words}\n" for label, words in zip(labels, spaced(texts), strict=True))
    file.flush()
    fasttext.train_supervised(file.name, verbose=0, **json.loads(settings)).save_model(model)
