"""Roles and their rights: the one table, shown in `docs/roles.md`, applied by `auditor.http.access`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from auditor.errors import NotPermitted
from auditor.facts.recorded_fact import Factor
from auditor.store import Store
from auditor.store.caller import Caller, UploadLimits
from auditor.store.stored_keys import ROLES, KeyRecord, Role

Need = tuple[str, str]  # a resource, and what is done with it


class AccessRule(Struct, frozen=True):
    """Rule on one thing, in words after "may". person: a person's own key only.

    everywhere: only with all rooms. decision: needs a recent second factor (`auditor.access.signed_in`). A right covers the key's
    rooms alone.
    """

    words: str
    roles: tuple[Role, ...]
    person: bool = False
    everywhere: bool = False
    decision: bool = False


_ROOM, _COMPLIANCE, _REGULATOR, _AUTOMATION, _ADMINISTRATOR = ROLES
_READERS = (_ROOM, _COMPLIANCE, _REGULATOR, _AUTOMATION)

TABLE: Mapping[Need, AccessRule] = {
    ("sessions", "read"): AccessRule("read sessions and their hands", _READERS),
    ("sessions", "upload"): AccessRule("upload logs", (_ROOM, _AUTOMATION)),
    ("events", "upload"): AccessRule("upload tournaments and ledgers", (_ROOM, _AUTOMATION)),
    ("events", "read"): AccessRule("read tournaments and ledgers", _READERS),
    ("events", "audit"): AccessRule("have tournaments and ledgers audited", (_REGULATOR, _AUTOMATION)),
    ("originals", "upload"): AccessRule("upload workbooks and other originals of logs", (_ROOM, _AUTOMATION)),
    ("originals", "read"): AccessRule("read what became of originals of logs", _READERS),
    ("evidence", "read"): AccessRule(
        "read logs, their originals, tournaments and ledgers as they were received",
        (_ROOM, _COMPLIANCE, _REGULATOR),
    ),
    ("audits", "read"): AccessRule("read audits, their results and reports", _READERS),
    ("audits", "request"): AccessRule("request audits and what-ifs", (_COMPLIANCE, _REGULATOR, _AUTOMATION)),
    ("reports", "read"): AccessRule("read issued reports", _READERS),
    ("reports", "issue"): AccessRule("issue reports", (_REGULATOR, _AUTOMATION)),
    ("reports", "bundle"): AccessRule("pull hearing bundles", (_ROOM, _COMPLIANCE, _REGULATOR)),
    ("days", "read"): AccessRule("read gaming days", _READERS),
    ("days", "audit"): AccessRule("have gaming days audited", (_REGULATOR, _AUTOMATION)),
    ("days", "total"): AccessRule("put a room's totals of a day on record", (_ROOM, _AUTOMATION)),
    ("nights", "read"): AccessRule("read what changed between two nights", _READERS),
    ("incidents", "read"): AccessRule("read what became of incidents", _READERS),
    ("incidents", "files"): AccessRule("read files attached to answers", (_ROOM, _COMPLIANCE, _REGULATOR)),
    ("incidents", "answer"): AccessRule("answer incidents", (_ROOM, _COMPLIANCE), person=True),
    ("incidents", "decide"): AccessRule(
        "accept and return answers, and close incidents", (_REGULATOR,), person=True, decision=True
    ),
    ("rooms", "read"): AccessRule("read rooms and their terms", ROLES),
    ("rooms", "put"): AccessRule("put rooms and their terms on record", (_ADMINISTRATOR,)),
    ("rooms", "decide"): AccessRule(
        "approve and refuse proposed terms of rooms", (_REGULATOR,), person=True, decision=True
    ),
    ("rooms", "history"): AccessRule("read a room's history", (_ROOM, _COMPLIANCE, _REGULATOR)),
    ("templates", "read"): AccessRule("read the workbook that a room's staff fill in", _READERS),
    ("controls", "read"): AccessRule("read a room's controls and documents", _READERS),
    ("controls", "file"): AccessRule("file and discard drafts and documents", (_COMPLIANCE,)),
    ("controls", "submit"): AccessRule("submit and withdraw controls", (_COMPLIANCE,)),
    ("controls", "decide"): AccessRule(
        "approve and deny controls", (_REGULATOR,), person=True, decision=True
    ),
    ("holds", "read"): AccessRule("read legal holds", (_REGULATOR, _ADMINISTRATOR)),
    ("holds", "make"): AccessRule("make legal holds", (_REGULATOR, _ADMINISTRATOR)),
    ("holds", "lift"): AccessRule("lift legal holds", (_REGULATOR,), person=True, decision=True),
    ("samples", "read"): AccessRule("read samples of hands", (_REGULATOR,)),
    ("samples", "draw"): AccessRule(
        "draw samples of hands, enter what videos show, and close samples", (_REGULATOR,), person=True
    ),
    ("screening", "read"): AccessRule("read where to look first in a room", (_COMPLIANCE, _REGULATOR)),
    ("screening", "close"): AccessRule(
        "close alarms of screening", (_REGULATOR,), person=True, decision=True
    ),
    ("register", "read"): AccessRule("read entries of the register", (_ROOM, _COMPLIANCE, _REGULATOR)),
    ("rulesets", "read"): AccessRule("read rulesets", ROLES),
    ("reference", "read"): AccessRule("read checks and formats", ROLES),
    ("home", "read"): AccessRule("read what needs them", ROLES),
    ("account", "keep"): AccessRule(
        "keep their own account, signed in", (_ROOM, _COMPLIANCE, _REGULATOR, _ADMINISTRATOR), person=True
    ),
    ("people", "read"): AccessRule("read the accounts of people, signed in", (_ADMINISTRATOR,), person=True),
    ("people", "keep"): AccessRule(
        "invite, reset and disable people, signed in", (_ADMINISTRATOR,), person=True, decision=True
    ),
    ("metrics", "read"): AccessRule("read metrics", (_AUTOMATION, _ADMINISTRATOR), everywhere=True),
}

DECIDING: frozenset[Role] = frozenset(role for rule in TABLE.values() if rule.decision for role in rule.roles)


def must_be_permitted(key: KeyRecord, need: Need) -> None:
    """Raise NotPermitted where a key has no such right."""
    rule = TABLE[need]
    if key.role not in rule.roles:
        raise NotPermitted(
            f"A key of the role {key.role} may not {rule.words}. That needs a key of the role {_either(rule.roles)}."
        )
    if rule.person and not key.person:
        raise NotPermitted(
            f"This is a program's key, and may not {rule.words}. That needs a person's own key of the role "
            f"{_either(rule.roles)}."
        )
    if rule.everywhere and (key.rooms is not None or key.authority is not None):
        raise NotPermitted(
            f"This key is for some rooms only, and may not {rule.words}, which are of all rooms."
        )


def caller_of(
    store: Store,
    key: KeyRecord,
    need: Need,
    limits: UploadLimits | None = None,
    factor: Factor | None = None,
) -> Caller:
    """Caller of a key with some need. An administrator sees rooms and holds, and nothing in a room.

    factor: of the sign-in, on which decisions rest.
    """
    if not TABLE[need].decision:
        factor = None
    if key.role == _ADMINISTRATOR:
        sees_all = need[0] in ("rooms", "people", "metrics", "holds")
        return Caller(key.id, None if sees_all else (), factor=factor)
    rooms = key.rooms if key.authority is None else store.rooms.of_authority(key.authority)
    return Caller(key.id, rooms, limits=limits, factor=factor)


def _either(roles: tuple[Role, ...]) -> str:
    *others, last = roles
    return f"{', '.join(others)} or {last}" if others else last
