"""A folder of folders, one a class, a text a file: the layout of scikit-learn's `load_files`."""

from collections.abc import Iterator

from nbcli.corpus import Record, Source, read_source
from nbcli.corpus._reading.folder import entries


def sniff(source: Source) -> int:
    """Any folder with folders in it, where no label is given."""
    if source.label is not None or not source.path.is_dir():
        return 0
    return 5 * any(path.is_dir() for path in entries(source.path))


def read(source: Source) -> Iterator[Record]:
    """Yield the records of every folder, which may be a mail folder too; loose files beside them are noted."""
    for path in entries(source.path):
        if path.is_dir():
            yield from read_source(source.child(path, path.name))
        else:
            source.log.detail(f"left out {path.name} beside the folders")
