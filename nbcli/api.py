"""What `import nbcli` offers: `load`, `train` and `Classifier`, with the same answers and errors as the commands.

Errors that are the caller's to mend are `nbcli.NbError`, whose message is one line.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from inspect import signature
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Self

from nbcli import store
from nbcli.answering.answers import Abstention, Answers
from nbcli.classifier import changes
from nbcli.classifier.classifier import Classifier as _Classifier
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import How, Log, Record, how_of, listed, read, records_of, texts_of
from nbcli.errors import NbError
from nbcli.explaining import Explanation, explain
from nbcli.system.arrays import Array
from nbcli.training import train as _training

_READING = set(signature(how_of).parameters) - {"label"}
Corpus = str | PathLike[str] | Iterable[str | PathLike[str]] | Iterable[tuple[str, str]]


class Classifier(_Classifier):
    """A trained model: its `labels` (K) are sorted, and every posterior is in their order."""

    @classmethod
    def _of(cls, classifier: _Classifier) -> Self:
        return cls(**{field.name: getattr(classifier, field.name) for field in fields(classifier)})

    def __repr__(self) -> str:
        return f"<nbcli.Classifier: {len(self.labels)} labels, {self.texts.sum():,} texts, {self.terms:,} terms>"

    @property
    def leave_one_out(self) -> dict[str, Any] | None:
        """What leave-one-out found at training: accuracy and more; None where the file does not have it."""
        return self.facts.get("leave_one_out")

    def predict(self, texts: Iterable[str], *, min_proba: float = 0.0, unsure: str | None = None) -> list[str]:
        """Return a label for each of the n texts; below `min_proba`, or without a known term, the word `unsure`.

        As `nb predict`, which without these two withholds a label only where the model was trained with a target
        precision.
        """
        return Answers.of(self, texts_of(texts), Abstention.of(self, min_proba, unsure)).labels

    def predict_proba(self, texts: Iterable[str]) -> Array:
        """Return the posterior of each of the n texts, shape (n, K), in the order of `labels`."""
        return self.classify(texts_of(texts))[0]

    def explain(self, text: str) -> Explanation:
        """Return every term of the sum that labels the text; `as_dict()` of it is what `nb explain --json` prints."""
        return explain(self, *texts_of([text]))

    def update(
        self, texts: Iterable[str], labels: Iterable[str], *, again: bool = False, new_label: bool = False
    ) -> int:
        """Learn texts that it has not learned under their label before, or all of them `again`; return how many."""
        return changes.learn(self, records_of(texts, labels), again=again, new_labels=new_label).texts

    def forget(self, texts: Iterable[str], labels: Iterable[str]) -> int:
        """Take texts back that were learned under these labels, and return how many."""
        return changes.forget(self, records_of(texts, labels)).texts

    def correct(self, texts: Iterable[str], label: str, *, new_label: bool = False) -> int:
        """Move texts, learned under any label, to this one, and return how many were moved."""
        texts = texts_of(texts)
        return changes.correct(self, records_of(texts, [label] * len(texts)), label, new_labels=new_label).texts

    def save(self, name: str | PathLike[str]) -> Path:
        """Write the model to its place in the store, or to a path (with / or .nb), and return the file."""
        return store.save_locked(self, fspath(name))


def load(name: str | PathLike[str] = "default") -> Classifier:
    """Return a stored model: a name in the store, or a path (with / or .nb)."""
    return Classifier._of(store.load(fspath(name)))


def train(
    corpus: Corpus,
    labels: Iterable[str] | None = None,
    *,
    user_dict: str = "",
    digests: bool = True,
    prune: bool = True,
    jobs: int = 1,
    target: tuple[str, float] | None = None,
    say: Callable[[str], None] = lambda line: None,
    **options: Any,
) -> Classifier:
    """Learn a model as `nb train` does.

    corpus: (text, label) pairs; or texts, with their `labels`; or what `nb train` takes, a path or several.
    options: those of `nb train` that say how files are read, by name (text_column="body"), and those of a recipe
    (model="bernoulli", ngrams="1-2"), any of which trains that one model; without these the default blend is chosen.
    target: a label, and the precision below which it is to be withheld. user_dict: the lines of a dictionary for jieba.
    say: takes a line on each thing that was read or chosen.
    """
    recipe = {name: value for name, value in options.items() if name not in _READING}
    chosen = Recipe.of(recipe, lambda name, value: f"{name}={value!r}") if recipe else None
    how = how_of(**{name: options[name] for name in options if name in _READING})
    _training.check_user_dict(chosen, bool(user_dict))
    if jobs < 1:
        raise NbError(f"jobs={jobs}: must be 1 or more", remedy="leave it out")
    log = Log()
    records = _read(corpus, labels, how, log)
    with _training.read_here(chosen, records, user_dict, jobs) as texts:
        classifier = _training.train(
            texts, chosen, user_dict, digests=digests, prune=prune, target=target, reading=log.reading(), say=say
        )
    for line in log.notes():
        say(line)
    return Classifier._of(classifier)


def _read(corpus: Corpus, labels: Iterable[str] | None, how: How, log: Log) -> Iterable[Record]:
    if labels is not None:
        return records_of(corpus, labels)
    given: list[Any] = [corpus] if isinstance(corpus, str | PathLike) else listed(corpus)
    if all(isinstance(one, str | PathLike) for one in given):
        return read([fspath(one) for one in given], how, log)
    pairs = [one for one in given if isinstance(one, tuple | list) and len(one) == 2]
    if len(pairs) < len(given):
        raise NbError("what is to be learned is not (text, label) pairs", remedy="give pairs, or texts and labels=")
    return records_of([text for text, _ in pairs], [label for _, label in pairs])
