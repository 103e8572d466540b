"""`nb compare`: the accuracy of every pair of features and model."""

import sys
from collections.abc import Callable
from shlex import quote
from typing import Annotated

import typer

from nbcli.commands import _options as opt
from nbcli.errors import NbError

_ALPHAS = "categorical=1,multinomial=1e-10"


def run(
    corpus: opt.Corpus,
    tokenizer: opt.Tokenizer = "jieba",
    ngrams: opt.Ngrams = "1",
    features: Annotated[
        str, typer.Option(metavar="NAME,...", help=f"Rows, from {opt.names('vectorizers')}.")
    ] = "category,counts,tfidf",
    models: Annotated[
        str, typer.Option(metavar="NAME,...", help=f"Columns, from {opt.names('models')}.")
    ] = "categorical,multinomial,gaussian",
    alpha: Annotated[
        str, typer.Option(metavar="X or MODEL=X,...", help="Additive smoothing, for all models or each.")
    ] = _ALPHAS,
    var_smoothing: opt.VarSmoothing = 1e-9,
    top_k: opt.TopK = 6000,
    min_df: opt.MinDf = 1,
    test_size: Annotated[float, typer.Option(metavar="SHARE", help="The share of texts to test on.")] = 0.3,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the split.")] = 2022,
    user_dict: opt.UserDict = None,
    format_: opt.Format = None,
    encoding: opt.Encoding = None,
    label_column: opt.LabelColumn = None,
    text_column: opt.TextColumn = None,
    header: opt.Header = None,
    report: Annotated[str, typer.Option(metavar=opt.names("reports"), help="The form of what is printed.")] = "text",
    as_json: opt.Json = False,
) -> None:
    """Train and test every pair of features and model on one split, and print the accuracies.

    The defaults are the protocol of a published table: Han words of two or more characters, the 6,000 most
    frequent, 30 % of the texts to test on.
    """
    form = "json" if as_json else report
    opt.chosen("reports", "--report", [form])
    opt.chosen("tokenizers", "--tokenizer", [tokenizer])
    rows = opt.chosen("vectorizers", "--features", features.split(","))
    columns = opt.chosen("models", "--models", models.split(","))
    if not 0 < test_size < 1:
        raise NbError(f"--test-size {test_size} is no share", remedy="give a number between 0 and 1")
    if not 0 <= seed < 1 << 32:
        raise NbError(f"--seed {seed} is out of range", remedy="give a number from 0 to 4294967295")
    alphas = _alphas(alpha, columns)
    from nbcli.corpus import Log
    from nbcli.evaluation import applicable, compare
    from nbcli.prepared import prepare
    from nbcli.recipe import Recipe
    from nbcli.stages import load

    bounds = opt.ngrams_of(ngrams)
    opt.not_negative("--var-smoothing", var_smoothing)
    opt.at_least_one("--top-k", top_k)
    opt.at_least_one("--min-df", min_df)
    recipes = [
        Recipe(tokenizer, bounds, f, m, alphas.get(m, 1.0), var_smoothing, top_k, min_df)
        for f in rows
        for m in columns
        if applicable(f, m)
    ]
    if not recipes:
        raise NbError("no pair of these features and models goes together", remedy="add multinomial to --models")
    how, log = opt.how_of(format_, encoding, label_column, text_column, header), Log()
    documents = prepare([tokenizer], opt.documents_of(corpus, how, log), opt.user_dict_of(user_dict))
    result = compare(documents, recipes, test_size=test_size, seed=seed, progress=_progress(len(recipes)))
    from nbcli.reports import _comparison

    extra = f" --user-dict {quote(user_dict)}" if user_dict else ""
    found = _comparison.report(result, rows, columns, " ".join(map(quote, corpus)) + extra)
    sys.stdout.write(load("reports", form).render(found))


def _progress(cells: int) -> Callable[[str], None]:
    """Return what shows each cell as its work begins, on a terminal, when it takes more than a second."""
    if not sys.stderr.isatty():
        return lambda cell: None
    from tqdm import tqdm

    bar = tqdm(total=cells, desc="comparing", unit=" cells", delay=1, leave=False)

    def show(cell: str) -> None:
        bar.set_postfix_str(cell)
        bar.update()
        if bar.n == cells:
            bar.close()

    return show


def _alphas(text: str, models: list[str]) -> dict[str, float]:
    """Return the smoothing of each model named; a plain number is for all. Models not named have 1."""
    try:
        if "=" not in text:
            return dict.fromkeys(models, opt.not_negative("--alpha", float(text)))
        pairs = dict(part.split("=", 1) for part in text.split(","))
        opt.chosen("models", "--alpha", list(pairs))
        return {model: opt.not_negative("--alpha", float(value)) for model, value in pairs.items()}
    except ValueError:
        raise NbError(
            f"--alpha {text} is no number or list", remedy="write 0.1, or multinomial=0.1,categorical=1"
        ) from None
