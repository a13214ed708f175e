"""Facts as they are on record: common fields, and structures that several kinds have."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct, field


class Factor(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Second factor that a decision rests on. at: when it was given; sign_in: the number of the sign-in."""

    method: str
    at: str
    sign_in: int


class RecordedFact(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind"
):
    """A fact: who did something at a time, and all that decides.

    at: RFC 3339 in UTC. by: the key's id; None for the service. rooms: concerned ones; (): the service. parts: salted digests of
    what may be erased, by name. adopted: a fact from before facts. entry: its place in the register then, where it had one.
    """

    BYTES: ClassVar[
        tuple[str, ...]
    ] = ()  # fields with digests of bytes; after a dot, those of a part of the fact

    at: str
    by: str | None = None
    rooms: tuple[str, ...] = ()
    parts: dict[str, str] = field(default_factory=dict)
    factor: Factor | None = None
    adopted: bool = False
    entry: int | None = None

    @property
    def kind(self) -> str:
        """Kind, such as ``upload.accepted``."""
        return str(type(self).__struct_config__.tag)

    @property
    def blobs(self) -> tuple[str, ...]:
        """SHA-256 digests of the bytes that the fact rests on."""
        found = (value for field in self.BYTES for value in _digests(self, field))
        return tuple(dict.fromkeys(found))


def _digests(of: Struct, field: str) -> list[str]:
    name, _, rest = field.partition(".")
    value = getattr(of, name)
    if value is None:
        return []
    if not rest:
        return [value]
    parts = value if isinstance(value, tuple) else (value,)
    return [digest for part in parts for digest in _digests(part, rest)]


class KeptFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A file as it was received. filename: as its sender named it."""

    sha256: str
    size: int
    media_type: str
    filename: str | None = None


class FirstReceived(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Time at which bytes came first, and the key that they came with, where a later fact is about them."""

    at: str
    by: str | None = None
