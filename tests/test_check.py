"""`nb check`: every planted fault is found, clean corpora are clean, and what it writes is mended."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from nbcli.checking import KINDS, check, mended
from nbcli.checking.noise import mistaken, probability
from nbcli.checking.oddities import oddities
from nbcli.checking.suspects import leave_one_out
from nbcli.checking.texts import folded_far
from nbcli.classifier.dataset import in_memory
from nbcli.corpus import Record, read
from nbcli.models.multinomial import MultinomialNB
from nbcli.vectorizers import Vocabulary

ROOT = Path(__file__).parents[1]
CORPORA = ROOT / "../shared/data"
SMS = CORPORA / "sms-en/SMSSpamCollection"
OWN = ("mail-zh", "mail-en")


def nb(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "nbcli", *map(str, arguments)], capture_output=True, **options)


def documents(*rows):
    return [Record(text, label, "f", line) for line, (label, text) in enumerate(rows, 1)]


def clean():
    """Return 60 different texts of two classes that differ in words."""
    words = ["red", "tall", "soft", "late", "warm"], ["goal", "match", "team", "score", "coach"]
    return [
        (label, f"{own[i % 5]} {own[(i // 5 + 1) % 5]} {chr(97 + i)}{chr(98 + i % 7)}")
        for label, own in zip("ab", words, strict=True)
        for i in range(20)
    ]


@pytest.mark.parametrize("name", OWN)
def test_the_projects_own_corpora_are_clean(name):
    result = nb("check", ROOT / "data" / name)
    assert result.returncode == 0, result.stdout.decode()
    assert "clean: nothing was found" in result.stdout.decode()


def test_a_clean_corpus_has_no_finding():
    found = check(documents(*clean()))
    assert found.clean and found.found == 0 and list(found.findings) == list(KINDS)


PLANTED = {
    "copies": [("a", "red tall xx yy"), ("a", "Red  tall XX yy")],
    "conflicts": [("a", "red goal zz"), ("b", "RED goal zz ")],
    "near-copies": [("a", "red tall, no 12 of kk"), ("a", "Red tall no 3 of kk!")],
    "no label": [(None, "red tall and some"), ("", "team match or so")],
    "empty": [("a", ""), ("b", "   ")],
    "one character": [("a", "x"), ("b", " 是 ")],
    "encoding": [("a", "red tall \ufffd qq"), ("b", "match\x07 team ww")],
    "suspects": [("b", "red tall soft late warm red soft"), ("a", "goal match team score coach goal team")],
    "balance": [("c", "some other words"), ("c", "words of a third class")],
    "look-alikes": [("A", "some other words"), (" a", "words of the same class")],
    "length": [("a", "red tall " * 4000)],
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_found_where_it_stands(kind):
    rows = clean()
    found = check(documents(*rows, *PLANTED[kind])).findings[kind]
    lines = {place.line for one in found for place in getattr(one, "places", [one]) if hasattr(place, "line")}
    planted = set(range(len(rows) + 1, len(rows) + len(PLANTED[kind]) + 1))
    assert found
    if kind == "balance":
        assert [one.label for one in found] == ["c"]
    elif kind == "look-alikes":
        assert {(one.label, one.other, one.texts, one.others) for one in found} == {
            (" a", "A", 1, 1),
            (" a", "a", 1, 20),
        }
    else:
        assert lines == planted


def test_a_word_that_gives_a_class_away_is_named():
    rows = [(label, f"{text} footer" if label == "b" else text) for label, text in clean()]
    found = check(documents(*rows)).findings["giveaways"]
    assert [(one.term, one.label, one.here, one.elsewhere) for one in found] == [("footer", "b", 20, 0)]


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("lost \ufffd here", "U+FFFD"),
        ("in\ufeffside", "byte order mark"),
        ("bell \x07", "control"),
        ("fr\u200bee", "an invisible character (U+200B at 3)"),
        ("\u2066hidden\u2069", "invisible"),
        ("a\u034fb", "invisible"),
        ("so\u00adft", "invisible"),
        ("x\U000e0041\U000e0042", "an invisible character (U+E0041 at 2)"),
        ("that\x92s", "control"),
        ("surrogate \ud800", "surrogate"),
        ("\ue123", "private-use"),
        ("锟斤拷", "mojibake"),
        ("cafÃ© au lait", "mojibake"),
        ("itâ€™s", "mojibake"),
        ("公司代开发票".encode().decode("gb18030", "ignore"), "mojibake"),
    ],
)
def test_oddities_of_encoding(text, sign):
    assert any(sign in what for what in oddities(text))


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "naïve café £5 – “quoted”…",
        "联通公司",
        "公司代开发票，优惠！",
        "①②③ ★",
        "tab\tand\nline",
        "Ω≈ç√∫",
        "日本語テキスト",
    ],
)
def test_ordinary_text_is_not_odd(text):
    assert oddities(text) == []


@pytest.mark.corpus
def test_no_mojibake_is_seen_in_ordinary_chinese():
    texts = (CORPORA / "shopping-zh/online_shopping_10_cats.csv").read_text(encoding="utf-8-sig").splitlines()[:20000]
    odd = [text for text in texts if any("mojibake" in what for what in oddities(text))]
    assert len(odd) <= 2


def test_near_copies_are_the_same_but_for_case_digits_spaces_and_punctuation():
    assert folded_far("Call 0800-123 NOW!") == folded_far("call 0900 456, now")
    assert folded_far("Call me") != folded_far("Call us")
    assert folded_far("123 !!") == ""


@pytest.mark.parametrize("share", [0.0, 0.01, 0.05, 0.2])
def test_the_share_of_mistaken_labels_is_told_from_the_models_own_mistakes(share):
    """Labels drawn as the margin says, then some of them turned round."""
    random = np.random.RandomState(0)
    margin = random.exponential(8.0, size=8000)
    agrees = random.uniform(size=8000) < 1 / (1 + np.exp(-0.5 * margin))
    turned = random.uniform(size=8000) < share
    e, a = mistaken(margin, agrees ^ turned)
    assert e == pytest.approx(share, abs=0.015) and a == pytest.approx(0.5, rel=0.2)
    wrong = ~(agrees ^ turned)
    said = probability(margin, e, a)[wrong]
    assert said.mean() == pytest.approx(turned[wrong].mean(), abs=0.03)


def test_leaving_out_is_what_training_without_the_text_and_its_copies_says():
    rows = documents(*clean(), ("a", "red tall new"), ("a", "RED  tall new"))
    corpus = in_memory(("words", "chars"), rows)
    fast = np.concatenate([*leave_one_out(corpus)])
    for i in (0, 25, len(rows) - 1):
        kept = np.flatnonzero(corpus.groups != corpus.groups[i])
        slow = sum(
            _refitted(corpus, kept, i, tokenizer, ngrams)
            for tokenizer, ngrams in (("words", (1, 2)), ("chars", (1, 3)))
        )
        assert fast[i, 0] - fast[i, 1] == pytest.approx(slow[0] - slow[1], abs=1e-9)


def _refitted(corpus, kept, i, tokenizer, ngrams):
    tokens = corpus.tokens[tokenizer]
    vocabulary, counts = Vocabulary.learn(tokens.take(kept), ngrams)
    model = MultinomialNB(alpha=0.1).fit(counts.with_data(np.ones(len(counts.data))), corpus.codes[kept])
    own = vocabulary.count(tokens.take(np.array([i])))
    length = Vocabulary.learn(tokens.take(np.array([i])), ngrams)[1].indices.size
    return model.joint_log_likelihood(own.with_data(np.ones(len(own.data))))[0] / np.sqrt(length)


@pytest.mark.corpus
def test_planted_faults_in_real_messages(tmp_path):
    """Copies, conflicts and 3 % flipped labels: of the flipped, 80 % among the first twice-as-many suspects."""
    random = np.random.RandomState(1)
    rows = [(d.label, d.text) for d in read([str(SMS)])]
    flipped = set(random.choice(len(rows), len(rows) * 3 // 100, replace=False).tolist())
    other = {"ham": "spam", "spam": "ham"}
    rows = [(other[label] if i in flipped else label, text) for i, (label, text) in enumerate(rows)]
    again = [i for i in random.choice(len(rows), 60, replace=False).tolist() if i not in flipped]
    copies, conflicts = again[:20], again[20:40]
    rows += [(rows[i][0], rows[i][1].upper()) for i in copies] + [(other[rows[i][0]], rows[i][1]) for i in conflicts]
    path = tmp_path / "planted.tsv"
    path.write_text("".join(f"{label}\t{text}\n" for label, text in rows), encoding="utf-8")
    result = nb("check", path, "--json")
    assert result.returncode == 1
    data = json.loads(result.stdout)
    findings = data["findings"]
    # Of the conflicts, too, one side is mistaken.
    assert data["leave_one_out"]["mistaken"] == pytest.approx(0.03, abs=0.01)
    first = [one["line"] - 1 for one in findings["suspects"][: 2 * len(flipped)]]
    assert len(flipped & set(first)) >= 0.8 * len(flipped)
    for kind, planted in (("copies", copies), ("conflicts", conflicts)):
        lines = {
            place["line"] for kind_ in ("copies", "conflicts") for one in findings[kind_] for place in one["places"]
        }
        found = {place["line"] for one in findings[kind] for place in one["places"]}
        assert {i + 1 for i in planted} <= (found if kind == "conflicts" else lines)


def test_fix_writes_the_corpus_without_copies_and_conflicts(tmp_path):
    path, out = tmp_path / "c.tsv", tmp_path / "out.tsv"
    faults = [*PLANTED["copies"], *PLANTED["conflicts"], *PLANTED["empty"]]
    path.write_text("".join(f"{label}\t{text}\n" for label, text in [*clean(), *faults]))
    result = nb("check", path, "--fix", out)
    assert result.returncode == 1 and b"wrote 41 of 46 texts" in result.stderr
    kept = [line.split("\t") for line in out.read_text().splitlines()]
    assert kept == [list(row) for row in [*clean(), PLANTED["copies"][0]]]
    again = nb("check", out)
    assert again.returncode == 0, again.stdout
    assert nb("check", path, "--fix", "-").stdout == out.read_bytes()


def test_what_is_written_keeps_a_row_a_line():
    rows = documents(("a", "one\ttwo\nthree"), ("b", "plain"))
    assert [document.text for document in mended(rows)] == ["one\ttwo\nthree", "plain"]


@pytest.mark.parametrize("form", ["--markdown", "--report=csv", "--report=text", "--json"])
def test_every_form_names_the_file_and_line(form, tmp_path):
    path = tmp_path / "c.tsv"
    path.write_text("".join(f"{label}\t{text}\n" for label, text in [*clean(), *PLANTED["conflicts"]]))
    result = nb("check", path, form)
    assert result.returncode == 1 and result.stderr == b""
    said = result.stdout.decode()
    assert re.search(r'"line": 41' if form == "--json" else r"c\.tsv:41", said)


def test_a_corpus_of_one_class_is_checked_without_a_model():
    found = check(documents(*[("a", f"text {chr(97 + i)}x") for i in range(20)], ("a", "text ax")))
    assert found.leave_one_out is None and len(found.findings["copies"]) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.txt"], "no such file"),
        (["data/mail-en", "--top", "0"], "--top 0"),
        (["data/mail-en", "--report", "pdf"], "--report pdf"),
        (["data/mail-en", "--json", "--markdown"], "do not go together"),
        (["data/mail-en", "--fix", "no/such/folder/x"], "no/such/folder/x"),
        (["x=/dev/null"], "no texts"),
    ],
)
def test_errors_are_one_line(arguments, said):
    result = nb("check", *arguments, cwd=ROOT)
    assert result.returncode == 2 and result.stdout == b""
    error = result.stderr.decode().splitlines()
    assert [line for line in error if line.startswith("nb: ")] == error[-1:] and said in error[-1]


@pytest.mark.parametrize(
    "text", ["\U0001f468\u200d\U0001f469", "\u0646\u200c\u0645", "\U0001f3f4\U000e0067\U000e0062\U000e007f flag"]
)
def test_joiners_and_flags_are_not_odd(text):
    assert oddities(text) == []
