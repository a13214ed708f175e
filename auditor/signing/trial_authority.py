"""Test authority, marked TEST, for demonstrations and trials."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import tomli_w
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from auditor.signing.signing_configuration import FILE

FOLDER = "test-authority"
ROOT, SIGNER, KEY = f"{FOLDER}/root.pem", f"{FOLDER}/signing.pem", f"{FOLDER}/signing.key"
REASON = "TEST: a demonstration of signatures, not an issued report"
_BITS = 3072
_PEM = serialization.Encoding.PEM
_ORGANISATION = "TEST, made by cardroom-auditor for trying out"


class AuthorityExists(Exception):
    """Something that would be overwritten, in words."""


def make_test_authority(folder: Path, now: dt.datetime, days: int = 365) -> list[Path]:
    """Write root, certificate, key and signing.toml; returns the files in that order.

    The root's key is not kept, so that it issues nothing else. Raises AuthorityExists, OSError.
    """
    paths = [folder / name for name in (ROOT, SIGNER, KEY, FILE)]
    for each in paths:
        if each.exists():
            raise AuthorityExists(
                f"{each} exists, and nothing is overwritten. Move it away, or name another folder."
            )
    begins, ends = now - dt.timedelta(hours=1), now + dt.timedelta(days=days)
    above, key = _new_key(), _new_key()
    root = issue("TEST ROOT (not for real reports)", above, begins, ends)
    signer = issue("TEST SIGNER (not for real reports)", key, begins, ends, root, above)
    secret = key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    paths[0].parent.mkdir(mode=0o700, exist_ok=True)
    stated = {"certificates": SIGNER, "key": KEY, "roots": [ROOT], "reason": REASON}
    contents = (root.public_bytes(_PEM), signer.public_bytes(_PEM), secret, tomli_w.dumps(stated).encode())
    for path, content in zip(paths, contents, strict=True):
        _write(path, content)
    return paths


def issue(
    name: str,
    key: rsa.RSAPrivateKey,
    begins: dt.datetime,
    ends: dt.datetime,
    above: x509.Certificate | None = None,
    by: rsa.RSAPrivateKey | None = None,
) -> x509.Certificate:
    """Certificate of a key. above, by: issuer's certificate and key; None: a root."""
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, _ORGANISATION),
            x509.NameAttribute(NameOID.COMMON_NAME, name),
        ]
    )
    of_root = above is None or by is None
    signer = key if by is None else by
    usage = x509.KeyUsage(
        digital_signature=not of_root, content_commitment=not of_root, key_cert_sign=of_root, crl_sign=of_root,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    identifier = x509.SubjectKeyIdentifier.from_public_key
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject if above is None else above.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(x509.BasicConstraints(of_root, 0 if of_root else None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(identifier(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .sign(signer, hashes.SHA256())
    )


def _new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, _BITS)


def _write(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
