"""Connections of clients in waitress's loop, which gives a thread only to a complete request.

Added here: silent and slow clients are sent away, a client that stops in the middle is answered, and an early answer is not
lost with the bytes that follow it.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import Error
from waitress.wasyncore import dispatcher

from auditor.http.access_log import log_refusal
from auditor.http.incoming import LARGEST_HEAD, IncomingRequest, too_slow
from auditor.service_log import new_request_id

IDLE_SECONDS = 60  # without a byte in or out
SLOWEST = 1000  # bytes a second, on average, beyond the first IDLE_SECONDS of a request or an answer
LINGER_SECONDS = 30  # in which a client that was refused early may send the rest, which nobody reads
ARRIVING_SECONDS = 5  # a body of which nothing came for so long does not keep the service from stopping
_LOOK_SECONDS = 1  # between looks for silent and slow clients
_IN_MEMORY = 128 << 10  # bytes of a body; what is beyond goes to a temporary file
_AT_ONCE = 16 << 10  # bytes read from a connection in one turn
_MAKE_ROOM = 20  # one in so many connections is closed where there are too many


class _Answer(WSGITask):
    ends_with_head = (
        False  # while its head is written: nobody has to see the connection close to know its end
    )

    def build_response_header(self) -> bytes:
        """The status line and the headers. waitress would close the connection after an answer that has no body (204, 304)."""
        asked = self.request.headers.get("CONNECTION", "").lower()
        self.ends_with_head = self.version == "1.1" and not self.has_body and asked != "close"
        try:
            return bytes(super().build_response_header())
        finally:
            self.ends_with_head = False

    def set_close_on_finish(self) -> None:
        """Have the connection closed after this answer."""
        if not self.ends_with_head:
            super().set_close_on_finish()

    def start(self) -> None:
        super().start()
        if self.channel.server.stopping:
            self.set_close_on_finish()


class _EarlyAnswer(ErrorTask):
    """The answer to a refused request of which more bytes may come."""

    logged_write_no_body = True  # no warning where HEAD is refused

    def execute(self) -> None:
        self.channel.refused_early = True
        error, headers = self.request.error, getattr(self.request, "headers", {})
        error.request_id = new_request_id(headers.get("X_REQUEST_ID"))
        try:
            super().execute()
        finally:
            sent = self.content_bytes_written if self.has_body else 0
            log_refusal(error.code, sent, self.channel.addr[0], error.request_id)

    @property
    def has_body(self) -> bool:
        return bool(super().has_body) and self.request.command != "HEAD"


class Connection(HTTPChannel):
    """A client's connection."""

    parser_class = IncomingRequest
    task_class = _Answer
    error_task_class = _EarlyAnswer
    request: IncomingRequest | None
    refused_early = False
    lingering = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.began = self.creation_time  # when the present request or answer did, within a second
        self.moved = 0  # bytes since then

    def readable(self) -> bool:
        """Whether bytes are wanted."""
        return self.lingering or bool(super().readable())

    def handle_read(self) -> None:
        """There are bytes, or the client has stopped sending."""
        if self.request is not None and not self.lingering and self._has_stopped_sending():
            self.refuse(self.request.broken_off())
        else:
            super().handle_read()

    def received(self, data: bytes) -> bool:
        """Take bytes in."""
        self.moved += len(data)
        return not self.lingering and bool(super().received(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the network takes now; returns how many bytes that is."""
        sent: int = super().send(data, do_close)
        self.moved += sent
        return sent

    def handle_write(self) -> None:
        """There is something to send, or to close."""
        if self.refused_early and self.close_when_flushed and not self.will_close:
            self._flush_exception(self._flush_some)
            if not self.total_outbufs_len and not self.will_close and self.connected:
                self._linger()
        else:
            super().handle_write()

    def refuse(self, error: Error) -> None:
        """Answer the request that has not come in completely."""
        with self.requests_lock:
            request, self.request = self.request, None
            assert request is not None
            request.error, request.completed = error, True
            self.requests.append(request)
            if len(self.requests) == 1:
                self.server.add_task(self)

    def look_after(self, now: float) -> None:
        """Send the client away if it is silent or slow."""
        silent = now - self.last_activity > IDLE_SECONDS
        if self.lingering:
            if now - self.began > LINGER_SECONDS:
                self.will_close = True
        elif self.requests or not (self.request or self.total_outbufs_len):
            self.began, self.moved = now, 0
            if silent and not self.requests:
                self.will_close = True
        elif silent or now - self.began > IDLE_SECONDS + self.moved / SLOWEST:
            if self.total_outbufs_len:
                self.will_close = True
            else:
                self.refuse(too_slow(IDLE_SECONDS, SLOWEST))

    def waits_for_head(self) -> bool:
        """Whether the connection has not sent the head of a request, so that closing it loses nothing."""
        begun = self.request is not None and self.request.begun_body
        return not (begun or self.requests or self.total_outbufs_len or self.will_close)

    def busy(self, now: float) -> bool:
        """Whether a request is being answered, or its body is coming in."""
        arriving = (
            self.request is not None
            and self.request.begun_body
            and now - self.last_activity < ARRIVING_SECONDS
        )
        return bool(self.requests or self.total_outbufs_len or arriving)

    def _has_stopped_sending(self) -> bool:
        try:
            return self.socket.recv(1, socket.MSG_PEEK) == b""
        except OSError:  # nothing there yet, or the connection broke: the usual way finds out
            return False

    def _linger(self) -> None:
        # closed with unread bytes, the connection would be reset and the answer lost on its way
        self.lingering, self.close_when_flushed = True, False
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.will_close = True


class Listener(TcpWSGIServer):
    """Accepts connections."""

    channel_class = Connection
    stopping = False

    def readable(self) -> bool:
        """Whether another connection can be taken; where there are too many, the longest silent ones are closed."""
        if self.accepting and len(self._map) >= self.adj.connection_limit:
            waiting = [each for each in self.active_channels.values() if each.waits_for_head()]
            waiting.sort(key=lambda each: min(each.began, each.last_activity))
            for each in waiting[: self.adj.connection_limit // _MAKE_ROOM or 1]:
                each.will_close = True
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Take a connection, and further ones that wait. (One by one, idle workers take their share.)"""
        limit = self.adj.connection_limit
        for _ in range(limit // _MAKE_ROOM if len(self._map) > limit // 2 else 1):
            before = len(self._map)
            super().handle_accept()
            if not before < len(self._map) < limit:
                return

    def maintenance(self, now: float) -> None:
        """Look after each connection, once a second."""
        for connection in list(self.active_channels.values()):
            connection.look_after(now)

    def stop_accepting(self) -> None:
        """Take no more connections, and answer the requests that are there."""
        self.stopping = True
        dispatcher.close(self)

    def busy(self, now: float) -> bool:
        """Whether any connection is."""
        return any(connection.busy(now) for connection in list(self.active_channels.values()))


def listen(
    app: Any, sockets: Iterable[socket.socket], *, threads: int, connections: int, largest_body: int
) -> tuple[list[Listener], dict[int, Any], ThreadedTaskDispatcher]:
    """Listeners over bound sockets, the loop's map of file descriptors, and the threads.

    connections: how many may be open. largest_body: in bytes.
    """
    limits = Adjustments(
        sockets=list(sockets), threads=threads, connection_limit=connections, cleanup_interval=_LOOK_SECONDS,
        max_request_header_size=LARGEST_HEAD, max_request_body_size=largest_body + 1, inbuf_overflow=_IN_MEMORY,
        outbuf_high_watermark=1 << 40,  # an answer waits in a temporary file for a slow reader, and no thread does
        recv_bytes=_AT_ONCE, log_socket_errors=False, ident=None, asyncore_use_poll=True,
        clear_untrusted_proxy_headers=False,  # ProxyFix reads them where hops are trusted, and else nobody does
    )  # fmt: skip
    turned: dict[int, Any] = {}
    pool = ThreadedTaskDispatcher()
    pool.set_thread_count(threads)
    listeners = [
        Listener(
            app, turned, _sock=each, dispatcher=pool, adj=limits, bind_socket=False,
            sockinfo=(each.family, each.type, each.proto, each.getsockname()),
        )
        for each in limits.sockets
    ]  # fmt: skip
    return listeners, turned, pool
