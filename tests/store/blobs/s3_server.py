"""A server that speaks S3 over HTTP, as a process of its own, and what the environment says of it."""

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

import boto3
import requests

_WAIT = 60.0


class BucketServer:
    """Server with buckets. url: its address; client: another one than the program's."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = boto3.client(
            "s3",
            endpoint_url=url,
            region_name="us-east-1",
            aws_access_key_id="key",
            aws_secret_access_key="secret",
        )

    def make(self, bucket: str, *, versions: bool = False) -> None:
        """Make a bucket. versions: it keeps earlier ones."""
        self.client.create_bucket(Bucket=bucket)
        if versions:
            self.client.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})

    def keys(self, bucket: str) -> list[str]:
        """Keys of the objects of a bucket."""
        return [each["Key"] for each in self.client.list_objects_v2(Bucket=bucket).get("Contents", [])]

    def put(self, bucket: str, key: str, body: bytes) -> None:
        """Write an object, as somebody who alters it does."""
        self.client.put_object(Bucket=bucket, Key=key, Body=body)

    def remove(self, bucket: str, key: str) -> None:
        """Remove an object."""
        self.client.delete_object(Bucket=bucket, Key=key)

    def environment(self) -> dict[str, str]:
        """What the environment has for whoever uses it."""
        return {
            "AWS_ENDPOINT_URL": self.url, "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_REGION": "us-east-1",
        }  # fmt: skip


@contextmanager
def header_server() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A server that takes any request to put, and the headers that came."""
    came: list[dict[str, str]] = []

    class Taking(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            came.append({name.lower(): value for name, value in self.headers.items()})
            self.send_response(200)
            self.send_header("ETag", '"1"')
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Taking)
    work = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    work.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", came
    finally:
        server.shutdown()
        work.join()
        server.server_close()


@contextmanager
def bucket_server() -> Iterator[BucketServer]:
    """A server that answers, until the end of the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-p", f"{port}"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}"
        until = time.monotonic() + _WAIT
        while time.monotonic() < until:
            with suppress(requests.ConnectionError):
                if requests.get(f"{url}/moto-api/").status_code:
                    break
            time.sleep(0.1)
        yield BucketServer(url)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
