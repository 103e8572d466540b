"""All findings on a corpus by kind, and the corpus without what is wrong for certain."""

from collections.abc import Mapping, Sequence

from nbcli.checking.findings import KINDS, Check, Finding, LeftOut
from nbcli.checking.suspects import TOKENIZERS, giveaways, suspects
from nbcli.checking.texts import alike, by_fold, by_label, long_ones, repeated, single, small_ones, usable_of
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.learned import folded
from nbcli.corpus import Record
from nbcli.errors import NbError


def check(records: Sequence[Record], user_dict: str = "") -> Check:
    """Return what was found in the records; NbError when no text has a label."""
    usable = usable_of(records)
    if not usable:
        raise NbError("the corpus has no texts with a label", remedy="give at least one text for each of two classes")
    labels = by_label(usable)
    findings: dict[str, Sequence[Finding]] = {
        **single(records),
        **repeated(usable),
        "balance": small_ones(labels),
        "look-alikes": alike(labels),
        "length": long_ones(usable),
    }
    left_out = None
    if len(labels) > 1:
        by_model, left_out = _by_model(usable, user_dict)
        findings |= by_model
    found = sum(map(len, findings.values()))
    every = {kind: findings.get(kind, []) for kind in KINDS}
    return Check(len(records), len(usable), labels, left_out, found, not found, every)


def _by_model(usable: Sequence[Record], user_dict: str) -> tuple[Mapping[str, Sequence[Finding]], LeftOut]:
    """Return what a model finds in records of two labels and more, and what leave-one-out shows."""
    corpus = in_memory(TOKENIZERS, usable, user_dict, keep=True)
    suspected, left_out = suspects(corpus)
    return {"suspects": suspected, "giveaways": giveaways(corpus)}, left_out


def mended(records: Sequence[Record]) -> list[Record]:
    """Return the records with label and text, the first of each group of copies; copies under several labels all go.

    Which of their labels is correct is not known, and any text that is only suspect stays.
    """
    groups = by_fold(usable_of(records), folded).values()
    return [group[0] for group in groups if len({record.label for record in group}) == 1]
