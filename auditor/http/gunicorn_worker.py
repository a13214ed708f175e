"""Worker process of gunicorn with waitress inside.

gunicorn starts, replaces and stops the processes; waitress reads all connections in one loop, so that slow clients take no
thread.
"""

from __future__ import annotations

import logging
import os
import resource
import time

from gunicorn.workers.base import Worker
from waitress.wasyncore import file_dispatcher, loop

from auditor.http.app import LARGEST_BODY
from auditor.http.connections import Listener, listen

CLOSE_SECONDS = 6  # of the graceful timeout: for the audit at work, which goes back into the queue
_FILES_EACH = 3  # a connection, its body and its answer
_OTHER_FILES = 100


class BufferingWorker(Worker):
    """Worker that gunicorn's ``--worker-class auditor.http.gunicorn_worker.BufferingWorker`` names.

    Of gunicorn's settings it follows ``threads``, ``worker_connections``, ``timeout`` and ``graceful_timeout``.
    """

    def run(self) -> None:
        """Answer until it has to stop; then finish what has begun."""
        logging.getLogger("waitress.queue").setLevel(
            logging.ERROR
        )  # a queue of requests is nothing to warn of
        listeners, turned, pool = listen(
            self.wsgi,
            [each.sock for each in self.sockets],
            threads=self.cfg.threads,
            connections=_possible_connections(self.cfg.worker_connections),
            largest_body=LARGEST_BODY,
        )
        _Signals(self.PIPE[0], map=turned)
        while self.alive and self.ppid == os.getppid():
            self.notify()
            loop(1, use_poll=True, map=turned, count=1)
        for each in listeners:
            each.stop_accepting()
        until = time.monotonic() + self.cfg.graceful_timeout - CLOSE_SECONDS
        while _busy(listeners) and time.monotonic() < until:
            self.notify()
            loop(0.1, use_poll=True, map=turned, count=1)
        pool.shutdown(timeout=0.1)


class _Signals(file_dispatcher):
    """Wakes the loop when a signal has come."""

    def writable(self) -> bool:
        return False

    def handle_read(self) -> None:
        self.recv(64)


def _busy(listeners: list[Listener]) -> bool:
    now = time.time()
    return any(each.busy(now) for each in listeners)


def _possible_connections(wanted: int) -> int:
    """Number of wanted connections, at most the open files of the process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted * _FILES_EACH + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(16, min(wanted, (soft - _OTHER_FILES) // _FILES_EACH))
    return wanted
