"""What leave-one-out says of a model: how good it is, how far to believe it, and where to draw a line."""

from dataclasses import dataclass
from math import floor
from typing import Any

import numpy as np

from nbcli.errors import NbError
from nbcli.system.arrays import Array, Ints
from nbcli.training.calibration import reliability, wilson

_FEW = 20
# So many labels are named, and no more.
_NAMED = 30


@dataclass(frozen=True)
class LeaveOneOut:
    """What leaving out showed of m distinct texts: their classes `codes` (m,) and posteriors `proba` (m, K).

    folds: by how many folds they were left out of a correction, 0 where there is none. `without` it: the same.
    """

    codes: Ints
    proba: Array
    folds: int = 0
    without: "LeaveOneOut | None" = None

    def facts(self, labels: list[str]) -> dict[str, Any]:
        """Return accuracy with its 95 % interval, recall and precision by label, and the reliability table."""
        said = self.proba.argmax(axis=1)
        right = int((said == self.codes).sum())
        k = len(labels)
        hits = np.bincount(self.codes[said == self.codes], minlength=k)
        return {
            "texts": len(self.codes),
            "accuracy": right / len(self.codes),
            "interval": list(wilson(right, len(self.codes))),
            "recall": _shares(labels, hits, np.bincount(self.codes, minlength=k)),
            "precision": _shares(labels, hits, np.bincount(said, minlength=k)),
            "reliability": [
                {"said": one.predicted, "right": one.correct, "texts": one.texts}
                for one in reliability(self.proba, self.codes)
            ],
        }


def threshold(loo: LeaveOneOut, labels: list[str], label: str, precision: float) -> dict[str, Any]:
    """Return the smallest posterior of `label` from which on its precision is reached, with what is left above it.

    NbError, naming the highest precision that would do, when no posterior reaches it, or so few texts do that a single
    error would break it.
    """
    if label not in labels:
        raise NbError(f"--for {label}: the corpus has no such label", remedy=f"choose from {', '.join(labels)}")
    if not 0 < precision < 1:
        raise NbError(f"--target-precision {precision}: must be between 0 and 1", remedy="give a share, such as 0.99")
    c = labels.index(label)
    rows = np.flatnonzero(loo.proba.argmax(axis=1) == c)
    order = rows[np.argsort(-loo.proba[rows, c], kind="stable")]
    p, right = loo.proba[order, c], np.cumsum(loo.codes[order] == c)
    # Texts of one posterior stand or fall together: a cut is possible only where it changes.
    cut = np.append(p[1:] < p[:-1], True) if len(p) else np.zeros(0, dtype=bool)
    above = np.arange(1, len(p) + 1)
    # 55 of 100 are .55, whatever the last bit of the product says.
    good = np.flatnonzero(cut & (right >= precision * above - 1e-9))
    needed = int(np.ceil(1 / (1 - precision) - 1e-9))
    if not len(good) or good[-1] + 1 < needed:
        most = float(np.max(np.minimum(right / above, 1 - 1 / above)[cut], initial=0.0))
        raise _refusal(loo, labels, label, f"{precision:g}", needed, int(good[-1]) + 1 if len(good) else 0, most)
    n, hits = int(good[-1]) + 1, int(right[good[-1]])
    of_label = int((loo.codes == c).sum())
    return {
        "label": label,
        "proba": float(p[n - 1]),
        "precision": hits / n,
        "interval": list(wilson(hits, n)),
        "recall": hits / of_label,
    }


def _refusal(
    loo: LeaveOneOut, labels: list[str], label: str, asked: str, needed: int, reached: int, most: float
) -> NbError:
    """Return the error for a precision that needs more texts than reach it; `most` is the highest that there is."""
    has = f"{reached:,} of them" if reached else "none"
    what = f"a precision of {asked} for {label} needs {needed:,} texts above the line, the corpus has {has}"
    # Rounded down, or it would be refused in turn.
    places = 4 if most < 0.999 else 6
    given = floor(most * 10**places + 1e-9) / 10**places
    if given <= 0:
        return NbError(what, remedy="give more texts: these bear out no precision at all")
    line = threshold(loo, labels, label, given)
    c = labels.index(label)
    called = loo.proba[loo.proba.argmax(axis=1) == c, c]
    held = int((called < line["proba"]).sum())
    of = f"{label} from {_down(line['proba'])} on, {held:,} of the {len(called):,} texts called so withheld"
    return NbError(what, remedy=f"at most --target-precision {given:g} ({of}), or more texts")


def _down(p: float) -> str:
    """Return a posterior with so many digits that it does not look like 1, rounded down."""
    return f"{floor(p * 1e6) / 1e6:g}"


def advice(texts: Ints, labels: list[str], copies: int, conflicts: int, corpus: str, of: str = "texts") -> list[str]:
    """Return what the user should know of the corpus, a sentence each, the most important first.

    `corpus`: words of a shell that have a command read it. `of`: what the records are called.
    """
    few = [f"{label} ({count})" for label, count in zip(labels, texts.tolist(), strict=True) if count < _FEW]
    said = []
    if few:
        more = f" and {len(few) - _NAMED:,} labels more" if len(few) > _NAMED else ""
        said.append(f"few {of}: {', '.join(few[:_NAMED])}{more}; a class wants {_FEW} or more")
    if conflicts:
        said.append(f"{conflicts:,} {of} stand under two labels or more; to list them: nb check {corpus}")
    if copies > 0.1 * texts.sum():
        said.append(f"{copies / texts.sum():.0%} of the {of} are copies; a test on a random part of them would flatter")
    return said


def _shares(labels: list[str], hits: Ints, of: Ints) -> dict[str, float | None]:
    return {label: hit / n if n else None for label, hit, n in zip(labels, hits.tolist(), of.tolist(), strict=True)}
