"""Draw what the binned categorical and the gaussian model decide on the same points: the textbook's example 7.

python tests/decision_regions.py regions.png          (needs matplotlib and scikit-learn)
"""

import sys

import matplotlib
import numpy as np
from sklearn.datasets import make_blobs
from sklearn.preprocessing import KBinsDiscretizer

from nbcli.models.categorical import CategoricalNB
from nbcli.models.gaussian import GaussianNB

matplotlib.use("Agg")  # a file, no window
from matplotlib import pyplot as plt
from matplotlib.colors import ListedColormap

COLOURS = ListedColormap(["#4477aa", "#ee6677", "#228833", "#ccbb44"])


def main(path: str) -> None:
    X, y = make_blobs(n_samples=400, centers=4, cluster_std=0.85, random_state=0)
    X = X[:, ::-1]
    bins = KBinsDiscretizer(n_bins=20, encode="ordinal", strategy="uniform").fit(X)
    binned, gaussian = CategoricalNB().fit(bins.transform(X), y), GaussianNB().fit(X, y)
    models = {
        "categorical, 20 bins a column": lambda points: binned.predict(bins.transform(points)),
        "gaussian": gaussian.predict,
    }
    (left, bottom), (right, top) = X.min(axis=0) - 0.5, X.max(axis=0) + 0.5
    across, up = np.meshgrid(np.linspace(left, right, 500), np.linspace(bottom, top, 500))
    figure, panels = plt.subplots(1, 2, figsize=(12, 5.5), sharex=True, sharey=True, layout="constrained")
    for panel, (title, predict) in zip(panels, models.items(), strict=True):
        regions = predict(np.column_stack((across.ravel(), up.ravel()))).reshape(across.shape)
        panel.pcolormesh(across, up, regions, cmap=COLOURS, alpha=0.35, vmin=0, vmax=3, rasterized=True)
        panel.scatter(*X.T, c=y, cmap=COLOURS, s=14, edgecolors="black", linewidths=0.4)
        panel.set_title(f"{title}: {(predict(X) == y).mean():.1%} of the points right")
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main(sys.argv[1])
