"""Downloading one file of a public corpus, with a bar on a terminal."""

from typing import Any

from nbcli.corpus.public.catalogue import File
from nbcli.errors import NbError
from nbcli.system.terminal import Environment

_CHUNK = 1 << 16
# Seconds without a word from the server.
_PATIENCE = 30


def download(name: str, file: File, url: str) -> bytes:
    """Return what the server sends for a file of the corpus of that name; NbError where it does not."""
    import requests

    # Sent as it is, the length that the server states is that of the file: the bar is right and a cut is noticed.
    plain = {"User-Agent": "nb", "Accept-Encoding": "identity"}
    try:
        with requests.get(url, headers=plain, stream=True, timeout=_PATIENCE) as response:
            response.raise_for_status()
            return _received(response, file)
    except (requests.RequestException, ValueError) as error:
        remedy = f"try again, or take a copy: nb fetch {name} --from FOLDER"
        raise NbError(_why(error), where=url, remedy=remedy) from None


def _received(response: Any, file: File) -> bytes:
    """Return what the server sends, with a bar on a terminal: no more than can be of use."""
    from tqdm import tqdm

    size = int(response.headers.get("Content-Length") or file.size)
    data = bytearray()
    # No bar is left of a download that failed, or was quick.
    with tqdm(
        total=size,
        desc=file.name,
        unit="B",
        unit_scale=True,
        delay=1,
        leave=False,
        disable=not Environment().shows_progress,
    ) as bar:
        for chunk in response.iter_content(_CHUNK):
            data += chunk
            bar.update(len(chunk))
            if len(data) > file.at_most:
                break
    return bytes(data)


def _why(error: Exception) -> str:
    import requests

    if isinstance(error, requests.HTTPError) and error.response is not None:
        return f"the server answered {error.response.status_code} {error.response.reason}"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the download was cut short"
    if isinstance(error, requests.Timeout):
        return "the server did not answer in time"
    if isinstance(error, requests.ConnectionError):
        return "no connection to the server"
    return f"the download failed ({error})"
