"""Certificates and keys of files."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from auditor.signing.secrets import BadSigning, read_private, read_public

Certificates = tuple[x509.Certificate, ...]
_PURPOSES = {  # of a certificate that limits them: one of these has to be there
    ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE,
    ExtendedKeyUsageOID.EMAIL_PROTECTION,
    x509.ObjectIdentifier("1.3.6.1.5.5.7.3.36"),  # documents (RFC 9336)
    x509.ObjectIdentifier("1.3.6.1.4.1.311.10.3.12"),  # documents (Microsoft)
    x509.ObjectIdentifier("1.2.840.113583.1.1.5"),  # documents (Adobe)
}
_DER = serialization.Encoding.DER
_SPKI = serialization.PublicFormat.SubjectPublicKeyInfo


def read_certificates(path: Path, field: str) -> Certificates:
    """Certificates of a PEM file, in order. Raises BadSigning."""
    content = read_public(path, field)
    try:
        return tuple(x509.load_pem_x509_certificates(content))
    except ValueError:
        raise BadSigning(
            f"{field} names {path}, which has no certificate in PEM (-----BEGIN CERTIFICATE-----)."
        ) from None


def read_key(path: Path, passphrase: str | None) -> PrivateKeyTypes:
    """Private key of a PEM file. Raises BadSigning."""
    given = None if passphrase is None else passphrase.encode()
    content = read_private(path, "key")
    try:
        return serialization.load_pem_private_key(content, given)
    except TypeError:
        words = (
            "is not encrypted, and a passphrase is stated" if given else "is encrypted: state passphrase_file"
        )
        raise BadSigning(f"key names {path}, which {words}.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise BadSigning(
            f"key names {path}, which is no private key in PEM, or one that this passphrase does not open."
        ) from None


def read_pkcs12(path: Path, passphrase: str | None) -> tuple[PrivateKeyTypes, Certificates]:
    """Key and certificates of a PKCS#12 file, the signer's first. Raises BadSigning."""
    given = None if passphrase is None else passphrase.encode()
    content = read_private(path, "pkcs12")
    try:
        found = pkcs12.load_pkcs12(content, given)
    except (ValueError, UnsupportedAlgorithm):
        raise BadSigning(
            f"pkcs12 names {path}, which is no PKCS#12 file, or one that this passphrase does not open."
        ) from None
    if found.key is None or found.cert is None:
        raise BadSigning(f"pkcs12 names {path}, which lacks the key or its certificate.")
    return found.key, (found.cert.certificate, *_in_order(found))


def _in_order(found: pkcs12.PKCS12KeyAndCertificates) -> list[x509.Certificate]:
    """Certificates above the signer's, from it up."""
    assert found.cert is not None
    last, rest, chain = found.cert.certificate, [each.certificate for each in found.additional_certs], []
    while (
        above := next((each for each in rest if each != last and is_issued_by(last, each)), None)
    ) is not None:
        rest.remove(above)
        chain.append(above)
        last = above
    return chain


def must_fit(key: PrivateKeyTypes, certificate: x509.Certificate) -> None:
    """Raise BadSigning where key and certificate do not match."""
    mine, its = (each.public_bytes(_DER, _SPKI) for each in (key.public_key(), certificate.public_key()))
    if mine != its:
        raise BadSigning(
            f"the key is not that of the first certificate, {name_of(certificate)}. The signer's certificate comes first, and "
            "those above it follow."
        )


def must_be_chain(chain: Sequence[x509.Certificate], roots: Sequence[x509.Certificate]) -> None:
    """Raise BadSigning unless each certificate is issued by the next, and the last by a root or one.

    roots: none: not compared.
    """
    for each, above in zip(chain, chain[1:], strict=False):
        if not is_issued_by(each, above):
            raise BadSigning(
                f"certificates: {name_of(above)} follows {name_of(each)} and did not issue it. The signer's comes first, then "
                "the one that issued it, and so on."
            )
    last = chain[-1]
    if roots and last not in roots and not any(is_issued_by(last, each) for each in roots):
        raise BadSigning(
            f"roots: none of them issued {name_of(last)}, the last of the certificates. Who verifies a report with these roots "
            "would refuse it."
        )


def must_sign(certificate: x509.Certificate) -> None:
    """Raise BadSigning where a certificate is not for signing documents."""
    try:
        usage = certificate.extensions.get_extension_for_class(x509.KeyUsage).value
        signs = usage.digital_signature or usage.content_commitment
    except x509.ExtensionNotFound:
        signs = False
    if not signs:
        raise BadSigning(
            f"certificates: the key usage of {name_of(certificate)} has neither digitalSignature nor nonRepudiation."
        )
    try:
        purposes = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except x509.ExtensionNotFound:
        return
    if not _PURPOSES & set(purposes):
        raise BadSigning(
            f"certificates: {name_of(certificate)} is for other purposes than documents ({', '.join(_named(purposes))})."
        )


def _named(purposes: x509.ExtendedKeyUsage) -> list[str]:
    return [each.dotted_string for each in purposes]


def is_issued_by(certificate: x509.Certificate, above: x509.Certificate) -> bool:
    """Whether a certificate was issued by another."""
    try:
        certificate.verify_directly_issued_by(above)
    except (ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm):
        return False
    return True


def name_of(certificate: x509.Certificate) -> str:
    """Holder: the common name, else the subject."""
    names = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(names[0].value) if names else certificate.subject.rfc4514_string()


def is_valid(certificate: x509.Certificate, at: dt.datetime) -> bool:
    """Whether a moment is within a certificate's time."""
    return certificate.not_valid_before_utc <= at <= certificate.not_valid_after_utc
