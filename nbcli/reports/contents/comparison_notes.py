"""What a reader must know before believing a comparison."""

from collections.abc import Sequence

from nbcli.choices import choices
from nbcli.evaluation import Cell, Comparison, applicable
from nbcli.evaluation.baselines import whole_of
from nbcli.reports import Kind, Note
from nbcli.reports.contents.called import called, train_line
from nbcli.reports.contents.figures import share

_NO_CATEGORY = "a count or a tfidf weight is a quantity, not a category"


def notes(
    result: Comparison, without: Comparison | None, features: Sequence[str], models: Sequence[str], corpus: str
) -> list[Note]:
    """Return the notes on a matrix of these features and models, and on the same without copies where there is one.

    `corpus`: words of a shell that have a command read it.
    """
    marks = f"*: the best; =: {_test(result)} cannot tell it from the best; under each score its 95 % interval"
    found = [Note(marks, Kind.LEGEND)]
    if not all(applicable(f, m) for f in features for m in models):
        found.append(Note(f"-: not applicable. The {_of_presence()} models take presence only here: {_NO_CATEGORY}."))
    found += [Note(_sizes(result), Kind.SUMMARY), Note(_best(result, corpus), Kind.SUMMARY)]
    if result.dropped:
        found.append(Note(f"{result.dropped:,} copies were left out (texts alike but for case and spaces)"))
    if result.flattered:
        found.append(Note(f"{_leak(result)}, which flatters every cell", Kind.WARNING))
    elif result.leaked:
        found.append(Note(f"{_leak(result)}; at most {result.leaked:,} answers are correct because of it"))
    if without:
        sizes = f"{without.n_train:,} texts to train on, {without.n_test:,} to test on"
        copies = f"without its {without.dropped:,} copies (lower table)"
        found.append(Note(f"{copies}: {sizes}; {_best(without, corpus)}", Kind.SUMMARY))
    if not any(whole_of(cell.recipe.model) for cell in result.cells):
        other = "the default of nb train blends a recipe of its own: --models all,default shows it beside these"
        found.append(Note(other))
    return found


def _of_presence() -> str:
    """Return the models that do not take every feature."""
    every = choices("vectorizers")
    return " and ".join(m for m in choices("models") if not all(applicable(f, m) for f in every))


def _test(result: Comparison) -> str:
    if result.folds:
        return "a corrected resampled t test"
    return "McNemar's test" if result.metric.startswith(("accuracy", "recall")) else "a paired bootstrap"


def _sizes(result: Comparison) -> str:
    counted = f"{result.terms:,} terms, seed {result.seed}"
    if result.folds:
        times = f", {result.repeats} times" if result.repeats > 1 else ""
        return (
            f"{result.folds} folds{times}, copies kept in one fold; {result.n_train + result.n_test:,} texts, {counted}"
        )
    correct = " (the number correct in brackets)" if result.metric == "accuracy" else ""
    return f"{result.n_train:,} texts to train on, {result.n_test:,} to test on{correct}, {counted}"


def _best(result: Comparison, corpus: str) -> str:
    """Return what is best and how to train it; where that is a baseline, the best that `nb train` makes, too."""
    top, own = result.best, result.best_trainable
    best = f"best: {_figured(top, result)}"
    line = f"to train it: {train_line(own.recipe, corpus)}"
    if not top.baseline:
        return f"{best}; {line}"
    told = f"{_test(result)} {'cannot tell' if own.tied else 'tells'} it from the best"
    return f"{best}, a baseline; the best that nb train makes: {_figured(own, result)} ({told}); {line}"


def _figured(cell: Cell, result: Comparison) -> str:
    """Return what a cell is called and its score, never without a word on copies where they flatter it."""
    flattered = ", flattered by copies" if result.flattered else ""
    return f"{called(cell.recipe, result.several)}, {cell.score:.4f}{flattered}"


def _leak(result: Comparison) -> str:
    """Return the sentence on test texts that were trained on, the label with the largest share of them named."""
    label, (leaked, total) = max(result.leaked_of_label.items(), key=lambda item: item[1][0] / max(item[1][1], 1))
    part = share(leaked, total)
    own = f"{part} of the {label}" if part.endswith("%") else f"{part} of the {total:,} {label}"
    return f"{share(result.leaked, result.n_test)} of the {result.n_test:,} test texts, {own}, also stand in training"
