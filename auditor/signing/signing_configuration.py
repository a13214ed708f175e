"""Settings of signing: `signing.toml` in the data folder, with secrets elsewhere."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from msgspec import Struct

from auditor.outgoing.addresses import BadAddress, Network, RequestTarget, networks, target
from auditor.signing.certificates import (
    Certificates,
    must_be_chain,
    must_fit,
    must_sign,
    read_certificates,
    read_key,
    read_pkcs12,
)
from auditor.signing.secrets import BadSigning, Pin, pin
from rules.typed import from_plain

FILE = "signing.toml"
VARIABLE = "AUDITOR_SIGNING"


@dataclass(frozen=True)
class Token:
    """A key in a PKCS#11 token, by labels. module: the maker's library; pin: getter."""

    module: Path
    token: str
    key: str
    pin: Pin = field(repr=False)


@dataclass(frozen=True)
class Timestamps:
    """Authority of timestamps (RFC 3161). private: permitted networks."""

    target: RequestTarget
    private: tuple[Network, ...] = ()


@dataclass(frozen=True)
class SigningConfiguration:
    """chain: the signer's certificate and those above. roots, timestamp_roots: trust for signers and timestamps; none: not
    stated.
    """

    chain: Certificates
    key: PrivateKeyTypes | Token = field(repr=False)
    roots: Certificates = ()
    timestamp_roots: Certificates = ()
    timestamps: Timestamps | None = None
    reason: str | None = None
    location: str | None = None

    @property
    def certificate(self) -> x509.Certificate:
        """Hex digest of the signer's certificate."""
        return self.chain[0]

    @property
    def certificate_sha256(self) -> str:
        """The digest of the signer's certificate, in hexadecimal."""
        return self.certificate.fingerprint(hashes.SHA256()).hex()


class _Token(Struct, forbid_unknown_fields=True):
    module: str
    token: str
    key: str
    pin_file: str | None = None
    pin_variable: str | None = None


class _File(Struct, forbid_unknown_fields=True):
    certificates: str | None = None
    key: str | None = None
    pkcs12: str | None = None
    passphrase_file: str | None = None
    passphrase_variable: str | None = None
    pkcs11: _Token | None = None
    roots: list[str] = []
    reason: str | None = None
    location: str | None = None
    timestamp_url: str | None = None
    timestamp_roots: list[str] = []
    timestamp_ca: str | None = None
    hosts: list[str] = []
    private: list[str] = []


_read_file = from_plain(_File)


def read_signing(folder: Path) -> SigningConfiguration | None:
    """Configuration of a data folder, or None. Raises BadSigning."""
    found = _file(folder)
    if found is None:
        return None
    path, file = found
    try:
        return _Reading(path.parent, file).signing()
    except BadSigning as error:
        raise BadSigning(f"{path}: {error}") from None


def read_roots(folder: Path) -> tuple[Certificates, Certificates]:
    """Roots of a data folder for signers and timestamps, without opening a key. Raises BadSigning."""
    found = _file(folder)
    if found is None:
        return (), ()
    path, file = found
    try:
        reading = _Reading(path.parent, file)
        return reading.roots("roots"), reading.roots("timestamp_roots")
    except BadSigning as error:
        raise BadSigning(f"{path}: {error}") from None


def _file(folder: Path) -> tuple[Path, _File] | None:
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else folder / FILE
    try:
        return path, _read_file(tomllib.loads(path.read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        if named:
            raise BadSigning(f"{VARIABLE} names {path}, which does not exist.") from None
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadSigning(f"{path} cannot be read: {error}.") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadSigning(f"{path}: {error}") from None


class _Reading:
    def __init__(self, folder: Path, file: _File) -> None:
        self._folder, self._file = folder, file

    def signing(self) -> SigningConfiguration:
        key, chain = self._key()
        roots, clocks = self.roots("roots"), self.roots("timestamp_roots")
        must_sign(chain[0])
        must_be_chain(chain, roots)
        return SigningConfiguration(
            chain, key, roots, clocks, self._timestamps(), self._file.reason, self._file.location
        )

    def roots(self, field: str) -> Certificates:
        """Certificates of a field's files."""
        names: list[str] = getattr(self._file, field)
        return tuple(each for name in names for each in read_certificates(self._at(name), field))

    def _key(self) -> tuple[PrivateKeyTypes | Token, Certificates]:
        file = self._file
        stated = [name for name in ("key", "pkcs12", "pkcs11") if getattr(file, name) is not None]
        if len(stated) != 1:
            raise BadSigning(
                f"state one of key, pkcs12 and [pkcs11]; stated: {' and '.join(stated) or 'none of them'}."
            )
        if file.pkcs12 is not None:
            if file.certificates is not None:
                raise BadSigning("certificates is stated beside pkcs12, which has its own. Take it out.")
            return read_pkcs12(self._at(file.pkcs12), self._passphrase())
        if file.certificates is None:
            raise BadSigning(
                "certificates is not stated: a PEM file with the signer's certificate and those above it."
            )
        chain = read_certificates(self._at(file.certificates), "certificates")
        if file.pkcs11 is not None:
            return self._token(file.pkcs11), chain
        assert file.key is not None
        key = read_key(self._at(file.key), self._passphrase())
        must_fit(key, chain[0])
        return key, chain

    def _token(self, stated: _Token) -> Token:
        module = self._at(stated.module)
        if not module.is_file():
            raise BadSigning(f"pkcs11.module names {module}, which does not exist.")
        file, variable = self._path(stated.pin_file), stated.pin_variable
        pin("pin", file, variable)
        return Token(module, stated.token, stated.key, lambda: pin("pin", file, variable))

    def _timestamps(self) -> Timestamps | None:
        file = self._file
        if file.timestamp_url is None:
            return None
        ca = None if file.timestamp_ca is None else str(self._at(file.timestamp_ca))
        try:
            return Timestamps(
                target(file.timestamp_url, file.hosts, ca, plain=True), tuple(_networks(file.private))
            )
        except BadAddress as error:
            raise BadSigning(f"timestamp_url: {error}") from None

    def _passphrase(self) -> str | None:
        return pin("passphrase", self._path(self._file.passphrase_file), self._file.passphrase_variable)

    def _path(self, name: str | None) -> Path | None:
        return None if name is None else self._at(name)

    def _at(self, name: str) -> Path:
        return self._folder / name


def _networks(texts: list[str]) -> Iterator[Network]:
    try:
        yield from networks(texts)
    except BadAddress as error:
        raise BadSigning(str(error)) from None
