"""Signed notes (C2SP signed-note) with Ed25519.

A note is text, an empty line, and signature lines, each with a key's name and four bytes; unknown keys are ignored. Witnesses
sign with the time (C2SP tlog-cosignature).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

ED25519: Literal[1] = 1
COSIGNATURE: Literal[4] = 4  # of a witness: 8 bytes of time, then Ed25519 over the time and the text
Kind = Literal[1, 4]

MOST_SIGNATURES = 100
MOST_BYTES = 1_000_000
_ID_BYTES, _KEY_BYTES, _SIGNATURE_BYTES, _TIME_BYTES = 4, 32, 64, 8
_MOST_TIME = (1 << 63) - 1
_DASH = "\N{EM DASH} "
_PRIVATE = "PRIVATE+KEY+"
_ID = re.compile("[0-9a-f]{8}")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")  # but for ends of lines
_NOT_IN_NAMES = re.compile(r"[\s+\x00-\x1f]")
_KEPT_KEYS = 32  # of which the parsed form is in memory
_KEPT_SIGNATURES = 64  # of which is in memory whether they are right


class NoteError(ValueError):
    """An invalid note, key or signature, in words."""


class Verifier(Struct, frozen=True):
    """A named public key. public: 32 bytes. ``str()`` gives the vkey."""

    name: str
    public: bytes
    kind: Kind = ED25519

    @property
    def key_id(self) -> bytes:
        """The key's four bytes beside its name."""
        return _key_id(self)

    @property
    def begins(self) -> str:
        """Start of its signature lines: the name, and 30 bits of the id in base64."""
        return f"{_DASH}{self.name} {_base64(self.key_id)[:5]}"

    def verifies(self, text: str, signature: bytes) -> bool:
        """Whether a signature (without key id) is this key's, of a text."""
        if self.kind == COSIGNATURE:
            if len(signature) != _TIME_BYTES + _SIGNATURE_BYTES:
                return False
            at = int.from_bytes(signature[:_TIME_BYTES], "big")
            if at > _MOST_TIME:
                return False
            text, signature = cosigned(text, at), signature[_TIME_BYTES:]
        return _is_signature(self.public, signature, text)

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{_base64(bytes([self.kind]) + self.public)}"


class Signer(Struct, frozen=True):
    """A named private key. seed: 32 bytes, never printed; `secret` is the kept form."""

    name: str
    seed: bytes
    kind: Kind = ED25519

    @property
    def verifier(self) -> Verifier:
        """The public key."""
        return Verifier(self.name, _key_pair(self.seed)[1], self.kind)

    @property
    def secret(self) -> str:
        """Secret line of the key, as the Go tools have it."""
        return f"{_PRIVATE}{self.name}+{self.verifier.key_id.hex()}+{_base64(bytes([self.kind]) + self.seed)}"

    def sign(self, text: str, at: int | None = None) -> Signature:
        """Sign a text. at: a witness's time, seconds since 1970."""
        if (self.kind == COSIGNATURE) != (at is not None):
            raise NoteError("A witness signs with the time, and nobody else does.")
        private, _ = _key_pair(self.seed)
        signed = private.sign((text if at is None else cosigned(text, at)).encode())
        time = b"" if at is None else at.to_bytes(_TIME_BYTES, "big")
        return Signature(self.name, self.verifier.key_id, time + signed)

    def __repr__(self) -> str:
        return f"Signer({self.name!r})"


class Signature(Struct, frozen=True):
    """A signature line. signature: without key id; a witness's begins with the time."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def time(self) -> int:
        """A witness's time, seconds since 1970."""
        return int.from_bytes(self.signature[:_TIME_BYTES], "big")

    def __str__(self) -> str:
        return f"{_DASH}{self.name} {_base64(self.key_id + self.signature)}\n"


class SignedNote(Struct, frozen=True):
    """A text ending in a newline, with unverified signatures."""

    text: str
    signatures: tuple[Signature, ...]

    def with_signatures(self, further: Iterable[Signature]) -> SignedNote:
        """The note with further signatures, one for each key."""
        added = {(each.name, each.key_id): each for each in further}
        kept = [each for each in self.signatures if (each.name, each.key_id) not in added]
        return SignedNote(self.text, (*kept, *added.values()))

    def __bytes__(self) -> bytes:
        return f"{self.text}\n{''.join(map(str, self.signatures))}".encode()


def new_signer(name: str, seed: bytes, kind: Kind = ED25519) -> Signer:
    """A named key of 32 random bytes. Raises NoteError."""
    _must_be_name(name)
    if len(seed) != _KEY_BYTES:
        raise NoteError(f"A private key has {_KEY_BYTES} bytes; found {len(seed)}.")
    return Signer(name, seed, kind)


def signer(line: str) -> Signer:
    """Private key of ``PRIVATE+KEY+NAME+ID+KEY``. Raises NoteError without quoting it."""
    if not line.startswith(_PRIVATE):
        raise NoteError("A private key is written PRIVATE+KEY+NAME+ID+KEY; this one is not.")
    name, key_id, kind, seed = _parts(line.removeprefix(_PRIVATE), "private")
    found = Signer(name, seed, kind)
    _must_have_id(found.verifier, key_id)
    return found


