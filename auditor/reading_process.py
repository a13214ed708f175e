"""A log read by a second process while this one audits the blocks that it sends; results and order are those of one process."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.collector import no_collector
from auditor.errors import CannotAudit
from auditor.evidence import FileEvidence, UnpackingLimits
from auditor.worker_thread import ThreadedDigest, WorkerThread
from rules.records.carried import CarriedPiece, CarriedReader, pickled, pieces, unpickled
from rules.records.reader import LogReader

if TYPE_CHECKING:  # the second process needs neither
    from rules.audit import LogSource, ReadLog

_PIECE, _END, _FAILED = "piece", "end", "failed"  # kinds of messages
_SECONDS_TO_END = 5.0
_PART = 1 << 17  # bytes that are sent at once: whoever receives more finds a place for them again and again
_MESSAGES_AHEAD = 2  # of some thousand hands each, made and not yet sent


class _ReadElsewhere:
    """A log with blocks from the second process; sha256, size: as that read them."""

    def __init__(
        self, source: LogSource, process: BaseProcess, pipe: Connection, advance: Callable[[int], None]
    ) -> None:
        self._source, self._process, self._pipe, self._advance = source, process, pipe, advance
        self._identity: tuple[str, int] | None = None
        self._message = bytearray()  # the last one, in whose place the next one comes
        self._reader = CarriedReader()

    def read(self) -> ReadLog:
        """The log as one audit reads it."""
        from rules.audit import ReadLog

        return ReadLog(self._reader, self._reader.blocks(self._pieces()))

    def chunks(self) -> Iterator[bytes]:
        """The log's text, read in this process."""
        return self._source.chunks()

    @property
    def sha256(self) -> str:
        return self._identity[0] if self._identity else self._source.sha256

    @property
    def size(self) -> int:
        return self._identity[1] if self._identity else self._source.size

    def _pieces(self) -> Iterator[CarriedPiece]:
        """Pieces from the process. Raises CannotAudit where it ends early, and what reading here raises."""
        while True:
            kind, value, done = self._received()
            if kind == _PIECE:
                yield value
                self._advance(done)
            elif kind == _END:
                self._identity = value
                return
            else:
                _read_for_its_error(self._source)

    def _received(self) -> Any:
        try:
            return self._message_of(self._pipe.recv())
        except (EOFError, OSError) as error:
            self._process.join(_SECONDS_TO_END)
            raise CannotAudit(
                f"The second process ended before it had read the log ({_ending(self._process.exitcode)}). "
                "Nothing was audited. Try again, or without --jobs."
            ) from error

    def _message_of(self, size: int) -> Any:
        if size > len(self._message):
            self._message = bytearray(size)
        received = 0
        while received < size:
            received += self._pipe.recv_bytes_into(self._message, received)
        with memoryview(self._message) as message:
            return unpickled(message[:size])


@contextmanager
def read_by_another(
    source: FileEvidence, advance: Callable[[int], None]
) -> Iterator[tuple[LogSource, ReadLog]]:
    """Block with a log as a source and as read by a second process, which ends with it.

    advance: called with the bytes read. The block raises what reading raises, and CannotAudit where the process was killed.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_read, args=(source.path, source.limits, theirs), daemon=True)
    process.start()
    theirs.close()  # so that the pipe ends with the process
    log = _ReadElsewhere(source, process, ours, advance)
    try:
        yield log, log.read()
    finally:
        ours.close()
        process.terminate()
        process.join(_SECONDS_TO_END)


def _read(path: Path, limits: UnpackingLimits, pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    source = FileEvidence(path, limits, ThreadedDigest)
    done = 0

    def counted() -> Iterator[bytes]:
        nonlocal done
        for chunk in source.chunks():
            done += len(chunk)
            yield chunk

    sender = WorkerThread(partial(_send, pipe), _MESSAGES_AHEAD)
    try:
        with no_collector():
            for piece in pieces(counted()):
                sender.put(pickled((_PIECE, piece, done)))
        sender.put(pickled((_END, (source.sha256, source.size), done)))
        sender.close()
    except (BrokenPipeError, ConnectionResetError):  # the first process has ended, or has no use for the rest
        return
    except (ValueError, OSError):  # the first process reads it again, for the words
        sender.put(pickled((_FAILED, None, done)))
        sender.close()


def _send(pipe: Connection, message: memoryview) -> None:
    pipe.send(len(message))
    for start in range(0, len(message), _PART):
        pipe.send_bytes(message, start, min(_PART, len(message) - start))


def _read_for_its_error(source: LogSource) -> None:
    """Read a log that the second process could not, to raise its error."""
    for _ in LogReader().blocks(source.chunks()):
        pass
    raise CannotAudit("The log changed while it was read. Nothing was audited. Try again.")


def _ending(status: int | None) -> str:
    if status is None:
        return "it does not answer"
    return f"signal {-status}" if status < 0 else f"exit status {status}"
