"""What `nb train` shows of what it learned."""

from pathlib import Path
from shlex import join, quote
from typing import Any

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.labels import look_alikes
from nbcli.corpus import Log
from nbcli.reports.contents.figures import number
from nbcli.reports.contents.learned import Kind, kind_of
from nbcli.training.calibration import expected_calibration_error
from nbcli.training.estimate import advice

_SHOWN = 10
_NAMED = 30


def summary(classifier: Classifier, conflicts: int, corpus: str, name: str) -> list[str]:
    """Return the lines on the texts, on what leave-one-out shows of the model, and on what to mend.

    `corpus`: words of a shell that have a command read it. `name`: the model's.
    """
    texts, labels, kind = classifier.texts, classifier.labels, kind_of(classifier)
    copies = 0 if kind.alone else classifier.copies
    lines = [f"learned {texts.sum():,} {kind.records} ({by_label(classifier)}){kind.copies(copies)}; {kind.size}"]
    folds, held_out = classifier.facts.get("correction", {}).get("folds", 0), "unlabelled" in classifier.facts
    lines += estimate(classifier.facts["leave_one_out"], name, kind, folds, held_out=held_out)
    if "threshold" in classifier.facts:
        lines.append(threshold(classifier.facts["threshold"]))
    warnings = [f"labels {a!r} and {b!r} differ by case or spaces only" for a, b in look_alikes(labels)]
    warnings += advice(texts, labels, copies, conflicts, corpus, kind.records)
    return [*lines, *(f"warning: {warning}" for warning in warnings[:2])]


def by_label(classifier: Classifier) -> str:
    """Return how many texts each label has, of many labels the first."""
    named = list(zip(classifier.texts.tolist(), classifier.labels, strict=True))[:_NAMED]
    more = f" and {len(classifier.labels) - _NAMED:,} labels more" if len(classifier.labels) > _NAMED else ""
    return ", ".join(f"{count:,} {label}" for count, label in named) + more


def estimate(loo: dict[str, Any], name: str, kind: Kind, folds: int, *, held_out: bool = False) -> list[str]:
    """Return the line on the accuracy, and a line for each of the first labels.

    `folds`: by how many folds a linear correction was left out, 0 where there is none. held_out: it is of texts held
    out in folds, as where a pool without labels was learned.
    """
    low, high = loo["interval"]
    error = expected_calibration_error((bin_["said"], bin_["right"], bin_["texts"]) for bin_ in loo["reliability"])
    left = (
        f"{kind.records}, each left out alone" if kind.alone else f"distinct {kind.records}, copies left out together"
    )
    lines = [
        f"{estimated(held_out=held_out)} accuracy {loo['accuracy']:.4f} (95 % {low:.3f}-{high:.3f}{by_folds(folds)}) "
        f"on {loo['texts']:,} {left}; calibration error {error:.4f}"
    ]
    for label in list(loo["recall"])[:_SHOWN]:
        lines.append(f"  {label}: recall {number(loo['recall'][label])}, precision {number(loo['precision'][label])}")
    if len(loo["recall"]) > _SHOWN:
        lines.append(f"  and {len(loo['recall']) - _SHOWN} more labels; to see them: nb info {quote(name)}")
    return lines


def by_folds(folds: int) -> str:
    """Return how the correction was left out, where there is one."""
    return f", the linear correction by {folds} folds" if folds else ""


def estimated(*, held_out: bool) -> str:
    """Return what the figures of a model's training are called."""
    return "held-out" if held_out else "leave-one-out"


def unlabelled(found: dict[str, Any]) -> str:
    """Return what was learned of a pool of texts without labels."""
    return f"{found['texts']:,} of a pool of {found['of']:,}; in the counts, each weighs {found['weight']:g} in all"


def threshold(found: dict[str, Any]) -> str:
    """Return the line on the posterior below which a label is withheld."""
    low, high = found["interval"]
    return (
        f"{found['label']} is given from a posterior of {found['proba']:.6f} on: precision {found['precision']:.4f} "
        f"(95 % {low:.4f}-{high:.4f}), recall {found['recall']:.4f}; below it nb predict prints unsure"
    )


def at_training(head: dict[str, Any]) -> str:
    """Return of which texts the figures in a model's first line are, in brackets; "" where they are those it has now.

    An update changes the counts and not the figures. Files of earlier versions do not say whether there was one.
    """
    texts = head.get("texts_at_training")
    if texts is not None and not head.get("updated"):
        return ""
    count = sum(head["texts"].values())
    since = f", now {count:,}" if count != texts else ", updated since"
    now = since if head.get("updated") else ""
    return f" (of the {'' if texts is None else f'{texts:,} '}texts at training{now})"


def dated(head: dict[str, Any]) -> dict[str, Any]:
    """Return a model's first line, the figures of its training each with the number of texts that they are of.

    `updated`: whether the model has learned or forgotten since; both None where a file does not say.
    """
    texts = head.get("texts_at_training")
    of = {"texts_at_training": texts, "updated": head.get("updated", None if texts is None else False)}
    return head | {name: head[name] | of for name in ("leave_one_out", "threshold") if name in head}


def where(path: Path, name: str, seconds: float, log: Log, encoding: str | None) -> list[str]:
    """Return the lines on the model's file and the command that uses it, on what is like that which it has learned."""
    words = ["nb", "predict", *(["--name", name] if name != "default" else [])]
    words += ["--encoding", encoding] if encoding else []
    size = path.stat().st_size / 1e6
    return [f"model: {path} ({size:.1f} MB), made in {seconds:.1f} s", f"use it: {_use(words, log)}"]


def _use(words: list[str], log: Log) -> str:
    """Return the command with what it takes of the first kind that was learned; FILE stands for any file."""
    kind = (log.kinds or ["line"])[0]
    if kind == "table":
        reading, file = log.tables[0]
        file_given = str(file) != "-"
        if log.reading() is None:
            words += reading.options()
        elif not file_given:
            words += ["--input", reading.form]
        # A name that looks like an option is none behind ./
        shown = f"./{file}" if str(file).startswith("-") else str(file)
        return f"{join(words)} {quote(shown) if file_given else '< FILE'}"
    command = join(words)
    if kind == "mail":
        return f"{command} --mail FILE"
    return f"tr '\\r\\n' '  ' < FILE | {command}" if kind == "text" else f"{command} < FILE"
