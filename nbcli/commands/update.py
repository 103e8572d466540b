"""`nb update`: learn more into a stored model, or take texts back."""

from typing import Annotated

import typer

from nbcli.commands import _options as opt
from nbcli.errors import NbError
from nbcli.reports._width import printable
from nbcli.timing import stage


def run(
    corpus: opt.Corpus,
    name: opt.Name = "default",
    forget: Annotated[bool, typer.Option("--forget", help="Take the texts back that were learned.")] = False,
    correct: Annotated[
        str | None, typer.Option(metavar="LABEL", help="Move the texts, learned under any label, to this one.")
    ] = None,
    format_: opt.Format = None,
    encoding: opt.Encoding = None,
    label_column: opt.LabelColumn = None,
    text_column: opt.TextColumn = None,
    header: opt.Header = None,
) -> None:
    """Learn more texts into a stored model, new words and new labels included, or take texts back.

    The counts are then those of training once on all its texts. For tfidf and idf features the idf of known terms
    stays as at training, with --top-k or --min-df the terms do; the weights of a blend stay, too.

    nb update spam=new.txt --name mail
    """
    if forget and correct is not None:
        raise NbError("--forget and --correct do not go together", remedy="do one after the other")
    from dataclasses import replace

    from nbcli import store, updating
    from nbcli.corpus import Log
    from nbcli.lock import locked
    from nbcli.prepared import prepare
    from nbcli.reports._training import by_label

    how, log = opt.how_of(format_, encoding, label_column, text_column, header), Log()
    store.header(name)
    with locked(store.path_of(name).resolve()):
        pipeline = store.load(name)
        tokenizers = sorted({view.recipe.tokenizer for view in pipeline.views})
        documents = opt.documents_of(corpus, replace(how, label=correct), log)
        new = prepare(tokenizers, documents, pipeline.views[0].user_dict, keep=True)
        with stage("learn"):
            if correct is not None:
                done = f"moved {_counted(updating.correct(pipeline, new, correct))} to {correct}"
            elif forget:
                updating.forget(pipeline, new)
                done = f"forgot {_counted(len(new))}"
            else:
                updating.learn_more(pipeline, new)
                done = f"learned {_counted(len(new), 'more ')}"
        path = store.save(pipeline, name)
    for line in [*log.notes(), f"{done}; now {by_label(pipeline)}; {pipeline.terms:,} terms", f"model: {path}"]:
        typer.echo(printable(line), err=True)


def _counted(count: int, more: str = "") -> str:
    return f"{count:,} {more}text{'' if count == 1 else 's'}"
