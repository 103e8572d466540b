"""Seeds of a fuzzer: without them it spends its time on finding what a mail or a table is."""

import sys
import tempfile
from hashlib import sha256
from pathlib import Path


def begin_with(seeds: list[bytes]) -> None:
    """Put the seeds into a folder that the fuzzer's command line names before it is read, where it names none."""
    if any(not word.startswith("-") for word in sys.argv[1:]):
        folder = Path(next(word for word in sys.argv[1:] if not word.startswith("-")))
        folder.mkdir(parents=True, exist_ok=True)
    else:
        folder = Path(tempfile.mkdtemp(prefix="nb-fuzz-"))
        sys.argv.append(str(folder))
    for data in seeds:
        (folder / sha256(data).hexdigest()).write_bytes(data)
