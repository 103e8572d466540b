"""Which texts a classifier has learned: a digest of each, with its label."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Self

import numpy as np

from nbcli.system.arrays import Ints


@dataclass
class Learned:
    """The digest of every text learned and the index of its label, both (n,), sorted; empty when not kept."""

    digests: Ints
    codes: Ints

    @classmethod
    def of(cls, digests: Ints, codes: Ints) -> Self:
        """Return the pairs in their one order."""
        order = np.lexsort((codes, digests))
        return cls(digests[order], codes[order])

    def find(self, digests: Ints, codes: Ints) -> Ints:
        """Return the place of each of m texts, (m,), no place twice; -1 where no such text is left, or codes is -1."""
        number = np.unique(np.concatenate((self.digests, digests)), return_inverse=True)[1].ravel()
        of_labels = int(max(self.codes.max(initial=-1), codes.max(initial=-1))) + 2
        own, asked = np.split(number * of_labels + np.concatenate((self.codes, codes)) + 1, [len(self.digests)])
        order = np.argsort(asked, kind="stable")
        # The first of equals takes the first of the places, the second the second.
        nth = np.empty_like(order)
        nth[order] = np.arange(len(order)) - np.searchsorted(asked[order], asked[order])
        start, stop = (np.searchsorted(own, asked, side) for side in ("left", "right"))
        return np.where((start + nth < stop) & (codes >= 0), start + nth, -1)

    @property
    def copies(self) -> int:
        """How many of the texts stand among them a second time or more."""
        return len(self.digests) - len(np.unique(self.digests))

    def places(self, digest: int) -> slice:
        """Return where the text of that digest stands, once for every time it was learned."""
        start, stop = (int(np.searchsorted(self.digests, digest, side)) for side in ("left", "right"))
        return slice(start, stop)


def folded(text: str) -> str:
    """Return the text but for case and the width of spaces: equal for copies."""
    return " ".join(text.split()).lower()


def digest(text: str) -> int:
    """Return 64 bits that stand for the text, the same on every machine and day."""
    data = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little", signed=True)
