"""Comparing what serves the columns of a table: each on the same splits of its records."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from nbcli.choices import check
from nbcli.classifier.table import table_in_memory
from nbcli.corpus import Record, without_ids
from nbcli.evaluation import weka
from nbcli.evaluation.cells import Judged, scored
from nbcli.evaluation.comparison import splits_of
from nbcli.evaluation.contestants import Boosting, Contestant, Dense, LogisticRegression, OfTrain, Ours
from nbcli.evaluation.metrics import Metric, Outcome
from nbcli.evaluation.splits import distinct
from nbcli.schema import Schema
from nbcli.system.timing import stage

DEFAULT = "default"


@dataclass(frozen=True)
class Compared:
    """One line: a contestant, how it was judged, and its mean log loss."""

    contestant: Contestant
    judged: Judged
    log_loss: float


@dataclass(frozen=True)
class TableComparison:
    """The lines and what belongs to them; on folds n_train and n_test are those of the first."""

    lines: list[Compared]
    metric: str
    n_train: int
    n_test: int
    columns: int
    seed: int
    folds: int | None
    repeats: int
    dropped: int

    @property
    def best(self) -> Compared:
        """The best of all lines."""
        return next(line for line in self.lines if line.judged.best)

    @property
    def best_own(self) -> Compared:
        """The best of the lines that `nb train` makes, the first of equals."""
        rank, own = Metric(self.metric, None).rank, [line for line in self.lines if line.contestant.own]
        return self.best if self.best.contestant.own else max(own, key=lambda line: rank(line.judged.score))


def contestants_of(names: Sequence[str], *, baselines: bool) -> list[Contestant]:
    """Return the densities named and the default, each once; with the `baselines` that can be run here.

    NbError for a name that is none.
    """
    found = ours_of(names)
    others = [LogisticRegression("logistic", False), Boosting("gradient boosting", False)]
    return [*found, *(others if baselines else []), *(weka.found() if baselines else [])]


def ours_of(names: Sequence[str]) -> list[Ours]:
    """Return the densities named and the default, each once; NbError for a name that is none."""
    found: list[Ours] = []
    for name in dict.fromkeys(names):
        if name == DEFAULT:
            found.append(OfTrain(name))
        else:
            check("densities", name, f"--densities {name}")
            found.append(Dense(name, True, f" --density {name}"))
    return found


def compare_table(
    records: Iterable[Record],
    schema: Schema,
    contestants: Sequence[Contestant],
    *,
    test_size: float = 0.3,
    seed: int = 2022,
    cv: int | None = None,
    repeat: int = 1,
    metric: str = "accuracy",
    dedup: bool = False,
    progress: Callable[[int], Callable[[str], None]] = lambda cells: lambda cell: None,
) -> TableComparison:
    """Train and test each on one split of the records, or on `cv` folds, dealt out anew `repeat` times.

    `dedup`: only the first of the records with the same values takes part. NbError as `compare`.
    """
    tokenizers = _tokenizers(contestants)
    corpus = table_in_memory(schema, tokenizers, without_ids(records))
    n = len(corpus)
    if dedup:
        rows = distinct(corpus.digests)
        corpus = corpus.take(rows, corpus.codes[rows])
    measure = Metric.of(metric, corpus.labels)
    splits = splits_of(corpus, test_size, seed, cv, repeat)
    step = progress(len(splits) * len(contestants))
    outcomes: list[list[Outcome]] = []
    for one in contestants:
        outcomes.append([])
        for train, test in splits:
            step(one.name)
            outcomes[-1].append(one.outcome(corpus, schema, train, test, seed))
    (train, test), own = splits[0], [one.own for one in contestants]
    with stage("score"):
        judged = scored(own, outcomes, measure, seed, len(test) / len(train))
        losses = [_log_loss(part) for part in outcomes]
    lines = [Compared(*parts) for parts in zip(contestants, judged, losses, strict=True)]
    columns = len(schema.used)
    return TableComparison(lines, metric, len(train), len(test), columns, seed, cv, repeat, n - len(corpus))


def _tokenizers(contestants: Sequence[Contestant]) -> list[str]:
    from nbcli.training.candidates import TOKENIZERS

    return list(TOKENIZERS) if any(one.name == DEFAULT for one in contestants) else []


def _log_loss(outcomes: Sequence[Outcome]) -> float:
    scores = [float(Metric("logloss", None).score(one)[0]) for one in outcomes]
    return sum(scores) / len(scores)
