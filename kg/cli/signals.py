"""What a signal does: it ends the command in order, so that nothing half-written stays behind."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def end_in_order() -> None:
    """From now on SIGTERM and SIGHUP end by way of every `finally`, as SIGINT does; one that is ignored stays so."""
    for number in _ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


@contextmanager
def end_at_once() -> Iterator[None]:
    """Within the block a signal ends the process itself: for foreign code that may run long and look at none."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *_ENDING)}
    try:
        for number, handler in before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)  # what a shell calls a command that a signal ended
