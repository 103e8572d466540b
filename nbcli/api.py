"""What `import nbcli` offers: `load`, `train` and `Classifier`, with the same answers and errors as the commands.

Errors that are the caller's to mend are `nbcli.NbError`, whose message is one line.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from inspect import signature
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Self

from nbcli import store
from nbcli.answering.answers import Abstention, Answers
from nbcli.answering.tables import of_rows
from nbcli.classifier import changes
from nbcli.classifier.classifier import Classifier as _Classifier
from nbcli.classifier.of_records import classify, schema_of
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import How, Log, Record, how_of, listed, read, records_of, rows_of, texts_of, unzipped
from nbcli.errors import NbError
from nbcli.explaining import Explanation, explain, explain_row
from nbcli.schema import brought, kinds_said, survey
from nbcli.system.arrays import Array
from nbcli.training import train as _training
from nbcli.training.pool import pool_of

_READING = set(signature(how_of).parameters) - {"label"}
# Texts, or rows of a table: values by column.
Given = Iterable[str] | Iterable[Mapping[str, Any]]
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

    def predict(self, texts: Given, *, min_proba: float = 0.0, unsure: str | None = None) -> list[str]:
        """Return a label for each of the n texts; below `min_proba`, or without a known term, the word `unsure`.

        Where the model has learned a table these are rows, a dict each of values by column. As `nb predict`, which
        without these two withholds a label only where the model was trained with a target precision.
        """
        abstention, schema = Abstention.of(self, min_proba, unsure), schema_of(self)
        if schema is not None:
            return of_rows(self, schema, rows_of(texts), abstention).labels
        return Answers.of(self, texts_of(texts), abstention).labels

    def predict_proba(self, texts: Given) -> Array:
        """Return the posterior of each of the n texts or rows, shape (n, K), in the order of `labels`."""
        schema = schema_of(self)
        return classify(self, schema, rows_of(texts))[0] if schema else self.classify(texts_of(texts))[0]

    def explain(self, text: str | Mapping[str, Any]) -> Explanation:
        """Return every term of the sum that labels the text, or the row where the model has learned a table.

        `as_dict()` of it is what `nb explain --json` prints.
        """
        if schema := schema_of(self):
            return explain_row(self, schema, schema.record(rows_of([text])[0]))
        return explain(self, *texts_of([text]))

    def update(self, texts: Given, labels: Iterable[str], *, again: bool = False, new_label: bool = False) -> int:
        """Learn texts that it has not learned under their label before, or all of them `again`; return how many."""
        return changes.learn(self, self._records(texts, labels), again=again, new_labels=new_label).texts

    def forget(self, texts: Given, labels: Iterable[str]) -> int:
        """Take texts back that were learned under these labels, and return how many; a linear correction is dropped."""
        return changes.forget(self, self._records(texts, labels)).texts

    def correct(self, texts: Given, label: str, *, new_label: bool = False) -> int:
        """Move texts, learned under any label, to this one, and return how many were moved."""
        given = listed(texts) if not isinstance(texts, str | bytes) else texts_of(texts)
        return changes.correct(self, self._records(given, [label] * len(given)), label, new_labels=new_label).texts

    def _records(self, texts: Given, labels: Iterable[str]) -> Iterable[Record]:
        return brought(records_of(texts, labels), schema_of(self))

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
    unlabelled: Iterable[str] | None = None,
    user_dict: str = "",
    digests: bool = True,
    prune: bool = True,
    correction: str = "linear",
    jobs: int = 1,
    target: tuple[str, float] | None = None,
    say: Callable[[str], None] = lambda line: None,
    **options: Any,
) -> Classifier:
    """Learn a model as `nb train` does.

    corpus: (text, label) pairs; or texts, with their `labels`; or what `nb train` takes, a path or several. For a text
    there may be the row of a table, a dict of values by column.
    options: those of `nb train` that say how files are read, by name (text_column="body"), and those of a recipe
    (model="bernoulli", ngrams="1-2"), any of which trains that one model; without these the default blend is chosen.
    unlabelled: texts without labels, learned too where that serves. correction: "linear", or "none": naive Bayes alone.
    target: a label, and the precision below which it is to be withheld. user_dict: the lines of a dictionary for jieba.
    say: takes a line on each thing that was read or chosen.
    """
    recipe = {name: value for name, value in options.items() if name not in _READING}
    chosen = Recipe.of(recipe, lambda name, value: f"{name}={value!r}") if recipe else None
    how, log = how_of(**{name: options[name] for name in options if name in _READING}), Log()
    _training.check_user_dict(chosen, bool(user_dict))
    if jobs < 1:
        raise NbError(f"jobs={jobs}: must be 1 or more", remedy="leave it out")
    schema, records = survey(_read(corpus, labels, how, log), log, how.columns)
    with _training.read_here(
        chosen, records, user_dict, jobs, schema, pool_of(unlabelled, chosen, schema), say
    ) as texts:
        classifier = _training.train(
            texts,
            chosen,
            user_dict,
            digests=digests,
            prune=prune,
            correction=_training.corrects(chosen, correction),
            target=target,
            reading=log.reading(),
            schema=schema,
            say=say,
        )
    for line in [*log.notes(), *(kinds_said(schema) if schema else [])]:
        say(line)
    return Classifier._of(classifier)


def _read(corpus: Corpus, labels: Iterable[str] | None, how: How, log: Log) -> Iterable[Record]:
    if labels is not None:
        return records_of(corpus, labels)
    given: list[Any] = [corpus] if isinstance(corpus, str | PathLike) else listed(corpus)
    if all(isinstance(one, str | PathLike) for one in given):
        return read([fspath(one) for one in given], how, log)
    return records_of(*unzipped(given))
