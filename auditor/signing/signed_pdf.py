"""Certifying signature of a report (PAdES B-B, or B-T with a timestamp), which permits no later change.

It is an appended update; earlier bytes stay. Its field is invisible, off the page, as PDF/A and PDF/UA permit.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from asn1crypto import keys, x509
from cryptography.hazmat.primitives import serialization
from msgspec import Struct
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.misc import PdfError
from pyhanko.sign.fields import InvisSigSettings, MDPPerm, SigFieldSpec, SigSeedSubFilter
from pyhanko.sign.general import SigningError
from pyhanko.sign.signers.pdf_cms import PdfCMSSignedAttributes, Signer, SimpleSigner
from pyhanko.sign.signers.pdf_signer import PdfSignatureMetadata, PdfSigner
from pyhanko_certvalidator.registry import SimpleCertificateStore

from auditor.signing.certificates import is_valid
from auditor.signing.signing_configuration import SigningConfiguration, Token
from auditor.signing.timestamps import GuardedTimeStamper, NoTimestamp
from auditor.signing.tokens import NoToken, token_signer
from auditor.signing.validity import trouble

FIELD = "Signature"
_SHOWN = "Signature of this report"  # what a screen reader says of the field
_STAMPED = 12_288  # bytes that are kept for a timestamp, in which its authority puts its certificates
_SIGNED = 4_096  # for what else a signature has, beside the certificates


class ReportNotSigned(Exception):
    """An unsigned report, with the reason for the operator."""


class Signed(Struct, frozen=True):
    """A signature. at: by the service's clock; timestamped: by an authority too."""

    subject: str
    certificate_sha256: str
    at: dt.datetime
    timestamped: bool


def sign(signing: SigningConfiguration, unsigned: BinaryIO, out: BinaryIO, at: dt.datetime) -> Signed:
    """Copy a report and sign the copy. Raises ReportNotSigned, with a useless ``out``.

    unsigned: read and sought. out: empty, for reading, writing and seeking. at: stated time, with zone. Without a configured
    timestamp nothing is signed.
    """
    if any(not is_valid(each, at) for each in signing.chain):
        raise ReportNotSigned(trouble(signing, at) or "The certificate is not valid.")
    try:
        with _signer(signing) as signer:
            asyncio.run(_sign(signing, signer, unsigned, out, at))
    except NoTimestamp as error:
        raise ReportNotSigned(f"The authority of timestamps gave none: {error}.") from None
    except NoToken as error:
        raise ReportNotSigned(f"The key cannot be used: {error}.") from None
    except (PdfError, SigningError, ValueError) as error:
        raise ReportNotSigned(f"The report cannot be signed: {error}.") from error
    return Signed(
        signing.certificate.subject.rfc4514_string(),
        signing.certificate_sha256,
        at,
        signing.timestamps is not None,
    )


@contextmanager
def _signer(signing: SigningConfiguration) -> Iterator[Signer]:
    chain = [x509.Certificate.load(each.public_bytes(serialization.Encoding.DER)) for each in signing.chain]
    if isinstance(signing.key, Token):
        with token_signer(signing.key, chain) as found:
            yield found
        return
    key = signing.key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    certificate, *above = chain
    yield SimpleSigner(
        certificate,
        keys.PrivateKeyInfo.load(key),
        SimpleCertificateStore.from_certs(above),
        embed_roots=False,
    )


async def _sign(
    signing: SigningConfiguration, signer: Signer, unsigned: BinaryIO, out: BinaryIO, at: dt.datetime
) -> None:
    stamper = GuardedTimeStamper(signing.timestamps) if signing.timestamps else None
    wanted = PdfSignatureMetadata(
        field_name=FIELD,
        certify=True,
        docmdp_permissions=MDPPerm.NO_CHANGES,
        subfilter=SigSeedSubFilter.PADES,
        reason=signing.reason,
        location=signing.location,
    )
    field = SigFieldSpec(
        FIELD, readable_field_name=_SHOWN, invis_sig_settings=InvisSigSettings(box_out_of_bounds=True)
    )
    session = PdfSigner(wanted, signer, timestamper=stamper, new_field_spec=field).init_signing_session(
        _AsWritten(unsigned)
    )
    session.system_time = at
    prepared = session.prepare_tbs_document(None, _reserved(signing))
    digest, _ = prepared.digest_tbs_document(output=out)
    await prepared.perform_signature(digest.document_digest, PdfCMSSignedAttributes(signing_time=at))


def _reserved(signing: SigningConfiguration) -> int:
    """Digits reserved for a signature, computed so that token and authority are asked once."""
    certificates = sum(len(each.public_bytes(serialization.Encoding.DER)) for each in signing.chain)
    return 2 * (_SIGNED + certificates + (_STAMPED if signing.timestamps else 0))


class _AsWritten(IncrementalPdfFileWriter):
    """Appending writer that keeps the report's metadata."""

    IO_CHUNK_SIZE = 1 << 16

    def _update_meta(self) -> None:
        pass
