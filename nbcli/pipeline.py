"""A recipe, and the pipeline it describes: learn from documents, classify texts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from inspect import signature
from itertools import islice
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from nbcli.corpus import Document
from nbcli.errors import NbError
from nbcli.models._base import NaiveBayes
from nbcli.stages import load
from nbcli.tokenizers import Symbols, Tokens, joined
from nbcli.vectorizers import Rows, Vocabulary, smooth_idf

BATCH = 4096
OK, EMPTY, UNKNOWN = "ok", "empty", "unknown"


@dataclass(frozen=True)
class Recipe:
    """What to build: names of choices, and numbers. `alpha` None stands for the model's own default."""

    tokenizer: str = "words"
    ngrams: tuple[int, int] = (1, 2)
    features: str = "category"
    model: str = "multinomial"
    alpha: float = 0.1
    var_smoothing: float = 1e-9
    top_k: int | None = None
    min_df: int = 1

    def __post_init__(self) -> None:
        if self.model == "categorical" and self.features == "tfidf":
            raise NbError(
                "the categorical model takes values, and tfidf weights are none",
                remedy="use --features category or counts, or --model multinomial or gaussian",
            )

    def as_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON has it."""
        return asdict(self) | {"ngrams": list(self.ngrams)}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the recipe that `as_dict` wrote."""
        return cls(**(values | {"ngrams": tuple(values["ngrams"])}))

    def new_model(self) -> NaiveBayes:
        """Return the unfitted model with those of the recipe's numbers that it takes."""
        model = load("models", self.model).Model
        taken = signature(model).parameters
        options = {name: getattr(self, name) for name in ("alpha", "var_smoothing") if name in taken}
        return model(**options)  # type: ignore[no-any-return]


@dataclass
class Corpus:
    """Documents as arrays: `tokens` of n texts, `codes` (n,) each an index in `labels`, `digests` (n,) of the texts."""

    tokens: Tokens
    codes: NDArray[np.int64]
    labels: list[str]
    digests: NDArray[np.int64]

    @property
    def copies(self) -> int:
        """How many texts stand in the corpus a second time or more."""
        return len(self.digests) - len(np.unique(self.digests))


def tokenized(
    tokenizer: str, documents: Iterable[Document], user_dict: str = "", symbols: Symbols | None = None
) -> Corpus:
    """Read the documents once, a batch at a time, and keep their tokens, labels and digests only."""
    module = load("tokenizers", tokenizer)
    table = module.Table() if symbols is None else symbols
    codes: dict[str, int] = {}
    batches, labels_of, digests = [], [], []
    stream = iter(documents)
    while batch := list(islice(stream, BATCH)):
        batches.append(module.tokenize([d.text for d in batch], table, user_dict))
        labels_of.append([codes.setdefault(d.label or "", len(codes)) for d in batch])
        digests.append([digest(d.text) for d in batch])
    if not batches:
        raise NbError("the corpus has no texts", remedy="give at least one text for each of two classes")
    labels = sorted(codes)
    rank = np.array([labels.index(label) for label in codes])
    return Corpus(joined(batches), rank[_flat(labels_of)], labels, _flat(digests))


def look_alikes(labels: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of labels that differ by case or spaces only: most likely one class misspelt."""
    first: dict[str, str] = {}
    pairs = []
    for label in labels:
        folded = "".join(label.split()).casefold()
        if folded in first:
            pairs.append((first[folded], label))
        first.setdefault(folded, label)
    return pairs


def _flat(lists: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    return np.concatenate([np.array(part, dtype=np.int64) for part in lists])


def digest(text: str) -> int:
    """Return a number that stands for the text, the same on every machine and day."""
    from hashlib import blake2b

    data = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little", signed=True)


@dataclass
class Pipeline:
    """A trained classifier: tokenizer, terms, weights of terms, and model, as its recipe says."""

    recipe: Recipe
    labels: list[str]
    symbols: Symbols
    vocabulary: Vocabulary
    idf: NDArray[np.float64]
    model: NaiveBayes
    user_dict: str = ""
    facts: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def learn(cls, recipe: Recipe, corpus: Corpus, user_dict: str = "") -> Self:
        """Learn the corpus; NbError when it has fewer than two classes, or no term."""
        if len(corpus.labels) < 2:
            raise NbError(f"the corpus has one class only ({corpus.labels[0]})", remedy="add texts of another class")
        vocabulary, counts = Vocabulary.learn(corpus.tokens, recipe.ngrams, top_k=recipe.top_k, min_df=recipe.min_df)
        if not len(vocabulary.keys):
            raise NbError(
                "no term is left to learn from",
                remedy="lower --min-df, or take another --tokenizer (jieba reads Han text only)",
            )
        idf = idf_of(recipe.features, counts)
        rows = load("vectorizers", recipe.features).weigh(counts, idf)
        model = recipe.new_model().partial_fit(rows, corpus.codes, classes=np.arange(len(corpus.labels)))
        symbols = corpus.tokens.symbols
        symbols.frozen = True
        facts = {
            "texts": dict(
                zip(
                    corpus.labels,
                    np.bincount(corpus.codes, minlength=len(corpus.labels)).tolist(),
                    strict=True,
                )
            ),
            "copies": corpus.copies,
            "terms": len(vocabulary.keys),
        }
        return cls(recipe, corpus.labels, symbols, vocabulary, idf, model, user_dict, facts)

    def rows(self, texts: Sequence[str]) -> tuple[Rows, list[str]]:
        """Return the features of the texts and the status of each: OK, EMPTY, or UNKNOWN (no known term)."""
        tokens = load("tokenizers", self.recipe.tokenizer).tokenize(texts, self.symbols, self.user_dict)
        counts = self.vocabulary.count(tokens)
        known = np.diff(counts.indptr) > 0
        status = [OK if k else EMPTY if not text.strip() else UNKNOWN for k, text in zip(known, texts, strict=True)]
        return load("vectorizers", self.recipe.features).weigh(counts, self.idf), status

    def classify(self, texts: Sequence[str]) -> tuple[NDArray[np.float64], list[str]]:
        """Return the posterior of every text, shape (n, K), and the status of each.

        A text without any known term says nothing, and gets the prior.
        """
        rows, status = self.rows(texts)
        log_proba = self.model.predict_log_proba(rows)
        silent = np.diff(rows.indptr) == 0
        if silent.any():
            log_proba[silent] = self.model.log_prior()
        return np.exp(log_proba), status


def idf_of(features: str, counts: Rows) -> NDArray[np.float64]:
    """Return the inverse document frequencies that the features need, shape (d,), or (0,) when they need none."""
    if not load("vectorizers", features).USES_IDF:
        return np.zeros(0)
    return smooth_idf(np.bincount(counts.indices, minlength=counts.shape[1]), counts.shape[0])


def batches_of(texts: Iterable[str], size: int = BATCH) -> Iterator[list[str]]:
    """Yield the texts in lists of at most `size`."""
    stream = iter(texts)
    while batch := list(islice(stream, size)):
        yield batch
