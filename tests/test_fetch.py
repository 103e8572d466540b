"""`nb fetch` against a server on 127.0.0.1: what is whole is kept under its name, and of the rest nothing is left."""

import functools
import hashlib
import http.server
import io
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

import pytest

from nbcli.cli import run
from nbcli.corpus import How, read
from nbcli.corpus.public import catalogue as _public
from nbcli.corpus.public.catalogue import File, Public

DATA = Path(__file__).parents[1] / "../shared/data"
HAM = "".join(f"see you at lunch on day {i}\n" for i in range(40)).encode()
SPAM = "".join(f"win cash prize number {i} now\n" for i in range(40)).encode()
CSV = b"cat,label,review\n" + b"".join(b"ab"[i % 2 :][:1] + b",1,text number %d\n" % i for i in range(40))


def file(name: str, path: str, data: bytes, label: str = "") -> File:
    return File(name, path, len(data), hashlib.sha256(data).hexdigest(), label)


TINY = (file("ham.txt", "x/ham.txt", HAM, "ham"), file("spam.txt", "x/spam.txt", SPAM, "spam"))
CORPORA = {
    "tiny": Public("two files", "o/r", "c0ffee", TINY, "public domain"),
    "table": Public("a table", "o/r", "c0ffee", (file("t.csv", "x/t.zip", CSV),), "not stated"),
}
# The same nb with corpora of its own: they are no option of nb, so that none can be slipped in.
NB = f"""
from nbcli.cli import main
from nbcli.corpus.public import catalogue as _public
from nbcli.corpus.public.catalogue import File, Public
_public.CORPORA = {CORPORA!r}
main()
"""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        answer = self.server.answers.get(self.path)
        if answer is None:
            self.send_error(404, "Not Found")
            return
        body, more = answer
        self.send_response(200)
        self.send_header("Content-Length", str(len(body) + more))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
        if self.server.stalls:
            self.server.reached.set()
            self.server.released.wait(20)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server():
    found = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.answers, found.stalls = {}, False
    found.reached, found.released = threading.Event(), threading.Event()
    threading.Thread(target=functools.partial(found.serve_forever, 0.02), daemon=True).start()
    serve(found, ham=HAM, spam=SPAM)
    yield found
    found.released.set()
    found.shutdown()
    found.server_close()


def serve(server, more: int = 0, **files: bytes) -> None:
    for name, body in files.items():
        suffix = "zip" if name == "t" else "txt"
        server.answers[f"/o/r/c0ffee/x/{name}.{suffix}"] = (body, more)


def environment(cache: Path, server=None) -> dict[str, str]:
    base = f"http://127.0.0.1:{server.server_port}/" if server else "http://127.0.0.1:9"
    return os.environ | {"NB_CACHE": str(cache), "NB_FETCH_BASE": base, "NO_PROXY": "*", "no_proxy": "*"}


def nb(cache: Path, *words: str, server=None, **options):
    command = [sys.executable, "-c", NB, *words]
    return subprocess.run(
        command, env=environment(cache, server), cwd=cache.parent, capture_output=True, text=True, timeout=60, **options
    )


@pytest.fixture
def inside(monkeypatch, capsys):
    """The same in this process: for what needs none of its own."""

    def nb(cache: Path, *words: str, server=None):
        for name, value in environment(cache, server).items():
            monkeypatch.setenv(name, value)
        capsys.readouterr()
        return subprocess.CompletedProcess(words, run(list(words)), *capsys.readouterr())

    monkeypatch.setattr(_public, "CORPORA", CORPORA)
    return nb


def kept(cache: Path) -> list[str]:
    return sorted(str(path.relative_to(cache)) for path in cache.rglob("*") if path.is_file() or path.name[0] == ".")


def refused(done, *parts: str) -> None:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("nb: ")
    assert done.stderr.count("\n") == 1
    for part in parts:
        assert part in done.stderr


