"""What a recipe says of P(class): how it is estimated, or the probabilities themselves."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Self

from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.system.arrays import Array

# Of tables: alpha records more in each class.
SMOOTHED = "smoothed"


def prior_of(shows: Callable[[Any], str], given: Any) -> str:
    """Return the prior; NbError when it is neither a known name nor probabilities by label that add up to 1."""
    from nbcli.models import PRIORS

    prior = str(given)
    if "=" in prior:
        total = sum(by_label(prior, shows).values())
        if abs(total - 1) > 1e-6:
            raise NbError(f"{shows(prior)}: the probabilities add up to {total:g}", remedy="let them add up to 1")
    elif prior not in (*PRIORS, SMOOTHED):
        raise NbError(
            f"{shows(prior)}: no such choice", remedy=f"choose from {', '.join((*PRIORS, SMOOTHED))}, or LABEL=P,..."
        )
    return prior


def by_label(prior: str, shows: Callable[[Any], str] = "--prior {}".format) -> dict[str, float]:
    """Return the probabilities of "LABEL=P,..."; NbError where one is none."""
    pairs = [part.rpartition("=") for part in prior.split(",")]
    try:
        given = {label: float(p) for label, _, p in pairs}
    except ValueError:
        given = {"": -1.0}
    if not all(0 <= p <= 1 for p in given.values()):
        raise NbError(
            f"{shows(prior)}: must be probabilities by label",
            remedy="write LABEL=P,LABEL=P, such as ham=0.9,spam=0.1",
        )
    return given


def class_prior(prior: str, labels: Sequence[str]) -> "Array":
    """Return P(c) of the labels that the prior gives, shape (K,); NbError where it misses one."""
    import numpy as np

    given = by_label(prior)
    if set(given) != set(labels):
        missing = ", ".join(sorted(set(labels) ^ set(given)))
        raise NbError(f"--prior and the labels differ in {missing}", remedy="give a probability for each label")
    return np.array([given[label] for label in labels])


@dataclass(frozen=True)
class ClassPrior:
    """P(c) of a classifier whose views have none of their own: (N_c + alpha) / (n + alpha K), or as `given`.

    given: "uniform", "LABEL=P,...", or None.
    """

    alpha: float = 0.0
    given: str | None = None

    def log(self, count: "Array", labels: Sequence[str]) -> "Array":
        """Return log P(c) of counts of records (..., K), in their shape; NbError where it is not given for a label."""
        import numpy as np

        from nbcli.models import ratio
        from nbcli.system.elementary import log

        if self.given is None:
            smoothed = count + self.alpha
            total = smoothed.sum(axis=-1, keepdims=True)
            p = np.where(total > 0, ratio(smoothed, total), 1 / len(labels))
        else:
            p = class_prior(self.given, labels) if "=" in self.given else np.full(len(labels), 1 / len(labels))
        return log(np.broadcast_to(p, count.shape))

    @classmethod
    def of(cls, fact: dict[str, Any]) -> Self:
        """Return what `fact` gave; TypeError or ValueError for what it cannot have given."""
        prior = cls(**fact)
        if type(prior.alpha) not in (float, int) or not 0 <= prior.alpha < float("inf"):
            raise ValueError("the prior")
        return prior

    def fact(self) -> dict[str, Any]:
        """Return this as JSON has it."""
        return asdict(self)
