"""`make quality`, tables: how right the default of `nb train` is on tables, beside others, in one run.

python tests/bench/tables.py FOLDER [TABLE...]: the folder holds tables/*.csv, the class in the last column. Ten folds,
stratified by scikit-learn, seed 0. Beside the default: one gaussian a column of numbers, probabilities for categories
(ours), scikit-learn's logistic regression (scaled, one-hot) and boosted trees, and Weka's naive Bayes in its three ways
where `weka.jar` is found. A cell is accuracy / log loss. Needs the extra `dev`.
"""

import sys
import warnings
from math import sqrt
from pathlib import Path

import numpy as np
from sklearn.model_selection import StratifiedKFold

from nbcli.classifier.dataset import InMemory
from nbcli.classifier.table import table_in_memory
from nbcli.corpus import How, Log, read
from nbcli.evaluation import weka
from nbcli.evaluation.contestants import Boosting, Contestant, Dense, LogisticRegression, OfTrain
from nbcli.schema import Schema, survey
from nbcli.system.arrays import Array
from nbcli.training.calibration import expected_calibration_error, reliability

FOLDS, LEAST = 10, 1e-15
DEFAULT, SIMPLE, LOGISTIC, TREES = "default", "gaussian", "logistic", "trees"
CONTESTANTS: list[Contestant] = [OfTrain(DEFAULT), Dense(SIMPLE), LogisticRegression(LOGISTIC, False)]
CONTESTANTS += [Boosting(TREES, False), *weka.found()]


def table(path: Path) -> tuple[InMemory, Schema]:
    label = path.read_text(encoding="utf-8").partition("\n")[0].rpartition(",")[2]
    log = Log()
    schema, records = survey(read([str(path)], How(label_column=label), log), log)
    assert schema is not None
    return table_in_memory(schema, [], records), schema


def log_proba(one: Contestant, corpus: InMemory, schema: Schema) -> Array:
    """Return log P(c | x) of every record, of a model that has learned the nine folds without it: (n, K)."""
    found = np.full((len(corpus), len(corpus.labels)), np.log(LEAST))
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    for train, test in folds.split(corpus.codes, corpus.codes):
        found[test] = np.maximum(one.outcome(corpus, schema, train, test, 0).scores, np.log(LEAST))
    return found


def figures(scores: Array, corpus: InMemory) -> tuple[float, float, float]:
    """Return accuracy, log loss and calibration error."""
    bins = reliability(np.exp(scores), corpus.codes)
    error = expected_calibration_error((one.predicted, one.correct, one.texts) for one in bins)
    loss = -scores[np.arange(len(corpus)), corpus.codes].mean()
    return float((scores.argmax(axis=1) == corpus.codes).mean()), float(loss), error


def main() -> None:
    warnings.filterwarnings("ignore")  # a class of fewer rows than folds
    paths = [Path(sys.argv[1]) / "tables" / f"{name}.csv" for name in sys.argv[2:]]
    names = [one.name for one in CONTESTANTS]
    print(f"{'table':18}{'rows':>6}{'ECE':>7}  " + "".join(f"{name:>15}" for name in names))
    of_loss, of_weka, of_ece = [], [], []
    for path in paths or sorted((Path(sys.argv[1]) / "tables").glob("*.csv")):
        corpus, schema = table(path)
        found = {one.name: figures(log_proba(one, corpus, schema), corpus) for one in CONTESTANTS}
        accuracy, loss, error = found[DEFAULT]
        n = len(corpus)
        cells = "".join(f"{f'{right:.3f}/{lost:.3f}':>15}" for right, lost, _ in found.values())
        print(f"{path.stem:18}{n:>6}{error:>7.3f}  {cells}", flush=True)
        of_loss.append((loss <= found[LOGISTIC][1], loss < found[SIMPLE][1]))
        of_ece += [error < 0.05] * (n >= 500)
        theirs = [found[name][0] for name in names if name.startswith("weka")]
        of_weka += [accuracy + sqrt(accuracy * (1 - accuracy) / n) >= max(theirs)] if theirs else []
    print(f"log loss: at most logistic regression's {sum(a for a, _ in of_loss)} of {len(of_loss)}, ", end="")
    print(f"below the simple one's {sum(b for _, b in of_loss)} of {len(of_loss)}; ", end="")
    print(f"calibration error below .05 on {sum(of_ece)} of {len(of_ece)} of 500 rows or more; ", end="")
    print(f"as right as Weka's best within a standard error {sum(of_weka)} of {len(of_weka)}" if of_weka else "no Weka")


if __name__ == "__main__":
    main()
