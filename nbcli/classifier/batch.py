"""A batch of records as the views of a classifier read them, each text cut once a tokenizer."""

from collections.abc import Mapping, Sequence

from nbcli.choices import load
from nbcli.classifier.cells import Cells
from nbcli.system import timing
from nbcli.tokenizers import Symbols, Tokens

# What cuts a text: a tokenizer, and the content of a user's dictionary.
Cut = tuple[str, str]


class Batch:
    """n records. What several views need of them is made once, when the first asks for it.

    texts: (n,). cut: by tokenizer, the tokens of texts cut before. tables: the symbol tables to cut with; where there
    is none, a table of the batch's own serves, whose distinct tokens each view then looks up among its own.
    cells: by column, the values of the records in it.
    """

    def __init__(
        self,
        texts: Sequence[str],
        *,
        cut: Mapping[str, Tokens] | None = None,
        tables: Mapping[Cut, Symbols] | None = None,
        cells: Mapping[str, Cells] | None = None,
    ) -> None:
        self.texts = texts
        self.cells = cells or {}
        self._cut = cut or {}
        self._tables = tables or {}
        self._tokens: dict[Cut, Tokens] = {}

    def tokens(self, tokenizer: str, user_dict: str = "") -> Tokens:
        """Return the texts cut by the tokenizer."""
        if tokenizer in self._cut:
            return self._cut[tokenizer]
        key = tokenizer, user_dict
        if key not in self._tokens:
            module = load("tokenizers", tokenizer)
            symbols = self._tables.get(key)
            with timing.stage("tokenize"):
                table = module.Table() if symbols is None else symbols
                self._tokens[key] = module.tokenize(self.texts, table, user_dict)
        return self._tokens[key]
