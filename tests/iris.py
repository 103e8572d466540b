"""Print the iris table of scikit-learn as CSV: `make demo` compares densities on it."""

import csv
import sys

from sklearn.datasets import load_iris

NAMES = ("sepal_length", "sepal_width", "petal_length", "petal_width", "species")

if __name__ == "__main__":
    iris = load_iris()
    rows = [[*values, iris.target_names[code]] for values, code in zip(iris.data.tolist(), iris.target, strict=True)]
    csv.writer(sys.stdout, lineterminator="\n").writerows([NAMES, *rows])
