"""Receivers of messages that listen on this machine, and configurations that name them."""

import base64
import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from auditor.webhooks.webhook_sending import signature

HERE = Path(__file__).parent
KEY = b"the secret of the tests, 32 long"
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"
QUICK = """
import auditor.webhooks.deliveries as deliveries
deliveries.PAUSES, deliveries.POLL_SECONDS = (0.05,) * 7, 0.05
"""


@dataclass
class Got:
    """A message as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict:
        return json.loads(self.body)

    def is_signed(self) -> bool:
        number, at = self.headers["webhook-id"], int(self.headers["webhook-timestamp"])
        return self.headers["webhook-signature"] == signature(KEY, number, at, self.body)


@dataclass
class Receiver:
    """Answers with its statuses in turn, the last of which stays; 0 never answers."""

    statuses: list[int]
    location: str = ""
    port: int = 0
    got: list[Got] = field(default_factory=list)
    let_go: threading.Event = field(default_factory=threading.Event)

    def has(self, count: int) -> list[Got]:
        """The messages, once there are so many."""
        until = time.monotonic() + 60
        while len(self.got) < count:
            assert time.monotonic() < until, self.got
            time.sleep(0.02)
        return self.got


@contextmanager
def receiving(*statuses: int, location: str = "", certificate: str = "") -> Iterator[Receiver]:
    receiver = Receiver(list(statuses or (200,)), location)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append(
                Got(self.path, {name.lower(): each for name, each in self.headers.items()}, body)
            )
            status = receiver.statuses.pop(0) if len(receiver.statuses) > 1 else receiver.statuses[0]
            if status == 0:
                receiver.let_go.wait(60)
                return
            self.send_response(status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args):
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_args):
            pass

    server = Server(("127.0.0.1", 0), Handler)
    if certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(HERE / certificate)
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    receiver.port = server.server_port
    work = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    work.start()
    try:
        yield receiver
    finally:
        receiver.let_go.set()
        server.shutdown()
        work.join()
        server.server_close()


def written(
    folder: Path, port: int, *, url: str = "http://127.0.0.1:{port}/in?token=t-secret", hosts: str = '"127.0.0.1:{port}"',
    private: str = '"127.0.0.0/8"', more: str = "",
) -> Path:  # fmt: skip
    """A configuration with one endpoint, tracker."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "webhooks.toml"
    path.touch(mode=0o600)
    path.write_text(
        f"hosts = [{hosts.format(port=port)}]\nprivate = [{private}]\nservice = 'https://audits.example/'\n"
        f'[[endpoint]]\nname = "tracker"\nurl = "{url.format(port=port)}"\nsecret = "{SECRET}"\n{more}\n'
    )
    return path
