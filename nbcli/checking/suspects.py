"""What a model makes of the texts: labels that the others speak against, and terms that give a class away."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nbcli.checking.noise import mistaken, probability
from nbcli.checking.texts import place
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record
from nbcli.models import ClassCounts, log_posterior
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.timing import stage
from nbcli.training.scoring import distinct, leaving_with
from nbcli.vectorizers import Vocabulary

TOKENIZERS = ("words", "chars")
_RECIPES = (Recipe("words", (1, 2), "category", alpha=0.1), Recipe("chars", (1, 3), "category", alpha=0.1))
# A label is suspect when it is mistaken with more than this probability.
SURE = 0.7
# So many texts x labels are looked at at a time.
_BLOCK = 1 << 22
_SHARE, _ELSEWHERE, _ENOUGH = 0.95, 0.001, 20


def leave_one_out(corpus: InMemory) -> Iterator[Array]:
    """Yield the log-posterior of each text under a model that never learned it or a copy of it, some texts at a time.

    All that is yielded, one below the other, is (n, K).

    Two multinomial models on presence, of words 1-2 and characters 1-3, each joint log-likelihood over the root of the
    text's number of terms, which takes back what naive Bayes exaggerates by holding terms for independent. Nothing is
    fitted on the labels, so that wrong ones do not make it doubt itself.
    """
    k, everything = len(corpus.labels), np.arange(len(corpus))
    trained = [corpus.learn([recipe], everything)[0] for recipe in _RECIPES]
    for some in np.split(everything, range(0, len(corpus), max(_BLOCK // k, 1))[1:]):
        score, own = np.zeros((len(some), k)), leaving_with(corpus, some)
        with stage("leave out"):
            for one in trained:
                left = one.view.leaving(one.rows.take(some), own)
                score += one.view.without(left) / np.sqrt(np.maximum(one.view.length(left.rows), 1.0))[:, None]
            yield log_posterior(score, np.zeros(k))


def suspects(corpus: InMemory) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """Return the texts whose label is most likely mistaken, the surest first, and what leave-one-out says of all.

    That is the share of labels that the model gives too, and the share that is mistaken as far as can be told. A text
    whose class has no other text is passed over: nothing is known of its class without it.
    """
    rows, blocks = np.arange(len(corpus)), list[tuple[Ints, Array, Bools]]()
    done = 0
    for log_p in leave_one_out(corpus):
        blocks.append(_best(log_p, corpus.codes[done : done + len(log_p)]))
        done += len(log_p)
    said, margin, possible = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    agrees = said == corpus.codes
    known = possible & np.isfinite(margin)
    if not known.any():
        return [], {"accuracy": float(agrees.mean()), "mistaken": 0.0}
    # Copies of one text are one observation.
    once = np.intersect1d(rows[known], distinct(corpus))
    e, a = mistaken(margin[once], agrees[once])
    sure = probability(np.where(known, margin, 0.0), e, a)
    doubtful = rows[known & ~agrees & (sure > SURE)]
    order = doubtful[np.argsort(-margin[doubtful], kind="stable")]
    found = [
        {
            **place(corpus.documents[i]),
            "said": corpus.labels[int(said[i])],
            "proba": float(sure[i]),
            "log_odds": float(margin[i]),
        }
        for i in order.tolist()
    ]
    return found, {"accuracy": float(agrees.mean()), "mistaken": e}


def _best(log_p: Array, codes: Ints) -> tuple[Ints, Array, Bools]:
    """Return the class of the largest log-posterior, how far it stands above the next, and whether a text's own class,
    of codes (m,), is possible: (m,) each.
    """
    rows = np.arange(len(log_p))
    said, possible = log_p.argmax(axis=1), np.isfinite(log_p[rows, codes])
    top = log_p[rows, said]
    log_p[rows, said] = -np.inf
    with np.errstate(invalid="ignore"):
        return said, top - log_p.max(axis=1), possible


def giveaways(corpus: InMemory) -> list[dict[str, Any]]:
    """Return the words that stand in 95 % of a class's texts and (but for one text in 1,000) nowhere else.

    Such a word is most often not of the texts but of how they were gathered: a footer, a mark, a header.
    """
    tokens, n_texts = corpus.tokens["words"], np.bincount(corpus.codes, minlength=len(corpus.labels))
    vocabulary, counts = Vocabulary.learn(tokens, (1, 1))
    presence = ClassCounts.summed(counts.with_data(np.ones(len(counts.data))), corpus.codes, len(corpus.labels))
    every = presence.sum(axis=0)
    words, found = tokens.symbols.words(), []
    for c, label in enumerate(corpus.labels):
        n, others = int(n_texts[c]), int(n_texts.sum() - n_texts[c])
        if n < _ENOUGH or not others:
            continue
        columns, here = presence.of_class(c)
        elsewhere = every[columns] - here
        for i in np.flatnonzero((here >= _SHARE * n) & (elsewhere <= _ELSEWHERE * others)).tolist():
            term = " ".join(words[w] for w in vocabulary.ids(int(columns[i])))
            found.append({"term": term, "label": label, "here": int(here[i]), "elsewhere": int(elsewhere[i])})
    return found


def misbalanced(labels: dict[str, dict[str, float]], few: int, ratio: float) -> list[dict[str, Any]]:
    """Return the labels with fewer than `few` texts, or with fewer than a `ratio`-th of the largest label's."""
    largest = max(one["texts"] for one in labels.values())
    return [
        {"label": label, "texts": one["texts"], "largest": largest}
        for label, one in labels.items()
        if one["texts"] < max(few, largest / ratio)
    ]


def documents_with(documents: Sequence[Record]) -> list[Record]:
    """Return the documents that have a label and a text: those that training would take."""
    return [
        document._replace(text=document.text.replace("\ufeff", ""))
        for document in documents
        if document.label and document.text and not document.text.isspace()
    ]