def test_what_is_fetched_is_read_by_its_name(tmp_path: Path, server) -> None:
    cache = tmp_path / "cache"
    refused(nb(cache, "compare", "tiny"), "tiny is not here yet", "nb fetch tiny")
    done = nb(cache, "fetch", "tiny", server=server)
    assert (done.returncode, done.stdout) == (0, "")
    first, *rest = done.stderr.splitlines()
    assert first == f"tiny: two files; fetched and checked: {cache / 'tiny'}"
    assert rest == ["licence: public domain", "next: nb compare tiny"]
    assert kept(cache) == ["tiny/ham.txt", "tiny/spam.txt"]
    server.answers.clear()
    again = nb(cache, "fetch", "tiny", server=server)
    assert (again.returncode, "here already, checked" in again.stderr) == (0, True)
    compared = nb(cache, "compare", "tiny", "--tokenizer", "words", "--features", "counts", "--models", "multinomial")
    assert compared.returncode == 0, compared.stderr
    assert "multinomial" in compared.stdout


def test_the_list_says_what_is_here(tmp_path: Path, inside) -> None:
    cache = tmp_path / "cache"
    (tmp_path / "ham.txt").write_bytes(HAM)
    (tmp_path / "spam.txt").write_bytes(SPAM)
    inside(cache, "fetch", "tiny", "--from", str(tmp_path))
    listed = inside(cache, "fetch").stdout
    assert [line.split()[-1] for line in listed.splitlines()[:3]] == ["here", "yes", "no"]
    assert "licence of table: not stated" in listed
    facts = json.loads(inside(cache, "fetch", "--json").stdout)
    assert [(fact["name"], fact["folder"]) for fact in facts] == [("tiny", str(cache / "tiny")), ("table", None)]
    (cache / "tiny" / "ham.txt").write_bytes(HAM.replace(b"lunch", b"punch"))
    assert json.loads(inside(cache, "fetch", "--json").stdout)[0]["folder"] is None


def wrong(server) -> None:
    serve(server, spam=SPAM.replace(b"1", b"2"))


def longer(server) -> None:
    serve(server, spam=SPAM * 2)


def cut(server) -> None:
    serve(server, more=100, spam=SPAM)


def missing(server) -> None:
    del server.answers["/o/r/c0ffee/x/spam.txt"]


@pytest.mark.parametrize(
    ("happens", "said"),
    [
        (wrong, "its SHA-256 is another"),
        (longer, "its SHA-256 is another"),
        (cut, "the download was cut short"),
        (missing, "the server answered 404 Not Found"),
    ],
)
def test_a_download_that_fails_leaves_nothing(tmp_path: Path, server, happens, said: str) -> None:
    happens(server)
    refused(nb(tmp_path / "cache", "fetch", "tiny", server=server), f"{server.server_port}/o/r/c0ffee/x/spam.txt", said)
    assert kept(tmp_path / "cache") == []


def test_without_a_network_the_remedy_is_a_copy(tmp_path: Path) -> None:
    refused(nb(tmp_path / "cache", "fetch", "tiny"), "no connection", "nb fetch tiny --from FOLDER")
    assert kept(tmp_path / "cache") == []


def test_a_full_disk_leaves_nothing(tmp_path: Path, server) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = nb(tmp_path / "cache", "fetch", "tiny", server=server, preexec_fn=small)
    refused(done, "cannot be kept here", "$NB_CACHE")
    assert kept(tmp_path / "cache") == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused(nb(tmp_path / "file", "fetch", "tiny"), "cannot be kept here", "$NB_CACHE")


