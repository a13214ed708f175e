"""Keys: made, listed, rotated, revoked, and authenticated.

A key is ``cra_``, eight characters of name, ``_``, and 43 characters of 256 random bits. The store has the bits' SHA-256; full
entropy needs no slow hash.
"""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import hashlib
import hmac
import secrets
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from auditor.access.key_refusals import BadKey, KeyDamaged, KeyExpired, KeyRevoked
from auditor.store import Store
from auditor.store.service_clock import after, now
from auditor.store.stored_keys import KeyRecord, Role

PREFIX = "cra"
DAYS = 365  # that a key lives
MOST_DAYS = 3650
GRACE_HOURS = 24.0  # that a key lives on beside its successor
NOTED_EVERY = dt.timedelta(minutes=1)  # how often the last use is written
LONGEST_NAME = 200
_ID_BYTES = 5  # eight characters of base32
_SECRET_BYTES = 32
_LONGEST = 64  # characters of a key's text, and some
_NOBODYS = hashlib.sha256(b"").hexdigest()


class KeyNotPossible(ValueError):
    """A key that cannot be made, rotated or revoked, in words."""


class NewKey(Struct, frozen=True):
    """Purpose of a new key. Neither rooms nor authority: all rooms."""

    role: Role
    name: str
    person: bool = True
    rooms: Sequence[str] = ()
    authority: str | None = None
    all_rooms: bool = False


def make(store: Store, wanted: NewKey, days: int = DAYS, by: str | None = None) -> tuple[KeyRecord, str]:
    """Make a key: its record, and its text, shown once. Raises KeyNotPossible."""
    record, text = _made(wanted, days, by)
    store.keys.add(record)
    return record, text


def of_account(wanted: NewKey, by: str | None = None) -> KeyRecord:
    """Key of an account, without a known secret and so for signing in only. Raises KeyNotPossible."""
    if wanted.role == "automation" or not wanted.person:
        raise KeyNotPossible("A program does not sign in: make a key for it with auditor keys make.")
    record, _ = _made(wanted, MOST_DAYS, by)
    return record


def make_first(store: Store) -> str | None:
    """Text of an administrator's key where the store has none; else None."""
    record, text = _made(NewKey("administrator", "the first administrator"), DAYS, None)
    return text if store.keys.add_first(record) else None


def must_have_none(store: Store) -> None:
    """Raise KeyNotPossible where a store has keys and must not be open to all."""
    if store.keys.is_any():
        raise KeyNotPossible(
            f"{store.folder} has keys, and is not served without them. Leave --open out, or try things out in another folder."
        )


def rotate(
    store: Store, key: str, grace: float = GRACE_HOURS, days: int = DAYS, by: str | None = None
) -> tuple[KeyRecord, str]:
    """Make a key's equal successor; the key lives ``grace`` hours more. Raises KeyNotPossible."""
    _must_be_no_account(store, key, "has no successor, because nobody has its secret")
    _lives(days)
    name, digest, text = _drawn()
    at = now()

    def successor(old: KeyRecord | None, other: str | None) -> tuple[KeyRecord, str]:
        if old is None:
            raise KeyNotPossible(_no_such(key))
        if old.revoked_at is not None or old.expires_at <= at:
            ended = "revoked" if old.revoked_at is not None else "expired"
            raise KeyNotPossible(
                f"Key {key} is {ended} and has no successor. Make a new one with auditor keys make."
            )
        if other is not None:
            raise KeyNotPossible(
                f"Key {key} has a successor already: {other}. Rotate that one, or revoke it first if it is lost."
            )
        made = replace(
            old, id=name, secret_sha256=digest, made_at=at, made_by=by, expires_at=after(at, days=days),
            last_used_at=None, replaces=old.id,
        )  # fmt: skip
        return made, after(at, hours=grace)

    return store.keys.replace(key, successor), text


def revoke(store: Store, key: str) -> KeyRecord:
    """End a key at once, in every process. Raises KeyNotPossible."""
    _must_be_no_account(store, key, "ends with the account")
    found = store.keys.revoke(key, now())
    if found is None:
        raise KeyNotPossible(_no_such(key))
    return found


