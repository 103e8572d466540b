"""Learning more, and unlearning: counts add and subtract, so the result is that of training once on what remains.

Exact for features of presence and counts. Where terms are weighed by idf, the idf stays as at training; where they are
chosen by --top-k or --min-df, the terms do.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nbcli.errors import NbError
from nbcli.pipeline import Learned, Pipeline, check_classes
from nbcli.prepared import Prepared, places
from nbcli.tokenizers import Symbols, Tokens
from nbcli.vectorizers import Rows, Vocabulary
from nbcli.view import View

Ints = NDArray[np.int64]


def learn_more(pipeline: Pipeline, corpus: Prepared) -> None:
    """Add the texts of the corpus, new terms and new labels included."""
    labels = sorted({*pipeline.labels, *corpus.labels})
    _relabel(pipeline, labels)
    codes = places(corpus.labels, labels)[corpus.codes]
    k = len(labels)
    pipeline.views = [_added(view, corpus.tokens[view.recipe.tokenizer], codes, k) for view in pipeline.views]
    pipeline.texts = pipeline.texts + np.bincount(codes, minlength=k)
    if pipeline.learned is not None:
        old = pipeline.learned
        pipeline.learned = Learned.of(np.concatenate((old.digests, corpus.digests)), np.concatenate((old.codes, codes)))
        pipeline.copies = pipeline.learned.copies


def forget(pipeline: Pipeline, corpus: Prepared) -> None:
    """Take the texts of the corpus back, each once; NbError (and nothing done) for one never learned so.

    What no other text bears out is gone with it, term or label.
    """
    learned = _digests(pipeline)
    codes = places(corpus.labels, pipeline.labels)[corpus.codes]
    found = learned.find(corpus.digests, codes)
    for row in np.flatnonzero(found < 0)[:1].tolist():
        raise NbError(
            f"the text was never learned as {corpus.labels[corpus.codes[row]]}",
            where=_place(corpus, row),
            remedy="leave it out; nothing was changed",
        )
    kept = np.ones(len(learned.digests), dtype=bool)
    kept[found] = False
    remaining = np.bincount(learned.codes[kept], minlength=len(pipeline.labels))
    check_classes([label for label, count in zip(pipeline.labels, remaining, strict=True) if count])
    pipeline.views = [_less(view, corpus.tokens[view.recipe.tokenizer], codes) for view in pipeline.views]
    pipeline.texts = remaining
    pipeline.learned = Learned(learned.digests[kept], learned.codes[kept])
    pipeline.copies = pipeline.learned.copies
    _relabel(pipeline, [label for label, count in zip(pipeline.labels, remaining, strict=True) if count])


def correct(pipeline: Pipeline, corpus: Prepared, label: str) -> int:
    """Move the texts of the corpus to `label` from whatever label they were learned under; return how many moved.

    NbError (and nothing done) for a text never learned.
    """
    learned = _digests(pipeline)
    rows: list[int] = []
    codes: list[int] = []
    labels = sorted({*pipeline.labels, label})
    own = places(pipeline.labels, labels)
    target, seen = labels.index(label), set()
    for row, digest in enumerate(corpus.digests.tolist()):
        start, stop = np.searchsorted(learned.digests, [digest, digest + 1])
        if start == stop:
            remedy = "leave it out; nothing was changed"
            raise NbError("the text was never learned", where=_place(corpus, row), remedy=remedy)
        if digest not in seen:
            wrong = [code for code in own[learned.codes[start:stop]].tolist() if code != target]
            rows += [row] * len(wrong)
            codes += wrong
        seen.add(digest)
    if rows:
        moved = replace(corpus.take(np.array(rows), np.array(codes)), labels=labels)
        # Learned anew first: a class may lose its last text here, but there is always another.
        learn_more(pipeline, replace(moved, codes=np.full(len(rows), target)))
        forget(pipeline, moved)
    return len(rows)


def _digests(pipeline: Pipeline) -> Learned:
    if pipeline.learned is None:
        raise NbError(
            "the model keeps no digests of its texts, so none can be taken back",
            remedy="train it without --no-digests",
        )
    return pipeline.learned


def _place(corpus: Prepared, row: int) -> str:
    if not corpus.documents:
        return ""
    document = corpus.documents[row]
    return f"{document.source}:{document.line}"


def _relabel(pipeline: Pipeline, labels: list[str]) -> None:
    """Give the pipeline other labels, sorted too; those it has no more have no texts left, those new none yet."""
    place = places(pipeline.labels, labels)
    kept = np.flatnonzero(place >= 0)
    texts = np.zeros(len(labels), dtype=np.int64)
    texts[place[kept]] = pipeline.texts[kept]
    for view in pipeline.views:
        view.model.classes_ = place[view.model.classes_]
    if pipeline.learned is not None:
        pipeline.learned.codes = place[pipeline.learned.codes]
    if pipeline.blend is not None:
        bias = np.zeros(len(labels))
        bias[place[kept]] = pipeline.blend.bias[kept]
        pipeline.blend = replace(pipeline.blend, bias=bias)
    pipeline.labels, pipeline.texts = labels, texts
    pipeline.set_priors()


def _added(view: View, tokens: Tokens, codes: Ints, n_classes: int) -> View:
    if not view.recipe.fixed_terms:
        view = grown(view, tokens)
    counts = view.count_tokens(tokens)
    view.model.partial_fit(view.weigh(counts), codes, classes=np.arange(n_classes))
    view.df = view.df + _df(counts)
    return view


def grown(view: View, tokens: Tokens) -> View:
    """Return the view with the terms of these texts too, not counted yet; their idf is that of a term never seen."""
    new, _ = Vocabulary.learn(tokens, view.recipe.ngrams)
    words = sorted({*view.symbols.words(), *tokens.symbols.words()})
    number = {word: i for i, word in enumerate(words)}

    def renumbered(vocabulary: Vocabulary, symbols: Symbols) -> Ints:
        new_id = np.array([number[word] for word in symbols.words()], dtype=np.int64)
        # A table of code points has no words to number.
        return vocabulary.renumbered(new_id).keys if words else vocabulary.keys

    old_keys, new_keys = renumbered(view.vocabulary, view.symbols), renumbered(new, tokens.symbols)
    keys = np.union1d(old_keys, new_keys)
    columns = np.searchsorted(keys, old_keys)
    df, idf = np.zeros(len(keys), dtype=np.int64), np.full(len(keys), view.new_idf)
    df[columns] = view.df
    if len(view.idf):
        idf[columns] = view.idf
    view.model.widen(columns, len(keys))
    symbols = type(view.symbols)(words, frozen=True)
    vocabulary = Vocabulary(keys, view.recipe.ngrams)
    return replace(view, symbols=symbols, vocabulary=vocabulary, df=df, idf=idf if len(view.idf) else view.idf)


def _less(view: View, tokens: Tokens, codes: Ints) -> View:
    counts = view.count_tokens(tokens)
    view.model.forget(view.weigh(counts), codes)
    view.df = view.df - _df(counts)
    return view if view.recipe.fixed_terms else view.without_empty_terms()


def _df(counts: Rows) -> Ints:
    return np.bincount(counts.indices, minlength=counts.shape[1])
