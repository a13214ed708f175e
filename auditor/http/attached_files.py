"""Files that are attached to answers: taken from a form, and given out again."""

from __future__ import annotations

import re

from flask import Response, request

from auditor.http.guards import already_has, not_modified
from auditor.http.problem_answers import HttpProblem
from auditor.http.request_bodies import LONGEST_NAME
from auditor.store.incident_rows import AttachedFile
from auditor.store.rows import NewFile

MOST_FILES = 10
LARGEST_FILE = 10 << 20  # bytes
OCTETS = "application/octet-stream"
_MEDIA_TYPE = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]{0,63}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}")
# Types with which a file is given out, and what such a file has at which place; the others are octets for whoever gets them.
GIVEN_OUT = {
    "application/pdf": (0, b"%PDF-"),
    "image/jpeg": (0, b"\xff\xd8\xff"),
    "image/png": (0, b"\x89PNG\r\n\x1a\n"),
    "video/mp4": (4, b"ftyp"),
    "text/csv": (0, b""),
    "text/plain": (0, b""),
}
_SUFFIXES = dict(zip(GIVEN_OUT, (".pdf", ".jpg", ".png", ".mp4", ".csv", ".txt"), strict=True))


def attached_file(room: str, incident: str, file: AttachedFile, body: bytes) -> Response:
    """A file of an answer, byte for byte, to be saved."""
    if already_has(file.sha256):
        return not_modified(file.sha256)
    kind = file.media_type if file.media_type in GIVEN_OUT else OCTETS
    response = Response(body, mimetype=kind)
    response.set_etag(file.sha256)
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", f"{room}-{incident[:12]}-{file.sha256[:12]}")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}{_SUFFIXES.get(kind, "")}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def attached_files() -> list[NewFile]:
    """The files of the form that is being answered. Raises HttpProblem."""
    files = [each for _, several in request.files.lists() for each in several]
    files = [
        each for each in files if each.filename or each.read(1)
    ]  # a form without a file sends one without a name
    for each in files:
        each.seek(0)
    if len(files) > MOST_FILES:
        raise _unfit(
            422, "too-many-files", f"The answer has {len(files)} files; at most {MOST_FILES} are taken."
        )
    found = []
    for each in files:
        name = file_name(each.filename or "")
        body = each.read(LARGEST_FILE + 1)
        if len(body) > LARGEST_FILE:
            words = f"The file {name or 'without a name'} has more than {LARGEST_FILE:,} bytes. Send a smaller one."
            raise _unfit(413, "file-too-large", words)
        if not body:
            raise _unfit(422, "empty-file", f"The file {name or 'without a name'} is empty. Leave it out.")
        kind = each.mimetype if _MEDIA_TYPE.fullmatch(each.mimetype) else OCTETS
        place, begins = GIVEN_OUT.get(kind, (0, b""))
        if not body.startswith(begins, place):
            words = f"The file {name or 'without a name'} has Content-Type {kind}, and does not begin as such a file does."
            raise _unfit(415, "not-the-document-it-says", f"{words} Send it as it is.")
        found.append(NewFile(body, kind, name))
    return found


def _unfit(status: int, kind: str, words: str) -> HttpProblem:
    return HttpProblem(status, kind, f"{words} Nothing of this answer is kept.")


def file_name(sent: str) -> str | None:
    """The name of a file without folders and without what cannot be printed."""
    last = re.split(r"[/\\]", sent)[-1]
    name = "".join(each for each in last if each.isprintable()).strip()[:LONGEST_NAME]
    return name or None
