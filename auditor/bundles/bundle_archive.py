"""A ZIP archive with a signed manifest: the SHA-256 and the meaning of each file. The same files give the same bytes."""

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
    """A file of an archive. about: what it is, in words. body: its bytes, or pieces of any size, which are read once."""

    name: str
    about: str
    body: bytes | Iterable[bytes]


class Missing(NamedTuple):
    """A file that is not there any more, and why."""

    name: str
    why: str


def plain(name: str) -> str:
    """A name as a part of the name of a file, on every system."""
    return _NOT_IN_NAMES.sub("_", name).lstrip(".") or "_"


def write_archive(
    parts: Iterable[ArchiveFile | Missing],
    head: dict[str, Any],
    at: dt.datetime,
    stream: BinaryIO,
    signer: Signer | None = None,
) -> None:
    """Write files one after another, then the manifest, its signature, and a list of digests that `sha256sum --check` reads.

    head: what the manifest says before its lists. at: the time that each file has in the archive. signer: who signs a note of the
    manifest's digest; None: nobody.
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
    """The text that is signed of a manifest with a SHA-256."""
    return f"{_ORIGIN}\n{MANIFEST} {digest}\n"


def _put(
    archive: zipfile.ZipFile, name: str, body: bytes | Iterable[bytes], at: dt.datetime
) -> tuple[int, str]:
    """Write a file; its size and its SHA-256."""
    info = zipfile.ZipInfo(name, at.timetuple()[:6])
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, _MODE
    size, digest = 0, hashlib.sha256()
    with archive.open(info, "w") as file:
        for piece in (body,) if isinstance(body, bytes) else body:
            size += file.write(piece)
            digest.update(piece)
    return size, digest.hexdigest()
