"""What a model knows already, texts and labels, so that nothing is learned twice or anew by accident."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from nbcli.classifier.learned import Learned, digest
from nbcli.corpus import Record
from nbcli.errors import NbError

# So many labels are named where none is like the one asked for.
_MOST = 20


class New:
    """The documents that a model of these labels has not learned under their labels; `known` counts the others.

    learned: what the model has learned; None where all documents are to be taken as new. Copies among the documents
    are all new, or none is.
    """

    def __init__(self, labels: Sequence[str], learned: Learned | None) -> None:
        self.known = 0
        self._codes = {label: code for code, label in enumerate(labels)}
        self._learned = learned

    def of(self, documents: Iterable[Record], *, new_labels: bool = False) -> Iterator[Record]:
        """Yield the new ones as they come; NbError at a label that is new, unless there may be such."""
        for document in documents:
            label = document.label or ""
            if not new_labels:
                check_label(label, self._codes, f"{document.source}:{document.line}")
            if self._learned is not None and self._has(self._learned, document.text, label):
                self.known += 1
            else:
                yield document

    def _has(self, learned: Learned, text: str, label: str) -> bool:
        return self._codes.get(label, -1) in learned.codes[learned.places(digest(text))]


def check_label(label: str, labels: Iterable[str], where: str = "") -> None:
    """Raise NbError when the label is none of the labels, naming the one it is most like."""
    known = list(labels)
    if label in labels:
        return
    near = get_close_matches(label, known, 1)
    more = f" and {len(known) - _MOST:,} more" if len(known) > _MOST else ""
    others = near[0] if near else f"one of {', '.join(known[:_MOST])}{more}"
    remedy = f"write {others}, or give --new-label to learn it as a new one"
    raise NbError(f"the model has no label {label!r}", where=where, remedy=remedy)