def authenticate(store: Store, text: str) -> KeyRecord:
    """Key of a text, with its use recorded. Raises BadKey, KeyDamaged, KeyExpired, KeyRevoked."""
    name, digest = _parsed(text)
    found = store.keys.get(name)
    if (
        not hmac.compare_digest(digest, found.secret_sha256 if found is not None else _NOBODYS)
        or found is None
    ):
        raise BadKey
    at = now()
    if found.revoked_at is not None:
        raise KeyRevoked(found.id)
    if found.expires_at <= at:
        raise KeyExpired(found.id, found.expires_at)
    if not store.keys.is_whole(found.id):
        store.damage.note("keys", found.id, str(KeyDamaged(found.id)))
        raise KeyDamaged(found.id)
    before = after(at, seconds=-NOTED_EVERY.total_seconds())
    if (found.last_used_at or "") < before:
        store.keys.note_use(found.id, at, before)
    return found


def state(key: KeyRecord) -> str:
    """valid, expired or revoked, at this moment."""
    if key.revoked_at is not None:
        return "revoked"
    return "expired" if key.expires_at <= now() else "valid"


def _made(wanted: NewKey, days: int, by: str | None) -> tuple[KeyRecord, str]:
    rooms = _rooms(wanted)
    if not (wanted.name.strip() and wanted.name.isprintable() and len(wanted.name) <= LONGEST_NAME):
        raise KeyNotPossible(
            f"A key needs the name of the person or program that has it, of at most {LONGEST_NAME} printable characters."
        )
    _lives(days)
    name, digest, text = _drawn()
    at = now()
    person = wanted.person and wanted.role != "automation"
    record = KeyRecord(
        name, digest, wanted.role, wanted.name.strip(), person, rooms, wanted.authority, at, by, after(at, days=days)
    )  # fmt: skip
    return record, text


def _rooms(wanted: NewKey) -> tuple[str, ...] | None:
    """Rooms that a key names, or None. Raises KeyNotPossible where its role needs another scope."""
    role, rooms = wanted.role, tuple(dict.fromkeys(wanted.rooms))
    if not all(each.strip() and each.isprintable() for each in rooms):
        raise KeyNotPossible("A room is named by its licence id, such as WA-0417.")
    given = [bool(rooms), wanted.authority is not None, wanted.all_rooms]
    needs = {
        "room": ([True, False, False], "its rooms: --room WA-0417, once for each"),
        "compliance": ([True, False, False], "its rooms: --room WA-0417, once for each"),
        "regulator": ([False, True, False], "its authority: --authority wsgc"),
        "administrator": ([False, False, False], "nothing of that kind: it is for the service as a whole"),
    }
    if role == "automation":
        if sum(given) != 1:
            raise KeyNotPossible(
                "A key for automation needs one of --room (once for each room), --authority and --all-rooms."
            )
    elif given != needs[role][0]:
        raise KeyNotPossible(f"A key of the role {role} needs {needs[role][1]}.")
    return rooms or None


def _must_be_no_account(store: Store, key: str, why: str) -> None:
    person = store.people.of_key(key)
    if person is not None:
        raise KeyNotPossible(
            f"Key {key} is that of the account {person.email}, and {why}. auditor people disable ends an account."
        )


def _drawn() -> tuple[str, str, str]:
    name = base64.b32encode(secrets.token_bytes(_ID_BYTES)).decode().lower()
    secret = secrets.token_bytes(_SECRET_BYTES)
    written = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return name, hashlib.sha256(secret).hexdigest(), f"{PREFIX}_{name}_{written}"


def _parsed(text: str) -> tuple[str, str]:
    """Id and secret's digest of a key. Raises BadKey."""
    prefix, _, rest = text.partition("_")
    name, _, written = rest.partition("_")
    if prefix != PREFIX or not name or len(text) > _LONGEST or not text.isascii():
        raise BadKey
    try:
        secret = base64.b64decode(written + "=", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadKey from None
    return name, hashlib.sha256(secret).hexdigest()


def _lives(days: int) -> None:
    if not 1 <= days <= MOST_DAYS:
        raise KeyNotPossible(f"A key lives for 1 to {MOST_DAYS} days; found {days}.")


def _no_such(key: str) -> str:
    return f"There is no key {key}. auditor keys list shows those there are, by the eight characters after {PREFIX}_."
