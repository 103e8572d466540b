"""What a model makes of the texts: labels that the others contradict, and terms that give a class away."""

from collections.abc import Iterable, Iterator

import numpy as np

from nbcli.checking.findings import Giveaway, LeftOut, Suspect, placed
from nbcli.checking.noise import mistaken, probability
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.recipe import Recipe
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
    text's number of terms, which takes back what naive Bayes exaggerates by taking terms to be independent. Nothing is
    fitted on the labels, so that mistaken ones do not make it less sure.
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


def suspects(corpus: InMemory) -> tuple[list[Suspect], LeftOut]:
    """Return the texts whose label is most likely mistaken, the surest first, and what leave-one-out shows of all.

    A text whose class has no other text is passed over: nothing is known of its class without it.
    """
    return suspects_among(corpus, np.arange(len(corpus)), leave_one_out(corpus))


def suspects_among(corpus: InMemory, rows: Ints, scores: Iterable[Array]) -> tuple[list[Suspect], LeftOut]:
    """Return the same of the texts `rows` (m,), by `scores`: one below the other, their log-posteriors (m, K)."""
    blocks, codes = list[tuple[Ints, Array, Bools]](), corpus.codes[rows]
    done = 0
    for log_p in scores:
        blocks.append(_best(log_p, codes[done : done + len(log_p)]))
        done += len(log_p)
    predicted, margin, possible = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    agrees = predicted == codes
    known = possible & np.isfinite(margin)
    if not known.any():
        return [], LeftOut(float(agrees.mean()), 0.0)
    # Copies of one text are one observation.
    once = np.flatnonzero(known & np.isin(rows, distinct(corpus)))
    e, a = mistaken(margin[once], agrees[once])
    sure = probability(np.where(known, margin, 0.0), e, a)
    suspected = np.flatnonzero(known & ~agrees & (sure > SURE))
    order = suspected[np.argsort(-margin[suspected], kind="stable")]
    documents = [corpus.documents[i] for i in rows[order].tolist()]
    found = [
        Suspect(*placed(document), corpus.labels[int(predicted[i])], float(sure[i]), float(margin[i]))
        for document, i in zip(documents, order.tolist(), strict=True)
    ]
    return found, LeftOut(float(agrees.mean()), e)


def _best(log_p: Array, codes: Ints) -> tuple[Ints, Array, Bools]:
    """Return the class of the largest log-posterior, how far it stands above the next, and whether a text's own class,
    of codes (m,), is possible: (m,) each.
    """
    rows = np.arange(len(log_p))
    predicted, possible = log_p.argmax(axis=1), np.isfinite(log_p[rows, codes])
    top = log_p[rows, predicted]
    log_p[rows, predicted] = -np.inf
    with np.errstate(invalid="ignore"):
        return predicted, top - log_p.max(axis=1), possible


def giveaways(corpus: InMemory) -> list[Giveaway]:
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
            found.append(Giveaway(term, label, int(here[i]), int(elsewhere[i])))
    return found
