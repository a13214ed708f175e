"""The ceiling of memory of one audit: what it may allocate beyond what its process held before it."""

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
    """The bytes that an audit may need. Raises BadLimit."""
    return whole_number(VARIABLE, environment.get(VARIABLE, ""), DEFAULT)


@contextmanager
def at_most(most: int) -> Iterator[None]:
    """Let this process allocate so many bytes more than it has. Raises OutOfMemory where the block needs more.

    The kernel holds the limit, also where a single step asks for much. It is one of the whole process, and of Linux, which counts
    what can be written (RLIMIT_DATA). Elsewhere there is no ceiling.
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
    """The block of a task that is alone in its process; one of the threads of a process that has several has no ceiling."""
    alone = threading.current_thread() is threading.main_thread()
    return at_most(memory_ceiling()) if alone else nullcontext()


def over_ceiling(most: int) -> str:
    """Reason for which an audit ended at its ceiling of so many bytes, and what to do."""
    return (
        f"The audit needs more than {most / _MB:,.0f} MB of memory, its ceiling, and was ended. Split the log into shorter "
        f"ones, or raise {VARIABLE} (in bytes; it is {most}), and audit it again."
    )


def _limit(most: int) -> None:
    """Let this process allocate so many bytes more than it has, and no more than it may already."""
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
    """The bytes of the process that RLIMIT_DATA counts; None where the system does not say."""
    try:
        status = _STATUS.read_text()
    except OSError:
        return None
    found = (line.split() for line in status.splitlines() if line.startswith("VmData:"))
    return next((1024 * int(words[1]) for words in found), None)
