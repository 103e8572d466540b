"""How much memory `nb predict` takes over a long stream: python tests/bench/stream.py [LINES ...]

Lines of the sample corpus, no two alike, go through a pipe; the peak of the process must not grow with their number.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
NB = [sys.executable, "-m", "nbcli"]


def feed(pipe, texts: list[bytes], lines: int) -> None:
    sent = 0
    while sent < lines:
        many = min(len(texts), lines - sent)
        pipe.write(b"".join(b"%s %d\n" % (text, sent + i) for i, text in enumerate(texts[:many])))
        sent += many
    pipe.close()


def run(lines: int, texts: list[bytes], env: dict[str, str]) -> None:
    start = time.perf_counter()
    predict = subprocess.Popen([*NB, "predict"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
    assert predict.stdin and predict.stdout
    feeder = os.fork()
    if not feeder:
        predict.stdout.close()
        feed(predict.stdin, texts, lines)
        os._exit(0)
    predict.stdin.close()
    answered = sum(chunk.count(b"\n") for chunk in iter(lambda: predict.stdout.read(1 << 20), b""))
    _, status, usage = os.wait4(predict.pid, 0)
    os.waitpid(feeder, 0)
    seconds = time.perf_counter() - start
    print(
        f"{lines:>12,} lines  {answered:>12,} answers  {seconds:8.1f} s  peak {usage.ru_maxrss / 1024:6.0f} MB",
        flush=True,
    )
    assert answered == lines and status == 0


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:]] or [100_000, 1_000_000, 10_000_000]
    texts = [
        line[:40] for name in ("ham", "spam") for line in (ROOT / f"data/mail-en/{name}.txt").read_bytes().splitlines()
    ]
    with tempfile.TemporaryDirectory() as store:
        env = os.environ | {"NB_STORE": store, "PYTHONPATH": str(ROOT)}
        subprocess.run([*NB, "train", str(ROOT / "data/mail-en"), "--alpha", "0.1"], env=env, stderr=subprocess.DEVNULL)
        for lines in sizes:
            run(lines, texts * 20, env)


if __name__ == "__main__":
    main()
