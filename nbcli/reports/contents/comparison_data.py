"""From a comparison to what programs and pages have of it."""

from nbcli.evaluation import Cell, Comparison
from nbcli.reports.contents.called import called, train_line
from nbcli.reports.contents.compared import BestCell, Compared, ComparedCell, Interval, Leak, Number, Seconds


def compared(result: Comparison, corpus: str) -> Compared:
    """Return a comparison of the corpus, given as words of a shell."""
    return Compared(
        metric=result.metric,
        folds=result.folds,
        repeats=result.repeats,
        dedup=result.dedup,
        dropped=result.dropped,
        cells=[_cell(cell) for cell in result.cells],
        n_train=result.n_train,
        n_test=result.n_test,
        terms=result.terms,
        seed=result.seed,
        best=_best(result.best, result, corpus),
        best_trainable=_best(result.best_trainable, result, corpus),
        leaked=result.leaked,
        flattered=result.flattered,
        leaked_of_label={label: Leak(*counts) for label, counts in result.leaked_of_label.items()},
    )


def _best(cell: Cell, result: Comparison, corpus: str) -> BestCell:
    recipe = cell.recipe
    return BestCell(
        tokenizer=recipe.tokenizer,
        features=recipe.features,
        model=recipe.model,
        name=called(recipe, result.several),
        baseline=cell.baseline,
        score=_number(cell.score),
        interval=_interval(cell),
        tied=cell.tied,
        train=None if cell.baseline else train_line(recipe, corpus),
    )


def _cell(cell: Cell) -> ComparedCell:
    recipe = cell.recipe
    return ComparedCell(
        tokenizer=recipe.tokenizer,
        ngrams=recipe.ngrams,
        features=recipe.features,
        model=recipe.model,
        accuracy=cell.correct / cell.tested,
        correct=cell.correct,
        tested=cell.tested,
        score=_number(cell.score),
        interval=_interval(cell),
        best=cell.best,
        tied=cell.tied,
        p=_number(cell.p),
        baseline=cell.baseline,
        terms=cell.terms,
        seconds=Seconds(cell.train, cell.predict),
    )


def _interval(cell: Cell) -> Interval:
    return None if cell.low != cell.low else (cell.low, _number(cell.high))


def _number(value: float) -> Number:
    return value if value == value else None
