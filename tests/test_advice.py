"""What nb advises runs: every command line that a command prints, or has in its --help, and every option it names."""

import ast
import hashlib
import os
import re
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli import store
from nbcli.choices import choices, load
from nbcli.cli import run
from nbcli.commands import train as _train
from nbcli.commands._shared.advice import how_words
from nbcli.corpus import How
from nbcli.corpus.public import catalogue as _public
from nbcli.corpus.public.catalogue import CORPORA, File, Public
from tests.conftest import ROOT

COMMANDS = "|".join(choices("commands"))
# A command line stands at the beginning of a line, after a colon, in brackets, or after the words that lead to it.
LINE = re.compile(
    rf"(?:^\s*(?:[a-z]+: )?|: |\(|\bsee |\bget it with )((?:echo .* \| )?nb (?:(?:{COMMANDS})\b|--help).*)$"
)
# An option that is to be added to the command that names it.
ADDED = re.compile(r"(?:[;:(] |: |at most )(--[a-z-]+ [^\s;()]+)(?: shows| \()")
# What names a command without being a line to run.
PROSE = [
    "; the best that nb train makes: ",
    "the default of nb train",
    "; below it nb predict prints unsure",
    "; all; default, as nb train.",
    ", as nb train takes it.",
    "found as nb predict does it",
]
# A name that stands for one, and what it may be in the folder of these tests.
STANDS_FOR = {"NAME": "mail", "CORPUS": "ham=ham.txt spam=spam.txt", "FILE": "new.txt", "FOLDER": "served/o/r/c0ffee"}

HAM = [f"明天 三点 开会，请带上第{i}份文件 lunch on day {i}" for i in range(60)]
SPAM = [f"公司 代开 发票，优惠第{i}天，点击领取 cash prize {i}" for i in range(60)]
TABLE = [
    "sort,the text,more",
    *(f"{'ab'[i % 2]},caf\u00ff\u00ff\u00ff number {i} {'ab'[i % 2] * 3},x{i}" for i in range(60)),
]
CORPUS = ["ham=ham.txt", "spam=spam.txt"]


class Case(NamedTuple):
    """A command line of nb, and the lines that it advises."""

    words: list[str]
    lines: list[str]
    status: int = 0
    unheard: bool = False  # the server does not answer
    empty: bool = False  # nothing is in the store


ODD = ["my table.dat", "--format", "csv", "--encoding", "latin-1", "--label-column", "sort"]
ODD += ["--text-column", "the text", "--text-column", "more", "--header"]
SAID = "nb train 'my table.dat' --format csv --encoding latin-1 --label-column sort --text-column 'the text' "
SAID += "--text-column more --header"
BY = " --tokenizer {} --ngrams 1-1 --features category --model categorical --alpha 1 --top-k 6000"
WORDS = BY.format("words")
CASES = {
    "compare": Case(["compare", *CORPUS], ["nb train ham=ham.txt spam=spam.txt" + BY.format("jieba")]),
    "compare copies": Case(
        ["compare", "ham=ham.txt", "spam=copies.txt", "--tokenizer", "words"],
        ["nb train ham=ham.txt spam=copies.txt" + WORDS] * 2,
    ),
    "compare a table": Case(["compare", *ODD, "--tokenizer", "words"], [SAID + WORDS]),
    "compare the default": Case(["compare", *ODD, "--tokenizer", "words", "--models", "default"], [SAID]),
    "compare columns": Case(
        ["compare", "iris.csv", "--label-column", "class", "--columns", "a:number", "--densities", "bins"],
        ["nb train iris.csv --label-column class --columns a:number --density bins"],
    ),
    "train": Case(["train", *CORPUS], ["nb predict < FILE"]),
    "train conflicts": Case(
        ["train", "c=ham.txt", *CORPUS, "--name", "c d"],
        ["nb check c=ham.txt ham=ham.txt spam=spam.txt", "nb predict --name 'c d' < FILE"],
    ),
    "train labels": Case(["train", "many.tsv", "--name", "many"], ["nb info many", "nb predict --name many many.tsv"]),
    "precision": Case(["train", *CORPUS, "--target-precision", "0.999", "--for", "spam"], [], 2),
    "check": Case(["check", "ham=ham.txt", "spam=copies.txt"], [], 1),
    "evaluate": Case(["evaluate", "spam=ham.txt", "--name", "mail"], []),
    "fetch spam-zh": Case(["fetch", "spam-zh"], ["nb compare spam-zh"]),
    "fetch sms-en": Case(["fetch", "sms-en"], ["nb compare sms-en --tokenizer words"]),
    "fetch shopping-zh": Case(
        ["fetch", "shopping-zh"], ["nb compare shopping-zh --label-column cat --text-column review"]
    ),
    "not fetched": Case(["train", "sms-en"], ["nb fetch sms-en"], 2, empty=True),
    "not heard": Case(["fetch", "sms-en"], ["nb fetch sms-en --from FOLDER"], 2, unheard=True),
    "fetch nothing": Case(["fetch", "--from", "."], ["nb fetch NAME --from FOLDER"], 2),
    "no models": Case(["models"], ["nb train CORPUS --name NAME"], empty=True),
    "no model": Case(["predict", "--name", "nobody"], ["nb train --name NAME CORPUS"], 2),
    "no such option": Case(["train", "--nope"], ["nb train --help"], 2),
    "no such command": Case(["nope"], ["nb --help"], 2),
    "no Han": Case(["train", "many.tsv", "--tokenizer=jieba"], ["nb train many.tsv --tokenizer words"], 2),
    "no Han to compare": Case(["compare", "many.tsv"], ["nb compare many.tsv --tokenizer words"], 2),
    "several tokenizers": Case(
        ["compare", "--tokenizers", "jieba,chars", "many.tsv"], ["nb compare many.tsv --tokenizer words"], 2
    ),
    "rare terms": Case(
        ["train", "many.tsv", "--min-df", "99", "--name", "c d"], ["nb train many.tsv --name 'c d' --min-df 1"], 2
    ),
    "rare terms to compare": Case(
        ["compare", *CORPUS, "--min-df", "99"], ["nb compare ham=ham.txt spam=spam.txt --min-df 1"], 2
    ),
    "short texts": Case(["train", "short.tsv", "--ngrams", "3"], ["nb train short.tsv --ngrams 1"], 2),
    "nothing to export": Case(["export"], ["nb export --help"], 2),
    "no corpus": Case(["compare"], ["nb compare --help"], 2),
}