def verifier(line: str) -> Verifier:
    """Public key of ``NAME+ID+KEY`` (vkey). Raises NoteError."""
    name, key_id, kind, public = _parts(line, "public")
    found = Verifier(name, public, kind)
    _must_have_id(found, key_id)
    return found


def sign(text: str, *signers: Signer) -> SignedNote:
    """Note of a text with each key's signature. Raises NoteError."""
    note = SignedNote(text, tuple(each.sign(text) for each in signers))
    if parse(bytes(note)) != note:
        raise NoteError("A text with an empty last line makes no note.")
    return note


def parse(body: bytes) -> SignedNote:
    """Unverified note of some bytes. Raises NoteError."""
    if len(body) > MOST_BYTES:
        raise NoteError(f"A note has at most {MOST_BYTES:,} bytes; found {len(body):,}.")
    try:
        whole = body.decode()
    except UnicodeDecodeError as error:
        raise NoteError(f"A note is UTF-8; byte {error.start} of this one is not.") from None
    if _CONTROL.search(whole):
        raise NoteError("A note has no control characters but the ends of lines; this one has.")
    text, empty, lines = whole.rpartition("\n\n")
    if not (empty and lines.endswith("\n")):
        raise NoteError("A note is text, an empty line, and a line for each signature; this is none.")
    signatures = lines[:-1].split("\n")
    if len(signatures) > MOST_SIGNATURES:
        raise NoteError(f"A note has at most {MOST_SIGNATURES} signatures; found {len(signatures)}.")
    return SignedNote(f"{text}\n", tuple(_signature(each) for each in signatures))


def verified(note: SignedNote, keys: Sequence[Verifier]) -> dict[Verifier, Signature]:
    """Known keys with their signatures, in order; others are ignored.

    Raises NoteError without any, and for a wrong one.
    """
    found: dict[Verifier, Signature] = {}
    for signature in note.signatures:
        named = [each for each in keys if (each.name, each.key_id) == (signature.name, signature.key_id)]
        by = next((each for each in named if each.verifies(note.text, signature.signature)), None)
        if by is not None:
            found.setdefault(by, signature)
        elif named:
            raise NoteError(
                f"The signature of {named[0].name} ({named[0].key_id.hex()}) is not of this text."
            )
    if not found:
        raise NoteError(
            f"None of the known keys signed this: {', '.join(map(str, keys)) or 'none is known'}."
        )
    return found


@lru_cache(_KEPT_KEYS)
def _key_pair(seed: bytes) -> tuple[Ed25519PrivateKey, bytes]:
    """A private key of its seed, and the bytes of its public key."""
    key = Ed25519PrivateKey.from_private_bytes(seed)
    return key, key.public_key().public_bytes_raw()


@lru_cache(_KEPT_SIGNATURES)
def _is_signature(public: bytes, signature: bytes, text: str) -> bool:
    """Whether a signature is a key's, of a text. The last checkpoint is asked for again and again."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(_KEPT_KEYS)
def _key_id(key: Verifier) -> bytes:
    named = key.name.encode() + b"\n" + bytes([key.kind]) + key.public
    return hashlib.sha256(named).digest()[:_ID_BYTES]


def cosigned(text: str, at: int) -> str:
    """Text that a witness signs for a checkpoint and time."""
    return f"cosignature/v1\ntime {at}\n{text}"


def _signature(line: str) -> Signature:
    name, space, value = line.removeprefix(_DASH).partition(" ")
    if not (line.startswith(_DASH) and space):
        raise NoteError("A line below a note is a dash, a name and a signature; one is not.")
    _must_be_name(name)
    signed = _bytes(value)
    if len(signed) <= _ID_BYTES:
        raise NoteError(f"The signature of {name} is too short.")
    return Signature(name, signed[:_ID_BYTES], signed[_ID_BYTES:])


def _parts(line: str, which: str) -> tuple[str, str, Kind, bytes]:
    parts = line.split("+", 2)
    if len(parts) != 3 or not _ID.fullmatch(parts[1]):
        raise NoteError(
            f"A {which} key is written NAME+ID+KEY, with an id of eight digits and letters a to f."
        )
    name, key_id, value = parts
    _must_be_name(name)
    key = _bytes(value)
    kind = key[0] if key else None
    if kind not in (ED25519, COSIGNATURE):
        raise NoteError(f"The {which} key of {name} is no Ed25519 key.")
    if len(key) != 1 + _KEY_BYTES:
        raise NoteError(
            f"The {which} key of {name} has {len(key) - 1} bytes; an Ed25519 key has {_KEY_BYTES}."
        )
    return name, key_id, ED25519 if kind == ED25519 else COSIGNATURE, key[1:]


def _must_have_id(key: Verifier, key_id: str) -> None:
    if key.key_id.hex() != key_id:
        raise NoteError(f"The key of {key.name} has the id {key.key_id.hex()}; {key_id} is stated.")


def _must_be_name(name: str) -> None:
    if not name or _NOT_IN_NAMES.search(name):
        raise NoteError(f"The name of a key has no spaces and no plus, and is not empty; found {name!r}.")


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _bytes(text: str) -> bytes:
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if _base64(found) != text:  # one value is written in one way
        raise NoteError("A key or signature is not in base64.")
    return found
