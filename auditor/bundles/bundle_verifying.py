"""Offline verification of a hearing bundle: manifest, signer, files."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from auditor.bundles.bundle_archive import MANIFEST, NOTE, SUMS, note_of
from auditor.register.key_handovers import LogKeys
from auditor.register.register_notes import NoteError, parse, verified
from rules.typed import from_json

Verdict = Literal["verified", "refused", "not verified"]
_MOST = 64 << 20  # bytes of a manifest
_PIECE = 1 << 20


class NotABundle(ValueError):
    """A file that is no hearing bundle, in words."""


class BundleStep(Struct, frozen=True):
    """A step: subject, verdict, what was seen."""

    step: str
    verdict: Verdict
    says: list[str]


class _Listed(Struct, frozen=True):
    name: str
    size: int
    sha256: str


class _Manifest(Struct, frozen=True):
    report: int
    files: list[_Listed]


_read_manifest = from_json(_Manifest)


def verify_bundle(path: Path, keys: LogKeys | None) -> list[BundleStep]:
    """Steps: signature, files, unlisted content. keys: of the register, from elsewhere; None: not known.

    Raises NotABundle, OSError.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            whole = _small(archive, MANIFEST)
            manifest = _read_manifest(whole)
            steps = [_signature(archive, hashlib.sha256(whole).hexdigest(), keys), _files(archive, manifest)]
            return [*steps, _others(archive, manifest)]
    except (zipfile.BadZipFile, KeyError, msgspec.DecodeError, RuntimeError, NotImplementedError) as error:
        raise NotABundle(f"It is no hearing bundle, or is damaged: {error}.") from error


def verdict(steps: Sequence[BundleStep]) -> Verdict:
    """Worst verdict of the steps."""
    found = {each.verdict for each in steps}
    return "refused" if "refused" in found else "not verified" if "not verified" in found else "verified"


def _small(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _MOST:
        raise NotABundle(f"Its {name} has more than {_MOST:,} bytes.")
    return archive.read(name)


def _signature(archive: zipfile.ZipFile, digest: str, keys: LogKeys | None) -> BundleStep:
    step = "signature of the manifest"
    if NOTE not in archive.namelist():
        return BundleStep(
            step, "not verified", [f"It has no {NOTE}: bundles of earlier versions were not signed."]
        )
    try:
        note = parse(_small(archive, NOTE))
        if note.text != note_of(digest):
            return BundleStep(step, "refused", [f"{NOTE} is of another {MANIFEST}."])
        if keys is None:
            named = ", ".join(each.name for each in note.signatures)
            return BundleStep(
                step, "not verified", [f"No key of the register is given; it says it is signed by {named}."]
            )
        by = next(iter(verified(note, keys.keys)))
    except NoteError as error:
        return BundleStep(step, "refused", [str(error)])
    handed = next((each for each in keys.handovers if each.before == by), None)
    until = (
        f", the key of the register up to its entry {handed.size:,}; it was replaced then" if handed else ""
    )
    return BundleStep(step, "verified", [f"Signed by {by}{until}."])


def _files(archive: zipfile.ZipFile, manifest: _Manifest) -> BundleStep:
    wrong = [words for each in manifest.files for words in _wrong(archive, each)]
    if wrong:
        return BundleStep("files", "refused", wrong)
    return BundleStep(
        "files",
        "verified",
        [f"{len(manifest.files):,} files are as the manifest of report {manifest.report} lists them."],
    )


def _wrong(archive: zipfile.ZipFile, listed: _Listed) -> Iterator[str]:
    if listed.name not in archive.namelist():
        yield f"{listed.name} is missing."
        return
    size, digest = 0, hashlib.sha256()
    try:
        with archive.open(listed.name) as file:
            while size <= listed.size and (piece := file.read(_PIECE)):
                size += len(piece)
                digest.update(piece)
    except (zipfile.BadZipFile, EOFError) as error:
        yield f"{listed.name} is damaged: {error}."
        return
    if size != listed.size or digest.hexdigest() != listed.sha256:
        yield f"{listed.name} is not what the manifest lists: SHA-256 {listed.sha256}."


def _others(archive: zipfile.ZipFile, manifest: _Manifest) -> BundleStep:
    known = {MANIFEST, NOTE, SUMS, *(each.name for each in manifest.files)}
    names = archive.namelist()
    wrong = [f"{each} is not in the manifest." for each in names if each not in known]
    wrong += [
        f"{each} is there more than once."
        for each in sorted({each for each in names if names.count(each) > 1})
    ]
    if wrong:
        return BundleStep("other files", "refused", wrong)
    return BundleStep("other files", "verified", ["There is no file that the manifest does not list."])
