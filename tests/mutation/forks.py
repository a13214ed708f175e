"""Work in forked processes: what it gives, or how far it came."""

from __future__ import annotations

import os
import pickle
import resource
import signal
from collections.abc import Callable
from typing import Any

_MOST_SECONDS = 600
_MOST_MEMORY = 4 << 30

Begins = Callable[[str], object]  # is given each test before it runs


def killer_in_child(work: Callable[[Begins], bool]) -> str | None:
    """The test that ran last in a forked process whose work says yes, fails, or does not end; else None."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        signal.alarm(_MOST_SECONDS)
        be_silent()
        try:
            found = work(lambda test: os.write(writes, f"{test}\n".encode()))
        except BaseException:
            found = True
        os._exit(int(found))
    os.close(writes)
    with os.fdopen(reads) as pipe:
        ran = pipe.read().splitlines() or [""]
    return ran[-1] if os.waitpid(child, 0)[1] else None


def answer_of_child(work: Callable[[], Any]) -> Any:
    """What some work gives in a forked process. Raises EOFError where it fails."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        be_silent()
        try:
            with os.fdopen(writes, "wb") as pipe:
                pickle.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        try:
            return pickle.load(pipe)
        finally:
            os.waitpid(child, 0)


def be_silent() -> None:
    """Print nothing from here on."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
