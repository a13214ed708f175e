"""A witness that listens on this machine. An independent implementation judges what it is shown."""

import base64
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import metamorphic_log as judge

from auditor.register import register_checkpoints, register_notes
from auditor.register.register_notes import COSIGNATURE, new_signer

AT = 1_773_561_600


@dataclass
class Witness:
    """What C2SP tlog-witness asks of a witness. last: the checkpoint that it signed last. spoiled: what it answers instead."""

    signer: register_notes.Signer = field(
        default_factory=lambda: new_signer("witness.example/1", b"\x08" * 32, COSIGNATURE)
    )
    log: str = ""  # the public key of the log that it knows
    last: str | None = None
    spoiled: tuple[int, bytes] | None = None
    asked: list[int] = field(default_factory=list)  # the sizes that it was asked from, each time
    port: int = 0

    def answer(self, body: bytes) -> tuple[int, bytes]:
        head, _, note = body.decode().partition("\n\n")
        old, *proof = head.split("\n")
        self.asked.append(int(old.removeprefix("old ")))
        if self.spoiled is not None:
            return self.spoiled
        read = judge.checkpoint_verify(note, [self.log])
        size = 0 if self.last is None else judge.checkpoint_verify(self.last, [self.log]).size
        if self.asked[-1] != size:
            return 409, f"{size}\n".encode()
        hashes = [base64.b64decode(each) for each in proof]
        if self.last is None:
            assert hashes == []
        else:
            try:
                judge.checkpoint_verify_consistency(self.last, note, [self.log], hashes)
            except judge.VerifyError:
                return 422, b""
        self.last = note
        assert read.size > size
        return 200, str(self.signer.sign(register_notes.parse(note.encode()).text, AT)).encode()


@contextmanager
def witnessing(**how):
    witness = Witness(**how)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            assert self.path == "/w/add-checkpoint"
            status, body = witness.answer(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.send_header("Content-Type", "text/x.tlog.size" if status == 409 else "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    witness.port = server.server_port
    work = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    work.start()
    try:
        yield witness
    finally:
        server.shutdown()
        work.join()
        server.server_close()


def written(folder, *witnesses):
    """A configuration that names witnesses."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    hosts = ", ".join(f'"127.0.0.1:{each.port}"' for each in witnesses)
    lines = [f"hosts = [{hosts}]", 'private = ["127.0.0.0/8"]']
    for each in witnesses:
        lines += ["[[witness]]", f'key = "{each.signer.verifier}"', f'url = "http://127.0.0.1:{each.port}/w"']
    (folder / "witnesses.toml").write_text("\n".join(lines) + "\n")


def until(what):
    limit = time.monotonic() + 60
    while not what():
        assert time.monotonic() < limit
        time.sleep(0.02)


def size(note):
    return register_checkpoints.read(register_notes.parse(note.encode()).text).size
