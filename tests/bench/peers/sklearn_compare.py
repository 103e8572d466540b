"""The published table as a careful user writes it with jieba and scikit-learn: `python sklearn_compare.py HAM SPAM`.

Tokens are made once, matrices stay sparse until a model refuses them. Prints the right counts as JSON.
"""

import json
import re
import sys

import jieba
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import CategoricalNB, GaussianNB, MultinomialNB

jieba.setLogLevel("ERROR")
NOT_HAN = re.compile("[^\u4e00-\u9fff]+")


def tokens(text: str) -> list[str]:
    return [word for word in jieba.lcut(NOT_HAN.sub(" ", text)) if len(word) > 1]


def as_it_is(words: list[str]) -> list[str]:
    return words


texts, labels = [], []
for label, path in enumerate(sys.argv[1:3]):
    with open(path, encoding="utf-8") as file:
        found = [tokens(line) for line in file.read().removesuffix("\n").split("\n")]
    texts += found
    labels += [label] * len(found)
train, test, y_train, y_test = train_test_split(texts, labels, test_size=0.3, random_state=2022)

features = {}
for name, vectorizer in (
    ("counts", CountVectorizer(analyzer=as_it_is, max_features=6000)),
    ("tfidf", TfidfVectorizer(analyzer=as_it_is, max_features=6000)),
):
    features[name] = (vectorizer.fit_transform(train), vectorizer.transform(test))
features["category"] = tuple((X > 0).astype(int) for X in features["counts"])

right = {}
for name, (X_train, X_test) in features.items():
    model = MultinomialNB(alpha=1e-10).fit(X_train, y_train)
    right[f"{name} multinomial"] = int((model.predict(X_test) == y_test).sum())
    dense_train, dense_test = X_train.toarray(), X_test.toarray()
    model = GaussianNB().fit(dense_train, y_train)
    right[f"{name} gaussian"] = int((model.predict(dense_test) == y_test).sum())
    if name == "category":
        model = CategoricalNB(alpha=1, min_categories=2).fit(dense_train, y_train)
        right[f"{name} categorical"] = int((model.predict(dense_test) == y_test).sum())
print(json.dumps(right))
