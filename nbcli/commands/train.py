"""`nb train`: learn a classifier from a labelled corpus."""

from time import perf_counter
from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.reading import ReadingOptions, documents_of
from nbcli.commands._shared.recipes import RecipeOptions
from nbcli.commands._shared.unlabelled import UnlabelledOptions
from nbcli.errors import NbError
from nbcli.system.terminal import Environment


def run(
    corpus: opt.Corpus,
    *,
    name: opt.Name = "default",
    recipe: Annotated[
        str | None, typer.Option(metavar="FILE.toml", help="Train the recipe in the file: the options below by name.")
    ] = None,
    options: RecipeOptions,
    unlabelled: UnlabelledOptions,
    user_dict: opt.UserDict = None,
    jobs: opt.Jobs = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="tcp://HOST:8786", help="Have a Dask cluster read and count files that its workers see."),
    ] = None,
    digests: Annotated[
        bool,
        typer.Option("--digests/--no-digests", help="Keep a digest of every text, so that it can be taken back."),
    ] = True,
    prune: Annotated[
        bool | None,
        typer.Option("--prune/--no-prune", help="Default recipe: drop terms of one text where accuracy does not fall."),
    ] = None,
    correction: Annotated[
        str | None,
        typer.Option(metavar="none|linear", help="Default recipe: add a linear correction where it helps. (linear)"),
    ] = None,
    target_precision: Annotated[
        float | None, typer.Option(metavar="P", help="With --for: withhold that label where it would be less precise.")
    ] = None,
    density: Annotated[
        str | None,
        typer.Option(
            metavar=opt.names("densities"), help="Tables: one density for all columns of numbers, and a plain sum."
        ),
    ] = None,
    bins: Annotated[
        int | None, typer.Option(metavar="B", help="Tables: so many bins, with --density bins. (10)")
    ] = None,
    missing: Annotated[
        str | None,
        typer.Option(
            metavar="skip|value",
            help="Tables: a missing value says nothing, or is a value. (which serves a column best)",
        ),
    ] = None,
    for_: Annotated[str | None, typer.Option("--for", metavar="LABEL", help="The label of --target-precision.")] = None,
    reading: ReadingOptions,
) -> None:
    """Learn a classifier from labelled texts.

    It is stored, and training says how good it is.

    Without --recipe and the options that a recipe has (--tokenizer, --model and so on), naive Bayes models of several
    views of the texts are chosen and blended by leave-one-out; any of these options trains the one model that they
    describe (the defaults of the others in brackets). Of a table with several columns and no --text-column all columns
    are learned, each by its kind, which is found or said by --columns.

    With few labelled texts, many without labels help (--unlabelled): they are learned by expectation maximisation where
    labelled texts held out are predicted better so, and left aside where not.

    nb train ham=ham.txt spam=spam.txt --name mail
    """
    start = perf_counter()
    if (target_precision is None) != (for_ is None):
        raise NbError("--target-precision and --for go together", remedy="give both, or neither")
    processes = opt.processes(jobs)
    if scheduler is not None and jobs != 1:
        raise NbError("--jobs and --scheduler do not go together", remedy="the cluster has its own workers")
    from nbcli import store
    from nbcli.classifier.of_records import served
    from nbcli.commands._shared.advice import corpus_words
    from nbcli.corpus import Log
    from nbcli.reports.contents import training as _training
    from nbcli.schema import kinds_said, survey
    from nbcli.system.clock import stamp
    from nbcli.training import train as _train
    from nbcli.training.asked import Asked
    from nbcli.training.scoring import conflicts

    explicit = options.recipe(recipe)
    asked = Asked(density, missing, bins)
    asked.check()
    if explicit and prune:
        raise NbError("--prune is of the default recipe", remedy="use --min-df 2 for one model")
    if explicit and correction:
        raise NbError("--correction is of the default recipe", remedy="leave it out")
    corrected = _train.corrects(explicit, correction)
    _train.check_user_dict(explicit, user_dict is not None)
    store.path_of(name)
    stamp()  # which is written at the end: what is wrong with it is said now
    unlabelled.checked(explicit, scheduler)
    how, log, of_pool, words = reading.how(), Log(), Log(), opt.user_dict_of(user_dict)
    schema = None
    chosen: list[str] = []
    if scheduler is not None and (any(asked) or how.columns):
        raise NbError("a cluster learns texts: options of tables do not go with --scheduler", remedy="leave it out")
    if scheduler is None:
        schema, documents = survey(documents_of(corpus, how, log), log, how.columns)
        asked.check_fits(schema, corrected=bool(correction) and corrected)
        pool = unlabelled.texts(corpus, how, of_pool, schema)
        learning = _train.read_here(explicit, documents, words, processes, schema, pool, chosen.append)
    else:
        learning = _train.read_there(explicit, corpus, how, log, words, scheduler)
    target = None if for_ is None or target_precision is None else (for_, target_precision)
    with learning as texts:
        classifier = _train.train(
            texts,
            explicit,
            words,
            digests=digests,
            prune=prune is not False,
            correction=corrected,
            target=target,
            reading=log.reading(),
            schema=schema,
            asked=asked,
            say=chosen.append,
        )
    path = store.save_locked(classifier, name)
    found = _training.summary(classifier, conflicts(texts), corpus_words(corpus, how, user_dict), name)
    where = _training.where(path, name, perf_counter() - start, log, reading.encoding)
    Environment().say(
        *log.notes(),
        *of_pool.notes(),
        *(kinds_said(schema, served(classifier)) if schema else []),
        *chosen,
        *found,
        *where,
    )
