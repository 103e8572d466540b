"""The usual way to learn more texts: `python sklearn_update.py MODEL CORPUS...`, with partial_fit."""

import sys

import joblib
from specs import read

texts, labels = read(sys.argv[2:])
pipeline = joblib.load(sys.argv[1])
pipeline["model"].partial_fit(pipeline["terms"].transform(texts), labels)
joblib.dump(pipeline, sys.argv[1])
