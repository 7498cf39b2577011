"""What a signal does: it ends the command in order, so that nothing half-written stays behind."""

from __future__ import annotations

import signal
import sys
from types import FrameType

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def end_in_order() -> None:
    """From now on SIGTERM and SIGHUP end by way of every `finally`, as SIGINT does; one that is ignored stays so."""
    for number in _ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)  # what a shell calls a command that a signal ended
