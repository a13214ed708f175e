"""Executors of tasks: local processes, or Dask workers.

A killed process breaks a standard pool. Its tasks then run alone; one whose process is killed twice is given up.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TypeVar

from msgspec import Struct

from auditor.bulk.bulk_errors import NoScheduler
from auditor.errors import OutOfMemory
from auditor.faults import broke_down
from auditor.memory import memory_ceiling

Task = TypeVar("Task")
Result = TypeVar("Result")

TRIES = 2  # of a task alone, whose process is killed
AHEAD = 2  # tasks that wait for each worker, so that none of them is idle
_SECONDS = 10  # that a scheduler has to answer


class Pools(Protocol):
    """Maker of executors. at_once: tasks given to one."""

    at_once: int

    def opened(self, alone: bool = False) -> AbstractContextManager[Executor]:
        """An executor. alone: one worker, for one task."""


class Lost(Struct, frozen=True):
    """A task without a result, and why."""

    reason: str


class LocalPools:
    """Local processes, each within a ceiling of memory. jobs: number. Raises BadLimit."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.at_once = AHEAD * jobs
        memory_ceiling()  # one that is wrong is better said now than by each task

    @contextmanager
    def opened(self, alone: bool = False) -> Iterator[Executor]:
        pool = ProcessPoolExecutor(1 if alone else self.jobs, _context(), initializer=_begin)
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class DaskPools:
    """Workers of a scheduler. Raises NoScheduler."""

    def __init__(self, address: str) -> None:
        import distributed

        logging.getLogger("distributed").setLevel(logging.ERROR)
        try:
            self._client = distributed.Client(address, timeout=_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise NoScheduler(
                f"No scheduler answers at {address}. `dask scheduler` starts one, and `dask worker "
                f"{address}` its workers, with the same version of the auditor."
            ) from error
        workers = sum(self._client.nthreads().values())
        if not workers:
            raise NoScheduler(
                f"The scheduler at {address} has no workers. `dask worker {address}` starts one."
            )
        self.at_once = AHEAD * workers

    @contextmanager
    def opened(self, alone: bool = False) -> Iterator[Executor]:
        with self._client.get_executor(pure=False) as executor:
            yield executor

    def close(self) -> None:
        """Leave the scheduler."""
        self._client.close()


def completed(
    pools: Pools, run: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[tuple[Task, Result | Lost]]:
    """Run tasks, yielding results as they come."""
    waiting = iter(tasks)
    while True:
        broken: list[Task] = []
        with pools.opened() as pool:
            yield from _until_broken(pool, pools.at_once, run, waiting, broken)
        if not broken:
            return
        yield from _one_by_one(pools, run, broken)


def _until_broken(
    pool: Executor,
    at_once: int,
    run: Callable[[Task], Result],
    waiting: Iterator[Task],
    broken: list[Task],
) -> Iterator[tuple[Task, Result | Lost]]:
    """Run tasks to the end, or until the pool breaks, with its tasks in ``broken``."""
    running: dict[Future[Result], Task] = {}
    while True:
        while not broken and len(running) < at_once:
            task = next(waiting, None)
            if task is None:
                break
            try:
                running[pool.submit(run, task)] = task
            except BrokenExecutor:
                broken.append(task)
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            result = _result(future)
            if result is None:
                broken.append(task)
            else:
                yield task, result


def _result(future: Future[Result]) -> Result | Lost | None:
    """Result of a task; None where its pool broke."""
    try:
        return future.result()
    except BrokenExecutor:
        return None
    except CancelledError:
        return Lost("it was cancelled")
    except OutOfMemory as error:
        return Lost(str(error))
    except (
        Exception
    ) as error:  # the boundary of a task: an executor may raise what it likes for a lost worker
        return Lost(broke_down(error))


def _one_by_one(
    pools: Pools, run: Callable[[Task], Result], tasks: Sequence[Task]
) -> Iterator[tuple[Task, Result | Lost]]:
    """Run a broken pool's tasks singly, to find the one that breaks it."""
    left = [(task, TRIES) for task in reversed(tasks)]
    while left:
        with pools.opened(alone=True) as pool:
            result: Result | Lost | None = None
            while left:
                task, tries = left.pop()
                result = _result(pool.submit(run, task))
                if result is None:
                    break
                yield task, result
        if result is None and tries > 1:
            left.append((task, tries - 1))
        elif result is None:
            yield (
                task,
                Lost(f"the process that audited it was killed, {TRIES} times alone; is there enough memory?"),
            )


def _context() -> multiprocessing.context.BaseContext:
    """Context whose processes inherit no locks of threads."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["auditor.bulk.warm_forks"])  # of no effect where the server runs already
    return found


def _begin() -> None:
    """Set a process up: Ctrl-C is the parent's, whose end ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.getLogger("rules").addHandler(logging.NullHandler())
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
