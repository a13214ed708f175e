"""ZIP archive with a signed manifest of each file's SHA-256 and meaning; its bytes depend only on the files."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import zipfile
from collections.abc import Iterable
from typing import Any, BinaryIO, NamedTuple

import msgspec

from auditor.register.register_notes import Signer, sign

MANIFEST, NOTE, SUMS = "manifest.json", "manifest.note", "SHA256SUMS"
_ORIGIN = "cardroom-auditor/bundle/1"  # no text of the register begins with it
_MODE = 0o644 << 16
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


class ArchiveFile(NamedTuple):
    """A file of an archive. about: in words; body: bytes, or pieces read once."""

    name: str
    about: str
    body: bytes | Iterable[bytes]


class Missing(NamedTuple):
    """A missing file, and why."""

    name: str
    why: str


def plain(name: str) -> str:
    """A name safe in file names."""
    return _NOT_IN_NAMES.sub("_", name).lstrip(".") or "_"


def write_archive(
    parts: Iterable[ArchiveFile | Missing],
    head: dict[str, Any],
    at: dt.datetime,
    stream: BinaryIO,
    signer: Signer | None = None,
) -> None:
    """Write files, manifest, signature, and a list for `sha256sum --check`.

    head: start of the manifest. at: time of each file. signer: of the manifest's digest, or None.
    """
    listed: list[dict[str, Any]] = []
    missing: list[dict[str, str]] = []
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts:
            if isinstance(part, Missing):
                missing.append(part._asdict())
                continue
            size, digest = _put(archive, part.name, part.body, at)
            listed.append({"name": part.name, "size": size, "sha256": digest, "about": part.about})
        manifest = (
            msgspec.json.format(msgspec.json.encode({**head, "files": listed, "missing": missing})) + b"\n"
        )
        _, digest = _put(archive, MANIFEST, manifest, at)
        sums = [f"{each['sha256']}  {each['name']}\n" for each in listed]
        sums.append(f"{digest}  {MANIFEST}\n")
        if signer is not None:
            _, noted = _put(archive, NOTE, bytes(sign(note_of(digest), signer)), at)
            sums.append(f"{noted}  {NOTE}\n")
        _put(archive, SUMS, "".join(sums).encode(), at)


def note_of(digest: str) -> str:
    """Signed text about a manifest's SHA-256."""
    return f"{_ORIGIN}\n{MANIFEST} {digest}\n"


def _put(
    archive: zipfile.ZipFile, name: str, body: bytes | Iterable[bytes], at: dt.datetime
) -> tuple[int, str]:
    info = zipfile.ZipInfo(name, at.timetuple()[:6])
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, _MODE
    size, digest = 0, hashlib.sha256()
    with archive.open(info, "w") as file:
        for piece in (body,) if isinstance(body, bytes) else body:
            size += file.write(piece)
            digest.update(piece)
    return size, digest.hexdigest()
