"""`nb update`: learn more into a stored model, or take texts back."""

from typing import TYPE_CHECKING, Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.of_model import documents_for
from nbcli.commands._shared.reading import ReadingOptions
from nbcli.errors import NbError
from nbcli.system.terminal import Environment

if TYPE_CHECKING:
    from nbcli.classifier.changes import Change
    from nbcli.classifier.classifier import Classifier


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
    of a blend and its linear correction, which --forget and --correct drop: train again to have it back.

    nb update spam=new.txt --name mail
    """
    _check_options(forget=forget, correct=correct, again=again, new_label=new_label)
    from nbcli import store
    from nbcli.classifier import changes
    from nbcli.corpus import Log
    from nbcli.reports.contents.training import by_label

    how, log = reading.how(label=correct), Log()
    # Whoever waits for a pipe keeps nobody else waiting.
    records = list(documents_for(store.header(name), corpus, how, log))
    with store.changing(name) as classifier:
        if correct is not None:
            change = changes.correct(classifier, records, correct, new_labels=new_label)
            done = f"moved {_counted(change.texts)} to {correct}"
        elif forget:
            change = changes.forget(classifier, records)
            done = f"forgot {_counted(change.texts)}"
        else:
            change = changes.learn(classifier, records, again=again, new_labels=new_label)
            done = _learned(change)
        path = store.save(classifier, name) if change.changed else store.resolved(store.path_of(name))
    notes = _notes(classifier, again=again) if change.changed and not forget and correct is None else []
    if change.dropped:
        why = "the linear correction is dropped, since it can hold a trace of these texts"
        notes.append(f"{why}: train again to have it back")
    done += f"; now {by_label(classifier)}; {classifier.terms:,} terms"
    Environment().say(*log.notes(), *notes, done, f"model: {path}")


def _check_options(*, forget: bool, correct: str | None, again: bool, new_label: bool) -> None:
    if forget and correct is not None:
        raise NbError("--forget and --correct do not go together", remedy="do one after the other")
    if again and (forget or correct is not None):
        raise NbError("--again is of learning more", remedy="leave it out with --forget and --correct")
    if new_label and forget:
        raise NbError("--new-label is of learning more and of --correct", remedy="leave it out with --forget")


def _learned(change: "Change") -> str:
    more = _counted(change.texts, "more ") if change.changed else "no more texts"
    return f"learned {more}, {change.known:,} already known" if change.known else f"learned {more}"


def _notes(classifier: "Classifier", *, again: bool) -> list[str]:
    """Return what somebody who has learned more should know."""
    notes = []
    if classifier.learned is None and not again:
        notes.append("the model keeps no digests of its texts: those that it knew already count again")
    if "unlabelled" in classifier.facts:
        notes.append(
            "what was learned of texts without labels stays as at training: to have it learned anew, train again"
        )
    if all(view.recipe.fixed_terms for view in classifier.views):
        notes.append("the model keeps the terms that it chose at training: new words are not learned")
    return notes


def _counted(count: int, more: str = "") -> str:
    return f"{count:,} {more}text{'' if count == 1 else 's'}"
