"""Output at a terminal: test, and progress bar; rich is imported only then."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from auditor.cli.quiet import is_quiet

if TYPE_CHECKING:
    from rich.console import Console

Advance = Callable[[int], None]
WIDEST = 110
_LONG_SECONDS = 1.0  # work that takes less shows no bar


def for_people(stream: IO[str]) -> bool:
    """Whether a stream is a terminal that takes colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def console(stream: IO[str] | None = None) -> Console:
    """rich's console on standard output, of readable width."""
    from rich.console import Console

    made = Console(file=stream or sys.stdout, highlight=False)
    made.width = min(made.width, WIDEST)
    return made


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Advance]:
    """Bar on standard error at a terminal, once work takes a while; call it with the amount done."""
    if not for_people(sys.stderr) or is_quiet():
        yield lambda done: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=console(sys.stderr), transient=True)
    task = bar.add_task(what, total=total)
    shown = _Shown(bar.start)

    def advance(done: int) -> None:
        shown.when_long()
        bar.update(task, completed=done)

    try:
        yield advance
    finally:
        if shown.started:
            bar.stop()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Moving bar with seconds on standard error at a terminal, for work without progress."""
    if not for_people(sys.stderr) or is_quiet():
        yield
        return
    from threading import Timer

    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=console(sys.stderr), transient=True)
    bar.add_task(what, total=None)
    later = Timer(_LONG_SECONDS, bar.start)
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()
        later.join()
        bar.stop()


class _Shown:
    def __init__(self, start: Callable[[], None]) -> None:
        from time import monotonic

        self._clock, self._start = monotonic, start
        self._began = monotonic()
        self.started = False

    def when_long(self) -> None:
        if not self.started and self._clock() - self._began >= _LONG_SECONDS:
            self.started = True
            self._start()
