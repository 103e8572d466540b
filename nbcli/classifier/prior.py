"""What a recipe says of P(class): how it is estimated, or the probabilities themselves."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.system.arrays import Array


def prior_of(shows: Callable[[Any], str], given: Any) -> str:
    """Return the prior; NbError when it is neither a known name nor probabilities by label that add up to 1."""
    from nbcli.models import PRIORS

    prior = str(given)
    if "=" in prior:
        total = sum(by_label(prior, shows).values())
        if abs(total - 1) > 1e-6:
            raise NbError(f"{shows(prior)}: the probabilities add up to {total:g}", remedy="let them add up to 1")
    elif prior not in PRIORS:
        raise NbError(f"{shows(prior)}: no such choice", remedy=f"choose from {', '.join(PRIORS)}, or LABEL=P,...")
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
