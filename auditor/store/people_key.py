"""Key of people's authenticators: a file beside the store, made at the first enrolment, in no backup."""

from __future__ import annotations

import base64
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from auditor.store.secret_files import make_once

FILE = "people.key"
_BYTES = 32
_NONCE = 12


class UnusablePeopleKey(RuntimeError):
    """An unreadable, unwritable or invalid key, in words for the operator."""


class OtherSecret(UnusablePeopleKey):
    """A secret of another key, person or sign-in."""


def encrypted(folder: Path, person: int, secret: bytes, sign_in: int | None = None) -> str:
    """A secret as stored: AES-GCM in base64. Raises UnusablePeopleKey.

    sign_in: the only one in which it counts; None: each.
    """
    nonce = secrets.token_bytes(_NONCE)
    hidden = AESGCM(_load_or_make(folder)).encrypt(nonce, secret, _of(person, sign_in))
    return base64.b64encode(nonce + hidden).decode()


def decrypted(folder: Path, person: int, kept: str, sign_in: int | None = None) -> bytes:
    """A stored secret. sign_in: as encrypted for. Raises OtherSecret, UnusablePeopleKey."""
    cipher = AESGCM(_load(folder / FILE))
    try:
        whole = base64.b64decode(kept)
        return cipher.decrypt(whole[:_NONCE], whole[_NONCE:], _of(person, sign_in))
    except (InvalidTag, ValueError) as error:
        raise OtherSecret(
            f"The authenticator of this account was enrolled under another {FILE} than the one in {folder}. Whoever runs the "
            "service puts the right file back, or resets the account with auditor people reset."
        ) from error


def _of(person: int, sign_in: int | None) -> bytes:
    """Associated data that binds a secret to its person and sign-in."""
    bound = f"totp of person {person}"
    return (bound if sign_in is None else f"{bound} in sign-in {sign_in}").encode()


def _load_or_make(folder: Path) -> bytes:
    path = folder / FILE
    if not path.exists():
        try:
            make_once(path, f"{secrets.token_hex(_BYTES)}\n")
        except OSError as error:
            raise UnusablePeopleKey(
                f"The key of people's authenticators, {path}, cannot be written: {error.strerror}."
            ) from error
    return _load(path)


def _load(path: Path) -> bytes:
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except OSError as error:
        raise UnusablePeopleKey(
            f"The key of people's authenticators, {path}, cannot be read: {error.strerror}. Put the file back; or reset each "
            "account that has an authenticator with auditor people reset."
        ) from error
    except ValueError as error:
        raise UnusablePeopleKey(_none(path)) from error
    if len(key) != _BYTES:
        raise UnusablePeopleKey(_none(path))
    return key


def _none(path: Path) -> str:
    return (
        f"{path} is not the key of people's authenticators. Put the right file back; or move this one away, and reset each "
        "account that has an authenticator with auditor people reset."
    )
