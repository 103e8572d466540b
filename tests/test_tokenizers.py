"""Tokenizers: jieba's words on any Han text, the same tokens in any batch, and a frozen table that stays as it is."""

import re
from itertools import pairwise

import jieba
import numpy as np
import pytest
import rjieba
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nbcli.choices import choices, load
from nbcli.corpus import read
from nbcli.corpus.mail.fields import MARK
from nbcli.errors import NbError
from nbcli.tokenizers import UNKNOWN, Symbols, Tokens, joined
from nbcli.tokenizers._cutting.han import HAN
from tests.conftest import CORPORA

TOKENIZERS = choices("tokenizers")
CodePoints = load("tokenizers", "chars").Table

jieba.setLogLevel("ERROR")
jieba.initialize()
WORDS = sorted(word for word in jieba.dt.FREQ if re.fullmatch(f"[{HAN}]+", word))
# Of jieba's own range, every word of its dictionary and every character, in the dictionary or not.
OWN = st.one_of(st.sampled_from(WORDS), st.characters(min_codepoint=0x4E00, max_codepoint=0x9FD5))
# Beyond it: the end of the block, extension A, compatibility ideographs, extensions B to H, radicals, the zero.
RARE = [(0x9FD6, 0x9FFF), (0x3400, 0x4DBF), (0xF900, 0xFAFF), (0x20000, 0x323AF), (0x2E80, 0x2FDF), (0x3007, 0x3007)]
BEYOND = st.one_of([st.characters(min_codepoint=low, max_codepoint=high) for low, high in RARE])
IDEOGRAPHS = st.lists(st.one_of(OWN, OWN, OWN, BEYOND), max_size=30).map("".join)

# What has broken batches: marks, separators that are white space to some, cased letters that look at their
# neighbours, lone surrogates, wide spaces, marks of fields.
NASTY = list("\x1c\x1d\x1e\x1f\n\r\x0b\x0c\x85\u2028\x00\t \u3000\ufeff\ufdd0\ufdd1\ufdd2ΣσİıßaA1.,'’@:/+发票㐀龦𠀀あя")
CHARACTER = st.one_of(
    st.sampled_from(NASTY), st.characters(codec=None), st.sampled_from(["www.a.b", "x@y.z", "subject"])
)
TEXTS = st.lists(st.lists(CHARACTER, max_size=12).map("".join), max_size=6)


def spelled(tokens: Tokens) -> list[list[str]]:
    # A table of code points has no words.
    spell = chr if isinstance(tokens.symbols, CodePoints) else tokens.symbols.words().__getitem__
    return [
        ["?" if i == UNKNOWN else spell(i) for i in tokens.ids[a:b].tolist()]
        for a, b in pairwise(tokens.offsets.tolist())
    ]


def cut(name: str, *texts: str, user_dict: str = "") -> list[list[str]]:
    module = load("tokenizers", name)
    return spelled(module.tokenize(list(texts), module.Table(), user_dict))


# The same words as jieba


@given(st.lists(OWN, max_size=30).map("".join))
@settings(max_examples=250)
def test_the_engine_is_jieba_on_han_runs(text: str) -> None:
    assert rjieba.cut(text) == jieba.lcut(text)


@given(IDEOGRAPHS)
@example("鿖龦鿕㐀𠀀發")
@settings(max_examples=250)
def test_words_of_ideographs_are_jiebas(text: str) -> None:
    assert cut("words", text)[0] == jieba.lcut(text)


def protocol(text: str) -> list[str]:
    """Return what the published table counts: THEORY.md's protocol, step by step."""
    return [word for word in jieba.lcut(re.sub("[^\u4e00-\u9fff]+", " ", text)) if len(word) >= 2]


@given(st.lists(st.one_of(OWN, OWN, BEYOND, CHARACTER), max_size=30).map("".join).filter(lambda s: not MARK.search(s)))
@settings(max_examples=250)
def test_jieba_is_the_protocol_of_the_published_table(text: str) -> None:
    assert cut("jieba", text)[0] == protocol(text)


@pytest.mark.corpus
def test_the_words_of_10001_mails_are_jiebas() -> None:
    specs = [f"{label}={CORPORA / 'spam-zh' / f'{label}_5000.utf8'}" for label in ("ham", "spam")]
    texts = [document.text for document in read(specs)]
    assert len(texts) == 10_001
    ours = cut("jieba", *texts)
    assert all(found == protocol(text) for found, text in zip(ours, texts, strict=True))


# Batches and tables


@pytest.mark.parametrize("name", TOKENIZERS)
@given(texts=TEXTS)
@example(texts=[])
@example(texts=["", "\x1e", "a\x1fb", "", "ΑΣ", "α", "发票\n优惠"])
@settings(max_examples=150)
def test_a_batch_is_its_texts_one_by_one(name: str, texts: list[str]) -> None:
    assert cut(name, *texts) == [cut(name, text)[0] for text in texts]


