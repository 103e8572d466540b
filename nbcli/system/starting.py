"""Ctrl-C while Python imports or ends: nothing is open then, and a traceback would say nothing."""

import os
import signal
from types import FrameType


def quiet() -> None:
    """From here on Ctrl-C ends the process at once, with 130 and not a word; where it is ignored, it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def ready() -> None:
    """From here on Ctrl-C is a KeyboardInterrupt again, for whoever has to put things away."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(number: int, _: FrameType | None) -> None:
    os._exit(128 + number)
