"""A session without a usable ruleset: the one that its room states makes a correction of its log.

The log stays. The correction's session line adds the ruleset, what it supersedes, and who stated it.
"""

from __future__ import annotations

import datetime as dt
import difflib
import hashlib
import json
from collections.abc import Sequence

from msgspec import Struct

from auditor.errors import CannotStateRuleset
from auditor.jobs.received_logs import evidence_of
from auditor.named_rulesets import may_name
from auditor.registry import Registry
from auditor.remedies import Remedy
from auditor.session_lines import session_line, with_field
from auditor.session_states import SessionStates
from auditor.sessions import Sessions
from auditor.store import Store
from auditor.store.rows import SessionRecord
from auditor.warned import ArrivalWarning
from rules.controls.ruleset import Ruleset

_LONGEST_ID = 64  # of the log format
_HAND = "_hand"  # how the names of events of hands end; before it, the family of rulesets


class OfferedRulesets(Struct, frozen=True):
    """Rulesets that a session's log may name on its day, by room and game.

    likely: the most probable one, or None. needed: the session lacks one.
    """

    rulesets: list[Ruleset]
    likely: str | None
    needed: bool


class Stated(Struct, frozen=True):
    """The correction by a statement. new: made now. warnings: of its log."""

    session: SessionRecord
    new: bool
    warnings: Sequence[ArrivalWarning]


class StatedRulesets:
    """Rulesets stated for sessions, over a store."""

    def __init__(self, store: Store, registry: Registry, sessions: Sessions, states: SessionStates) -> None:
        self._store = store
        self._registry = registry
        self._sessions = sessions
        self._states = states

    def offered(self, session: SessionRecord) -> OfferedRulesets:
        """Rulesets on offer for a session. Raises EvidencePurged, EvidenceDamaged, ControlsUnreadable."""
        family, day = self._family(session), dt.date.fromisoformat(session.day)
        games = () if family is None else (family,)
        found = may_name(self._registry.snapshot(), session.room, day, games)
        likely = _likely(session.ruleset, [each.id for each in found])
        return OfferedRulesets(found, likely, self._is_needed(session))

    def state(self, session: SessionRecord, ruleset: str, by: str) -> Stated:
        """Correct a session's log with a ruleset; the same statement again gives the same correction.

        Raises CannotStateRuleset where the session does not lack one or it is not offered; RefusedLog, Conflict, LimitReached,
        EvidencePurged.
        """
        if not 1 <= len(by) <= _LONGEST_ID or not by.isprintable():
            raise CannotStateRuleset(
                f"Who states the ruleset has to be an id of 1 to {_LONGEST_ID} printable characters. Nothing was stored."
            )
        if not self._is_needed(session):
            return self._again(session, ruleset, by)
        if ruleset not in [each.id for each in self.offered(session).rulesets]:
            raise CannotStateRuleset(
                f"{ruleset[:64]!r} is no ruleset for the game of session {_place(session)}. Nothing was stored.",
                _choose(session.id),
            )
        return self._taken(session, self._corrected(session, ruleset, by))

    def _is_needed(self, session: SessionRecord) -> bool:
        return self._states.one(session).mend == "state-ruleset"

    def _again(self, session: SessionRecord, ruleset: str, by: str) -> Stated:
        if session.superseded_by is not None and session.purged is None:
            body = self._corrected(session, ruleset, by)
            if self._store.sessions.of_content(hashlib.sha256(body).hexdigest()) is not None:
                return self._taken(session, body)
        raise CannotStateRuleset(
            f"Session {_place(session)} names the ruleset that it is audited under, or cannot be audited for another "
            "reason. Nothing was stored."
        )

    def _taken(self, session: SessionRecord, body: bytes) -> Stated:
        done = self._sessions.upload(body, f"{session.session}-ruleset.ndjson", room=session.room)
        assert done.session is not None  # it was no dry run
        return Stated(done.session, not done.already_stored, done.warnings)

    def _corrected(self, session: SessionRecord, ruleset: str, by: str) -> bytes:
        before, line, after = session_line(evidence_of(self._store, session))
        assert line is not None  # it was read when it came
        was = f" in place of {session.ruleset}" if session.ruleset else ""
        stated = {"sha256": session.evidence, "reason": f"The ruleset was stated: {ruleset}{was}.", "by": by}
        return before + with_field(with_field(line, "ruleset", ruleset), "supersedes", stated) + after

    def _family(self, session: SessionRecord) -> str | None:
        for line in b"".join(evidence_of(self._store, session).chunks()).splitlines():
            if b"_hand" in line:
                event = str(json.loads(line).get("event"))
                if event.endswith(_HAND):
                    return event.removesuffix(_HAND)
        return None


def _place(session: SessionRecord) -> str:
    return f"{session.id} ({session.room}, {session.session})"


def _choose(session: int) -> Remedy:
    return Remedy(
        "Choose one of those that are offered.",
        f"GET /v1/sessions/{session}/ruleset lists those that may be stated.",
        f"`auditor sessions ruleset {session}` lists those that may be stated.",
    )


def _likely(named: str | None, ids: list[str]) -> str | None:
    alike = difflib.get_close_matches((named or "").partition("@")[0], ids, 1)
    if alike:
        return alike[0]
    return ids[0] if len(ids) == 1 else None