# The folder


def public(name: str, files: dict[str, str]) -> Public:
    """Return the corpus of that name with a few lines in the place of its files, and their labels and its options."""
    real = CORPORA[name]
    data = {file: content.encode() for file, content in files.items()}
    small = tuple(
        File(one.name, one.name, len(data[one.name]), hashlib.sha256(data[one.name]).hexdigest(), one.label)
        for one in real.files
    )
    return replace(real, repository="o/r", commit="c0ffee", files=small)


FILES = {
    "spam-zh": {"ham_5000.utf8": "\n".join(HAM), "spam_5000.utf8": "\n".join(SPAM)},
    "sms-en": {"SMSSpamCollection": "label\ttext\n" + "".join(f"{'ab'[i % 2]}\tword {i % 7} {i}\n" for i in range(60))},
    "shopping-zh": {
        "online_shopping_10_cats.csv": "cat,label,review\n"
        + "".join(f"{c},{i % 2},{text}\n" for i in range(30) for c, text in (("水果", HAM[i]), ("酒店", SPAM[i])))
    },
}
SMALL = {name: public(name, files) for name, files in FILES.items()}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Place(NamedTuple):
    """A folder with the files that are named here, and the environment in which nb finds it."""

    folder: Path
    env: dict[str, str]

    def sh(self, line: str) -> subprocess.CompletedProcess[str]:
        """Run a line as a user would, the names that stand for one filled in."""
        for word, value in STANDS_FOR.items():
            line = re.sub(rf"\b{word}\b", "sms-en" if "fetch NAME" in line and word == "NAME" else value, line)
        return subprocess.run(
            ["bash", "-c", line], cwd=self.folder, env=self.env, input="x\n", capture_output=True, encoding="utf-8"
        )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("advice")
    lines = {"ham.txt": HAM, "spam.txt": SPAM, "new.txt": SPAM[:2], "copies.txt": SPAM[:10] * 8}
    lines["many.tsv"] = [f"l{i % 12}\ttext of {i % 12} again" for i in range(60)]
    lines["iris.csv"] = ["a,b,class", *(f"{i % 7},{i % 5 + 3 * (i % 2)},{'xy'[i % 2]}" for i in range(60))]
    lines["pool.txt"] = HAM[:30] + SPAM[:30]
    lines["anna.jsonl"] = [f'{{"text": "{text}", "label": "{"ab"[i % 2]}"}}' for i, text in enumerate(HAM[:9])]
    lines["ben.jsonl"] = [line.replace('"b"', '"a"') if i < 3 else line for i, line in enumerate(lines["anna.jsonl"])]
    lines["short.tsv"] = [f"{'ab'[i % 2]}\ttext {'xy'[i % 2]}" for i in range(20)]
    for name, content in lines.items():
        (folder / name).write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    (folder / "my table.dat").write_text("\n".join(TABLE), encoding="latin-1")
    for name, files in FILES.items():
        for file, text in files.items():
            (folder / "served/o/r/c0ffee" / name).mkdir(parents=True, exist_ok=True)
            (folder / "served/o/r/c0ffee" / file).write_bytes(text.encode())
    # The same nb with corpora of these tests.
    nb = folder / "bin/nb"
    nb.parent.mkdir()
    nb.write_text(
        f"#!{sys.executable}\nfrom nbcli.cli import main\nfrom nbcli.corpus.public import catalogue\n"
        f"from nbcli.corpus.public.catalogue import File, Public\ncatalogue.CORPORA = {SMALL!r}\nmain()\n",
        encoding="utf-8",
    )
    nb.chmod(nb.stat().st_mode | stat.S_IXUSR)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder / "served")))
    threading.Thread(target=partial(server.serve_forever, 0.02), daemon=True).start()
    env = {
        "NB_STORE": str(folder / "store"),
        "NB_CACHE": str(folder / "cache"),
        "NB_FETCH_BASE": f"http://127.0.0.1:{server.server_port}",
        "NO_PROXY": "*",
        "no_proxy": "*",
        "PYTHONPATH": str(ROOT),
        "PATH": f"{nb.parent}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
    }
    found = Place(folder, os.environ | env)
    assert found.sh("nb train ham=ham.txt spam=spam.txt --name mail").returncode == 0
    yield found
    server.shutdown()
    server.server_close()


