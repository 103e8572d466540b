"""The jobs: which commands meet in each, so that all sides of a job do the same."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tests.bench.corpus import NEW, Corpus
from tests.bench.measure import Command, run
from tests.bench.tools import DEFAULT, FASTTEXT_TUNED, MISSING, NB, SKLEARN, TOOLS, Tool, nb, python

BULK, COMPARE = "predict all texts", "compare, seven cells"


@dataclass(frozen=True)
class Job:
    """The commands of a job by side, nb first, or why a side has none. A slow job runs fewer turns."""

    name: str
    sides: Mapping[str, Command | str]
    slow: bool = True


class Jobs:
    """All jobs on lines of text; the models lie in the scratch folder of the corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus, self.scratch = corpus, corpus.scratch

    def __iter__(self) -> Iterator[Job]:
        """Yield the jobs; training comes first, the others need its models."""
        corpus = self.corpus
        yield self._job(f"train on {len(corpus):,} texts", lambda tool, model: tool.train(model, corpus.specs))
        yield self._predict(BULK, corpus.all_lines(), slow=True)
        yield self._predict("predict one text, cold", corpus.lines("han.txt", ["公司代开发票，优惠"]))
        latin = corpus.lines("latin.txt", ["free tickets, call 0800 555 now"])
        yield self._predict("predict one text without Han, cold", latin)
        yield self._update()
        ours, theirs = nb("compare", *corpus.specs, "--json"), python("sklearn_compare", *corpus.files.values())
        yield Job(COMPARE, {NB.name: ours, SKLEARN.name: theirs})
        empty = Command([*nb().words[:1], "-c", "pass"])
        yield Job("--help", {NB.name: nb("--help"), "empty python": empty}, slow=False)

    def _job(self, name: str, command: Callable[[Tool, Path], Command], *, slow: bool = True) -> Job:
        sides = {tool.name: command(tool, self._model(tool)) if tool.installed else MISSING for tool in TOOLS}
        return Job(name, sides, slow)

    def _model(self, tool: Tool, name: str = "all") -> Path:
        return self.scratch / f"{name} {tool.name}.nb".replace(" ", "-")

    def _predict(self, name: str, texts: Path, *, slow: bool = False) -> Job:
        return self._job(name, lambda tool, model: tool.predict(model, texts), slow=slow)

    def _update(self) -> Job:
        """New texts into a model of the others; hashed terms take partial_fit, the vocabulary of a peer cannot grow."""
        known, new = self.corpus.known_and_new()
        sides: dict[str, Command | str] = {}
        for tool in (NB, DEFAULT):
            base = self._model(tool, "known")
            run(tool.train(base, known))
            sides[tool.name] = changing(base, lambda model: nb("update", *new, "--again", "--name", model))
        base = self._model(SKLEARN, "known")
        run(python("sklearn_train", "--updatable", base, *known))
        sides["scikit-learn, partial_fit"] = changing(base, lambda model: python("sklearn_update", model, *new))
        sides[FASTTEXT_TUNED.name] = "has no update: it trains again"
        return Job(f"update with {NEW} texts", sides)


def changing(base: Path, command: Callable[[Path], Command]) -> Command:
    """Return the command on a copy of the model `base`, made anew before each run."""
    model = base.with_name(f"updated-{base.name}")
    return replace(command(model), writes=model, fresh=(base, model))
