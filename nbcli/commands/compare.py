"""`nb compare`: the score of every pair of features and model, and how far to believe it."""

from collections.abc import Callable
from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.advice import corpus_words
from nbcli.commands._shared.cells import CellOptions, Table, check_numbers
from nbcli.commands._shared.reading import ReadingOptions, documents_of
from nbcli.commands._shared.recipes import declared
from nbcli.commands._shared.reporting import ReportOptions
from nbcli.system.terminal import Environment

_DENSITIES = "default,gaussian,kernel,bins,mdl"
_ALPHAS = "categorical=1,multinomial=1e-10"


def run(
    corpus: opt.Corpus,
    *,
    tokenizer: Annotated[str, declared("tokenizer")] = "jieba",
    tokenizers: Annotated[
        str | None,
        typer.Option(metavar="NAME[:LOW-HIGH],...", help="Several, each a group of rows; with n-grams of its own."),
    ] = None,
    ngrams: Annotated[str, declared("ngrams")] = "1",
    features: Annotated[
        str, typer.Option(metavar="NAME,...", help=f"Rows, from {opt.names('vectorizers')}; or all.")
    ] = "category,counts,tfidf",
    models: Annotated[
        str,
        typer.Option(metavar="NAME,...", help=f"Columns, from {opt.names('models')}; all; default, as nb train."),
    ] = "categorical,multinomial,gaussian",
    densities: Annotated[
        str,
        typer.Option(metavar="NAME,...", help=f"Of a table: lines, from {opt.names('densities')}; or default."),
    ] = _DENSITIES,
    alpha: Annotated[
        str, typer.Option(metavar="X or MODEL=X,...", help="Additive smoothing, for all models or each.")
    ] = _ALPHAS,
    options: CellOptions,
    test_size: Annotated[float, typer.Option(metavar="SHARE", help="The share of texts to test on.")] = 0.3,
    cv: Annotated[
        int | None, typer.Option(metavar="K", help="Test on K folds in turn, copies kept in one, in place of a share.")
    ] = None,
    repeat: Annotated[int, typer.Option(metavar="R", help="With --cv: repeat with other folds, R times in all.")] = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the split or folds.")] = 2022,
    dedup: Annotated[
        bool, typer.Option("--dedup", help="Of texts alike but for case and spaces take the first.")
    ] = False,
    metric: Annotated[
        str, typer.Option(metavar="NAME", help="accuracy, macro-f1, f1:LABEL, recall:LABEL, auc or logloss.")
    ] = "accuracy",
    baselines: Annotated[
        bool, typer.Option("--baselines", help="Add linear models (scikit-learn), and fastText where it is installed.")
    ] = False,
    times: Annotated[
        bool,
        typer.Option(
            "--times",
            help="Show each cell's seconds, from texts to a model and to labels: cutting, counting, weighing (though "
            "cells share them), fitting, predicting; reading the files not.",
        ),
    ] = False,
    user_dict: opt.UserDict = None,
    reading: ReadingOptions,
    reporting: ReportOptions,
) -> None:
    """Test every pair of features and model on the same texts.

    Prints the score of each with its interval.

    The defaults are the protocol of a published table: Han words of two or more characters, the 6,000 most
    frequent, 30 % of the texts to test on; and below it the same without copies, where there are any. Of a table of
    which all columns are learned (see nb train) the densities of its columns of numbers are compared.
    """
    reporting.check()
    check_numbers(test_size, seed, cv, repeat)
    names = (tokenizers or tokenizer).split(",")
    table = Table.of(names, ngrams, features, models, alpha, options, baselines=baselines)
    from nbcli.corpus import Log
    from nbcli.evaluation.table import compare_records
    from nbcli.evaluation.tables import compare_table, contestants_of
    from nbcli.reports.contents import comparison as _comparison
    from nbcli.reports.contents import table_comparison as _of_table
    from nbcli.schema import survey

    how, words, log = reading.how(), opt.user_dict_of(user_dict), Log()
    contestants = contestants_of(densities.split(","), baselines=baselines)
    schema, records = survey(documents_of(corpus, how, log), log, how.columns)
    if schema is not None:
        compared = compare_table(
            records, schema, contestants,
            test_size=test_size, seed=seed, cv=cv, repeat=repeat, metric=metric, dedup=dedup, progress=_progress,
        )  # fmt: skip
        reporting.show(_of_table.report(compared, corpus_words(corpus, how, None), times=times))
        return
    result, without = compare_records(
        records, table.recipes, words,
        test_size=test_size, seed=seed, cv=cv, repeat=repeat, metric=metric, dedup=dedup, progress=_progress,
    )  # fmt: skip
    layout = _comparison.Layout(table.cuts, table.rows, table.columns, corpus_words(corpus, how, user_dict), times)
    found = _comparison.report(result, without, layout)
    reporting.show(found if times else _comparison.without_times(found), page=found)


def _progress(cells: int) -> Callable[[str], None]:
    """Return what shows each cell as its work begins, on a terminal, when it takes more than a second."""
    if not Environment().shows_progress:
        return lambda cell: None
    from tqdm import tqdm

    bar = tqdm(total=cells, desc="comparing", unit=" cells", delay=1, leave=False)

    def step(cell: str) -> None:
        bar.set_postfix_str(cell)
        bar.update()
        if bar.n == cells:
            bar.close()

    return step