Said = Callable[[Case], str]


@pytest.fixture
def said(place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """Return what runs a case in this process and returns all that it prints."""

    def printed(case: Case) -> str:
        env = {name: place.env[name] for name in ("NB_STORE", "NB_CACHE", "NB_FETCH_BASE", "NO_PROXY", "no_proxy")}
        env |= {name: f"{env[name]}-none" for name in ("NB_STORE", "NB_CACHE") if case.empty or case.unheard}
        env |= {"NB_FETCH_BASE": "http://127.0.0.1:9"} if case.unheard else {}
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(place.folder)
        monkeypatch.setattr(_public, "CORPORA", SMALL)
        capsys.readouterr()
        assert run(case.words) == case.status
        return "".join(capsys.readouterr())

    return printed


def advised(text: str) -> list[str]:
    """Return the command lines in what nb printed."""
    parts = [part for line in text.splitlines() for part in line.split("; ")]
    found = [match for match in map(LINE.search, parts) if match]
    # In brackets a line ends where they do.
    return [one[1].partition(")")[0] if one[0].startswith("(") else one[1] for one in found]


def runs(place: Place, line: str) -> None:
    done = place.sh(line)
    assert done.returncode == 0 or ("nb check" in line and done.returncode == 1), f"{line}\n{done.stderr}"


@pytest.mark.parametrize("name", CASES)
def test_what_a_command_advises_runs(name: str, place: Place, said: Said) -> None:
    out = said(CASES[name])
    assert advised(out) == CASES[name].lines
    for line in dict.fromkeys(CASES[name].lines):
        runs(place, line)


@pytest.mark.parametrize("name", ["compare", "compare copies", "precision", "check", "evaluate"])
def test_an_option_that_shows_more_is_taken(name: str, place: Place, said: Said) -> None:
    case = CASES[name]
    found = ADDED.findall(said(case))
    assert found
    for option in found:
        flag, value = option.split()
        again = said(case._replace(words=[*case.words, flag, value], status=0 if name == "precision" else case.status))
        assert option not in again


@pytest.mark.parametrize("command", choices("commands"))
def test_examples_of_the_help_run(command: str, place: Place, said: Said) -> None:
    out = said(Case([command, "--help"], []))
    examples = [line.strip() for line in out.splitlines() if re.match(rf"\s+(echo .* \| )?nb ({COMMANDS})\b", line)]
    assert examples == in_docstring(command)
    for line in examples:
        runs(place, line)


def in_docstring(command: str) -> list[str]:
    """Return the command lines of a docstring: none may be broken over two lines of the help."""
    doc = load("commands", command).run.__doc__
    return [line.strip() for line in doc.splitlines() if re.match(rf"\s+(echo .* \| )?nb ({COMMANDS})\b", line)]


def test_every_text_that_names_a_command_is_reached_or_is_prose(said: Said) -> None:
    reached = "\n".join(said(case) for case in CASES.values())
    missing = []
    for path in sorted((ROOT / "nbcli").rglob("*.py")):
        for text in literals(ast.parse(path.read_text(encoding="utf-8"))):
            pattern = ".*".join(map(re.escape, text.split("\0")))
            if re.search(rf"\bnb ({COMMANDS})\b", text) and not any(one in text for one in PROSE):
                missing += [] if re.search(pattern, reached) else [f"{path.name}: {text}"]
    assert missing == []
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "nbcli").rglob("*.py"))
    assert [one for one in PROSE if one not in source] == []


