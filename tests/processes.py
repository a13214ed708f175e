"""Processes that start at once: each is forked from one that has imported the program and read its library
(tests/warmed.py), and is real in all else.

A command whose start itself is tested, or what it imports, is started by `subprocess`.
"""

import atexit
import gc
import io
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired

from rules.checks.catalogue import modules_by_code

forks = multiprocessing.get_context("forkserver")
# prometheus_client is not among them: it looks at the environment when it is imported
forks.set_forkserver_preload(
    ["auditor.cli", "auditor.cli.audit_command", "auditor.cli.nightly_command", "auditor.cli.serve_command",
     "auditor.cli.simulate_command",
     "auditor.cli.watch_command", "auditor.http.server", "auditor.http.gunicorn_worker", "gunicorn.app.wsgiapp",
     "gunicorn.workers.gthread", "numpy.ma", "requests", "rich.console", "tests.warmed",
     *modules_by_code().values()]
)  # fmt: skip

COMMAND = "from auditor.cli import main; main(prog_name='auditor')"  # what the command `auditor` runs


def environment_of(*arguments: object) -> dict[str, str]:
    """What names the database of the data folder that a command is given: nothing, for its store is a file there."""
    return {}


def forked(target: Callable[..., object], *given: object) -> BaseProcess:
    """A process, not started, that calls a function; where an argument is a data folder, with the store that it has."""
    return forks.Process(target=_called, args=(environment_of(*given), target, *given))


def _called(environment: dict[str, str], target: Callable[..., object], *given: object) -> None:
    os.environ.update(environment)
    target(*given)


class Forked:
    """A process that runs statements, with what it says on a pipe; used like a `subprocess.Popen`.

    arguments: its ``sys.argv``, after the first. errors: its standard error is on the same pipe as its output, or in a file;
    else it is in ``communicate``. environment: its own, in place of this process's.
    stdin, output: descriptors of what it reads (else nothing), and of where it writes in place of the pipe.
    """

    def __init__(
        self,
        code: str,
        *arguments: object,
        errors: bool | Path = False,
        cwd: object = None,
        environment: dict[str, str] | None = None,
        stdin: int | None = None,
        output: int | None = None,
    ) -> None:
        reader, writer = os.pipe()
        self.stdout = os.fdopen(reader, encoding="utf-8")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        written = writer if output is None else output
        streams = [
            os.open(os.devnull, os.O_RDONLY) if stdin is None else os.dup(stdin),
            os.dup(written),
            os.open(errors, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            if isinstance(errors, Path)
            else os.dup(written if errors else self._errors.fileno()),
        ]
        settings = environment_of(*arguments) | dict(os.environ if environment is None else environment)
        given = (code, [str(each) for each in arguments], settings, str(cwd or os.getcwd()))
        self._process = forks.Process(target=_run, args=(*given, [DupFd(each) for each in streams]))
        self._process.start()
        for each in (writer, *streams):
            os.close(each)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self.returncode is None:
            raise TimeoutExpired(f"process {self.pid}", timeout)
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it says until it ends: its output that was not read yet, and its standard error."""
        out: list[str] = []
        reading = threading.Thread(target=lambda: out.append(self.stdout.read()), daemon=True)
        reading.start()
        self.wait(timeout)
        reading.join(timeout)
        if reading.is_alive():
            raise TimeoutExpired(f"what process {self.pid} started", timeout)
        return out[0], self.said_wrong()

    def said_wrong(self) -> str:
        """Its standard error so far."""
        return os.pread(self._errors.fileno(), 1 << 24, 0).decode()

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it ended just now
                os.kill(self.pid, number)

    def __enter__(self) -> "Forked":
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        if failure is not None and self.poll() is None:
            os.killpg(self.pid, signal.SIGKILL)  # nobody stops it any more
        self.stdout.close()
        self.wait()
        self._errors.close()


def finished(
    code: str,
    *arguments: object,
    stdin: bytes = b"",
    environment: dict[str, str] | None = None,
    cwd: object = None,
    timeout: float = 120,
) -> CompletedProcess[bytes]:
    """A process that has ended: its status, its output and its standard error; as `subprocess.run` has it."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(stdin)
        given.seek(0)
        process = Forked(
            code, *arguments, environment=environment, cwd=cwd, stdin=given.fileno(), output=said.fileno()
        )
        with process:
            status = process.wait(timeout)
            errors = process.said_wrong()
        said.seek(0)
        return CompletedProcess([code, *arguments], status, said.read(), errors.encode())


def _run(
    code: str, arguments: list[str], environment: dict[str, str], cwd: str, streams: list[DupFd]
) -> None:
    """In the new process, which leads a group of its own."""
    gc.freeze()  # what was imported before
    os.setsid()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    for number, stream in enumerate(streams):
        descriptor = stream.detach()
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdin = sys.__stdin__ = _text(0, "r", "strict")
    sys.stdout = sys.__stdout__ = _text(1, "w", "strict")
    sys.stderr = sys.__stderr__ = _text(2, "w", "backslashreplace")
    sys.argv = ["-c", *arguments]
    try:
        exec(code, {"__name__": "__main__"})
    finally:
        atexit._run_exitfuncs()  # what multiprocessing leaves out


def _text(descriptor: int, mode: str, errors: str) -> io.TextIOWrapper:
    """A standard stream, as Python makes it when it starts: with lines at once at a terminal and on standard error."""
    lines = descriptor == 2 or os.isatty(descriptor)
    stream = open(descriptor, mode, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
    stream.reconfigure(line_buffering=lines)
    return stream
