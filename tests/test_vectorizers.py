"""Vectorizers: the matrices of scikit-learn on the same tokens, ties to the term seen first, and rows as SciPy's."""

from collections import Counter
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.sparse import csr_matrix, random_array
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from nbcli.choices import choices, load
from nbcli.errors import NbError
from nbcli.tokenizers import Symbols, Tokens
from nbcli.vectorizers import Rows, Selection, Vocabulary, as_rows, smooth_idf
from nbcli.vectorizers._counting import ngrams as _ngrams
from nbcli.vectorizers._counting.ngrams import bits_of, ids_of, keys_of, renumbered, used_of

RANGES = [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)]
THEIRS = {
    "category": (CountVectorizer, {"binary": True}),
    "counts": (CountVectorizer, {}),
    "tfidf": (TfidfVectorizer, {}),
    "idf": (TfidfVectorizer, {"binary": True}),
}
TEXTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=9), min_size=1, max_size=8)


def cut(texts: list[list[str]], symbols: Symbols | None = None) -> Tokens:
    table = Symbols() if symbols is None else symbols
    return load("tokenizers", "whitespace").tokenize([" ".join(words) for words in texts], table)


def spelled(vocabulary: Vocabulary, symbols: Symbols) -> list[str]:
    words = symbols.words()
    return [" ".join(words[i] for i in vocabulary.ids(j)) for j in range(len(vocabulary.keys))]


def ngrams(words: list[str], low: int, high: int) -> list[tuple[int, str]]:
    """Return the n-grams of a text, each with the place of its first word."""
    return [(i, " ".join(words[i : i + n])) for n in range(low, high + 1) for i in range(len(words) - n + 1)]


@pytest.mark.parametrize("features", choices("vectorizers"))
@given(learned=TEXTS, asked=TEXTS, bounds=st.sampled_from(RANGES), min_df=st.integers(1, 3))
@settings(max_examples=60)
def test_matrices_are_scikit_learns(features, learned, asked, bounds, min_df):
    tokens = cut(learned)
    vocabulary, counts = Vocabulary.learn(tokens, bounds, Selection(min_df=min_df))
    terms = spelled(vocabulary, tokens.symbols)
    kind, options = THEIRS[features]
    theirs = kind(analyzer=lambda words: [term for _, term in ngrams(words, *bounds)], min_df=min_df, **options)
    try:
        theirs.fit(learned)
    except ValueError:  # theirs has no room for no terms
        assert terms == []
        return
    order = [theirs.vocabulary_[term] for term in terms]
    assert sorted(order) == list(range(len(theirs.vocabulary_)))
    idf = smooth_idf(np.bincount(counts.indices, minlength=len(terms)), len(learned))
    weigh = load("vectorizers", features).weigh
    new = vocabulary.count(cut([*asked, ["zz", "a", "zz"], []], Symbols(tokens.symbols.words(), frozen=True)))
    for ours, texts in ((counts, learned), (new, [*asked, ["zz", "a", "zz"], []])):
        expected = theirs.transform(texts).toarray()[:, order]
        # Weights of idf are rounded, so that their sums are exact.
        np.testing.assert_allclose(weigh(ours, idf).tocsr().toarray(), expected, rtol=0, atol=1e-9)


@given(texts=TEXTS, bounds=st.sampled_from(RANGES), min_df=st.integers(1, 2), top_k=st.integers(1, 20))
def test_top_k_is_the_most_frequent_with_ties_to_the_term_seen_first(texts, bounds, min_df, top_k):
    tokens = cut(texts)
    vocabulary, counts = Vocabulary.learn(tokens, bounds, Selection(top_k, min_df))
    start, first, frequency, documents = 0, {}, Counter(), Counter()
    for words in texts:
        for place, term in ngrams(words, *bounds):
            first[term] = min(first.get(term, (1 << 60, 0)), (start + place, len(term.split())))
            frequency[term] += 1
        documents.update({term for _, term in ngrams(words, *bounds)})
        start += len(words)
    ranked = sorted((term for term in first if documents[term] >= min_df), key=lambda t: (-frequency[t], first[t][0]))
    kept = set(spelled(vocabulary, tokens.symbols))
    assert len(kept) == min(top_k, len(ranked)) == counts.shape[1]
    cut_at = [(-frequency[term], first[term][0]) for term in ranked[:top_k]]
    # n-grams of several lengths may begin at one place: those have the same claim.
    assert sorted((-frequency[term], first[term][0]) for term in kept) == cut_at
    counted = Counter({term: n for term, n in frequency.items() if term in kept})
    totals = counts.group_sums(np.zeros(len(texts), dtype=np.int64), 1)[0]
    assert dict(zip(spelled(vocabulary, tokens.symbols), totals.tolist(), strict=True)) == counted


