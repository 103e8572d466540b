"""Changing a stored model while no other process does."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from nbcli.classifier.classifier import Classifier
from nbcli.errors import NbError
from nbcli.store import first_line
from nbcli.store.files import MAX_HEADER, header, load, opened, path_of, save
from nbcli.system.folders import resolved


@contextmanager
def changing(name: str) -> Iterator[Classifier]:
    """Hold the model of that name and give its classifier, to be saved by whoever changes it; NbError as `load`."""
    header(name)
    with _alone(name):
        yield load(name)


def save_locked(classifier: Classifier, name: str) -> Path:
    """Save the model while no other process changes the one of that name; NbError as `save`."""
    with _alone(name):
        return save(classifier, name)


def remove(name: str) -> Path:
    """Remove the model of that name or path, and return where it was; NbError where there is none, or no model."""
    check_model(name)
    path = path_of(name)
    with _alone(name):
        try:
            path.unlink()
        except OSError as error:
            remedy = "check the permissions of its folder"
            raise NbError(f"cannot be removed ({error.strerror})", where=str(path), remedy=remedy) from None
    return path


def _alone(name: str) -> AbstractContextManager[None]:
    """Hold the lock of the model of that name."""
    from nbcli.system.lock import locked  # what only predicts needs none

    return locked(resolved(path_of(name)))


def check_model(name: str) -> None:
    """Raise NbError where there is no model, or what is there is none; damaged and newer ones are."""
    path = path_of(name)
    try:
        with opened(path) as file:
            first_line.read(file.readline(MAX_HEADER))
    except ValueError:
        raise NbError("no model, and stays as it is", where=str(path), remedy="name a model") from None
