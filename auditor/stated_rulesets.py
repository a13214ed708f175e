"""A session that names no ruleset, or one that nobody has: the ruleset that its room states makes a correction of its log.

The log that came in stays as it is. The correction has the same lines, and in its session line the ruleset, what it supersedes,
and who stated it.
"""

from __future__ import annotations

import datetime as dt
import difflib
import json

from msgspec import Struct

from auditor.errors import CannotStateRuleset
from auditor.jobs.logs import evidence_of
from auditor.named_rulesets import may_name
from auditor.registry import Registry
from auditor.session_lines import session_line, with_field
from auditor.session_states import SessionStates
from auditor.sessions import Sessions
from auditor.store import Store
from auditor.store.rows import SessionRecord
from rules.controls.ruleset import Ruleset

_HAND = "_hand"  # how the names of events of hands end; before it, the family of rulesets


class OfferedRulesets(Struct, frozen=True):
    """The rulesets that may be stated for a session: those that a log of its room and game may name on its day.

    likely: the one that it most probably is of; None: nothing says which.
    """

    rulesets: list[Ruleset]
    likely: str | None


class StatedRulesets:
    """Rulesets stated for sessions, over a store."""

    def __init__(self, store: Store, registry: Registry, sessions: Sessions, states: SessionStates) -> None:
        self._store = store
        self._registry = registry
        self._sessions = sessions
        self._states = states

    def offered(self, session: SessionRecord) -> OfferedRulesets:
        """The rulesets that a session may be stated to be of. Raises EvidencePurged, EvidenceDamaged, ControlsUnreadable."""
        family, day = self._family(session), dt.date.fromisoformat(session.day)
        games = () if family is None else (family,)
        found = may_name(self._registry.snapshot(), session.room, day, games)
        return OfferedRulesets(found, _likely(session.ruleset, [each.id for each in found]))

    def state(self, session: SessionRecord, ruleset: str, by: str) -> SessionRecord:
        """Put on record that a session was played under a ruleset: a correction of its log, which is audited as any other one.

        Raises CannotStateRuleset for a session that something else, or nothing, keeps from its audit, and for a ruleset that is
        not offered; RefusedLog, Conflict, LimitReached, EvidencePurged where the correction is not taken.
        """
        standing = self._states.one(session)
        if standing.mend != "state-ruleset":
            raise CannotStateRuleset(
                f"Session {session.id} ({session.room}, {session.session}) names the ruleset that it is audited under, or "
                "cannot be audited for another reason. Nothing was stored."
            )
        if ruleset not in [each.id for each in self.offered(session).rulesets]:
            raise CannotStateRuleset(
                f"{ruleset[:64]!r} is no ruleset for the game of session {session.id} ({session.room}, {session.session}). "
                "Nothing was stored. Choose one of those that are offered."
            )
        body = self._corrected(session, ruleset, by)
        made = self._sessions.upload(body, f"{session.session}-ruleset.ndjson", room=session.room).session
        assert made is not None  # it was no dry run
        return made

    def _corrected(self, session: SessionRecord, ruleset: str, by: str) -> bytes:
        before, line, after = session_line(evidence_of(self._store, session))
        assert line is not None  # it was read when it came
        was = f" in place of {session.ruleset}" if session.ruleset else ""
        stated = {"sha256": session.evidence, "reason": f"The ruleset was stated: {ruleset}{was}.", "by": by}
        return before + with_field(with_field(line, "ruleset", ruleset), "supersedes", stated) + after

    def _family(self, session: SessionRecord) -> str | None:
        """The family of rulesets that a session's first hand is of; None where it has no hand."""
        for line in b"".join(evidence_of(self._store, session).chunks()).splitlines():
            if b"_hand" in line:
                event = str(json.loads(line).get("event"))
                if event.endswith(_HAND):
                    return event.removesuffix(_HAND)
        return None


def _likely(named: str | None, ids: list[str]) -> str | None:
    """Of several rulesets, the one whose id is most like what was named; else the only one."""
    alike = difflib.get_close_matches((named or "").partition("@")[0], ids, 1)
    if alike:
        return alike[0]
    return ids[0] if len(ids) == 1 else None
