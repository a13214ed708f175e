"""Processes that start at once: each is forked from one that has imported the program, and is real in all else.

A command whose start itself is tested is started by `subprocess`.
"""

import atexit
import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from multiprocessing.reduction import DupFd
from pathlib import Path
from subprocess import TimeoutExpired

forks = multiprocessing.get_context("forkserver")
# prometheus_client is not among them: it looks at the environment when it is imported
forks.set_forkserver_preload(
    ["auditor.cli", "auditor.cli.serve", "auditor.http.server", "auditor.http.worker", "gunicorn.app.wsgiapp",
     "gunicorn.workers.gthread"]
)  # fmt: skip

COMMAND = "from auditor.cli import main; main()"  # what the command `auditor` runs


class Forked:
    """A process that runs statements, with what it says on a pipe; used like a `subprocess.Popen`.

    arguments: its ``sys.argv``, after the first. errors: its standard error is on the same pipe as its output, or in a file.
    """

    def __init__(
        self, code: str, *arguments: object, errors: bool | Path = False, cwd: object = None
    ) -> None:
        reader, writer = os.pipe()
        self.stdout = os.fdopen(reader, encoding="utf-8")
        given = (code, [str(each) for each in arguments], dict(os.environ), str(cwd or os.getcwd()))
        self._process = forks.Process(target=_run, args=(*given, DupFd(writer), errors))
        self._process.start()
        os.close(writer)

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

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it ended just now
                os.kill(self.pid, number)

    def __enter__(self) -> "Forked":
        return self

    def __exit__(self, *_: object) -> None:
        self.stdout.close()
        self.wait()


def _run(
    code: str, arguments: list[str], environment: dict[str, str], cwd: str, output: DupFd, errors: bool | Path
) -> None:
    """In the new process, which leads a group of its own."""
    os.setsid()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    pipe = output.detach()
    os.dup2(pipe, 1)
    if isinstance(errors, Path):
        os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    elif errors:
        os.dup2(pipe, 2)
    os.close(pipe)
    sys.argv = ["-c", *arguments]
    try:
        exec(code, {"__name__": "__main__"})
    finally:
        atexit._run_exitfuncs()  # what multiprocessing leaves out
