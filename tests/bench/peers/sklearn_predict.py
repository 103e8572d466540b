"""The usual way to predict: `python sklearn_predict.py MODEL < TEXTS`, a label a line."""

import sys

import joblib

pipeline = joblib.load(sys.argv[1])
sys.stdin.reconfigure(encoding="utf-8")
print("\n".join(pipeline.predict(sys.stdin.read().removesuffix("\n").split("\n"))))
