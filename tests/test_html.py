"""The pages of `--html`: one file that needs nothing else, with the numbers of `--json`, whatever the texts hold."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from nbcli.choices import choices, load
from nbcli.classifier.recipe import Recipe
from nbcli.commands._shared.page import Page
from nbcli.corpus.mail.fields import field, readable
from nbcli.explaining import Viewed
from nbcli.reports import Kind, Note, Report, Table, html
from nbcli.reports._page.charts import histogram
from nbcli.reports._page.highlights import marked, pieces
from nbcli.reports._page.shown import drawn, language, number, seen

ROOT = Path(__file__).parents[1]
MAIL = [f"ham={ROOT}/data/mail-zh/ham.txt", f"spam={ROOT}/data/mail-zh/spam.txt"]
TEXT = "公司代开各类发票，点数优惠！周末回家吃饭"
HOSTILE = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)> '",
    "</style><svg onload=alert(1)>",
    "{{ 7 * 7 }} {% raw %} $x^2$ &amp; &lt;b&gt;",
    "safe \u202egnp.exe\u202c \u0007 \u200b end",
    "-->]]><!-- <a href=http://example.org/>",
]
VOID = {"meta", "link", "br", "img", "input", "hr", "path", "use"}
COMMANDS = ["explain", "words", "evaluate", "check", "compare"]


class Parsed(HTMLParser):
    """What a page consists of; it must nest as it should."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.values, self.words, self.open, self.ids = [], [], [], [], [], []
        self.table, self.rows = None, {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        if tag == "data":
            self.values.append(float(found["value"]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return "".join(self.words)


def nb(*arguments, store, status=0, **options):
    command = [sys.executable, "-m", "nbcli", *map(str, arguments)]
    env = {"NB_STORE": str(store), "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "HOME": str(store)}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=env | options.pop("env", {}), **options)
    assert done.returncode == status, done.stderr
    return done


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    nb("train", *MAIL, "--name", "mail", store=folder)
    return folder


def asked(command):
    return {
        "explain": ["explain", TEXT, "--name", "mail"],
        "words": ["words", "--name", "mail"],
        "evaluate": ["evaluate", *MAIL, "--name", "mail"],
        "check": ["check", *MAIL],
        "compare": ["compare", *MAIL, "--models", "multinomial,gaussian,bernoulli,default", "--times"],
    }[command]


@pytest.fixture(scope="module")
def made(store):
    """Return, for each command, its page and the JSON of the same run."""
    found = {}
    for command in COMMANDS:
        done = nb(*asked(command), "--json", "--html", store / f"{command}.html", store=store)
        assert done.stderr.splitlines()[-1] == f"nb: the page is {store / f'{command}.html'}"
        found[command] = (store / f"{command}.html").read_text(encoding="utf-8"), json.loads(done.stdout)
    return found


def numbers(data):
    if isinstance(data, dict):
        return [n for value in data.values() for n in numbers(value)]
    if isinstance(data, list):
        return [float(len(data)), *(n for value in data for n in numbers(value))]
    return [float(data)] if isinstance(data, int | float) else []


@pytest.mark.parametrize("command", COMMANDS)
def test_page_needs_nothing_else_and_runs_nothing(made, command):
    text, _ = made[command]
    page = Parsed(text)
    assert not {"script", "img", "iframe", "object", "embed", "form", "base"} & set(page.tags)
    for name, value in page.attributes:
        assert not name.startswith("on")
        assert "://" not in (value or "")
        if name in ("href", "src"):
            assert value.startswith("#") or value == "data:,"
    style = text[text.index("<style>") : text.index("</style>")]
    assert "url(" not in style and "@import" not in style and "@font-face" not in style
    assert "default-src 'none'" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_numbers_are_those_of_the_json(made, command):
    text, data = made[command]
    page, known = Parsed(text), set(numbers(data))
    assert len(page.values) > 15
    assert [value for value in page.values if value not in known] == []
    for value, shown in re.findall(r'<data value="([^"]*)">([^<]*)</data>', text):
        plain = shown.replace("−", "-").replace(",", "")
        scale, digits = (100, plain.removesuffix("\u202f%")) if plain.endswith("%") else (1, plain)
        places = len(digits.partition("e")[0].partition(".")[2])
        step = 10.0**-places * (10.0 ** int(digits.partition("e")[2]) if "e" in digits else 1)
        assert abs(scale * float(value) - float(digits)) <= 0.5001 * step, (value, shown)


def test_figures_of_evaluate_stand_in_their_places(made):
    text, data = made["evaluate"]
    row = re.search(r'<th scope="row"><bdi lang="">spam</bdi></th>(.*?)</tr>', text).group(1)
    expected = [data["classes"]["spam"][key] for key in ("precision", "recall", "f1", "support", "roc_auc")]
    assert [float(v) for v in re.findall(r'value="([^"]*)"', row)][:5] == expected
    for title, value in (("accuracy", data["accuracy"]), ("log loss", data["log_loss"]), ("correct", data["right"])):
        cell = re.search(rf'<th scope="row">{title}</th><td class="n"><data value="([^"]*)"', text).group(1)
        assert float(cell) == value


@pytest.mark.parametrize("command", COMMANDS)
def test_page_is_made_for_every_reader(made, command):
    text, _ = made[command]
    page = Parsed(text)
    assert text.startswith('<!doctype html>\n<html lang="en">') and page.tags.count("h1") == 1
    assert page.tags.count("table") == page.tags.count("caption") > 0
    assert all(re.search(r"\bscope=", cell) for cell in re.findall(r"<th\b[^>]*>", text))
    assert page.tags.count("figure") == len(re.findall(r'<svg role="img" aria-label="[^"]+"', text))
    assert len(page.ids) == len(set(page.ids))
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(b <= a + 1 for a, b in pairwise(levels))
    named = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert named <= set(page.ids)


def test_explained_text_is_the_text_with_its_words_to_reach(made):
    text, data = made["explain"]
    block = re.search(r'<div class="text".*?</div>', text, re.DOTALL).group(0)
    assert 'lang="zh"' in block and 'tabindex="0"' in block
    bare = re.sub(r'<span class="tip".*?</span></span>(?=</span>|<span|[^<]|$)', "", block)
    assert "发票" in bare and 'class="w for' in block and 'class="w against' in block
    assert all(term["term"].replace(" ", "␣") in Parsed(text).text or " " in term["term"] for term in data["terms"])


def test_shares_of_the_words_are_the_terms_together():
    terms = [([(0, 2)], 1.0), ([(1, 3)], 0.5), ([(2, 4), (4, 6)], -2.0)]
    found = pieces("公司代开发票！", [(0, 2), (2, 4), (4, 6), (6, 7)], terms)
    assert "".join(piece.text for piece in found) == "公司代开发票！"
    assert sum(piece.weight for piece in found) == pytest.approx(-0.5)
    first = next(piece for piece in found if piece.text == "公司")
    assert first.weight == pytest.approx(1.25) and first.terms == [0, 1]


SHADED = [*HOSTILE, "İSTANBUL ΣΑΣ ΟΔΟΣ", "", " \n ", "http://a.b/c?x=1 me@x.org", "👩‍👩‍👧 é", "公司，代开 发票 a1"]
SHADED += [field("subject", "Free İ 发票 me@x.org") + "and the rest, FREE", "\ufdd1 stray \ufdd0 marks\ufdd2"]


@pytest.mark.parametrize("tokenizer", choices("tokenizers"))
@pytest.mark.parametrize("text", SHADED)
def test_no_character_is_lost_by_shading_and_every_term_is_found(text, tokenizer):
    module = load("tokenizers", tokenizer)
    tokens, words = module.tokenize([text], module.Table()), load("tokenizers", "words").places(text)
    spelled = tokens.symbols.spelled(tokens.ids.tolist())
    terms = {module.JOINER.join(spelled[i : i + n]) for n in (1, 2) for i in range(len(spelled) + 1 - n)}
    places = Viewed(Recipe(tokenizer, (1, 2)), 0, 0).places(text, terms)
    for term in terms:
        found = pieces(text, words, [(places[term], 1.0)])
        assert "".join(piece.text for piece in found) == readable(text)
        assert sum(piece.weight for piece in found) == pytest.approx(0.0 if term.isspace() else 1.0)
    whole = [(0, len(text))] if text else []
    assert "".join(piece.text for piece in marked(text, [whole, whole])) == readable(text)


@pytest.mark.parametrize(
    ("text", "tokenizer", "term", "shaded"),
    [
        ("Now, I know NOW", "words", "now", ["Now", "NOW"]),
        ("mail Bob@Example.org or example", "words", "example", ["Example", "example"]),
        ("mail Bob@Example.org or org", "words", "bob@example.org", ["Bob@Example.org"]),
        ("İstanbul istanbul", "words", "istanbul", ["istanbul"]),
        (field("subject", "Hello") + "hello", "words", "subject:hello", ["Hello"]),
        (field("subject", "Hello") + "hello", "words", "hello", ["hello"]),
        ("公司，发票，我", "jieba", "发票", ["发票"]),
        ("a  B", "chars", "a b", ["a  B"]),
        ("Now NOW", "whitespace", "NOW", ["NOW"]),
    ],
)
def test_terms_are_marked_where_they_stand(text, tokenizer, term, shaded):
    places = Viewed(Recipe(tokenizer, (1, 3)), 0, 0).places(text, {term})[term]
    assert [piece.text for piece in marked(text, [places]) if piece.word] == shaded


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """Return a folder with a model and a corpus of hostile texts and labels."""
    folder = tmp_path_factory.mktemp("hostile")
    labels = [HOSTILE[0], HOSTILE[1], "\u202espam\u0007"]
    rows = [{"label": label, "text": f"{text} {label} {n}"} for label in labels for n, text in enumerate(HOSTILE * 2)]
    rows += [{"label": labels[0], "text": rows[-1]["text"]}, {"label": labels[1], "text": HOSTILE[0]}] * 2
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    nb("train", folder / "c.jsonl", "--name", "bad", store=folder)
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_texts_and_labels_stay_text(hostile, command):
    corpus, page = hostile / "c.jsonl", hostile / "page.html"
    arguments = {
        "explain": ["explain", "--name", "bad"],
        "words": ["words", "--name", "bad"],
        "evaluate": ["evaluate", corpus, "--name", "bad", "--errors", "20"],
        "check": ["check", corpus],
        "compare": ["compare", corpus, "--tokenizer", "words"],
    }[command]
    lines = "\n".join(HOSTILE) + "\n" if command == "explain" else ""
    nb(*arguments, "--html", page, store=hostile, status=int(command == "check"), input=lines)
    text = page.read_text(encoding="utf-8")
    parsed = Parsed(text)
    assert not {"script", "img"} & set(parsed.tags)
    assert not any(name.startswith("on") for name, _ in parsed.attributes)
    assert all(not (value or "").startswith("http") for name, value in parsed.attributes if name == "href")
    assert not set("\u202e\u202c\u0007\u200b") & set(text)
    if command == "check":
        assert HOSTILE[3] in parsed.text
    assert "<script>alert(1)</script>" in parsed.text  # as a label at least


def test_missing_extra_is_one_line(store, tmp_path):
    code = (
        "import sys, importlib.util as u; found = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name in ('jinja2', 'matplotlib') else found(name, *a)\n"
        "from nbcli.cli import main; sys.argv = ['nb', 'words', '--name', 'mail', '--html', 'x.html']; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"NB_STORE": str(store), "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == "nb: a page needs jinja2 and matplotlib; pip install 'nbcli[report]'\n"
    assert list(tmp_path.iterdir()) == []


def test_command_without_a_page_imports_nothing_of_it(store):
    code = (
        "import sys; from nbcli.cli import run; run(['words', '--name', 'mail'])\n"
        "assert not {'jinja2', 'matplotlib', 'webbrowser'} & set(sys.modules)"
    )
    env = {"NB_STORE": str(store), "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, env=env).returncode == 0


@pytest.mark.parametrize("path", ["-", ".", "", "no/such/folder/x.html"])
def test_file_that_cannot_be_is_refused_before_the_work(store, tmp_path, path):
    done = nb("words", "--name", "nobody", "--html", path, store=store, status=2, cwd=tmp_path)
    assert done.stderr.count("\n") == 1 and "--html" in done.stderr


def test_page_is_written_whole_in_the_place_of_the_old_one(tmp_path, monkeypatch):
    page = tmp_path / "p.html"
    page.write_text("old")
    page.chmod(0o640)
    Page(str(page), shown=False).check().write(Report({}, [Table(["a"], [["<b>"]])]))
    assert "&lt;b&gt;" in page.read_text() and page.stat().st_mode & 0o777 == 0o640
    before = page.read_bytes()
    monkeypatch.setattr(html.Form, "render", lambda self, report: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Page(str(page), shown=False).write(Report({}))
    assert page.read_bytes() == before and list(tmp_path.iterdir()) == [page]


def test_same_numbers_make_the_same_page(store, made):
    text, _ = made["evaluate"]
    nb(*asked("evaluate"), "--html", store / "again.html", store=store)
    assert (store / "again.html").read_text(encoding="utf-8") == text


def test_open_shows_it_and_without_a_file_it_is_a_temporary_one(store, tmp_path):
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    browser.chmod(0o755)
    env = {"BROWSER": f"{browser} %s", "TMPDIR": str(tmp_path)}
    done = nb(*asked("explain"), "--open", store=store, env=env)
    path = Path(done.stderr.strip().removeprefix("nb: the page is "))
    assert path.parent == tmp_path and path.suffix == ".html"
    assert opened.read_text() == path.as_uri() and "发票" in path.read_text(encoding="utf-8")


def test_lines_of_stdin_are_one_page(store):
    done = nb("explain", "--name", "mail", "--report", "html", store=store, input="发票\n\n回家\n")
    assert done.stdout.count("<!doctype") == 1 and Parsed(done.stdout).tags.count("section") == 3
    assert Parsed(nb("explain", "--name", "mail", "--report", "html", store=store, input="").stdout)


def test_what_has_no_page_of_its_own_is_its_tables():
    page = html.Form().render(Report({"a": 1}, [Table(["x", "n"], [["<i>", "1"]])], [Note("\u202e", Kind.WARNING)]))
    assert "&lt;i&gt;" in page and 'class="warning"' in page and "\\u202e" in page


def test_filters():
    assert seen("a\u3000b\n\ud800\x00") == "a\u3000b\n\\ud800\\x00"
    assert [language(text) for text in ("发票", "ひらがな漢字", "한국", "word", "")] == ["zh", "ja", "ko", "", ""]
    assert number(None) == '<span class="none">–</span>' and ">−0.5000<" in number(-0.5)
    svg = histogram([0, 0.5, 1], [0, 100000], [3, 0])
    assert svg.startswith("<svg viewBox") and "http" not in svg and "#0101" not in svg
    assert 'aria-label="&#34;&gt;"' in drawn(svg, '">')
