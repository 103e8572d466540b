"""The documents of corpora as they stand, those included that training would leave out."""

from collections.abc import Iterable, Iterator

from nbcli import corpus
from nbcli.corpus import How, Log, Record


def read_raw(specs: Iterable[str], how: How, log: Log) -> Iterator[Record]:
    """Yield every document of the corpora, without text or label too, and with U+FEFF inside; as `corpus.read` else."""
    for spec in corpus._expanded(specs):
        source = corpus._source_of(spec, how, log)
        log.begin(source.spec)
        module = corpus._format_of(source)
        source.log.took(module.__name__.rpartition(".")[2])
        yield from module.read(source)
