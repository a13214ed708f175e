"""Content-Digest (RFC 9530): the digest of a body, as its sender states it."""

from __future__ import annotations

import hashlib
from typing import Any

import http_sf

from auditor.http.problems import HttpProblem

_ALGORITHMS = {"sha-256": hashlib.sha256, "sha-512": hashlib.sha512}


def check_digest(stated: str, body: bytes) -> None:
    """Compare a body with each digest that its Content-Digest states. Raises HttpProblem (400).

    Digests by algorithms other than sha-256 and sha-512 are passed over, as the RFC has it.
    """
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
