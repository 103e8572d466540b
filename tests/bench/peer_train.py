"""The usual way to train: `python peer_train.py HAM SPAM MODEL`."""

import sys

import joblib
from peer_words import words
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline

texts, labels = [], []
for label, path in zip(("ham", "spam"), sys.argv[1:3], strict=True):
    with open(path, encoding="utf-8") as file:
        lines = file.read().removesuffix("\n").split("\n")
    texts += lines
    labels += [label] * len(lines)
pipeline = Pipeline([("terms", CountVectorizer(analyzer=words, binary=True)), ("model", MultinomialNB(alpha=0.1))])
joblib.dump(pipeline.fit(texts, labels), sys.argv[3])
