"""A real Chromium for the tests of pages.

Nothing is installed here: without Debian's chromium or the package playwright the tests are skipped, saying so,
or, where NB_REQUIRE_BROWSER=1, fail.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the browser, with a profile of its own, fresh."""
    if CHROMIUM is None:
        _lacking("there is no chromium: apt-get install chromium")
    try:
        from playwright import sync_api
    except ImportError:
        _lacking("the package playwright is missing: pip install playwright")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield started
        started.close()


def _lacking(why: str) -> NoReturn:
    if os.environ.get("NB_REQUIRE_BROWSER") == "1":
        pytest.fail(why)
    pytest.skip(why)
