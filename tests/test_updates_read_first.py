"""A corpus is read before the model is locked, and a file that changes meanwhile is an error in a line."""

import subprocess
import sys
from pathlib import Path

import pytest

from nbcli.corpus import How, Log, read
from nbcli.corpus._reading import decode
from nbcli.errors import NbError
from tests.conftest import Nb, environment


def test_whoever_waits_for_a_pipe_keeps_nobody_waiting(tmp_path: Path, run_nb: Nb) -> None:
    for label, text in (("ham", "lunch at ten"), ("spam", "free money")):
        (tmp_path / f"{label}.txt").write_text(f"{text}\n" * 3)
    name = tmp_path / "m.nb"
    run_nb(["train", f"ham={tmp_path}/ham.txt", f"spam={tmp_path}/spam.txt", "--name", name])
    command = [sys.executable, "-m", "nbcli", "update", "spam=-", "--name", str(name)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path)) as slow:
        assert slow.stdin and slow.stderr
        slow.stdin.write(b"win a prize\n")
        slow.stdin.flush()
        quick = run_nb(["update", "ham=-", "--name", name], "see you at noon\n")
        assert quick.returncode == 0 and b"waiting" not in quick.stderr
        slow.stdin.close()
        assert b"learned 1 more text" in slow.stderr.read() and slow.wait() == 0
    out = run_nb(["predict", "--name", name], "win a prize\nsee you at noon\n").stdout
    assert out == b"spam\nham\n"


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.tsv"])
def test_a_file_that_changes_while_it_is_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / name
    path.write_text("label,text\na,x\n".replace(",", "\t" if name == "a.tsv" else ","))
    found = decode.encoding_of

    def and_then_it_grows(source: object) -> str:
        encoding = found(source)  # type: ignore[arg-type]
        with path.open("ab") as file:
            file.write("b,优".replace(",", "\t" if name == "a.tsv" else ",").encode()[:-1])
        return encoding

    monkeypatch.setattr(decode, "encoding_of", and_then_it_grows)
    with pytest.raises(NbError, match="the file changed while it was read"):
        list(read([f"x={path}" if name == "a.txt" else str(path)], How(), Log()))
