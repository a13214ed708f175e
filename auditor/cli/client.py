"""Client of the service's API."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any, BinaryIO
from urllib.parse import urlsplit

import click
import requests

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.key_of_client import client_key, how_to_give_one

DEFAULT_URL = "http://127.0.0.1:8417"
_TIMEOUT = (5, 300)  # seconds to connect, and to wait for an answer
_POLL_SECONDS = (0.05, 1.0)  # the first pause between looks, and the longest
_PAGE = 1000
_TRIES = 60  # of an upload that the service has no room for at once
_PATIENCE = 5  # seconds that such an upload waits each time; for more, the person decides
_WAITING = ("queued", "running")


class ErrorAnswer(RuntimeError):
    """An RFC 9457 problem as answer."""

    def __init__(self, status: int, problem: dict[str, Any], retry_after: str | None = None) -> None:
        detail = _words_of(problem) or f"the service answered {status}"
        super().__init__(f"{detail} {how_to_give_one()}" if status == 401 else detail)
        self.status = status
        self.problem = problem
        limited = status == 429 and retry_after is not None and retry_after.isdecimal()
        self.retry_after = int(retry_after or 0) if limited else None


def _words_of(problem: dict[str, Any]) -> str:
    """Words of a problem; of an invalid request, what was wrong, without the JSON."""
    errors = problem.get("errors") or []
    if not str(problem.get("type", "")).endswith(":invalid-request") or not errors:
        return str(problem.get("detail", ""))
    given = (
        str(each.get("parameter") or each.get("pointer", "")).rpartition("/")[2].replace("_", " ")
        for each in errors
    )
    said = (
        f"{name}: {each['detail']}" if name else each["detail"]
        for name, each in zip(given, errors, strict=True)
    )
    return f"The service does not take what was given. {' '.join(said)}"


class Unfinished(RuntimeError):
    """An audit unfinished in the time allowed."""


class Client:
    """A service at an address; Failure with status 5 where it does not answer. key: None for the environment's or the file's."""

    def __init__(self, url: str, key: str | None = None) -> None:
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise click.UsageError(f"{url!r} is no address of a service; one looks like {DEFAULT_URL}.")
        self.url = url.rstrip("/")
        self._http = requests.Session()
        self._http.trust_env = False  # no proxy and no .netrc between a program and its own machine
        self._http.headers["Prefer"] = "words=command"  # as auditor/http/answer_channel.py reads it
        if used := key or client_key():
            self._http.headers["Authorization"] = f"Bearer {used}"

    def get(self, path: str, **query: Any) -> dict[str, Any]:
        """A resource."""
        found: dict[str, Any] = self._ask("GET", path, params=query).json()
        return found

    def text(self, path: str) -> str:
        """A resource that is text."""
        return self._ask("GET", path).text

    def content(self, path: str, **query: Any) -> bytes:
        """A resource that is bytes."""
        return self._ask("GET", path, params=query).content

    def send(self, method: str, path: str, **how: Any) -> tuple[int, dict[str, Any]]:
        """Send a changing request; returns status and resource. Raises Answered."""
        response = self._ask(method, path, **how)
        return response.status_code, response.json()

    def pages(self, path: str, name: str, **query: Any) -> Iterator[dict[str, Any]]:
        """Everything in a list, page after page."""
        page: int | None = 1
        while page:
            found = self.get(path, page=page, page_size=_PAGE, **query)
            yield from found[name]
            page = found["pagination"]["next_page"]

    def ask_for_audit(self, **wanted: Any) -> dict[str, Any]:
        """Request an audit; ``audit`` is None where there is nothing to audit."""
        answer: dict[str, Any] = self._ask("POST", "/v1/audits", json=wanted).json()
        return answer

    def upload(
        self, stream: BinaryIO, *, dry_run: bool = False, waits: bool = True, path: str = "/v1/sessions"
    ) -> tuple[int, dict[str, Any]]:
        """Send a file; returns the status (200 or 201) and the record. Raises Answered.

        At a limit it is sent again, unless the caller waits itself.
        """
        for _ in range(_TRIES if waits else 0):
            try:
                return self._upload(stream, dry_run, path)
            except ErrorAnswer as answered:
                if answered.retry_after is None or answered.retry_after > _PATIENCE:
                    raise
                sleep(answered.retry_after)
                stream.seek(0)
        return self._upload(stream, dry_run, path)

    def _upload(self, stream: BinaryIO, dry_run: bool, path: str) -> tuple[int, dict[str, Any]]:
        response = self._ask(
            "POST",
            path,
            data=stream,
            params={"dry_run": "true"} if dry_run else {},
            headers={"Content-Type": "application/octet-stream"},
        )
        return response.status_code, response.json()

    def wait(self, audit: int, seconds: float) -> dict[str, Any]:
        """An audit once ended. Raises Unfinished."""
        until, pause = monotonic() + seconds, _POLL_SECONDS[0]
        while True:
            found = self.get(f"/v1/audits/{audit}")
            if found["state"] not in _WAITING:
                return found
            if monotonic() + pause > until:
                raise Unfinished(f"Audit {audit} was not finished after {seconds:g} seconds.")
            sleep(pause)
            pause = min(pause * 2, _POLL_SECONDS[1])

    def save(self, path: str, target: Path) -> None:
        """Save a document, whole or not at all."""
        from auditor.cli.written_files import atomic

        response = self._ask("GET", path, stream=True)
        try:
            with atomic(target) as stream:
                for piece in response.iter_content(1 << 16):
                    stream.write(piece)
        except requests.RequestException as error:
            raise self._unreachable(error) from error

    def _ask(self, method: str, path: str, *, stream: bool = False, **how: Any) -> requests.Response:
        try:
            asked = self._http.prepare_request(requests.Request(method, self.url + path, **how))
            if asked.body:
                asked.headers["Content-Digest"] = _content_digest(asked.body)
            response = self._http.send(asked, timeout=_TIMEOUT, allow_redirects=False, stream=stream)
        except requests.RequestException as error:
            raise self._unreachable(error) from error
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if response.status_code >= 400 and kind == "application/problem+json":
            raise ErrorAnswer(response.status_code, response.json(), response.headers.get("Retry-After"))
        if not (response.ok and kind.startswith("application/")):
            raise CommandFailure(
                f"{self.url} answered {response.status_code} and is not the auditor's service; see --url.",
                exits.UNREACHABLE,
            )
        return response

    def _unreachable(self, error: Exception) -> CommandFailure:
        why = "it does not answer in time" if isinstance(error, requests.Timeout) else "nothing answers there"
        return CommandFailure(
            f"The service at {self.url} cannot be reached ({why}). Start it with `auditor serve`, or name "
            "another one with --url.",
            exits.UNREACHABLE,
        )


def _content_digest(body: Any) -> str:
    """Digest of a body (text, bytes or file) as in RFC 9530, which protects the transfer."""
    if hasattr(body, "read"):
        digest = hashlib.file_digest(body, "sha256").digest()
        body.seek(0)
    else:
        digest = hashlib.sha256(body.encode() if isinstance(body, str) else body).digest()
    return f"sha-256=:{base64.b64encode(digest).decode()}:"