@pytest.mark.parametrize("name", TOKENIZERS)
@given(texts=TEXTS.filter(len))
@settings(max_examples=100)
def test_tokens_are_whole(name: str, texts: list[str]) -> None:
    """Every id is one of the table, no token holds what ends a line or a text, and joining batches is one batch."""
    module = load("tokenizers", name)
    table = module.Table()
    tokens = module.tokenize(texts, table)
    assert len(tokens) == len(texts) and tokens.offsets[-1] == len(tokens.ids)
    assert name == "chars" or set(tokens.ids.tolist()) <= set(range(table.size))
    assert name == "chars" or not any(mark in word for word in table.words() for mark in "\n\x1e")
    parts = joined([module.tokenize([text], table) for text in texts])
    assert spelled(parts) == spelled(tokens)


@pytest.mark.parametrize("name", ["jieba", "words", "whitespace"])
@given(known=TEXTS, asked=TEXTS)
@settings(max_examples=150)
def test_a_frozen_table_learns_nothing_and_says_unknown(name: str, known: list[str], asked: list[str]) -> None:
    module = load("tokenizers", name)
    table = module.Table()
    module.tokenize(known, table)
    vocabulary = table.words()
    frozen = type(table)(vocabulary, frozen=True)
    found = spelled(module.tokenize(asked, frozen))
    assert (frozen.words(), frozen.size, len(frozen)) == (vocabulary, len(vocabulary), len(vocabulary) + 4)
    assert found == [[w if w in vocabulary else "?" for w in words] for words in cut(name, *asked)]


@given(st.lists(st.sampled_from(["a", "b", "优惠", "x"]), max_size=8).map(" ".join), st.data())
def test_taken_texts_are_those_texts(first: str, data: st.DataObject) -> None:
    texts = [first, "b b a", "", "x"]
    rows = data.draw(st.lists(st.integers(0, 3), max_size=6))
    tokens = load("tokenizers", "whitespace").tokenize(texts, Symbols())
    taken = tokens.take(np.array(rows, dtype=np.int64))
    assert spelled(taken) == [texts[row].split() for row in rows]


# What each makes of a text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Don’t PANIC, it's o'clock.", "don’t panic , it's o'clock ."),
        ("'quoted' rock'n'roll'", "' quoted ' rock'n'roll '"),
        ("1,234.50 3.14 v2 2026", "1,234.50 3.14 v2 2026"),
        ("免费!!!加QQ12345", "免费 ! ! ! 加 qq12345"),
        ("我在广州 Hello世界", "我 在 广州 hello 世界"),
        ("см. Привет, мир", "см . привет , мир"),
        ("안녕 세상", "안녕 세상"),
        ("さくら カタカナ", "さくら カタカナ"),
        ("a_b-c", "a _ b - c"),
        ("㐀发票", "㐀 发票"),
        ("$100 100% ＄", "$ 100 100 % ＄"),
        ("😀😀", "😀 😀"),
    ],
)
def test_words(text: str, tokens: str) -> None:
    assert cut("words", text)[0] == tokens.split()


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("http://Example.COM/a-b?c=1", ["http", "example", "com", "a", "b", "c", "1"]),
        ("www.example.org/x", ["www", "example", "org", "x"]),
        ("Ann.Lee+spam@mail.example.net", ["ann", "lee", "spam", "mail", "example", "net"]),
    ],
)
def test_an_address_counts_whole_and_in_its_parts(address: str, parts: list[str]) -> None:
    around = cut("words", f"见{address} 谢谢")[0]
    assert around == ["见", address.lower(), *parts, "谢谢"]


def test_the_others() -> None:
    assert cut("jieba", "我在广州买了iPhone发票，优惠 3 折") == [["广州", "发票", "优惠"]]
    assert cut("whitespace", " Aa  b\u3000c\td,\n") == [["Aa", "b", "c", "d,"]]
    assert cut("chars", " Aa \n\t 发票! ") == [list("aa 发票!")]


# A user's dictionary


def test_a_users_dictionary_keeps_a_name_whole() -> None:
    text = "广州恒大夺冠"
    for line in ("广州恒大", "\ufeff云计算\t5\n\n 广州恒大  10000 nt \nC++ 3"):
        for name in ("jieba", "words"):
            assert "广州恒大" in cut(name, "又一篇", text, user_dict=line)[1]
            assert "广州恒大" not in cut(name, text)[0]


@pytest.mark.parametrize("line", ["广州恒大 viele nt", "广州,10000 x y", "广州 -1", "广州 3 nt 4", "a b c"])
def test_what_is_no_dictionary_is_an_error_of_one_line(line: str) -> None:
    with pytest.raises(NbError) as error:
        cut("jieba", "广州", user_dict=f"云计算 5\n{line}\n")
    assert "\n" not in str(error.value) and str(error.value).startswith("line 2 of the user dictionary")
