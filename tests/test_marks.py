"""Fields at the tokenizer: their words count apart, whatever tokenizer cuts them, and marks alone do no harm."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.choices import load
from nbcli.corpus.mail.fields import field
from nbcli.tokenizers import UNKNOWN, Symbols, Tokens
from nbcli.tokenizers._cutting.marks import with_fields, without_marks

words = load("tokenizers", "words")
whitespace = load("tokenizers", "whitespace")


def plain(texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """A tokenizer without fields: words of it, whether or not `words` has learned of them."""
    return whitespace.tokenize(texts, symbols, user_dict)


def cut(texts: list[str], symbols: Symbols | None = None) -> list[list[str]]:
    table = Symbols() if symbols is None else symbols
    tokens = with_fields(plain, texts, table)
    spelled = table.words()
    return [
        [spelled[i] if i != UNKNOWN else "?" for i in tokens.ids[a:b].tolist()]
        for a, b in zip(tokens.offsets[:-1], tokens.offsets[1:], strict=True)
    ]


def test_words_in_a_field_have_its_name_and_come_first() -> None:
    text = field("subject", "buy now") + field("from", "@b.c") + "now you"
    assert cut([text, "now", field("subject", "now")]) == [
        ["from:@b.c", "subject:buy", "subject:now", "now", "you"],
        ["now"],
        ["subject:now"],
    ]


def test_a_frozen_table_knows_a_word_in_the_field_where_it_learned_it() -> None:
    table = Symbols(["subject:buy", "now"], frozen=True)
    assert cut([field("subject", "buy now") + "buy now"], table) == [["subject:buy", "?", "?", "now"]]
    assert table.words() == ["subject:buy", "now"]


@pytest.mark.parametrize(
    "mark", ["\ufdd0", "\ufdd1", "\ufdd2", "\ufdd0subject", "\ufdd0subject\ufdd1", "\ufdd0X\ufdd1y\ufdd2"]
)
def test_stray_marks_are_dropped(mark: str) -> None:
    with_mark = cut([f"a {mark} b", field("subject", "c") + "d"])
    assert with_mark[0][0] == "a"
    assert with_mark[0][-1] == "b"
    assert not any("\ufdd0" <= char <= "\ufdd2" for word in with_mark[0] for char in word)
    assert with_mark[1] == ["subject:c", "d"]


def test_without_a_mark_nothing_is_done() -> None:
    texts, table = ["a b", "c"], Symbols()
    calls = []

    def spy(given: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
        calls.append((given is texts, symbols is table, user_dict))
        return plain(given, symbols)

    with_fields(spy, texts, table, "dict")
    assert calls == [(True, True, "dict")]


def test_chinese_subjects_are_cut_into_words() -> None:
    table = Symbols()
    tokens = with_fields(words.tokenize, [field("subject", "优惠发票") + "优惠"], table)
    assert [table.words()[i] for i in tokens.ids] == ["subject:优惠", "subject:发票", "优惠"]


def test_a_tokenizer_without_fields_reads_what_they_say() -> None:
    assert without_marks(field("subject", "a") + "b\ufdd1") == "a\nb"
    assert without_marks("ab") == "ab"


texts_of_marks = st.lists(st.text(st.sampled_from("ab \ufdd0\ufdd1\ufdd2"), max_size=20), max_size=5)


@given(texts_of_marks)
def test_any_text_keeps_its_place(texts: list[str]) -> None:
    tokens = with_fields(plain, texts, Symbols())
    assert len(tokens) == len(texts)
    assert tokens.offsets[-1] == len(tokens.ids)
    for i, text in enumerate(texts):
        alone = cut([text])[0]
        assert cut(texts)[i] == alone
    assert tokens.ids.dtype == np.int32
