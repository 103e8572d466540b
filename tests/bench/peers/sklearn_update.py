"""The usual way to learn more texts: `python sklearn_update.py MODEL CORPUS...`, with partial_fit."""

import sys

import joblib
from specs import read

texts, labels = read(sys.argv[2:])
classifier = joblib.load(sys.argv[1])
classifier["model"].partial_fit(classifier["terms"].transform(texts), labels)
joblib.dump(classifier, sys.argv[1])
