"""Parser of requests, and the server's own refusals as RFC 9457 problems.

Stricter than waitress where two readers could disagree about where a request ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import Error

from auditor.http.access_log import HEADER
from auditor.http.problem_answers import PROBLEM_TYPE, incomplete_detail, problem_of, too_large

LONGEST_TARGET = 8 << 10  # bytes of a request's first line
LARGEST_HEAD = 32 << 10  # bytes of the first line and the headers
_LONGEST_CHUNK_LINE = 256
_LONGEST_TRAILER = 8 << 10
_FREE_FRAMING = 64 << 10  # bytes of chunk headers that a body may have; beyond, they may be half of it
# What browsers are asked to do with every answer; a page has a policy of its own.
EVERY_ANSWER = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
        "Content-Security-Policy",
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    ),
]
_HEADERS = [("Content-Type", PROBLEM_TYPE), ("Cache-Control", "no-store"), *EVERY_ANSWER]


class Refusal(Error):
    """A request that does not reach the application: a status and a problem."""

    def __init__(self, status: int, kind: str | None, detail: str) -> None:
        super().__init__(detail)
        self.problem = problem_of(status, kind, detail)
        self.code, self.reason = status, self.problem.title
        self.request_id: str | None = None

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status line, headers and body, as waitress asks an error for them."""
        named = self.request_id is not None
        headers = [*_HEADERS, *([(HEADER, str(self.request_id))] if named else [])]
        body = (
            replace(self.problem, request_id=self.request_id) if named and self.code >= 500 else self.problem
        )
        return f"{self.code} {self.reason}", headers, msgspec.json.encode(body)


def malformed(what: str) -> Refusal:
    """The answer to bytes that are not a request."""
    return Refusal(400, "malformed-request", f"This is no HTTP/1.1 request: {what}.")


def incomplete(received: int, announced: int | None) -> Refusal:
    """The answer to a body that broke off. announced: its Content-Length, None in chunks."""
    return Refusal(400, "incomplete-body", incomplete_detail(received, announced))


def too_slow(seconds: int, slowest: int) -> Refusal:
    """The answer to a request that takes too long to come in."""
    return Refusal(
        408,
        "too-slow",
        f"The request did not come in within {seconds} seconds, or more slowly than {slowest:,} bytes a second. "
        "Nothing of it is kept. Send it again, as a whole.",
    )


class IncomingRequest(HTTPRequestParser):
    """waitress's parser of one request, with our limits and words."""

    command = ""
    path = ""
    error: Error | None

    def received(self, data: bytes) -> int:
        """Take bytes in; returns how many belong to this request. ``error``: what is wrong with it."""
        had_head = self.headers_finished
        consumed: int = super().received(data)
        if self.error is None and not self.empty:
            if not self.headers_finished:
                self.error = _wrong_target(self.header_plus[: LONGEST_TARGET + 1])
            elif not had_head:
                self.error = self._wrong_head()
            elif self.chunked:
                self.error = self._wrong_chunks()
        if self.error is not None:
            self.error = _in_our_words(self.error, self.adj.max_request_body_size - 1)
            self.completed = True
        if self.error is not None or self.body_rcv is None:
            self.expect_continue = False  # waitress would ask for the body all the same
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the first line and the headers. Raises ParsingError."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # an address that urllib does not take, a length of thousands of digits
            raise ParsingError("its address or its Content-Length cannot be read") from error

    @property
    def begun_body(self) -> bool:
        """Whether the head is there and the body is not complete."""
        return self.body_rcv is not None and not self.completed

    def broken_off(self) -> Refusal:
        """The answer where the client stops sending before the end of the request."""
        if self.body_rcv is None:
            return malformed("it ends before its headers do")
        return incomplete(len(self.body_rcv), None if self.chunked else self.content_length)

    def _wrong_head(self) -> Refusal | None:
        headers: Mapping[str, str] = self.headers
        expected = headers.get("EXPECT", "")
        if refused := _wrong_target(self.first_line):
            return refused
        if self.version not in ("1.0", "1.1"):
            return Refusal(
                505,
                "http-version",
                f"The request is HTTP/{self.version or '0.9'}; this is an HTTP/1.1 server.",
            )
        if "TRANSFER_ENCODING" in headers:
            return malformed("HTTP/1.0 has no Transfer-Encoding")
        if self.chunked and "CONTENT_LENGTH" in headers:
            return malformed("it has both a Content-Length and a Transfer-Encoding; leave one out")
        if self.version == "1.1" and ("HOST" not in headers or "," in headers["HOST"]):
            return malformed("it has no Host header, or more than one")
        if wrong := _wrong_authority(self.request_uri, headers.get("HOST")):
            return malformed(wrong)
        if expected and expected.lower() != "100-continue":
            return Refusal(
                417,
                "expectation-failed",
                f"The request expects {expected!r}; only 100-continue can be expected here.",
            )
        return None

    def _wrong_chunks(self) -> Refusal | None:
        body = self.body_rcv
        if len(body.control_line) > _LONGEST_CHUNK_LINE or len(body.trailer) > _LONGEST_TRAILER:
            return malformed("the header of a chunk, or what follows the last chunk, is too long")
        if self.body_bytes_received > _FREE_FRAMING + 2 * len(body):
            return malformed(
                "its chunks are so small that most of the body is their headers; send larger ones"
            )
        return None


def _wrong_target(first_line: bytes) -> Refusal | None:
    if len(first_line) <= LONGEST_TARGET or b"\r\n" in first_line:
        return None
    return Refusal(
        414,
        "uri-too-long",
        f"The first line of the request is longer than {LONGEST_TARGET:,} bytes. Use a shorter address.",
    )


def _wrong_authority(target: str, host: str | None) -> str | None:
    """What is wrong with the host of a target (RFC 9112, 3.2). The application examines Host alone."""
    if target.startswith("/") or target == "*":
        return None
    scheme, colon, rest = target.partition("://")
    if not colon or scheme.lower() not in ("http", "https"):
        return "its address begins neither with / nor with http://"
    named = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if named.lower() == (host or "").lower():
        return None
    return f"its address names the host {named!r} and its Host header {host!r}; both name the same one"


def _in_our_words(error: Error, largest_body: int) -> Refusal:
    if isinstance(error, Refusal):
        return error
    if error.code == 413:
        return Refusal(413, None, too_large(largest_body, of_log=True))
    if error.code == 431:
        return Refusal(
            431,
            "headers-too-large",
            f"The headers are larger than {LARGEST_HEAD:,} bytes. Send fewer, or shorter ones.",
        )
    if error.code == 501:
        return Refusal(
            501,
            "transfer-encoding",
            "The request has a Transfer-Encoding other than chunked. Send the body in chunks, or with a Content-Length.",
        )
    if error.code >= 500:
        return Refusal(500, None, "The service failed on this request. The cause is in the service's log.")
    return malformed(error.body[:1].lower() + error.body[1:] if error.body[:8] != "Content-" else error.body)
