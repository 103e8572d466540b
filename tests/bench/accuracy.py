"""How right each tool is on texts that it has not seen, so that no speed is bought with errors."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tests.bench import mail
from tests.bench.corpus import Corpus
from tests.bench.measure import FailedError, run
from tests.bench.peers.specs import lines_of
from tests.bench.tools import MISSING, TOOLS, Tool

Form = Callable[[list[str]], Iterable[str]]


def lines(corpus: Corpus) -> Iterator[str]:
    """Yield a line for each tool, after one that says what is counted."""
    specs, test, truth = corpus.held_out()
    yield f"right of {len(truth):,} texts held out (copies dropped, 30 %, seed 0):"
    for tool in TOOLS:
        yield f"  {tool.name:26} {_of_tool(tool, corpus.scratch / 'held-out.nb', specs, test, truth)}"
    # It cuts at spaces, which Han has none of.
    for name, form in ((mail.BOGOFILTER, iter), (f"{mail.BOGOFILTER}, spaced words", _spaced)):
        yield f"  {name:26} {_of_bogofilter(specs, test, truth, corpus.scratch, form)}"


def _spaced(texts: list[str]) -> Iterator[str]:
    # Here, since it takes numpy, and nothing is timed any more.
    from tests.bench.peers.fasttext_words import spaced

    return spaced(texts)


def _of_tool(tool: Tool, model: Path, specs: list[str], test: Path, truth: list[str]) -> str:
    if not tool.installed:
        return MISSING
    try:
        run(tool.train(model, specs))
        return _share(run(tool.predict(model, test)).output.splitlines(), truth)
    except FailedError as error:
        return f"failed: {error}"


def _of_bogofilter(specs: list[str], test: Path, truth: list[str], scratch: Path, form: Form) -> str:
    """The texts as mail; spam is what has a spamicity above a half, `unsure` being no answer."""
    if not mail.INSTALLED:
        return MISSING
    parts = (Path(spec.partition("=")[2]) for spec in specs)
    ham, spam, texts = (mail.mbox(path.with_suffix(".mbox"), form(lines_of(str(path)))) for path in (*parts, test))
    run(mail.train(scratch / "held-out-words", ham, spam))
    scored = run(mail.score(scratch / "held-out-words", "-M", stdin=texts)).output.splitlines()
    said = ["spam" if float(line.split()[1]) > 0.5 else "ham" for line in scored]
    return f"{_share(said, truth)}, unsure of {sum(line.startswith('U') for line in scored):,}"


def _share(said: list[str], truth: list[str]) -> str:
    right = sum(a == b for a, b in zip(said, truth, strict=True))
    return f"{right:,} ({right / len(truth):.4f})"
