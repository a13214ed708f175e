"""Trust of a data folder when a report is verified: roots of certificates, and the register's public key."""

from __future__ import annotations

from pathlib import Path


def roots(data: Path) -> tuple[bytes, bytes]:
    """Roots that a data folder's signing.toml trusts, as PEM: for signers, for timestamps. Empty: nothing. Raises BadSigning."""
    from cryptography.hazmat.primitives.serialization import Encoding

    from auditor.signing.signing_configuration import read_roots

    signers, clocks = (
        b"".join(each.public_bytes(Encoding.PEM) for each in found) for found in read_roots(data)
    )
    return signers, clocks


def register_key(data: Path) -> str | None:
    """The public key of the register of a data folder, as NAME+ID+KEY; None where there is none."""
    from auditor.doctor.checkpoints_examined import key_beside
    from auditor.store.store import FILE

    found = key_beside(data / FILE)
    return None if found is None else str(found)
