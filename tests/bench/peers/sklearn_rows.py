"""GaussianNB on the numbers and CategoricalNB on the categories of a table: `python sklearn_rows.py MODEL FILE.csv`.

The class stands in the last column. scikit-learn cannot mix kinds of columns: the two log posteriors are added by whom
it may concern, less one prior.
"""

import csv
import sys

import joblib
import numpy as np
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.preprocessing import OrdinalEncoder

model, table = sys.argv[1:]
with open(table, encoding="utf-8", newline="") as file:
    _, *rows = csv.reader(file)
columns = list(zip(*rows, strict=True))
del rows
labels = np.array(columns.pop())
numbers, categories = [], []
for column in columns:
    try:
        numbers.append(np.array([float(value) if value else np.nan for value in column]))
    except ValueError:
        categories.append(np.array(column))
found = []
if numbers:
    x = np.column_stack(numbers)
    # A gaussian of scikit-learn takes no missing value.
    x = np.where(np.isnan(x), np.nanmean(x, axis=0), x)
    found.append(GaussianNB().fit(x, labels))
if categories:
    encoder = OrdinalEncoder()
    found += [encoder, CategoricalNB().fit(encoder.fit_transform(np.column_stack(categories)), labels)]
joblib.dump(found, model)
