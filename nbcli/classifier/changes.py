"""What `nb update` does with records: learn those that are new, take some back, or move them to another label."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from nbcli.classifier import updating
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import InMemory, in_memory
from nbcli.classifier.known import New, check_label
from nbcli.classifier.of_records import schema_of
from nbcli.classifier.table import table_in_memory
from nbcli.corpus import Record
from nbcli.system.timing import stage


@dataclass(frozen=True)
class Change:
    """How many texts were learned, taken back or moved; and of those to be learned, how many it knew already.

    `dropped`: whether the model had a linear correction, which went with texts that were taken back.
    """

    texts: int
    known: int = 0
    dropped: bool = False

    @property
    def changed(self) -> bool:
        """Whether the classifier is another now."""
        return self.texts > 0


def learn(
    classifier: Classifier, records: Iterable[Record], *, again: bool = False, new_labels: bool = False
) -> Change:
    """Learn the records that it has not learned under their label before, or all of them `again`.

    NbError for a label that it does not have, unless there may be `new_labels`, and where there is no record.
    """
    new = New(classifier.labels, None if again else classifier.learned)
    stream = new.of(records, new_labels=new_labels)
    first = next(stream, None)
    if first is None and new.known:
        return Change(0, new.known)
    corpus = _in_memory(classifier, chain([first] if first else [], stream), keep=False)
    with stage("learn"):
        updating.learn_more(classifier, corpus)
    return Change(len(corpus), new.known)


def forget(classifier: Classifier, records: Iterable[Record]) -> Change:
    """Take the records back; NbError, and nothing done, for one that was never learned under its label."""
    corpus, corrected = _in_memory(classifier, records), classifier.correction is not None
    with stage("learn"):
        updating.forget(classifier, corpus)
    return Change(len(corpus), dropped=corrected)


def correct(classifier: Classifier, records: Iterable[Record], label: str, *, new_labels: bool = False) -> Change:
    """Move the records, learned under any label, to this one; NbError as `learn` and `forget`."""
    if not new_labels:
        check_label(label, classifier.labels)
    corpus, corrected = _in_memory(classifier, records), classifier.correction is not None
    with stage("learn"):
        moved = updating.correct(classifier, corpus, label)
    return Change(moved, dropped=corrected and classifier.correction is None)


def _in_memory(classifier: Classifier, records: Iterable[Record], *, keep: bool = True) -> InMemory:
    cuts, schema = classifier.cuts, schema_of(classifier)
    tokenizers, user_dict = [tokenizer for tokenizer, _ in cuts], cuts[0][1] if cuts else ""
    if schema is not None:
        return table_in_memory(schema, tokenizers, records, user_dict, keep=keep)
    return in_memory(tokenizers, records, user_dict, keep=keep)
