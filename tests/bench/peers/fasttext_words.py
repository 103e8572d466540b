"""Texts for fastText, which cuts at spaces only: nb's own tokens, so that both learn from the same."""

from collections.abc import Iterator

import numpy as np

from nbcli.tokenizers import Symbols, words

BATCH = 10_000


def spaced(texts: list[str]) -> Iterator[str]:
    """Yield each text as its tokens with spaces between them."""
    for start in range(0, len(texts), BATCH):
        tokens = words.tokenize(texts[start : start + BATCH], Symbols())
        spelling = np.array(tokens.symbols.words(), dtype=object)
        for a, b in zip(tokens.offsets[:-1], tokens.offsets[1:], strict=True):
            yield " ".join(spelling[tokens.ids[a:b]])
