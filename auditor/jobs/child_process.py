"""Processes that do a piece of work for the service, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

_LOOK_SECONDS = 0.1  # between looks at whether it is over
_END_SECONDS = 5.0


class NoAnswer(Exception):
    """A process that ended without an answer. how: its signal or exit status, in words."""

    def __init__(self, status: int | None) -> None:
        self.how = f"signal {-status}" if status is not None and status < 0 else f"exit status {status}"
        super().__init__(f"the process ended without an answer ({self.how})")


class Abandoned:
    """Answer of a process that was ended, as nobody waits for it."""


def answer_of(
    target: Callable[..., None], args: tuple[Any, ...], name: str, is_over: Callable[[], bool]
) -> Any:
    """Answer that a process sends by the pipe that ``target`` gets last; Abandoned where it is over before. Raises NoAnswer."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["auditor.jobs.preloaded"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=target, args=(*args, theirs), name=name)
    process.start()
    theirs.close()  # so that the pipe ends with the process
    try:
        return _received(ours, process, is_over)
    except (EOFError, OSError):
        process.join(_END_SECONDS)
        raise NoAnswer(process.exitcode) from None
    finally:
        ours.close()
        _end(process)


def _received(pipe: Connection, process: BaseProcess, is_over: Callable[[], bool]) -> Any:
    while not wait([pipe], _LOOK_SECONDS):
        if is_over():
            process.terminate()
            return Abandoned()
    return pipe.recv()


def _end(process: BaseProcess) -> None:
    process.join(_END_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
    process.close()


def begin_in_child() -> None:
    """Set a process up for the service's work: its log, signals, and an end with the service."""
    from auditor import service_log

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_service, daemon=True).start()
    service_log.configure()


def _end_with_service() -> None:
    service = multiprocessing.parent_process()
    if service is not None:
        service.join()
        os._exit(1)
