"""Session line of a log as bytes, read and changed in one field."""

from __future__ import annotations

import json
import re

from auditor.evidence import Evidence
from auditor.quoted_lines import place_of


def session_line(evidence: Evidence) -> tuple[bytes, bytes | None, bytes]:
    """The first non-blank line between the bytes around it; None of a purged file."""
    body = b"".join(evidence.chunks())
    found = re.search(rb"\S[^\n]*", body)
    return (body[: found.start()], found[0], body[found.end() :]) if found else (body, None, b"")


def with_field(line: bytes, name: str, value: object) -> bytes:
    """A session line with another value of a field, all else byte for byte."""
    text, said = line.decode(), json.dumps(value, ensure_ascii=False)
    start, end = place_of(text, name)
    if end > start:
        return (text[:start] + said + text[end:]).encode()
    brace = text.rindex("}")
    return f'{text[:brace].rstrip()}, "{name}": {said}{text[brace:]}'.encode()