def test_an_interrupt_leaves_nothing(tmp_path: Path, server) -> None:
    server.stalls = True
    serve(server, more=100, ham=HAM)
    cache = tmp_path / "cache"
    command = [sys.executable, "-c", NB, "fetch", "tiny"]
    process = subprocess.Popen(
        command,
        env=environment(cache, server),
        stderr=subprocess.PIPE,
        # A shell ignores Ctrl-C in what it runs in the background, and so would the tests that such a shell starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert server.reached.wait(20)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[1] == b""
    assert process.returncode == 130
    assert kept(cache) == []


def test_two_at_once_are_safe(tmp_path: Path, server) -> None:
    cache = tmp_path / "cache"
    command = [sys.executable, "-c", NB, "fetch", "tiny"]
    both = [subprocess.Popen(command, env=environment(cache, server), stderr=subprocess.DEVNULL) for _ in range(2)]
    assert [process.wait(30) for process in both] == [0, 0]
    assert kept(cache) == ["tiny/ham.txt", "tiny/spam.txt"]


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_a_zip_is_unpacked_under_the_name_known(tmp_path: Path, inside, server) -> None:
    serve(server, t=zipped(**{"../../../escaped.txt": b"x", "../../deep/t.csv": CSV}))
    cache = tmp_path / "a/b/cache"
    cache.mkdir(parents=True)
    assert inside(cache, "fetch", "table", server=server).returncode == 0
    assert [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()] == [
        Path("a/b/cache/table/t.csv")
    ]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (zipped(**{"t.csv": CSV + b"more"}), "its SHA-256 is another"),
        (zipped(**{"other.csv": CSV}), "the zip holds no t.csv"),
        (zipped(**{"t.csv": CSV}).replace(b"t.csv", b"t.csw", 1), "the zip is damaged"),
        (zipped(**{"t.csv": CSV})[:-30], "its SHA-256 is another"),
    ],
)
def test_a_zip_of_something_else_is_refused(tmp_path: Path, inside, server, body: bytes, said: str) -> None:
    serve(server, t=body)
    refused(inside(tmp_path / "cache", "fetch", "table", server=server), said)
    assert kept(tmp_path / "cache") == []


@pytest.mark.parametrize("place", ["", "tiny"])
def test_a_copy_is_taken_and_checked(tmp_path: Path, inside, place: str) -> None:
    folder, cache = tmp_path / "copy" / place, tmp_path / "cache"
    folder.mkdir(parents=True)
    (folder / "ham.txt").write_bytes(HAM)
    words = ("fetch", "tiny", "--from", str(tmp_path / "copy"))
    refused(inside(cache, *words), "it holds no spam.txt", "c0ffee/x/spam.txt")
    (folder / "spam.txt").write_bytes(SPAM[:-1])
    refused(inside(cache, *words), f"{folder / 'spam.txt'}: not the spam.txt that was published")
    assert kept(cache) == []
    (folder / "spam.txt").write_bytes(SPAM)
    assert inside(cache, *words).returncode == 0
    assert kept(cache) == ["tiny/ham.txt", "tiny/spam.txt"]


def test_a_copy_may_be_the_zip(tmp_path: Path, inside) -> None:
    (tmp_path / "t.zip").write_bytes(zipped(**{"t.csv": CSV}))
    assert inside(tmp_path / "cache", "fetch", "table", "--from", str(tmp_path)).returncode == 0
    assert kept(tmp_path / "cache") == ["table/t.csv"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["huge"], "there is no public corpus huge; choose from tiny, table"),
        (["../x"], "there is no public corpus ../x"),
        (["tiny", "--from", "nowhere"], "nowhere: there is no such folder"),
        (["--from", "."], "--from goes with a name"),
    ],
)
def test_what_makes_no_sense_has_a_remedy(tmp_path: Path, inside, words: list[str], said: str) -> None:
    refused(inside(tmp_path / "cache", "fetch", *words), said)


def test_reading_a_corpus_imports_nothing_of_this() -> None:
    code = "import sys, nbcli.corpus; print(sorted({'requests', 'platformdirs'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "how", "texts"),
    [
        ("spam-zh", How(), 10_001),
        ("sms-en", How(), 5_574),
        ("shopping-zh", How(label_column="cat", text_columns=("review",)), 62_773),
    ],
)
def test_the_real_ones_are_what_was_published(tmp_path: Path, monkeypatch, name: str, how: How, texts: int) -> None:
    monkeypatch.setenv("NB_CACHE", str(tmp_path))
    assert run(["fetch", name, "--from", str(DATA)]) == 0
    monkeypatch.chdir(tmp_path / name)
    assert sum(1 for _ in read([name], how)) == texts
