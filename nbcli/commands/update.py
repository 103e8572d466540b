"""`nb update`: learn more into a stored model, or take texts back."""

from typing import TYPE_CHECKING, Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.reading import ReadingOptions, documents_of
from nbcli.errors import NbError
from nbcli.system.timing import stage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nbcli.classifier.classifier import Classifier
    from nbcli.classifier.dataset import InMemory
    from nbcli.corpus import Record


def run(
    corpus: opt.Corpus,
    *,
    name: opt.Name = "default",
    forget: Annotated[bool, typer.Option("--forget", help="Take the texts back that were learned.")] = False,
    correct: Annotated[
        str | None, typer.Option(metavar="LABEL", help="Move the texts, learned under any label, to this one.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Count texts once more that were learned under their label before.")
    ] = False,
    new_label: Annotated[
        bool, typer.Option("--new-label", help="Take labels that the model does not have yet.")
    ] = False,
    reading: ReadingOptions,
) -> None:
    """Learn more texts into a stored model, or take texts back.

    Texts that it has learned under their label before are skipped: a folder or mailbox that grows can be given every
    day. The model depends on its training and on the texts that remain, whatever the order. New words are learned,
    but where the terms were chosen at training (--top-k, --min-df, or the default recipe where it dropped the terms of
    one text) these stay. So do, for tfidf and idf features, the terms known at training and their idf; and the weights
    of a blend.

    nb update spam=new.txt --name mail
    """
    _check_options(forget=forget, correct=correct, again=again, new_label=new_label)
    from nbcli import store
    from nbcli.corpus import Log
    from nbcli.reports.contents.training import by_label
    from nbcli.system.lock import locked
    from nbcli.system.width import printable

    notes: list[str] = []
    how, log = reading.how(label=correct), Log()
    store.header(name)
    with locked(store.path_of(name).resolve()):
        classifier = store.load(name)
        documents = documents_of(corpus, how, log)
        if correct is not None:
            changed, done = _correct(classifier, documents, correct, new_label=new_label)
        elif forget:
            changed, done = _forget(classifier, documents)
        else:
            changed, done = _learn(classifier, documents, again=again, new_label=new_label)
            notes = _notes(classifier, again=again) if changed else []
        path = store.save(classifier, name) if changed else store.path_of(name).resolve()
    for line in [
        *log.notes(),
        *notes,
        f"{done}; now {by_label(classifier)}; {classifier.terms:,} terms",
        f"model: {path}",
    ]:
        typer.echo(printable(line), err=True)


def _check_options(*, forget: bool, correct: str | None, again: bool, new_label: bool) -> None:
    if forget and correct is not None:
        raise NbError("--forget and --correct do not go together", remedy="do one after the other")
    if again and (forget or correct is not None):
        raise NbError("--again is of learning more", remedy="leave it out with --forget and --correct")
    if new_label and forget:
        raise NbError("--new-label is of learning more and of --correct", remedy="leave it out with --forget")


def _correct(
    classifier: "Classifier", documents: "Iterable[Record]", label: str, *, new_label: bool
) -> tuple[bool, str]:
    """Return whether anything changed, and what was done; so below."""
    from nbcli.classifier import updating
    from nbcli.classifier.known import check_label

    if not new_label:
        check_label(label, classifier.labels)
    corpus = _in_memory(classifier, documents)
    with stage("learn"):
        moved = updating.correct(classifier, corpus, label)
    return moved > 0, f"moved {_counted(moved)} to {label}"


def _forget(classifier: "Classifier", documents: "Iterable[Record]") -> tuple[bool, str]:
    from nbcli.classifier import updating

    corpus = _in_memory(classifier, documents)
    with stage("learn"):
        updating.forget(classifier, corpus)
    return True, f"forgot {_counted(len(corpus))}"


def _learn(
    classifier: "Classifier", documents: "Iterable[Record]", *, again: bool, new_label: bool
) -> tuple[bool, str]:
    from itertools import chain

    from nbcli.classifier import updating
    from nbcli.classifier.known import New

    new = New(classifier.labels, None if again else classifier.learned)
    stream = new.of(documents, new_labels=new_label)
    first = next(stream, None)
    if first is None and new.known:
        return False, f"learned no more texts, {new.known:,} already known"
    corpus = _in_memory(classifier, chain([first] if first else [], stream), keep=False)
    with stage("learn"):
        updating.learn_more(classifier, corpus)
    done = f"learned {_counted(len(corpus), 'more ')}"
    return True, f"{done}, {new.known:,} already known" if new.known else done


def _in_memory(classifier: "Classifier", documents: "Iterable[Record]", *, keep: bool = True) -> "InMemory":
    from nbcli.classifier.dataset import in_memory

    cuts = classifier.cuts
    return in_memory([tokenizer for tokenizer, _ in cuts], documents, cuts[0][1], keep=keep)


def _notes(classifier: "Classifier", *, again: bool) -> list[str]:
    """Return what somebody who has learned more should know."""
    notes = []
    if classifier.learned is None and not again:
        notes.append("the model keeps no digests of its texts: those that it knew already count again")
    if all(view.recipe.fixed_terms for view in classifier.views):
        notes.append("the model keeps the terms that it chose at training: new words are not learned")
    return notes


def _counted(count: int, more: str = "") -> str:
    return f"{count:,} {more}text{'' if count == 1 else 's'}"
