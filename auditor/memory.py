"""Ceiling of an audit's memory beyond what its process held before."""

from __future__ import annotations

import logging
import os
import resource
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from auditor.errors import OutOfMemory
from auditor.settings import whole_number

VARIABLE = "AUDITOR_AUDIT_MEMORY"
DEFAULT = 1_000_000_000  # bytes
_STATUS = Path("/proc/self/status")
_MB = 1_000_000
_NO_THREAD = "can't start new thread"  # what Python says where there is no memory for its stack

log = logging.getLogger(__name__)


def memory_ceiling(environment: Mapping[str, str] = os.environ) -> int:
    """Bytes that an audit may need. Raises BadLimit."""
    return whole_number(VARIABLE, environment.get(VARIABLE, ""), DEFAULT)


@contextmanager
def at_most(most: int) -> Iterator[None]:
    """Block within which the process may allocate so many more bytes. Raises OutOfMemory.

    The kernel enforces it for the whole process (RLIMIT_DATA); only Linux has it.
    """
    before = resource.getrlimit(resource.RLIMIT_DATA)
    _limit(most)
    failed = False
    try:
        yield
    except MemoryError:
        failed = True
    except RuntimeError as error:
        failed = str(error) == _NO_THREAD
        if not failed:
            raise
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, before)
    if failed:  # not before: the error holds on to what the block had
        raise OutOfMemory(over_ceiling(most))


def within_ceiling() -> AbstractContextManager[None]:
    """Block with the ceiling in a process's main thread, without one in any other."""
    alone = threading.current_thread() is threading.main_thread()
    return at_most(memory_ceiling()) if alone else nullcontext()


def over_ceiling(most: int) -> str:
    """Reason for which an audit ended at its ceiling (bytes), and what to do."""
    return (
        f"The audit needs more than {most / _MB:,.0f} MB of memory, its ceiling, and was ended. Split the log into shorter "
        f"ones, or raise {VARIABLE} (in bytes; it is {most}), and audit it again."
    )


def _limit(most: int) -> None:
    """Limit the process to so many more bytes, never above its present limit."""
    held = _allocated()
    if held is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [held + most, *(each for each in (soft, hard) if each != resource.RLIM_INFINITY)]
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
    except (OSError, ValueError) as error:
        log.warning("an audit runs without a ceiling of memory, which cannot be set: %s", error)


def _allocated() -> int | None:
    """Bytes that RLIMIT_DATA counts; None where the system does not say."""
    try:
        status = _STATUS.read_text()
    except OSError:
        return None
    found = (line.split() for line in status.splitlines() if line.startswith("VmData:"))
    return next((1024 * int(words[1]) for words in found), None)
