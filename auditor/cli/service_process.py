"""The service as a process for a command's duration."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure

_START_SECONDS = 120.0  # on a busy machine; a service that ends before it listens is noticed at once
_STOP_SECONDS = 15.0
_LISTENING = re.compile(r"Listening on (http://\S+)")


@contextmanager
def running_service(
    data: Path, *, open_to_all: bool = False, port: int = 0, audit_on_arrival: bool = True
) -> Iterator[str]:
    """Start the service, give its address, and stop it. port: 0 for any free one."""
    command = [sys.executable, "-m", "auditor.cli", "serve", "--port", str(port), "--data", str(data)]
    command += ["--open"] if open_to_all else []
    command += [] if audit_on_arrival else ["--no-audit-on-arrival"]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,  # Ctrl-C is for us; we stop it
        )
        try:
            url = _address(process)
            if url is None:
                errors.seek(0)
                printed = errors.read().strip().splitlines()
                raise CommandFailure(
                    f"The service did not start: {printed[-1] if printed else 'it printed nothing'}",
                    exits.UNREACHABLE,
                )
            yield url
        finally:
            _stop(process)


def _address(process: subprocess.Popen[str]) -> str | None:
    """Printed address of the service; None where it ends or takes too long."""
    address: Queue[str | None] = Queue()
    threading.Thread(target=_read, args=(process, address), daemon=True).start()
    try:
        return address.get(timeout=_START_SECONDS)
    except Empty:
        return None


def _read(process: subprocess.Popen[str], address: Queue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if found := _LISTENING.search(line):
            address.put(found[1])
    address.put(None)


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # with its workers, which would go on in its folder
        process.wait()
