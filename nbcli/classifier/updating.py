"""Learning more, and unlearning: counts add and subtract, in any order to the same state.

Of presence and counts that is the state of training once on what remains. Some things stay as at training, and the
state then depends on that and on the texts that remain: the terms where they were chosen by --top-k or --min-df, or by
the default recipe; the idf of the terms known then, which stay even without a text; weights and biases of a blend, and
its linear correction, until texts are taken back.
"""

from dataclasses import replace

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.labels import check_classes, in_order, places
from nbcli.classifier.learned import Learned
from nbcli.errors import NbError


def learn_more(classifier: Classifier, corpus: InMemory) -> None:
    """Add the texts of the corpus, new terms and new labels included."""
    labels = in_order([*classifier.labels, *corpus.labels], classifier.labels)
    _relabel(classifier, labels)
    codes = places(corpus.labels, labels)[corpus.codes]
    k = len(labels)
    columns = [view.learn(corpus.batch, codes, k) for view in classifier.views]
    if classifier.correction is not None:
        classifier.correction = classifier.correction.moved(columns, [view.size for view in classifier.views])
    classifier.texts = classifier.texts + np.bincount(codes, minlength=k)
    if classifier.learned is not None:
        old = classifier.learned
        classifier.learned = Learned.of(
            np.concatenate((old.digests, corpus.digests)), np.concatenate((old.codes, codes))
        )
        classifier.copies = classifier.learned.copies
    classifier.facts["updated"] = True


def forget(classifier: Classifier, corpus: InMemory) -> None:
    """Take the texts of the corpus back, each once; NbError (and nothing done) for one never learned so.

    What no other text bears out is gone with it, a label or a term; but terms that have an idf from training stay. A
    linear correction, which can hold a trace of the texts, is dropped.
    """
    learned = _digests(classifier)
    codes = places(corpus.labels, classifier.labels)[corpus.codes]
    found = learned.find(corpus.digests, codes)
    for row in np.flatnonzero(found < 0)[:1].tolist():
        raise NbError(
            f"the text was never learned as {corpus.labels[corpus.codes[row]]}",
            where=_place(corpus, row),
            remedy="leave it out; nothing was changed",
        )
    kept = np.ones(len(learned.digests), dtype=bool)
    kept[found] = False
    remaining = np.bincount(learned.codes[kept], minlength=len(classifier.labels))
    check_classes([label for label, count in zip(classifier.labels, remaining, strict=True) if count])
    drop_correction(classifier)
    for view in classifier.views:
        view.unlearn(corpus.batch, codes)
    classifier.texts = remaining
    classifier.learned = Learned(learned.digests[kept], learned.codes[kept])
    classifier.copies = classifier.learned.copies
    _relabel(classifier, [label for label, count in zip(classifier.labels, remaining, strict=True) if count])
    classifier.facts["updated"] = True


def correct(classifier: Classifier, corpus: InMemory, label: str) -> int:
    """Move the texts of the corpus to `label` from whatever label they were learned under; return how many moved.

    NbError (and nothing done) for a text never learned.
    """
    learned = _digests(classifier)
    rows: list[int] = []
    codes: list[int] = []
    labels = in_order([*classifier.labels, label], classifier.labels)
    own = places(classifier.labels, labels)
    target, seen = int(places([label], labels)[0]), set()
    for row, digest in enumerate(corpus.digests.tolist()):
        at = learned.places(digest)
        if at.start == at.stop:
            remedy = "leave it out; nothing was changed"
            raise NbError("the text was never learned", where=_place(corpus, row), remedy=remedy)
        if digest not in seen:
            wrong = [code for code in own[learned.codes[at]].tolist() if code != target]
            rows += [row] * len(wrong)
            codes += wrong
        seen.add(digest)
    if rows:
        moved = replace(corpus.take(np.array(rows), np.array(codes)), labels=labels)
        # Learned anew first: a class may lose its last text here, but there is always another.
        learn_more(classifier, replace(moved, codes=np.full(len(rows), target)))
        forget(classifier, moved)
    return len(rows)


def drop_correction(classifier: Classifier) -> None:
    """Make the classifier what it would be had it been trained without a linear correction, if it has one."""
    correction = classifier.correction
    if correction is None:
        return
    # A view of a text that has no weight is there for its terms alone; a column may have none by itself.
    columns = np.array([isinstance(view, ColumnView) for view in classifier.views])
    kept = columns | (correction.without.weights > 0)
    classifier.views = [view for view, stays in zip(classifier.views, kept.tolist(), strict=True) if stays]
    classifier.blend, classifier.correction = correction.without.of_views(kept), None
    classifier.facts |= classifier.facts.pop("correction", {}).get("without", {})


def _digests(classifier: Classifier) -> Learned:
    if classifier.learned is None:
        raise NbError(
            "the model keeps no digests of its texts, so none can be taken back",
            remedy="train it without --no-digests",
        )
    return classifier.learned


def _place(corpus: InMemory, row: int) -> str:
    if not corpus.documents:
        return ""
    document = corpus.documents[row]
    return f"{document.source}:{document.line}"


def _relabel(classifier: Classifier, labels: list[str]) -> None:
    """Give the classifier other labels, in order too; those it has no more have no texts left, those new none yet."""
    place = places(classifier.labels, labels)
    kept = np.flatnonzero(place >= 0)
    texts = np.zeros(len(labels), dtype=np.int64)
    texts[place[kept]] = classifier.texts[kept]
    for view in classifier.views:
        view.relabel(place, len(labels))
    if classifier.learned is not None:
        classifier.learned.codes = place[classifier.learned.codes]
    correction = classifier.correction
    if classifier.blend is not None:
        unheard = 0.0 if correction is None else correction.unheard
        classifier.blend = classifier.blend.relabelled(classifier.labels, labels, unheard)
    if correction is not None:
        classifier.correction = correction.relabelled(place, correction.without.relabelled(classifier.labels, labels))
    classifier.labels, classifier.texts = labels, texts
    classifier.set_priors()
