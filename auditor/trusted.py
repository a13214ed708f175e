"""Trust of a data folder in verifying reports: certificate roots, and the register's public key."""

from __future__ import annotations

from pathlib import Path


def roots(data: Path) -> tuple[bytes, bytes]:
    """Roots of signing.toml as PEM, for signers and timestamps; b"" for none. Raises BadSigning."""
    from cryptography.hazmat.primitives.serialization import Encoding

    from auditor.signing.signing_configuration import read_roots

    signers, clocks = (
        b"".join(each.public_bytes(Encoding.PEM) for each in found) for found in read_roots(data)
    )
    return signers, clocks


def register_key(data: Path) -> str | None:
    """Public key of a folder's register as NAME+ID+KEY, or None."""
    from auditor.doctor.checkpoints_examined import key_beside
    from auditor.store.store import FILE

    found = key_beside(data / FILE)
    return None if found is None else str(found)