@given(bounds=st.sampled_from(RANGES), data=st.data())
def test_keys_pack_any_ids_and_come_apart_again(bounds, data):
    room = min((1 << bits_of(bounds)) - 2, (1 << 31) - 1)
    few = st.one_of(st.integers(0, 3), st.integers(room - 3, room - 1))
    texts = data.draw(st.lists(st.lists(few, max_size=6), min_size=1, max_size=4))
    symbols = Symbols()
    symbols.size = room
    ids = np.array([i for text in texts for i in text], dtype=np.int32)
    offsets = np.concatenate(([0], np.cumsum([len(text) for text in texts]))).astype(np.int64)
    keys, places = keys_of(Tokens(ids, offsets, symbols), bounds)
    grams = [ids_of(key, bounds) for key in keys.tolist()]
    expected = [
        (offsets[t] + i, text[i : i + n])
        for n in range(bounds[0], bounds[1] + 1)
        for t, text in enumerate(texts)
        for i in range(len(text) - n + 1)
    ]
    assert list(zip(places.tolist(), grams, strict=True)) == expected
    assert len(set(keys.tolist())) == len(set(map(tuple, grams)))
    assert (keys > 0).all()


@given(texts=TEXTS, bounds=st.sampled_from(RANGES), few=st.sampled_from([0, 1 << 12]))
def test_packed_sort_is_the_stable_one(texts, bounds, few):
    tokens = cut(texts)
    keys, places = keys_of(tokens, bounds)
    order = np.lexsort((places, keys))
    with mock.patch.object(_ngrams, "_FEW", few):
        ours = _ngrams.sorted_keys_of(tokens, bounds)
    assert [part.tolist() for part in ours] == [keys[order].tolist(), places[order].tolist()]


@given(texts=TEXTS, bounds=st.sampled_from(RANGES), data=st.data())
def test_symbols_renumbered_leave_the_terms(texts, bounds, data):
    tokens = cut(texts)
    words = tokens.symbols.words()
    vocabulary, _ = Vocabulary.learn(tokens, bounds)
    terms = spelled(vocabulary, tokens.symbols)
    used = used_of(vocabulary.keys, bounds, len(words)).tolist()
    assert {words[i] for i in used} == {word for term in terms for word in term.split()}
    gaps = data.draw(st.lists(st.integers(1, 50), min_size=len(words), max_size=len(words)))
    new_id = np.cumsum([0, *gaps])[: len(words)]
    moved = Vocabulary(renumbered(vocabulary.keys, bounds, new_id), bounds)
    assert (np.diff(moved.keys) > 0).all()
    table = dict(zip(new_id.tolist(), words, strict=True))
    assert [" ".join(table[i] for i in moved.ids(j)) for j in range(len(moved.keys))] == terms


def test_more_tokens_than_a_key_has_room_for_are_refused():
    symbols = Symbols()
    symbols.size = 1 << 21
    tokens = Tokens(np.zeros(1, dtype=np.int32), np.array([0, 1]), symbols)
    with pytest.raises(NbError, match="use --ngrams 1-2"):
        keys_of(tokens, (1, 3))
    assert len(keys_of(tokens, (1, 2))[0]) == 1


# Rows


@st.composite
def matrices(draw):
    shape = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    numbers = st.one_of(st.just(0.0), st.integers(-9, 9).map(float))
    return draw(hnp.arrays(np.float64, shape, elements=numbers))


@given(matrices(), st.data())
def test_rows_do_what_scipys_matrix_does(dense, data):
    rows, n = as_rows(dense), len(dense)
    assert (rows.row_sums() == dense.sum(axis=1)).all()
    group = data.draw(hnp.arrays(np.int64, n, elements=st.integers(0, 2)))
    expected = np.array([dense[group == g].sum(axis=0) for g in range(3)])
    assert (rows.group_sums(group, 3) == expected).all()
    taken = data.draw(st.lists(st.integers(0, n - 1), max_size=8))
    assert (rows.take(np.array(taken, dtype=np.int64)).tocsr().toarray() == dense[taken]).all()
    theirs = rows.tocsr()
    assert theirs.has_canonical_format and (theirs.toarray() == dense).all()


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
def test_any_sparse_matrix_becomes_rows(form):
    matrix = random_array((7, 5), density=0.4, format="csr", random_state=0)
    assert (as_rows(matrix.asformat(form)).tocsr().toarray() == matrix.toarray()).all()


def test_doubled_places_add_up_and_zeros_are_dropped_and_the_matrix_given_is_left_alone():
    given_ = csr_matrix((np.array([1.0, 2.0, 3.0, -3.0]), np.array([1, 1, 0, 0]), np.array([0, 4])), shape=(1, 2))
    rows = as_rows(given_)
    assert (rows.data.tolist(), rows.indices.tolist()) == ([3.0], [1])
    assert given_.data.tolist() == [1.0, 2.0, 3.0, -3.0]


@pytest.mark.parametrize("bad", [np.zeros(3), np.zeros((1, 1, 1)), [[np.nan]], [[np.inf]], csr_matrix([[np.nan]])])
def test_what_is_no_matrix_of_numbers_is_refused(bad):
    with pytest.raises(ValueError, match=r"dimension|NaN"):
        as_rows(bad)


def test_nothing_in_is_nothing_out():
    vocabulary, counts = Vocabulary.learn(cut([[], []]), (1, 2))
    assert (len(vocabulary.keys), counts.shape) == (0, (2, 0))
    found = vocabulary.count(cut([["a"]]))
    assert isinstance(found, Rows) and found.shape == (1, 0) and not len(found.data)
    assert load("vectorizers", "tfidf").weigh(found, np.zeros(0)).row_sums().tolist() == [0.0]
