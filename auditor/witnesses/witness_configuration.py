"""Witnesses to ask: `witnesses.toml`, without secrets."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from auditor.outgoing.addresses import BadAddress, Network, RequestTarget, networks, target
from auditor.register.register_notes import COSIGNATURE, NoteError, Verifier, verifier
from rules.typed import from_plain

FILE = "witnesses.toml"
VARIABLE = "AUDITOR_WITNESSES"
_CALL = "add-checkpoint"


class BadWitnesses(ValueError):
    """An unusable configuration, in words for the operator."""


class Witness(Struct, frozen=True):
    """A witness: public key and address."""

    key: Verifier
    target: RequestTarget


class Witnesses(Struct, frozen=True):
    """Witnesses. private: permitted networks."""

    each: tuple[Witness, ...] = ()
    private: tuple[Network, ...] = ()


class _Witness(Struct, forbid_unknown_fields=True):
    key: str
    url: str
    ca: str | None = None


class _File(Struct, forbid_unknown_fields=True):
    hosts: list[str] = []
    private: list[str] = []
    witness: list[_Witness] = []


_read_file = from_plain(_File)


def read_witnesses(folder: Path) -> Witnesses:
    """Configuration of a data folder, empty without a file. Raises BadWitnesses."""
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else folder / FILE
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        if named:
            raise BadWitnesses(f"{VARIABLE} names {path}, which does not exist.") from None
        return Witnesses()
    except (OSError, UnicodeDecodeError) as error:
        raise BadWitnesses(f"{path} cannot be read: {error}.") from error
    try:
        file = _read_file(tomllib.loads(text))
        found = tuple(_witness(each, file.hosts) for each in file.witness)
        if len({each.key.public for each in found}) < len(found):
            raise BadWitnesses("two witnesses have the same key.")
        return Witnesses(found, tuple(networks(file.private)))
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, BadAddress, BadWitnesses) as error:
        raise BadWitnesses(f"{path}: {error}") from None


def _witness(stated: _Witness, hosts: list[str]) -> Witness:
    try:
        key = verifier(stated.key)
    except NoteError as error:
        raise BadWitnesses(f"key {stated.key!r}: {error}") from None
    if key.kind != COSIGNATURE:
        raise BadWitnesses(f"{key.name}: the key of a witness has type 4, and this one has type {key.kind}.")
    try:
        return Witness(key, target(f"{stated.url.rstrip('/')}/{_CALL}", hosts, stated.ca))
    except BadAddress as error:
        raise BadWitnesses(f"{key.name}: {error}") from None
