"""Roles and what they may do: the one table. `docs/roles.md` shows it, and `auditor.http.access` applies it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from auditor.errors import NotPermitted
from auditor.store import Store
from auditor.store.caller import Caller, UploadLimits
from auditor.store.keys import ROLES, KeyRecord, Role

Need = tuple[str, str]  # a resource, and what is done with it


class Rule(Struct, frozen=True):
    """Rule on who may do one thing, in words that follow "may". person: only with a person's own key.

    everywhere: only with a key that is for all rooms. decision: a person who signed in has to give the second factor for it,
    and lately (`auditor.access.signed_in`). Whoever may do it does so with what concerns the rooms of the key; the
    rest does not exist for it.
    """

    words: str
    roles: tuple[Role, ...]
    person: bool = False
    everywhere: bool = False
    decision: bool = False


_ROOM, _COMPLIANCE, _REGULATOR, _AUTOMATION, _ADMINISTRATOR = ROLES
_READERS = (_ROOM, _COMPLIANCE, _REGULATOR, _AUTOMATION)

TABLE: Mapping[Need, Rule] = {
    ("sessions", "read"): Rule("read sessions and their hands", _READERS),
    ("sessions", "upload"): Rule("upload logs", (_ROOM, _AUTOMATION)),
    ("events", "upload"): Rule("upload tournaments and ledgers", (_ROOM, _AUTOMATION)),
    ("events", "read"): Rule("read tournaments and ledgers", _READERS),
    ("events", "audit"): Rule("have tournaments and ledgers audited", (_REGULATOR, _AUTOMATION)),
    ("originals", "upload"): Rule("upload workbooks and other originals of logs", (_ROOM, _AUTOMATION)),
    ("originals", "read"): Rule("read what became of originals of logs", _READERS),
    ("evidence", "read"): Rule(
        "read logs, their originals, tournaments and ledgers as they were received",
        (_ROOM, _COMPLIANCE, _REGULATOR),
    ),
    ("audits", "read"): Rule("read audits, their results and reports", _READERS),
    ("audits", "request"): Rule("request audits and what-ifs", (_COMPLIANCE, _REGULATOR, _AUTOMATION)),
    ("reports", "read"): Rule("read issued reports", _READERS),
    ("reports", "issue"): Rule("issue reports", (_REGULATOR, _AUTOMATION)),
    ("reports", "bundle"): Rule("pull hearing bundles", (_ROOM, _COMPLIANCE, _REGULATOR)),
    ("days", "read"): Rule("read gaming days", _READERS),
    ("days", "audit"): Rule("have gaming days audited", (_REGULATOR, _AUTOMATION)),
    ("days", "total"): Rule("put a room's totals of a day on record", (_ROOM, _AUTOMATION)),
    ("nights", "read"): Rule("read what changed between two nights", _READERS),
    ("incidents", "read"): Rule("read what became of incidents", _READERS),
    ("incidents", "files"): Rule("read files attached to answers", (_ROOM, _COMPLIANCE, _REGULATOR)),
    ("incidents", "answer"): Rule("answer incidents", (_ROOM, _COMPLIANCE), person=True),
    ("incidents", "decide"): Rule(
        "accept and return answers, and close incidents", (_REGULATOR,), person=True, decision=True
    ),
    ("rooms", "read"): Rule("read rooms and their terms", ROLES),
    ("rooms", "put"): Rule("put rooms and their terms on record", (_ADMINISTRATOR,)),
    ("rooms", "decide"): Rule(
        "approve and refuse proposed terms of rooms", (_REGULATOR,), person=True, decision=True
    ),
    ("rooms", "history"): Rule("read a room's history", (_ROOM, _COMPLIANCE, _REGULATOR)),
    ("templates", "read"): Rule("read the workbook that a room's staff fill in", _READERS),
    ("controls", "read"): Rule("read a room's controls and documents", _READERS),
    ("controls", "file"): Rule("file and discard drafts and documents", (_COMPLIANCE,)),
    ("controls", "submit"): Rule("submit and withdraw controls", (_COMPLIANCE,)),
    ("controls", "decide"): Rule("approve and deny controls", (_REGULATOR,), person=True, decision=True),
    ("holds", "read"): Rule("read legal holds", (_REGULATOR, _ADMINISTRATOR)),
    ("holds", "make"): Rule("make legal holds", (_REGULATOR, _ADMINISTRATOR)),
    ("holds", "lift"): Rule("lift legal holds", (_REGULATOR,), person=True, decision=True),
    ("samples", "read"): Rule("read samples of hands", (_REGULATOR,)),
    ("samples", "draw"): Rule(
        "draw samples of hands, enter what videos show, and close samples", (_REGULATOR,), person=True
    ),
    ("register", "read"): Rule("read entries of the register", (_ROOM, _COMPLIANCE, _REGULATOR)),
    ("rulesets", "read"): Rule("read rulesets", ROLES),
    ("reference", "read"): Rule("read checks and formats", ROLES),
    ("home", "read"): Rule("read what needs them", ROLES),
    ("account", "keep"): Rule(
        "keep their own account, signed in", (_ROOM, _COMPLIANCE, _REGULATOR, _ADMINISTRATOR), person=True
    ),
    ("people", "read"): Rule("read the accounts of people, signed in", (_ADMINISTRATOR,), person=True),
    ("people", "keep"): Rule(
        "invite, reset and disable people, signed in", (_ADMINISTRATOR,), person=True, decision=True
    ),
    ("metrics", "read"): Rule("read metrics", (_AUTOMATION, _ADMINISTRATOR), everywhere=True),
}

DECIDING: frozenset[Role] = frozenset(role for rule in TABLE.values() if rule.decision for role in rule.roles)


def must_be_permitted(key: KeyRecord, need: Need) -> None:
    """Raise NotPermitted where a key may not do something, whatever it is done with."""
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


def caller_of(store: Store, key: KeyRecord, need: Need, limits: UploadLimits | None = None) -> Caller:
    """For whom the store is read and written when a key is brought for something.

    An administrator sees every room on record and every hold, and nothing that is in a room.
    """
    if key.role == _ADMINISTRATOR:
        return Caller(key.id, None if need[0] in ("rooms", "people", "metrics", "holds") else ())
    if key.authority is not None:
        return Caller(key.id, store.rooms.of_authority(key.authority), limits=limits)
    return Caller(key.id, key.rooms, limits=limits)


def _either(roles: tuple[Role, ...]) -> str:
    *others, last = roles
    return f"{', '.join(others)} or {last}" if others else last
