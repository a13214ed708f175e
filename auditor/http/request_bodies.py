"""Bodies of requests: whole or refused; raw, gzip, or a file in a form."""

from __future__ import annotations

import hashlib
from typing import Any

import http_sf
from flask import Request, request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import ClientDisconnected

from auditor.evidence import GZIP_MAGIC, GZIP_TYPE, NDJSON_TYPE
from auditor.http.problem_answers import HttpProblem, incomplete_detail

RAW_TYPES = ("", NDJSON_TYPE, "application/octet-stream", "text/plain", GZIP_TYPE, "application/x-gzip")
FORM_TYPE = "multipart/form-data"
LONGEST_NAME = 255
FORM_EXTRA = 4096  # bytes of a form around its one file
_ALGORITHMS = {"sha-256": hashlib.sha256, "sha-512": hashlib.sha512}


def body_of_request(req: Request) -> bytes:
    """All bytes of a request's body, as many as it says, and as its Content-Digest says. Raises HttpProblem.

    Under a server that does not buffer, a body can break off: silently with a Content-Length, with an error in chunks.
    """
    announced = req.content_length
    try:
        body = req.get_data(parse_form_data=False)
    except (ClientDisconnected, OSError, ParseException) as error:
        raise HttpProblem(400, "incomplete-body", incomplete_detail(None, announced)) from error
    if announced is not None and len(body) < announced:
        raise HttpProblem(400, "incomplete-body", incomplete_detail(len(body), announced))
    stated = req.headers.get("Content-Digest")
    if stated is not None:
        _check_digest(stated, body)
    return body


def must_not_be_encoded(req: Request, what: str) -> None:
    """Raise HttpProblem (415) for a body with a Content-Encoding. what: the body, in words."""
    encoding = req.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity"):
        raise HttpProblem(
            415,
            "unsupported-content-encoding",
            f"The request has Content-Encoding {encoding!r}; here {what} is taken as it is. Leave the header out.",
            headers={"Accept-Encoding": "identity"},
        )


def log_of_request(what: str = "a log") -> tuple[bytes, str | None]:
    """Bytes of a log, or of what ``what`` names, and the file's name where there is one. Raises HttpProblem."""
    encoding = request.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip"):
        raise HttpProblem(
            415,
            "unsupported-content-encoding",
            f"The request has Content-Encoding {encoding!r}; {what} is taken as it is or as gzip.",
            headers={"Accept-Encoding": "gzip"},
        )
    gzipped = encoding.endswith("gzip")
    if request.mimetype == FORM_TYPE:
        if gzipped:
            raise HttpProblem(
                415,
                "unsupported-content-encoding",
                "A form is not taken as gzip; put the .gz file into the form.",
            )
        return _file_of_form(what)
    if request.mimetype not in RAW_TYPES:
        raise HttpProblem(
            415,
            "unsupported-media-type",
            f"The request has Content-Type {request.mimetype!r}; {what} is taken as {NDJSON_TYPE}, "
            f"{GZIP_TYPE}, application/octet-stream, text/plain, or as one file of {FORM_TYPE}. With "
            f"curl: -H 'Content-Type: {NDJSON_TYPE}' --data-binary @FILE",
            headers={"Accept": f"{NDJSON_TYPE}, {GZIP_TYPE}, {FORM_TYPE}"},
        )
    body = body_of_request(request)
    if gzipped and not body.startswith(GZIP_MAGIC):
        raise HttpProblem(
            400,
            "not-gzip",
            "The request has Content-Encoding gzip, but its body does not begin as gzip does (1f 8b). "
            "Compress it, or leave the header out.",
        )
    return body, None


def filed_of_request(types: tuple[str, ...], what: str, most: int | None = None) -> tuple[bytes, str | None]:
    """A file: the body, of one of some types, or one file of a form. Raises HttpProblem.

    most: bytes, where less than for any request.
    """
    must_not_be_encoded(request, what)
    if most is not None:
        request.max_content_length = most + (FORM_EXTRA if request.mimetype == FORM_TYPE else 0)
    if request.mimetype == FORM_TYPE:
        return _file_of_form(what)
    if request.mimetype not in types:
        raise HttpProblem(
            415,
            "unsupported-media-type",
            f"The request has Content-Type {request.mimetype!r}; here {what} is taken ({', '.join(filter(None, types))}). "
            f"With curl: -H 'Content-Type: {types[0]}' --data-binary @FILE",
            headers={"Accept": ", ".join(filter(None, types))},
        )
    return body_of_request(request), None


def filed_type() -> str:
    """Media type of a filed file: of the request, or of the one file in its form."""
    parts = list(request.files.values())
    return parts[0].mimetype if request.mimetype == FORM_TYPE and parts else request.mimetype


def _file_of_form(what: str) -> tuple[bytes, str | None]:
    body_of_request(request)
    files = [file for _, several in request.files.lists() for file in several]
    if len(files) != 1 or request.form:
        fields = f" and the fields {', '.join(map(repr, request.form))}" if request.form else ""
        raise HttpProblem(
            422,
            "not-one-file",
            f"The form has {len(files)} files{fields}; send one file, {what}, and nothing else. Upload "
            "several one by one.",
        )
    (file,) = files
    name = "".join(c for c in file.filename or "" if c.isprintable())[:LONGEST_NAME]
    return file.read(), name or None


def _check_digest(stated: str, body: bytes) -> None:
    """Compare a body with the sha-256 and sha-512 of its Content-Digest. Raises HttpProblem (400)."""
    try:
        digests: Any = http_sf.parse(stated.encode("latin-1"), tltype="dictionary")
    except ValueError as error:
        raise _malformed(stated) from error
    for name, (value, _) in digests.items():
        algorithm = _ALGORITHMS.get(name)
        if algorithm is None:
            continue
        if not isinstance(value, bytes):
            raise _malformed(stated)
        found = algorithm(body).digest()
        if found != value:
            raise HttpProblem(
                400,
                "digest-mismatch",
                f"Content-Digest states the {name} {value.hex()}; that of the {len(body):,} bytes that came is {found.hex()}. "
                "Nothing of it is kept. Send the request again.",
            )


def _malformed(stated: str) -> HttpProblem:
    return HttpProblem(
        400,
        "malformed-digest",
        f"Content-Digest is {stated!r}; expected the form of RFC 9530, such as sha-256=:BASE64:.",
    )
