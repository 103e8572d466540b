"""Where tokens stand: as many places as tokens, in their order, and each holds its token, for every tokenizer."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.choices import choices, load
from nbcli.corpus.mail.fields import CLOSE, FIELD, NAMED, OPEN, field

PARTS = [
    *(
        "free money",
        "Win",
        "İstanbul ",
        "ΟΔΟΣ ",
        "ß",
        "公司代开发票",
        "发票",
        "我",
        "\u3400",
        "，",
        "don't",
        "3.14",
        "10,000",
    ),
    *("http://Win.Example.COM/now?x=1", "www.a.cn/发票", "me@x.org", "Bob.B@mail.example.org", "@", "://", "www."),
    *(" ", "\n", "\t", "\u3000", "\x1e", "\x1f", "👩‍👩‍👧", "é", "e\u0301", "\ud800", OPEN, NAMED, CLOSE),
    *(field("subject", "Free İ 发票 me@x.org"), field("from", "a@b.cn"), field("subject", "again")),
]
texts = st.one_of(st.lists(st.sampled_from(PARTS), max_size=8).map("".join), st.text(max_size=30))


@pytest.mark.parametrize("name", choices("tokenizers"))
@settings(max_examples=300, deadline=None)
@given(text=texts)
def test_a_place_holds_its_token(name: str, text: str) -> None:
    tokenizer = load("tokenizers", name)
    tokens = tokenizer.tokenize([text], tokenizer.Table())
    spelled, places = tokens.symbols.spelled(tokens.ids.tolist()), tokenizer.places(text)
    assert len(places) == len(spelled)
    for token, (a, b) in zip(spelled, places, strict=True):
        assert 0 <= a < b <= len(text)
        # A run of white space is one space; a field's word has the field's name before it.
        here = _folded(text[a:b] if token.strip() else " ")
        bare = _folded(re.sub(r"^[a-z]+:(?=.)", "", token) if FIELD.search(text) and ":" not in here else token)
        assert here.startswith(bare[0]) or _folded(text[a]).endswith(bare[0])
        assert here.endswith(bare[-1]) or _folded(text[b - 1]).startswith(bare[-1])
        # Marks may stand within a word that they cut in two, or a field.
        rest = iter(here)
        assert all(char in rest for char in bare) or len(bare) == 1


def _folded(text: str) -> str:
    """Return the text lower-cased; a final sigma is one by what follows it."""
    return text.lower().replace("ς", "σ")


def test_places_with_a_dictionary_are_those_of_its_words() -> None:
    for name in (name for name in choices("tokenizers") if load("tokenizers", name).TAKES_DICT):
        tokenizer = load("tokenizers", name)
        text = "我爱自然语言处理 和 发票"
        tokens = tokenizer.tokenize([text], tokenizer.Table(), "自然语言处理 100000 n\n")
        spelled = tokens.symbols.spelled(tokens.ids.tolist())
        assert [text[a:b] for a, b in tokenizer.places(text, "自然语言处理 100000 n\n")] == spelled
        assert "自然语言处理" in spelled
