"""The usual way to train: `python sklearn_train.py MODEL CORPUS...`, words and pairs of words, a pickled pipeline.

`--updatable` hashes the terms in place of counting them: the vocabulary of a CountVectorizer cannot grow.
"""

import sys

import joblib
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline
from sklearn_words import words
from specs import read

updatable = "--updatable" in sys.argv
model, *specs = [word for word in sys.argv[1:] if word != "--updatable"]
if updatable:
    terms = HashingVectorizer(analyzer=words, alternate_sign=False, norm=None)
else:
    terms = CountVectorizer(analyzer=words)
pipeline = Pipeline([("terms", terms), ("model", MultinomialNB(alpha=0.1))])
joblib.dump(pipeline.fit(*read(specs)), model)
