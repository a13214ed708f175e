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


def register_handovers(data: Path) -> list[bytes]:
    """Notes with which a folder's register replaced its key; none without a store that can be read."""
    from contextlib import closing, suppress

    from auditor.store import Store
    from auditor.store.connection import StoreError
    from auditor.store.connections_of import has_store

    with suppress(OSError, StoreError):
        if has_store(data):
            with closing(Store(data, read_only=True)) as store:
                return [each.encode() for each in store.register.handovers()]
    return []
