"""`nb train`: learn a classifier from a labelled corpus."""

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from nbcli.commands import _options as opt
from nbcli.errors import NbError
from nbcli.reports._width import printable

if TYPE_CHECKING:
    from nbcli.pipeline import Pipeline

Alpha = Annotated[float, typer.Option(metavar="X", help="Additive smoothing (categorical, multinomial); 0 for none.")]


def run(
    corpus: opt.Corpus,
    name: opt.Name = "default",
    tokenizer: opt.Tokenizer = "words",
    ngrams: opt.Ngrams = "1-2",
    features: Annotated[
        str, typer.Option(metavar=opt._names("vectorizers"), help="What a term's number in a text is.")
    ] = "category",
    model: Annotated[str, typer.Option(metavar=opt._names("models"), help="The naive Bayes model.")] = "multinomial",
    alpha: Alpha = 0.1,
    var_smoothing: opt.VarSmoothing = 1e-9,
    top_k: opt.TopK = None,
    min_df: opt.MinDf = 1,
    user_dict: opt.UserDict = None,
    digests: Annotated[
        bool,
        typer.Option("--digests/--no-digests", help="Keep a digest of every text, so that it can be taken back."),
    ] = True,
    format_: opt.Format = None,
    encoding: opt.Encoding = None,
    label_column: opt.LabelColumn = None,
    text_column: opt.TextColumn = None,
    header: opt.Header = None,
) -> None:
    """Learn a classifier from labelled texts and store it.

    nb train ham=ham.txt spam=spam.txt --name mail
    """
    watch = opt.Stopwatch.started()
    opt.chosen("tokenizers", "--tokenizer", [tokenizer])
    opt.chosen("vectorizers", "--features", [features])
    opt.chosen("models", "--model", [model])
    _check_user_dict(tokenizer, user_dict)
    from nbcli import store
    from nbcli.corpus import Log
    from nbcli.lock import locked
    from nbcli.pipeline import Pipeline
    from nbcli.prepared import prepare
    from nbcli.recipe import Recipe

    recipe = Recipe(
        tokenizer,
        opt.ngrams_of(ngrams),
        features,
        model,
        opt.not_negative("--alpha", alpha),
        opt.not_negative("--var-smoothing", var_smoothing),
        opt.at_least_one("--top-k", top_k),
        opt.at_least_one("--min-df", min_df) or 1,
    )
    store.path_of(name)
    how, log = opt.how_of(format_, encoding, label_column, text_column, header), Log()
    words = opt.user_dict_of(user_dict)
    pipeline = Pipeline.learn(
        recipe, prepare([tokenizer], opt.documents_of(corpus, how, log), words), words, digests=digests
    )
    with locked(store.path_of(name).resolve()):
        path = store.save(pipeline, name)
    for line in [*log.notes(), *(f"warning: {warning}" for warning in _warnings(pipeline.labels))]:
        typer.echo(printable(line), err=True)
    _say(pipeline, watch.seconds(), str(path), name)


def _warnings(labels: list[str]) -> list[str]:
    from nbcli.prepared import look_alikes

    return [f"labels {a!r} and {b!r} differ by case or spaces only" for a, b in look_alikes(labels)]


def _check_user_dict(tokenizer: str, user_dict: str | None) -> None:
    if user_dict is not None and tokenizer not in ("jieba", "words"):
        raise NbError(
            f"--user-dict has no use for --tokenizer {tokenizer}",
            remedy="leave it out, or take jieba or words",
        )


def _say(pipeline: "Pipeline", seconds: float, path: str, name: str) -> None:
    from pathlib import Path

    counts = zip(pipeline.texts.tolist(), pipeline.labels, strict=True)
    classes = ", ".join(f"{count:,} {printable(label)}" for count, label in counts)
    size = Path(path).stat().st_size / 1e6
    flag = "" if name == "default" else f" --name {quote(name)}"
    typer.echo(
        f"learned {pipeline.texts.sum():,} texts ({classes}), {pipeline.copies:,} of them copies; "
        f"{pipeline.terms:,} terms; {seconds:.1f} s\n"
        f"model: {path} ({size:.1f} MB)\n"
        f"use it: nb predict{flag} < FILE",
        err=True,
    )
