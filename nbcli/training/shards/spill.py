"""A view put aside in a temporary file while others are learned."""

import pickle
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import IO

from nbcli.classifier.view import View
from nbcli.training.shards.engine import no_room


def spilled(view: View) -> Callable[[], View]:
    """Write the view to a file without a name, and return what reads it back; NbError where there is no room."""
    try:
        file = TemporaryFile()  # noqa: SIM115 (it lives as long as what is returned)
        pickle.dump(view, file, protocol=5)
        file.flush()
    except OSError as error:
        raise no_room(error, Path(gettempdir())) from None
    return lambda: _read(file)


def _read(file: IO[bytes]) -> View:
    file.seek(0)
    view: View = pickle.load(file)
    return view
