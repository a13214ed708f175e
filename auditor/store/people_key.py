"""The key of people's authenticators: a file beside the store, made when the first is enrolled. No backup of the store has it."""

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
    """The key of the authenticators cannot be read or written, or is none; in words for whoever runs the service."""


class OtherSecret(UnusablePeopleKey):
    """A secret that was encrypted under another key, for another person, or in another sign-in."""


def encrypted(folder: Path, person: int, secret: bytes, sign_in: int | None = None) -> str:
    """A person's secret, as the store keeps it: AES-GCM, in base64. Raises UnusablePeopleKey.

    sign_in: the id of the sign-in in which alone the secret counts; None: in each.
    """
    nonce = secrets.token_bytes(_NONCE)
    hidden = AESGCM(_load_or_make(folder)).encrypt(nonce, secret, _of(person, sign_in))
    return base64.b64encode(nonce + hidden).decode()


def decrypted(folder: Path, person: int, kept: str, sign_in: int | None = None) -> bytes:
    """A person's secret as it was. sign_in: as it was encrypted for. Raises OtherSecret, UnusablePeopleKey."""
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
    """What a secret is bound to, so that one person's is not another's."""
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