def literals(tree: ast.Module) -> Iterator[str]:
    """Yield every string of a module but its docstrings, a NUL where a value is put in."""
    docs = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs | parts:
            yield node.value


# The options that a refusal names: the words that are refused, what is said, and the words that it comes to.
REFUSED = [
    (["compare", *CORPUS, "--repeat", "2"], "add --cv 5", ["compare", *CORPUS, "--repeat", "2", "--cv", "5"]),
    (["train", *CORPUS, "--min-df", "2", "--prune"], "use --min-df 2", ["train", *CORPUS, "--min-df", "2"]),
    (
        ["train", *CORPUS, "--model", "categorical", "--features", "tfidf"],
        "use --features category",
        ["train", *CORPUS, "--model", "categorical", "--features", "category"],
    ),
    (["train", *CORPUS, "--alpha", "-1"], "--alpha 0.1", ["train", *CORPUS, "--alpha", "0.1"]),
    (["train", *CORPUS, "--ngrams", "7"], "write 1, 1-2", ["train", *CORPUS, "--ngrams", "1-2"]),
    (["compare", *CORPUS, "--models", "nope"], "multinomial", ["compare", *CORPUS, "--models", "multinomial"]),
    (
        ["compare", "sms-en"],
        "take another: nb compare sms-en --tokenizer words",
        ["compare", "sms-en", "--tokenizer", "words"],
    ),
    (["compare", *CORPUS, "--cv", "1"], "give --cv 2", ["compare", *CORPUS, "--cv", "2"]),
    (["train", *ODD[:3], *ODD[5:]], "--encoding cp1252", ["train", *ODD]),
    (["train", *ODD[:5]], "--text-column NAME", ["train", *ODD]),
    (
        ["evaluate", *CORPUS, "--name", "mail", "--errors", "-1"],
        "give --errors 0",
        ["evaluate", *CORPUS, "--errors", "0"],
    ),
    (["fetch", "nope"], "choose from spam-zh", ["fetch", "spam-zh"]),
]


@pytest.mark.parametrize(("words", "remedy", "mended"), REFUSED)
def test_a_refusal_names_what_is_taken(words: list[str], remedy: str, mended: list[str], said: Said) -> None:
    for ready in (["fetch", "sms-en"], ["train", *CORPUS]):
        said(Case(ready, []))
    assert remedy in said(Case(words, [], 2))
    said(Case(mended, []))


# What was said of how to read


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).filter(lambda t: t[0] != "-")


@settings(max_examples=25)
@given(
    st.builds(
        How,
        format=st.none() | st.sampled_from(choices("corpus")),
        encoding=st.none() | st.sampled_from(["utf-8", "gb18030", "latin-1"]),
        label_column=st.none() | TEXT,
        text_columns=st.lists(TEXT, max_size=3).map(tuple),
        header=st.none() | st.booleans(),
    )
)
def test_options_say_how_to_read_again(how: How) -> None:
    """Whatever fields there are: what the options of train make of the words is what they were made of."""
    taken: list[How] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(_train, "documents_of", lambda specs, how, log: taken.append(how) or 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run(["train", "x", *how_words(how), "--name", "never"])
    assert taken == [how]


def test_the_line_trains_on_the_texts_that_were_compared(place: Place, said: Said) -> None:
    said(CASES["compare a table"])
    runs(place, SAID + WORDS + " --name again")
    assert store.header(str(place.folder / "store/again.nb"))["texts"] == {"a": 30, "b": 30}
