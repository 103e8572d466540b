"""A comparison as programs and pages have it: plain values."""

from dataclasses import dataclass, replace

# NaN is not defined, and None.
Number = float | None
Interval = tuple[Number, Number] | None


@dataclass(frozen=True)
class Seconds:
    """What a cell took, see `Spent`."""

    train_seconds: float
    predict_seconds: float


@dataclass(frozen=True)
class ComparedCell:
    """A cell: its recipe, its score with a 95 % interval, and `p` of a test against the best.

    `tied`: whether the test cannot tell it from the best. `seconds` is None where they are not wanted: without them the
    same input gives the same bytes.
    """

    tokenizer: str
    ngrams: tuple[int, int]
    features: str
    model: str
    accuracy: float
    correct: int
    tested: int
    score: Number
    interval: Interval
    best: bool
    tied: bool
    p: Number
    baseline: bool
    terms: int
    seconds: Seconds | None


@dataclass(frozen=True)
class BestCell:
    """The best cell: what it is called, and the line that trains it, None where `nb train` does not make it."""

    tokenizer: str
    features: str
    model: str
    name: str
    baseline: bool
    score: Number
    interval: Interval
    tied: bool
    train: str | None


@dataclass(frozen=True)
class Leak:
    """How many of the `test` texts of a label also stand in training."""

    leaked: int
    test: int


@dataclass(frozen=True)
class Compared:
    """A comparison, see `Comparison`: `best` of all its cells, `best_trainable` of those that `nb train` makes.

    `flattered`: whether copies on both sides of the split make the scores too good.
    """

    metric: str
    folds: int | None
    repeats: int
    dedup: bool
    dropped: int
    cells: list[ComparedCell]
    n_train: int
    n_test: int
    terms: int
    seed: int
    best: BestCell
    best_trainable: BestCell
    leaked: int
    flattered: bool
    leaked_of_label: dict[str, Leak]

    def without_times(self) -> "Compared":
        """Return the same without the seconds of its cells."""
        return replace(self, cells=[replace(cell, seconds=None) for cell in self.cells])


@dataclass(frozen=True)
class Comparisons:
    """A comparison, and where there are copies the same without them."""

    everything: Compared
    distinct: Compared | None
