"""A source: one file or folder that the user named, with what was said of how to read it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from nbcli.corpus._reading.compressed import DAMAGED, OPENERS, opened
from nbcli.corpus._reading.folder import unreadable
from nbcli.corpus._reading.log import Log
from nbcli.corpus._reading.record import Reading
from nbcli.errors import NbError
from nbcli.system.terminal import Environment

_HEAD = 1 << 16
# That of what is answered: no label is looked for.
NO_LABEL = ""


@dataclass(frozen=True)
class How:
    """What the user says of how to read: names of options, None or empty where the reader is to find out.

    `label` is that of the sources that are named without one. `columns` are the kinds of a table's columns, as
    --columns has them; `fields` are the columns that a model needs which has learned a table.
    """

    format: str | None = None
    encoding: str | None = None
    label_column: str | None = None
    text_columns: tuple[str, ...] = ()
    header: bool | None = None
    label: str | None = None
    delimiter: str | None = None
    columns: str | None = None
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Source:
    """A file or folder to read; `label` is the class of all its texts where the user gave one.

    What cannot be read is an error in a `strict` source, as in training. Else it is answered as it comes, in its place
    and with a status. `known` is how the table was read that the model which answers has learned. `begun` is what has
    been read of stdin already.
    """

    spec: str
    path: Path
    label: str | None = None
    how: How = field(default_factory=How)
    log: Log = field(default_factory=Log)
    strict: bool = True
    known: Reading | None = None
    begun: bytes = b""

    @classmethod
    def to_answer(cls, path: str, how: How, known: Reading | None = None) -> "Source":
        """Return a source whose labels are of no interest; `-` is stdin."""
        source = cls(path, Path(path), NO_LABEL, how, Log(), False, known)
        source.log.begin(path)
        return source

    def known_as(self, form: str) -> Reading | None:
        """Return how the model's corpus was read, where that had this form."""
        return self.known if self.known and self.known.form == form else None

    @property
    def wanted(self) -> How:
        """What the user said, with the texts' columns that the model knows where he named none."""
        columns = self.how.text_columns or (self.known.text if self.known else ())
        return replace(self.how, text_columns=columns)

    def child(self, path: Path, label: str | None) -> "Source":
        """Return a file or folder inside this one as a source of its own."""
        return replace(self, path=path, label=label)

    @cached_property
    def suffix(self) -> str:
        """The suffix of the name in lower case, without that of a compression: `.csv` of `a.CSV.gz`."""
        return self._plain.suffix.lower()

    @property
    def is_compressed(self) -> bool:
        """Whether its name says that it is compressed."""
        return self.path.suffix.lower() in OPENERS

    @cached_property
    def stem(self) -> str:
        """The name without its suffixes: `a` of `a.csv.gz`."""
        return self._plain.stem

    @cached_property
    def _plain(self) -> Path:
        return self.path.with_suffix("") if self.is_compressed else self.path

    @cached_property
    def head(self) -> bytes:
        """The first bytes of the file, uncompressed; b"" for a folder."""
        if self.path.is_dir() or self.begun:
            return self.begun
        with self.open() as file:
            return file.read(_HEAD)

    @property
    def is_long(self) -> bool:
        """Whether the file may go on after its `head`."""
        return len(self.head) >= _HEAD

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """Open the file, uncompressed, from its beginning; NbError for what the system or a damaged file denies."""
        try:
            with opened(self._file, self.path.suffix.lower()) as file:
                yield file
        except DAMAGED as error:
            raise self._damaged(error) from None
        except OSError as error:
            if error.errno is None:  # bz2 says it so
                raise self._damaged(error) from None
            raise unreadable(self.path, error) from None

    def _damaged(self, error: Exception) -> NbError:
        return NbError(
            f"the compressed file is cut short or damaged ({error})", where=str(self.path), remedy="get it again whole"
        )

    @cached_property
    def _file(self) -> Any:
        """The path to open; for stdin or a pipe a temporary file that holds it.

        A file is read more than once, since only its end shows that its encoding is right.
        """
        if str(self.path) != "-" and self.path.is_file():
            return self.path
        import tempfile

        copy = tempfile.NamedTemporaryFile()  # noqa: SIM115 (it lives as long as the source)
        with nullcontext(Environment().stdin.buffer) if str(self.path) == "-" else self.path.open("rb") as stream:
            shutil.copyfileobj(stream, copy)
        copy.flush()
        vars(self)["_kept"] = copy
        return Path(copy.name)
