"""`nb fetch`, against a server on 127.0.0.1: what is not the file known leaves nothing behind."""

import functools
import hashlib
import http.server
import io
import threading
import zipfile
from pathlib import Path

import pytest

from nbcli import cli
from nbcli.corpus import _public

CORPORA = Path(__file__).parents[1] / ".." / "shared" / "data"
TEXT = "label\ttext\nham\tsee you\nspam\tfree money\n" * 10


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        if "cut" in self.path:
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            self.wfile.write(b"short")
            return
        super().do_GET()


@pytest.fixture
def server(tmp_path, monkeypatch):
    served = tmp_path / "served"
    (served / "cut").mkdir(parents=True)
    (served / "a.tsv").write_text(TEXT)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("../deep/a.tsv", TEXT)
    (served / "a.zip").write_bytes(packed.getvalue())
    (served / "bad.zip").write_bytes(b"no zip")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(served)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("NB_FETCH_BASE", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("NB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NB_STORE", str(tmp_path / "store"))
    good = hashlib.sha256(TEXT.encode()).hexdigest()
    for name, source, sha in [
        ("plain", "a.tsv", good),
        ("zipped", "a.zip", good),
        ("wrong", "a.tsv", "0" * 64),
        ("cut", "cut/a.tsv", good),
        ("missing", "none.tsv", good),
        ("badzip", "bad.zip", good),
    ]:
        corpus = _public.Public("made up", "CC0", (_public.File("a.tsv", source, sha, 0.1),))
        monkeypatch.setitem(_public.CORPORA, name, corpus)
    yield tmp_path
    server.shutdown()


@pytest.mark.parametrize("name", ["plain", "zipped"])
def test_a_good_one_is_fetched_once_and_used_by_name(server, capsys, name):
    assert cli.run(["compare", name]) == 2
    assert f"nb fetch {name}" in capsys.readouterr().err
    assert cli.run(["fetch", name]) == 0
    assert "fetched and checked" in capsys.readouterr().err
    assert (server / "cache" / name / "a.tsv").read_text() == TEXT
    assert [p.name for p in (server / "cache" / name).iterdir()] == ["a.tsv"]
    assert cli.run(["fetch", name]) == 0
    said = capsys.readouterr().err
    assert "here already" in said and "licence: CC0" in said
    assert cli.run(["compare", name, "--tokenizer", "words"]) == 0
    assert "accuracy" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["wrong", "cut", "missing", "badzip"])
def test_a_bad_one_is_one_line_and_leaves_nothing(server, capsys, name):
    assert cli.run(["fetch", name]) == 2
    error = capsys.readouterr().err
    assert error.startswith("nb: ") and error.count("\n") == 1
    assert not (server / "cache" / name).exists()


def test_no_server_is_one_line(server, capsys, monkeypatch):
    monkeypatch.setenv("NB_FETCH_BASE", "http://127.0.0.1:9")
    assert cli.run(["fetch", "plain"]) == 2
    assert "cannot be downloaded" in capsys.readouterr().err


def test_a_local_copy_is_checked_too(server, capsys):
    copy = server / "copy"
    copy.mkdir()
    (copy / "a.tsv").write_text("other")
    assert cli.run(["fetch", "plain", "--from", str(copy)]) == 2
    assert "SHA-256" in capsys.readouterr().err
    (copy / "a.tsv").write_text(TEXT)
    assert cli.run(["fetch", "plain", "--from", str(copy)]) == 0
    assert cli.run(["fetch", "zipped", "--from", str(server / "cache")]) == 0
    assert cli.run(["fetch", "missing", "--from", str(server / "nowhere")]) == 2


def test_the_list_and_an_unknown_name(server, capsys):
    assert cli.run(["fetch"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in ("spam-zh", "sms-en", "shopping-zh", "CC BY 4.0"))
    assert cli.run(["fetch", "nope"]) == 2
    assert "choose from spam-zh" in capsys.readouterr().err


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["spam-zh", "sms-en", "shopping-zh"])
def test_the_real_ones_are_those_known(server, capsys, name):
    if not CORPORA.exists():
        pytest.skip("the real corpora are not here")
    assert cli.run(["fetch", name, "--from", str(CORPORA)]) == 0
    assert _public.specs(name)
    assert list((server / "cache" / name).iterdir())
